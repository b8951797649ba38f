"""What ranked games leave behind for who looks after fair play: times and digests, never a move."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from games import clock
from games.models import Certificate, Game, Move
from games.record import entries_of, standing_moves
from games.selectors.games import GAMES, MILLISECOND, is_settled


@dataclass(frozen=True, kw_only=True)
class Asked:
    """One request of a game: its kind, how many moves it brought, and milliseconds since the start.

    A sequence is one request, and so is finishing the game: a hand is needed once.
    """

    kind: str
    moves: int
    elapsed: int


@dataclass(frozen=True, kw_only=True)
class Trace:
    """What a game shows of how it was played, without its moves.

    `digest` is the SHA-256 of the moves that stand in it, `is_certified` whether they are its
    certificate's, `asked` what was asked and when, in order.
    """

    digest: str
    is_certified: bool
    asked: list[Asked]


def times_of(game_id: UUID) -> list[Asked]:
    """What was asked of a game and when, in order."""
    rows = Move.objects.filter(game=game_id).only("version", "kind", "request", "created")
    return _asked(game_id, rows.order_by("version"))


def _asked(game_id: UUID, rows: Iterable[Move]) -> list[Asked]:
    started = Game.objects.values_list("started", flat=True).get(pk=game_id)
    return [
        Asked(
            kind=entry[0].kind,
            moves=len(entry) if entry[0].kind == Move.Kind.PLAY else 0,
            elapsed=(entry[0].created - started) // MILLISECOND,
        )
        for entry in entries_of(rows)
    ]


def is_settled_game(game_id: UUID) -> bool:
    """Whether nothing about a game is secret any more, so that everybody may watch it."""
    return is_settled(GAMES.get(pk=game_id), clock.now())


def trace_of(game_id: UUID) -> Trace:
    """The trace of a ranked game, whose rows are read once."""
    rows = list(Move.objects.filter(game=game_id).order_by("version"))
    certificate = Certificate.objects.filter(daily__games=game_id).first()
    digest = _digest(standing_moves(rows))
    is_certified = certificate is not None and digest == _digest(certificate.line.split())
    return Trace(digest=digest, is_certified=is_certified, asked=_asked(game_id, rows))


def _digest(moves: Iterable[str]) -> str:
    return hashlib.sha256(" ".join(moves).encode()).hexdigest()
