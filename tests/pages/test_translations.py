"""Every message of every app is there in German, whole and with its placeholders."""

import re

import pytest
from babel.messages.catalog import Message as Entry
from django.utils import translation

from tests.pages.messages import PROJECT, Message, catalogue, said_by

APPS = sorted(
    path.parent.name for path in PROJECT.glob("*/locale") if path.parent.name != "node_modules"
)
PLACEHOLDER = re.compile(r"%\([a-z_]+\)[sd]|\{[a-z]*\}")


def entries(app: str) -> list[Entry]:
    """The messages of an app's German catalogue, without its head."""
    return [entry for entry in catalogue(app) if entry.id]


def key(entry: Entry) -> Message:
    """The message that an entry translates."""
    if isinstance(entry.id, str):
        return Message(entry.context, entry.id)
    return Message(entry.context, *entry.id)


def translations(entry: Entry) -> list[str]:
    """What an entry says in German, once or for one and for many."""
    return [entry.string] if isinstance(entry.string, str) else list(entry.string or ())


def test_every_app_that_speaks_to_players_has_a_catalogue() -> None:
    assert {"accounts", "frontend", "games"} <= set(APPS)


@pytest.mark.parametrize("app", APPS)
def test_every_message_is_translated(app: str) -> None:
    known = {key(entry) for entry in entries(app)}
    # A plural's entry also serves whoever says only its singular.
    known |= {Message(message.context, message.text) for message in known}
    with translation.override("de"):
        missing = [
            message.text
            for message in said_by(app) - known
            # Django itself may know it already.
            if translation.gettext(message.text) == message.text
        ]
    assert sorted(missing) == []


def test_no_two_apps_translate_a_message_differently() -> None:
    # Django puts all catalogues into one, so only one of the two would ever be seen.
    wordings: dict[Message, set[tuple[str, ...]]] = {}
    for app in APPS:
        for entry in entries(app):
            said = Message(entry.context, key(entry).text)
            wordings.setdefault(said, set()).add(tuple(translations(entry)))
    assert {message.text: found for message, found in wordings.items() if len(found) > 1} == {}


@pytest.mark.parametrize("app", APPS)
def test_no_translation_is_left_empty_or_guessed(app: str) -> None:
    for entry in entries(app):
        assert translations(entry), entry.id
        assert all(translations(entry)), entry.id
        assert not entry.fuzzy, entry.id


@pytest.mark.parametrize("app", APPS)
def test_placeholders_survive_translation(app: str) -> None:
    for entry in entries(app):
        ids = [entry.id] if isinstance(entry.id, str) else list(entry.id)
        wanted = {name for text in ids for name in PLACEHOLDER.findall(text)}
        assert set(PLACEHOLDER.findall(translations(entry)[-1])) == wanted, entry.id


def test_the_pages_catalogue_holds_nothing_that_no_page_says() -> None:
    # The desk's own pages are config's, which has no catalogue.
    said = {message.text for message in said_by("frontend") | said_by("config")}
    assert [entry.id for entry in entries("frontend") if key(entry).text not in said] == []
