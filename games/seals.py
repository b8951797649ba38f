"""A digest of all that happened in a game and when, so that a row changed later is found.

Each row is added to the digest of what came before it. It is no signature: whoever may write to
the database could work out another. What it finds is a row, a time or a start that was changed,
added or taken away, by hand or by a fault.
"""

import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Protocol
from uuid import UUID

DIGEST_BYTES = 16


class Begun(Protocol):
    """What of a game the first link holds."""

    id: UUID
    deal_id: int
    started: datetime


class Happened(Protocol):
    """What of a row its link holds."""

    version: int
    kind: str
    text: str
    ply: int
    request: UUID
    step: int
    created: datetime


def sealed(seal: str, game: Begun, rows: Iterable[Happened]) -> str:
    """The seal after some more rows; an empty one is a game's before its first row."""
    seal = seal or _link("", game.id, game.deal_id, _moment(game.started))
    for row in rows:
        # A text choice and the text that is stored are the same here.
        what = (row.version, str(row.kind), row.text, row.ply, row.request, row.step)
        seal = _link(seal, *what, _moment(row.created))
    return seal


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def _link(*parts: object) -> str:
    text = "|".join(map(str, parts))
    return hashlib.blake2b(text.encode(), digest_size=DIGEST_BYTES).hexdigest()
