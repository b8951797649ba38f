"""Rules pages, the choice of the language, errors, and what crawlers are told."""

import pytest
from django.test import Client, RequestFactory
from django.utils import translation
from pytest_django import Settings

from accounts.models import Player
from config import errors
from frontend import rulebook, texts
from games import selectors
from tests.pages.conftest import browser, page
from tests.pages.html import read

SLUGS = list(texts.PATIENCES)


def test_the_pages_know_every_ruleset(db: None) -> None:
    rulesets = selectors.rulesets()
    assert {ruleset.slug for ruleset in rulesets} == set(SLUGS) == set(rulebook.ESTIMATES)
    for ruleset in rulesets:
        assert rulebook.GLANCES[texts.FAMILY_OF[ruleset.slug].slug].packs == ruleset.packs


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("slug", SLUGS)
def test_every_patience_has_its_rules_with_estimates_and_their_sources(
    db: None, slug: str, language: str
) -> None:
    shown = page(browser(language).get(f"/rules/{slug}/"))
    with translation.override(language):
        assert shown.one("h1").text == texts.PATIENCES[slug].name
        for estimate in rulebook.ESTIMATES[slug]:
            row = next(row for row in shown.all("tr") if str(estimate.source) in row.text)
            assert str(estimate.condition) in shown.one("table").text
            assert row.one("th", scope="row").text
            assert any(
                str(estimate.figure) == cell.text.replace(" %", "\u00a0%")
                for cell in shown.all("th", scope="row")
            )
    assert len(shown.one(class_="prose").all("h2")) >= 7


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_two_rules_pages_of_a_family_say_the_same(db: None, language: str) -> None:
    client = browser(language)
    said = {slug: page(client.get(f"/rules/{slug}/")).one(class_="prose").text for slug in SLUGS}
    assert len(set(said.values())) == len(SLUGS)


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        ("burgvoegtin-streng", "solange keine der obersten Päckchenkarten"),
        ("burgvoegtin-offen", "geht es von selbst hinauf"),
        ("streets-and-alleys", "Links entstehen so vier Reihen zu sieben"),
        ("citadel", "ihr Platz in der Reihe wird übersprungen"),
        ("archway", "In den Bogen kommt nie eine Karte zurück"),
        ("archway-leicht", "Jedes Spiel ist also zu gewinnen; es ist ein Wettlauf."),
        ("la-belle-lucie", "Die geschenkte Karte"),
        ("trefoil", "Sechzehn Fächer zu drei Karten"),
        ("fan", "wenn sie ein König ist – und nur dann"),
    ],
)
def test_the_rules_say_what_marks_a_variant(db: None, slug: str, words: str) -> None:
    assert words in page(browser().get(f"/rules/{slug}/")).text


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        ("la-belle-lucie-ohne-merci", "Die geschenkte Karte"),
        ("fan", "Neu verteilen Zweimal"),
        ("archway-leicht", "In den Bogen kommt nie eine Karte zurück"),
        ("burgvoegtin", "solange keine der obersten Päckchenkarten"),
    ],
)
def test_the_rules_say_nothing_of_other_variants(db: None, slug: str, words: str) -> None:
    assert words not in page(browser().get(f"/rules/{slug}/")).text


def test_cards_are_written_in_the_readers_letters(db: None) -> None:
    german = page(browser().get("/rules/archway/")).text
    english = page(browser("en").get("/rules/archway/")).text
    assert "B♦" in german
    assert "Karo Bube" in german
    assert "J♦" in english
    assert "jack of diamonds" in english


def test_there_are_no_rules_of_what_there_is_not(guest: Client) -> None:
    page(guest.get("/rules/nonesuch/"), 404)


# --- The language -------------------------------------------------------------------------------


def test_the_language_is_german_where_nobody_asks_for_one_that_we_have(db: None) -> None:
    for accepted in ("fr", "", "*"):
        assert page(browser(accepted).get("/rules/")).one("html").attributes["lang"] == "de"


def test_choosing_a_language_keeps_the_page_and_lasts(guest: Client) -> None:
    here = "/boards/citadel/?page=1"
    form = page(guest.get(here)).one("form", class_="foot-language")
    assert form.one("input", name="next").attributes["value"] == here
    pressed = [button.text for button in form.all("button", aria_pressed="true")]
    assert pressed == ["Deutsch"]
    answer = guest.post(form.attributes["action"], {"next": here, "language": "en"})
    assert answer.headers["Location"] == here
    assert page(guest.get("/rules/")).one("html").attributes["lang"] == "en"
    assert int(guest.cookies["django_language"]["max-age"]) > 60 * 60 * 24 * 300


