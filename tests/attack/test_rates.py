"""Rates hold: against many requests at the same moment, and against whatever a header claims."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import requests

from tests.attack.tally import counted
from tests.attack.witness import Witness
from tests.conftest import Case
from tests.served.deals import PASSWORD, new_name
from tests.served.people import CSRF, Person
from tests.served.site import Site, another_process

FIFTY = 50
TOO_MANY = "Too many failed attempts."


def at_once(ask: Callable[[int], requests.Response]) -> list[requests.Response]:
    """Fifty askers, who begin at the same moment."""
    ready = threading.Barrier(FIFTY)

    def go(number: int) -> requests.Response:
        ready.wait()
        return ask(number)

    with ThreadPoolExecutor(FIFTY) as pool:
        answers = list(pool.map(go, range(FIFTY)))
    counted["requests at once"] += FIFTY
    return answers


@pytest.fixture(scope="module")
def second(site: Site) -> Iterator[Site]:
    """Another process, behind a proxy it trusts; counts that are in Redis hold for both."""
    with another_process(site, TRUSTED_PROXY_COUNT="1") as second:
        yield second


def form_of(site: Site, path: str, data: dict[str, Any], **headers: str) -> requests.Response:
    """Send a page's form, as a browser of its own."""
    return requests.post(
        site.url + path,
        data={**data, "csrfmiddlewaretoken": CSRF},
        cookies={"csrftoken": CSRF},
        headers={"Accept-Language": "en", "Referer": site.url, **headers},
        timeout=60,
        allow_redirects=False,
    )


def claims(number: int) -> dict[str, str]:
    """Headers by which somebody pretends to be somebody else each time."""
    address = f"198.51.100.{number}"
    return {
        "X-Forwarded-For": f"{address}, 203.0.113.{number}",
        "X-Real-IP": address,
        "Forwarded": f"for={address}",
        "True-Client-IP": address,
        "CF-Connecting-IP": address,
    }


def test_of_fifty_at_once_no_more_pass_than_may(
    site: Site, witness: Witness, newcomer: Callable[[], Person]
) -> None:
    attacker = newcomer()

    def ask(number: int) -> requests.Response:
        return requests.post(
            f"{site.url}/api/tokens/",
            json={"label": str(number)},
            cookies={"session": attacker.session_key, "csrftoken": CSRF},
            headers={"X-CSRFToken": CSRF, **claims(number)},
            timeout=60,
        )

    passed = Counter(answer.status_code == 429 for answer in at_once(ask))
    assert passed == {False: 20, True: 30}


def test_who_is_nobody_is_counted_by_the_address_and_not_by_what_is_claimed_of_it(
    site: Site, cases: dict[str, Case]
) -> None:
    with another_process(site, SECRET_KEY=site.variables["SECRET_KEY"]) as fresh:

        def ask(number: int) -> requests.Response:
            return requests.post(
                f"{fresh.url}/api/practice/",
                json={"ruleset": "fan", "number": 1},
                cookies={"csrftoken": CSRF},
                headers={"X-CSRFToken": CSRF, **claims(number)},
                timeout=60,
            )

        began = time.monotonic()
        statuses = Counter(answer.status_code for round_ in range(2) for answer in at_once(ask))
        minutes = (time.monotonic() - began) // 60
        assert set(statuses) <= {200, 429}
        assert 0 < statuses[200] <= 60 * (1 + minutes)
        assert fresh.errors() == []


def test_of_fifty_passwords_tried_at_once_five_are_looked_at(
    site: Site, witness: Witness, second: Site
) -> None:
    name = new_name("Victim")
    with site.database():
        from accounts.models import Player

        Player.objects.create_user(name, password=PASSWORD)

    def ask(number: int) -> requests.Response:
        data = {"login": name, "password": f"guess {number}"}
        return form_of(site, "/account/login/", data, **claims(number))

    def ask_from_elsewhere(number: int, password: str) -> requests.Response:
        data = {"login": name, "password": password}
        return form_of(second, "/account/login/", data, **{"X-Forwarded-For": f"192.0.2.{number}"})

    looked_at = [
        answer
        for answer in at_once(ask)
        if answer.status_code == 200 and TOO_MANY not in answer.text
    ]
    assert len(looked_at) <= 5
    # On a process that shares the counts, and from addresses that never tried, no more are
    # looked at than were left, and then not even the right one is.
    if site.variables["REDIS_URL"]:
        after = [ask_from_elsewhere(number, f"guess {number}") for number in range(5)]
        assert len(looked_at) + sum(TOO_MANY not in answer.text for answer in after) == 5
        assert TOO_MANY in ask_from_elsewhere(5, PASSWORD).text
