"""The page of a deal's proof: what is shown of it when, and how it is found."""

import re
from datetime import date
from pathlib import Path

import pytest
from django.test import Client

from accounts.models import Player
from tests.conftest import SetClock
from tests.pages.conftest import browser, page, stored_daily
from tests.support import publish

ADDRESS = "/daily/la-belle-lucie/2026-11-29/proof/"
DOCUMENT = Path(__file__).parents[2] / "docs" / "proof.md"
A_CARD = re.compile(r"\b[A2-9TJQK][CDHS]\b|[♣♦♥♠]")


@pytest.mark.parametrize("moment", ["2026-11-29 12:00", "2026-11-30 00:59:59"])
@pytest.mark.parametrize("staff", [False, True])
def test_until_the_day_is_settled_the_hash_alone_is_shown(
    set_clock: SetClock, player: Player, staff: bool, moment: str
) -> None:
    player.is_staff = player.is_superuser = staff
    player.save()
    set_clock(moment)
    daily = stored_daily("la-belle-lucie")
    text = browser(player=player).get(ADDRESS).content.decode()
    assert daily.seed_sha256 in text
    assert bytes(daily.seed).hex() not in text
    assert not A_CARD.search(text)
    assert "Der Startwert ist noch geheim" in text
    assert "Montag, 30. November 2026 um 01:00 Uhr (Europe/Berlin)" in text


def test_a_day_to_come_has_its_proof_as_soon_as_it_is_prepared(guest: Client) -> None:
    address = "/daily/fan/2026-12-03/proof/"
    assert guest.get(address).status_code == 404
    daily = publish("fan", date(2026, 12, 3))
    shown = page(guest.get(address))
    assert daily.seed_sha256 in shown.text
    assert bytes(daily.seed).hex() not in guest.get(address).content.decode()
    assert address in [a.attributes["href"] for a in page(guest.get("/coming/")).all("a")]


def test_a_settled_days_seed_and_cards_are_there_to_be_checked(
    guest: Client, set_clock: SetClock
) -> None:
    set_clock("2026-11-30 01:00")
    daily = stored_daily("la-belle-lucie")
    shown = page(guest.get(ADDRESS))
    assert shown.one("textarea", id="proof-seed").text.strip() == bytes(daily.seed).hex()
    assert shown.one("textarea", id="proof-hash").text.strip() == daily.seed_sha256
    packs = shown.all("ol", class_="proof-cards")
    assert [len(pack.all("li")) for pack in packs] == [52, 52, 52]


@pytest.mark.parametrize("moment", ["2026-11-29 12:00", "2026-12-02 12:00"])
def test_the_deals_page_leads_to_it(guest: Client, set_clock: SetClock, moment: str) -> None:
    set_clock(moment)
    today = moment.startswith("2026-11-29")
    shown = page(guest.get(f"/daily/la-belle-lucie/{'' if today else '2026-11-29/'}"))
    assert ADDRESS in [link.attributes["href"] for link in shown.all("a")]


def test_the_recipe_is_the_documents(guest: Client) -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```$", DOCUMENT.read_text(), re.MULTILINE | re.DOTALL)
    recipe, command = page(guest.get(ADDRESS)).all("pre")
    assert recipe.text.split() == code.split()
    assert command.text == "python proof.py http://testserver 2026-11-29 la-belle-lucie"


@pytest.mark.parametrize("address", ["/daily/nonsense/2026-11-29/proof/", "/daily/fan/x/proof/"])
def test_what_there_is_not_has_no_proof(guest: Client, address: str) -> None:
    assert guest.get(address).status_code == 404
