"""The messages of an app: those its code and templates say, and those its catalogue translates."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po
from django.utils.translation.template import templatize

PROJECT = Path(__file__).resolve().parents[2]
KEYWORDS = {
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "_": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}


@dataclass(frozen=True)
class Message:
    """A message as a catalogue knows it: its context, its text, its text for many."""

    context: str | None
    text: str
    plural: str | None = None


def said_by(app: str) -> set[Message]:
    """All messages that an app's Python code and templates ask a translation for."""
    return {message for path in _sources(app) for message in messages_in(path)}


def catalogue(app: str, language: str = "de") -> Catalog:
    """An app's catalogue in a language."""
    path = PROJECT / app / "locale" / language / "LC_MESSAGES" / "django.po"
    return read_po(io.BytesIO(path.read_bytes()), locale=language)


def _sources(app: str) -> Iterator[Path]:
    for pattern in ("*.py", "*.html", "*.txt", "*.svg"):
        yield from (PROJECT / app).rglob(pattern)


def messages_in(path: Path) -> Iterator[Message]:
    """All messages that a file of code or a template asks a translation for."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        method = "python"
    else:
        # Django turns a template into something with calls in it that only a lenient lexer reads.
        method, text = "javascript", templatize(text)
    found = extract(method, io.BytesIO(text.encode()), keywords=KEYWORDS, options={})
    for _line, said, _comments, context in found:
        if isinstance(said, str):
            yield Message(context, said)
        else:
            yield Message(context, said[0], said[1])
