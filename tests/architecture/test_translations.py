"""The German of everything that is marked for translation."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po
from django.utils import translation
from django.utils.translation.template import templatize

from tests.architecture.repository import APPS, ROOT, files, name

LITERAL = r"""u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
IN_TEMPLATES = re.compile(rf"\b(n|p|np)?gettext\({LITERAL}(?:,\s*{LITERAL})?(?:,\s*{LITERAL})?")
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|\{(\w+)\}|%[sd]")
MESSAGE = re.compile(r"^((?:msgctxt .*\n)?msgid (?:.*\n)+?)msgstr", re.MULTILINE)
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
}
CATALOGS = sorted(path for app in APPS for path in (ROOT / app).glob("locale/*/*/django.po"))


def catalog(path: Path) -> Catalog:
    """Read a catalogue."""
    with path.open("rb") as source:
        return read_po(source, locale=path.parent.parent.name, abort_invalid=True)


def texts_of(message: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """Return the forms of a message or of its translation."""
    if message is None:
        return ()
    return (message,) if isinstance(message, str) else tuple(message)


def marked_texts() -> Iterator[tuple[str, str]]:
    """Yield each text that our code or templates mark, and where."""
    for path in files(".py"):
        if name(path).split("/")[0] in APPS and "migrations" not in path.parts:
            for line, message, _comments, _context in extract_from_file(
                "python", path, keywords=KEYWORDS
            ):
                yield texts_of(message)[0], f"{name(path)}:{line}"
    for path in files(".html", ".txt"):
        if "templates" in path.parts:
            for kind, *literals in IN_TEMPLATES.findall(templatize(path.read_text())):
                yield ast.literal_eval(literals[kind in {"p", "np"}]), name(path)


def test_every_marked_text_has_its_german() -> None:
    known = {
        texts_of(message.id)[0]
        for path in CATALOGS
        for message in catalog(path)
        if message.id and path.parent.parent.name == "de"
    }
    missing = [(text, where) for text, where in marked_texts() if text not in known]
    with translation.override("de"):
        # Django brings the German of its own texts along.
        missing = [(text, where) for text, where in missing if translation.gettext(text) == text]
    assert missing == []


def test_what_is_shown_is_our_german_and_not_that_of_a_package() -> None:
    ours = {
        message.id: message.string
        for path in CATALOGS
        if path.parent.parent.name == "de"
        for message in catalog(path)
        if isinstance(message.id, str) and message.id and not message.context
    }
    with translation.override("de"):
        shown = {text: translation.gettext(text) for text in ours}
    assert {text: german for text, german in shown.items() if german != ours[text]} == {}


@pytest.mark.parametrize("path", CATALOGS, ids=name)
def test_a_catalogue_is_whole_and_keeps_the_placeholders(path: Path) -> None:
    for message in catalog(path):
        if not message.id:
            continue
        where = f"{name(path)}: {message.id!r}"
        assert not message.fuzzy, where
        translated = texts_of(message.string)
        assert translated, where
        assert all(translated), where
        wanted = set(PLACEHOLDER.findall(texts_of(message.id)[-1]))
        assert all(set(PLACEHOLDER.findall(text)) <= wanted for text in translated), where
        assert set(PLACEHOLDER.findall(translated[-1])) == wanted, where


@pytest.mark.parametrize("path", CATALOGS, ids=name)
def test_a_catalogue_says_each_text_once(path: Path) -> None:
    told = Counter(MESSAGE.findall(path.read_text()))
    assert [message for message, times in told.items() if times > 1] == []


def test_there_are_catalogues_to_look_at() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in CATALOGS} >= {
        "accounts",
        "frontend",
        "games",
    }
    assert len(list(marked_texts())) > 100
