"""Everything that is done in a game goes one straight way: `decide`."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from django.db import transaction

from games import events, metrics, positions
from games.errors import GameError
from games.models import Deal, Game
from games.models import Move as Row
from games.record import Record, State, fold
from games.rules import IllegalMove, Move, NotationError
from games.seals import sealed
from games.seats import Seat
from games.selectors.games import game_payload, is_ranked, state_of
from games.services.stored import read, write

Kind = Literal["play", "finish", "undo", "restart", "resign"]


@dataclass(frozen=True, kw_only=True)
class Basis:
    """What the asker knew: a version, or the request before this one, not yet answered then."""

    version: int | None = None
    after: UUID | None = None


@dataclass(frozen=True, kw_only=True)
class GameRequest:
    """What a player asks of a game, under an id of the asker's, on the state the player saw.

    A `text` is played: a move, or with `sequence` the moves of one, named by its deepest card.
    "finish" plays all that is left to the foundations, where that wins; "undo" takes back what was
    entered last, "restart" everything since the deal, neither beyond a reveal.
    """

    kind: Kind
    request: UUID
    basis: Basis
    text: str = ""
    sequence: bool = False

    def fingerprint(self) -> str:
        """A digest of the whole body, to tell the same request from another under its id."""
        body = [
            self.kind,
            self.text,
            self.sequence,
            self.basis.version,
            str(self.basis.after or ""),
        ]
        return hashlib.blake2b(json.dumps(body).encode(), digest_size=16).hexdigest()


def decide(*, game_id: UUID, seat: Seat, asked: GameRequest) -> dict[str, Any]:
    """Decide a request: mine, not over, not stale, readable, legal; write it, and give the game.

    What is refused may have been done before, and then gets the answer it got. That is looked up
    only here: a request that was done has moved the game on, so the same again is stale, and a new
    request under its id is not written.
    """
    with metrics.DECISION_SECONDS.labels(asked.kind).time():
        return _decide(game_id, seat, asked)


def _decide(game_id: UUID, seat: Seat, asked: GameRequest) -> dict[str, Any]:
    if (asked.basis.version is None) == (asked.basis.after is None):
        raise GameError("bad_request")
    while True:
        game, moment = read(game_id=game_id, seat=seat)
        try:
            state, texts = _next(game, asked, moment)
        except GameError:
            done = _done_before(game, asked)
            if done is None:
                raise
            return _payload_then(game, done)
        rows = _rows(game, asked, state, texts, moment)
        if _written(game, asked, state, rows, moment):
            break
        # Either its id is another request's, or the game has gone on, and it is stale now.
        _done_before(game, asked)
    positions.keep(game.deal.rules(), game.position, state.position)
    payload = game_payload(game, state=state, moment=moment)
    # The caller may hold a transaction of its own.
    transaction.on_commit(
        lambda: events.game_changed(game_id=game_id, version=state.version),
        robust=True,
    )
    return payload


def _written(
    game: Game, asked: GameRequest, state: State, rows: Sequence[Row], moment: datetime
) -> bool:
    """Write what was decided, a win together with its entry; False if the game has gone on."""
    changed = _changed(asked, state, seal=sealed(game.seal, game, rows), moment=moment)
    if not (state.outcome == "won" and is_ranked(game, moment)):
        return write(game=game, rows=rows, changed=changed)
    with transaction.atomic():
        won = write(game=game, rows=rows, changed=changed)
        if won:
            events.tell_won(_win(game, moment))
    return won


def _done_before(game: Game, asked: GameRequest) -> Row | None:
    """The last row of this very request; GameError where its id was used for something else."""
    row = game.moves.filter(request=asked.request).order_by("-version").first()
    if row is not None and row.fingerprint != asked.fingerprint():
        raise GameError("request_reused")
    return row


def _payload_then(game: Game, row: Row) -> dict[str, Any]:
    """The answer that was given when a row was written."""
    state = _record(game, until=row.version).state
    return game_payload(game, state=state, moment=row.created)


def _record(game: Game, *, until: int) -> Record:
    """What a game's rows amount to, up to and with a version."""
    deal = Deal.objects.get(pk=game.deal_id)  # the game was read without its pack
    return fold(deal.position(), game.moves.filter(version__lte=until).order_by("version"))


def _is_current(game: Game, basis: Basis) -> bool:
    if basis.version is not None:
        return basis.version == game.version
    return basis.after == game.last_request


def _next(game: Game, asked: GameRequest, moment: datetime) -> tuple[State, Sequence[str]]:
    """The state that a request leads to and its rows' texts; GameError where it can't be done."""
    if game.outcome:
        raise GameError("game_finished", payload=game_payload(game, moment=moment))
    if not _is_current(game, asked.basis):
        raise GameError("stale_version", payload=game_payload(game, moment=moment))
    if asked.kind == "play":
        return _played(game, asked)
    if asked.kind == "finish":
        return _finished(game)
    if asked.kind == "resign":
        return state_of(game).given_up(), [""]
    if not game.undoable:
        raise GameError("cannot_undo_reveal" if game.ply else "nothing_to_undo")
    record = _record(game, until=game.version)
    if asked.kind == "undo":
        record.undo()
    else:
        record.restart()
    return record.state, [""]


def _played(game: Game, asked: GameRequest) -> tuple[State, Sequence[str]]:
    state = state_of(game)
    ruleset = {"ruleset": game.deal.ruleset}
    try:
        move = Move.parse(asked.text)
        moves = state.position.expand(move) if asked.sequence else (move,)
        return state.played(moves), [str(single) for single in moves]
    except NotationError as error:
        params = {**error.params, **ruleset, "reason": str(error.code)}
        raise GameError("unreadable_move", params) from error
    except IllegalMove as error:
        raise GameError(str(error.code), {**error.params, **ruleset}) from error


def _finished(game: Game) -> tuple[State, Sequence[str]]:
    state = state_of(game)
    moves = state.position.finishing_moves()
    if not moves:
        raise GameError("nothing_to_finish")
    return state.played(moves), [str(move) for move in moves]


def _rows(
    game: Game, asked: GameRequest, state: State, texts: Sequence[str], moment: datetime
) -> list[Row]:
    """The rows to add: one for each single move, otherwise one."""
    fingerprint, last = asked.fingerprint(), len(texts) - 1
    return [
        Row(
            game=game,
            version=state.version - last + step,
            # What finishing plays stands in the game as moves.
            kind="play" if asked.kind == "finish" else asked.kind,
            text=text,
            ply=state.ply - last + step,
            request=asked.request,
            step=step,
            fingerprint=fingerprint,
            created=moment,
        )
        for step, text in enumerate(texts)
    ]


def _changed(asked: GameRequest, state: State, *, seal: str, moment: datetime) -> dict[str, Any]:
    """What the game's cache holds once the rows are there."""
    return {
        "position": str(state.position),
        "version": state.version,
        "ply": state.ply,
        "undos": state.undos,
        "restarts": state.restarts,
        "undoable": state.undoable,
        "last_request": asked.request,
        "seal": seal,
        "outcome": state.outcome,
        "finished": moment if state.outcome else None,
    }


def _win(game: Game, moment: datetime) -> events.Win:
    daily = game.deal.daily
    return events.Win(
        game_id=game.pk,
        daily_id=daily.pk,
        player_id=game.player_id,
        ruleset=daily.ruleset,
        day=daily.day,
        hundredths=(moment - game.started) // events.HUNDREDTH,
        moves=game.ply,
        requests=len(_record(game, until=game.version).before),
        undos=game.undos,
        restarts=game.restarts,
        finished=moment,
    )
