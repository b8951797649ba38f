"""Static files have their content's hash in their names, and may be kept for ever."""

import hashlib
import re

import pytest
import requests

from tests.served.people import Person
from tests.served.site import Site

YEAR = 365 * 24 * 60 * 60
ADDRESS = re.compile(r'(?:href|src)="(/static/[^"]+)"')
HASHED = re.compile(r"\.(?P<hash>[0-9a-f]{12})\.\w+$")


@pytest.fixture(scope="module")
def addresses(site: Site) -> set[str]:
    """Where the static files are that the lobby names."""
    found = set(ADDRESS.findall(Person(site=site).ask("/").text))
    assert {address.rpartition(".")[2] for address in found} >= {"css", "js"}
    return found


def test_what_a_page_names_is_named_by_its_hash_and_immutable(
    site: Site, addresses: set[str]
) -> None:
    for address in addresses:
        answer = Person(site=site).ask(address)
        assert answer.status_code == 200
        named = HASHED.search(address)
        assert named, address
        digest = hashlib.md5(answer.content, usedforsecurity=False).hexdigest()
        assert named["hash"] == digest[:12]
        assert_kept_for_ever(answer)


def test_what_a_stylesheet_and_a_module_name_is_immutable_too(
    site: Site, addresses: set[str]
) -> None:
    named = set()
    for address in addresses:
        folder = address.rpartition("/")[0]
        text = Person(site=site).ask(address).text
        for path in re.findall(r'(?:url\(|from )"(\.[^"]+)"', text):
            named.add(f"{folder}/{path}")
    assert named
    for address in named:
        assert HASHED.search(address), address
        assert_kept_for_ever(Person(site=site).ask(address))


def test_a_plain_name_is_not_kept_for_ever(site: Site, addresses: set[str]) -> None:
    address = HASHED.sub(".css", next(one for one in addresses if one.endswith(".css")))
    answer = Person(site=site).ask(address)
    assert answer.status_code == 200
    assert "immutable" not in answer.headers["Cache-Control"]


def assert_kept_for_ever(answer: requests.Response) -> None:
    """The answer says that it holds for a year at least and never needs asking again."""
    assert answer.status_code == 200, answer.url
    told = answer.headers["Cache-Control"]
    age = re.search(r"\bmax-age=(\d+)", told)
    assert age, told
    assert int(age[1]) >= YEAR
    assert "immutable" in told
