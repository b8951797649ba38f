"""Imprint, privacy, and the cookies that there are."""

import re

import pytest
from django.core.cache import cache
from django.core.checks import run_checks
from django.test import Client
from pytest_django import Settings

from accounts.models import Player
from frontend import texts
from tests.pages.conftest import browser, page

IMPRINT = "Erika Beispiel|Am Markt 1|12345 Neustadt|<b>post@patience.example</b>"


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_imprint_and_the_privacy_page_name_the_operator_from_the_settings(
    settings: Settings, language: str
) -> None:
    settings.IMPRINT = IMPRINT
    for address in ["/imprint/", "/privacy/"]:
        answer = browser(language).get(address)
        lines = page(answer).one("address").text
        assert "Erika Beispiel" in lines
        assert "<b>" not in answer.content.decode()
        assert "&lt;b&gt;post@patience.example" in answer.content.decode()


def test_a_site_without_an_imprint_says_so_and_its_deployment_is_warned(
    settings: Settings, guest: Client
) -> None:
    settings.IMPRINT = ""
    assert "noch nicht gesagt" in guest.get("/imprint/").content.decode()
    warned = [found.id for found in run_checks(include_deployment_checks=True)]
    assert "frontend.W001" in warned
    settings.IMPRINT = IMPRINT
    assert "frontend.W001" not in [found.id for found in run_checks(include_deployment_checks=True)]


def test_what_the_operator_adds_stands_below(settings: Settings, guest: Client) -> None:
    settings.PRIVACY = "Der Server steht in Frankfurt.|Ein zweiter Absatz."
    text = guest.get("/privacy/").content.decode()
    assert "<p>Der Server steht in Frankfurt.</p>\n<p>Ein zweiter Absatz.</p>" in text


def test_every_page_leads_to_both(guest: Client) -> None:
    links = [link.attributes["href"] for link in page(guest.get("/")).one("footer").all("a")]
    assert {"/imprint/", "/privacy/"} <= set(links)


def test_no_cookie_is_set_but_those_that_the_privacy_page_lists(
    player: Player, guest: Client
) -> None:
    cache.clear()
    listed = set(re.findall(r"<code>(\w+)</code>", guest.get("/privacy/").content.decode()))
    addresses = ["/", "/boards/", "/rules/", "/account/login/", "/account/signup/", "/privacy/"]
    addresses += [f"/rules/{slug}/" for slug in texts.PATIENCES]
    for address in addresses:
        guest.get(address)
    # Who only looks gets what guards the forms, and nothing that tells people apart.
    assert set(guest.cookies) == {"csrftoken"}
    guest.post("/language/", {"language": "en", "next": "/"})
    guest.post("/account/preferences/", {"theme": "dark"})
    guest.post("/practice/fan/")
    assert set(guest.cookies) == {
        *("csrftoken", "session", "preferences", "django_language", "messages"),
    }
    guest.post("/account/login/", {"login": player.username, "password": "correct horse battery"})
    guest.post("/daily/trefoil/")
    for address in [*addresses, "/account/", "/account/security/", "/account/devices/"]:
        guest.get(address)
    assert set(guest.cookies) <= listed
    assert "device" in guest.cookies
