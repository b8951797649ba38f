"""Every refusal is worded in both languages, with cards and piles as people call them."""

import re
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from django.utils import translation

from games import wording
from games.errors import STATUS, GameError
from games.rules import MESSAGES, RULESETS, Reason
from tests.pages.messages import messages_in

ROOT = Path(__file__).parents[2]
SAMPLE = {"card": "QS", "top": "9H", "wants": "8", "source": "T3", "target": "FH", "pile": "R9"}


def parameters(words: str) -> set[str]:
    """The parameters that a text names."""
    return set(re.findall(r"%\((\w+)\)s", words))


@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_of_the_rules_is_worded_in_both_languages(reason: Reason) -> None:
    known = set(re.findall(r"{(\w+)}", MESSAGES[reason]))
    assert parameters(wording.WORDS[str(reason)]) <= known
    params = {key: SAMPLE.get(key, "7") for key in known} | {"ruleset": "archway"}
    said = {}
    for language in ("de", "en"):
        with translation.override(language):
            said[language] = GameError(str(reason), params).message()
        assert "%(" not in said[language]
        assert said[language][0].isupper() or not said[language][0].isalpha()
    assert said["de"] != said["en"]


@pytest.mark.parametrize("code", list(STATUS))
def test_every_code_of_the_service_is_worded_in_both_languages(code: str) -> None:
    params = {"text": "x", "most": 7}
    said = {}
    for language in ("de", "en"):
        with translation.override(language):
            said[language] = GameError(code, params).message()
    assert said["de"] != said["en"]


def test_there_are_no_words_for_codes_that_there_are_not() -> None:
    assert set(wording.WORDS) == {*STATUS, *map(str, Reason)}


def test_an_illegal_move_is_worded_with_cards_and_piles() -> None:
    error = GameError(
        "wrong_rank",
        {"card": "9S", "target": "T3", "top": "9H", "wants": "8", "ruleset": "citadel"},
    )
    assert error.status == 422
    with translation.override("de"):
        assert error.message() == "9♠ kann nicht auf Reihe 3: Dort liegt 9♥, es passt eine 8."
    with translation.override("en"):
        assert error.message() == "9♠ can't go to row 3: there lies 9♥, it takes an 8."


def test_an_unreadable_move_says_what_can_not_be_read() -> None:
    error = GameError("unreadable_move", {"text": "1X", "reason": "unreadable_card"})
    assert error.status == 400
    with translation.override("en"):
        assert error.message().startswith("“1X” is not a card")


@pytest.mark.parametrize(
    ("code", "german", "english"),
    [("TH", "10♥", "10♥"), ("JC", "B♣", "J♣"), ("QD", "D♦", "Q♦"), ("KS", "K♠", "K♠")],
)
def test_cards_bear_each_languages_letters(code: str, german: str, english: str) -> None:
    with translation.override("de"):
        assert wording.card(code) == german
    with translation.override("en"):
        assert wording.card(code) == english


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("slug", list(RULESETS))
def test_every_pile_of_every_ruleset_has_a_name_of_its_own(slug: str, language: str) -> None:
    with translation.override(language):
        names = [wording.pile(code, slug) for code in RULESETS[slug].pile_names]
    assert len(set(names)) == len(names)
    assert not set(names) & set(RULESETS[slug].pile_names)


def test_a_pile_that_there_is_not_is_named_as_it_was_written() -> None:
    assert wording.pile("X9", "fan") == "X9"


@pytest.mark.parametrize("slug", list(RULESETS))
def test_every_ruleset_has_a_name(slug: str) -> None:
    with translation.override("de"):
        assert wording.ruleset_name(slug) == RULESETS[slug].name
    with translation.override("en"):
        assert wording.ruleset_name(slug) != slug


# --- Catalogues ---------------------------------------------------------------------------------

# Texts that Django's own catalogue translates.
OF_DJANGO = {"Home"}
KEYWORDS = {
    "_": None,
    "later": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "name": ((1, "c"), 2),
}


def texts_in_sources(app: str) -> set[tuple[str | None, str]]:
    """Context and English text of everything that an app's sources want translated."""
    found: set[tuple[str | None, str]] = set()
    methods = [("**/rules/**", "ignore"), ("**.py", "python")]
    for _file, _line, text, _comments, context in extract_from_dir(
        str(ROOT / app), method_map=methods, keywords=KEYWORDS
    ):
        found.add((context, text[0] if isinstance(text, tuple) else text))
    for template in (ROOT / app / "templates").rglob("*.html"):
        said = {(message.context, message.text) for message in messages_in(template)}
        found |= {message for message in said if message[1] not in OF_DJANGO}
    return found


@pytest.mark.parametrize("app", ["games", "leaderboard"])
def test_the_german_catalogue_holds_every_text_and_no_other(app: str) -> None:
    with (ROOT / app / "locale/de/LC_MESSAGES/django.po").open("rb") as file:
        catalogue = read_po(file, locale="de")
    translated = {}
    for message in catalogue:
        english = message.id if isinstance(message.id, str) else message.id[0]
        if english:
            forms = message.string or ""
            german = forms if isinstance(forms, str) else " ".join(forms)
            assert german, english
            assert parameters(german) == parameters(english), english
            translated[message.context, english] = german
    assert set(translated) == texts_in_sources(app)