def test_the_chosen_language_is_kept_with_a_players_account(
    mine: Client, other_player: Player, player: Player
) -> None:
    mine.post("/language/", {"next": "/", "language": "en"})
    player.refresh_from_db()
    other_player.refresh_from_db()
    assert (player.language, other_player.language) == ("en", "")
    mine.post("/language/", {"next": "/", "language": "fr"})
    player.refresh_from_db()
    assert player.language == "en"


def test_choosing_a_language_never_leads_off_the_site(guest: Client) -> None:
    answer = guest.post("/language/", {"next": "https://example.org/", "language": "en"})
    assert answer.headers["Location"] == "/"


def test_a_language_is_chosen_by_post_only(guest: Client) -> None:
    assert guest.get("/language/?language=en").status_code == 405


# --- Errors -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "words"), [("de", "Hier ist nichts"), ("en", "There is nothing here")]
)
def test_a_missing_page_says_so_in_the_readers_language(
    db: None, language: str, words: str
) -> None:
    assert page(browser(language).get("/nowhere/"), 404).one("h1").text == words


@pytest.mark.parametrize("day", ["2026-02-30", "2026-2-3", "20261129", "2026-W48-7", "٢٠٢٦-11-29"])
@pytest.mark.parametrize("address", ["/boards/fan/%s/", "/api/dailies/%s/fan/"])
def test_what_is_no_day_is_no_address(guest: Client, address: str, day: str) -> None:
    assert guest.get(address % day).status_code == 404
    assert guest.get(address % "2026-11-29").status_code == 200


def test_a_failure_of_ours_says_so_without_asking_the_database() -> None:
    request = RequestFactory().get("/")
    with translation.override("de"):
        answer = errors.server_error(request)
    shown = read(answer.content.decode())
    assert answer.status_code == 500
    assert shown.one("h1").text == "Bei uns ist etwas schiefgegangen"
    assert not shown.all("form")


def test_a_bad_request_says_so(db: None, settings: Settings) -> None:
    settings.DEBUG = False
    settings.ALLOWED_HOSTS = ["testserver"]
    answer = browser("en").get("/", headers={"host": "elsewhere.example"})
    assert page(answer, 400).one("h1").text == "This request made no sense"


def test_a_form_without_its_token_says_so_and_not_why_in_detail(db: None) -> None:
    strict = Client(enforce_csrf_checks=True, headers={"accept-language": "de"})
    shown = page(strict.post("/practice/fan/"), 403)
    assert shown.one("h1").text == "Das Formular war nicht mehr gültig"
    assert "Was du eingegeben hast, steht noch da." in shown.one("main").text


def test_crawlers_are_kept_from_games_and_accounts(guest: Client) -> None:
    answer = guest.get("/robots.txt")
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert "Disallow: /account/" in answer.content.decode()


def test_browsers_find_the_icon_of_pages_that_name_none(guest: Client) -> None:
    answer = guest.get("/favicon.ico")
    assert answer.status_code == 302
    assert "icon" in answer.headers["Location"]


@pytest.mark.parametrize(
    ("address", "form", "status"),
    [
        ("/no/such/page/", None, 404),
        ("/daily/citadel/2026-11-30/", None, 404),
        ("/practice/fan/", {}, 403),
        ("/admin/login/", None, 403),
    ],
)
def test_nobody_keeps_a_refusal_that_a_player_was_shown(
    player: Player, address: str, form: dict[str, str] | None, status: int
) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(player)
    answer = strict.get(address) if form is None else strict.post(address, form)
    assert answer.status_code == status
    assert {"private", "no-store"} <= set(answer.headers["Cache-Control"].split(", "))


def test_a_refusal_is_no_news_for_the_log_and_a_failure_is(
    guest: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert guest.get("/no/such/page/").status_code == 404
    assert guest.post("/rules/").status_code == 405
    assert [record for record in caplog.records if record.name == "django.request"] == []

    def fail(_self: object) -> str:
        raise RuntimeError("on purpose")

    monkeypatch.setattr("frontend.texts.Patience.name", property(fail))
    guest.raise_request_exception = False
    assert guest.get("/rules/").status_code == 500
    assert [record.levelname for record in caplog.records if record.name == "django.request"] == [
        "ERROR"
    ]


def test_the_page_of_coming_deals_tells_who_stands_first_on_the_next_twelve_days(
    guest: Client,
) -> None:
    turns = page(guest.get("/coming/")).one("ol", class_="turns").all("li")
    told = guest.get("/api/boards/of-the-day/").json()["days"]
    assert [turn.one("a").attributes["href"] for turn in turns] == [
        f"/rules/{each['ruleset']}/" for each in told
    ]
    assert [turn.one("span").text for turn in turns[:2]] == ["Heute", "Mo, 30.11.2026"]
    assert len({each["ruleset"] for each in told}) == len(turns) == len(SLUGS)
