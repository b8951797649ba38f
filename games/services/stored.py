"""How a decision reads its game and writes what came of it, unless the game has gone on meanwhile.

No lock is held in between: what is written names the version that was read. On PostgreSQL each is
one statement that stays prepared, for the ORM takes longer to write its statements, and PostgreSQL
to plan them, than it takes to carry them out. Elsewhere, on SQLite, the ORM does the same.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection, models, transaction

from common.prepared import prepared_cursor, row_of
from games import clock
from games.models import DailyDeal, Deal, Game
from games.models import Move as Row
from games.seats import Seat
from games.selectors.games import admit, game_for

# What a game keeps of its rows, so that nobody has to fold them to know how it stands.
CACHE = (
    "position",
    "version",
    "ply",
    "undos",
    "restarts",
    "undoable",
    "last_request",
    "seal",
    "outcome",
    "finished",
)


def _attributes(model: type[models.Model], *, without: Sequence[str] = ()) -> list[str]:
    """The names of a model's columns, which are those of its attributes here."""
    return [field.attname for field in model._meta.concrete_fields if field.name not in without]


# As with the ORM, packs and seeds never leave the database.
_GAME = _attributes(Game)
_DEAL = _attributes(Deal, without=("pack", "reshuffled"))
_DAILY = _attributes(DailyDeal, without=("seed",))
_COLUMNS = [
    f"{table}.{name}"
    for table, names in (("game", _GAME), ("deal", _DEAL), ("daily", _DAILY))
    for name in names
]
_READ = f"""
    SELECT {", ".join(_COLUMNS)},
        (SELECT created FROM games_move WHERE game_id = game.id AND version = game.version),
        clock_timestamp()
    FROM games_game game
    JOIN games_deal deal ON deal.id = game.deal_id
    LEFT JOIN games_dailydeal daily ON daily.deal_id = deal.id
    WHERE game.id = %s AND (
        game.player_id = %s
        OR game.player_id IS NULL AND game.guest = %s AND game.guest <> ''
    )
"""  # noqa: S608  # the names of columns of ours
# What the rows of one request share comes first, then what grows from row to row.
_SHARED = ("request", "kind", "fingerprint", "created")
_WRITE = f"""
    WITH changed AS (
        UPDATE games_game SET {", ".join(f"{name} = %s" for name in CACHE)}
        WHERE id = %s AND version = %s AND NOT EXISTS (
            SELECT FROM games_move WHERE game_id = games_game.id AND request = %s
        )
        RETURNING id
    )
    INSERT INTO games_move (game_id, {", ".join(_SHARED)}, version, ply, step, text)
    SELECT id, {", ".join(["%s"] * len(_SHARED))}, %s::int + step, %s::int + step, step, text
    FROM changed, unnest(%s::smallint[], %s::text[]) AS new (step, text)
"""  # noqa: S608  # the names of columns of ours


def read(*, game_id: UUID, seat: Seat) -> tuple[Game, datetime]:
    """The seat's own game, and the moment of its being read.

    Should the database's clock go back, the game's time stands still until it has caught up.
    """
    if connection.vendor == "postgresql" and seat.owned() is not None:
        player = seat.player.pk if seat.player else None
        row = row_of(_READ, [game_id, player, seat.guest])
        if row is not None:
            game, last = _game(row), row[-2]
            moment = max(clock.read(row[-1]), last or game.started)
            return admit(game, seat, moment), moment
        # Whether it isn't there or isn't theirs is said where everybody is told.
    game = game_for(game_id=game_id, seat=seat)
    latest = game.moves.filter(version=game.version).values_list("created", flat=True).first()
    return game, max(clock.now(), latest or game.started)


def _game(row: Sequence[Any]) -> Game:
    """A game with its deal and daily from a row of all their columns."""
    deal_at, daily_at = len(_GAME), len(_GAME) + len(_DEAL)
    game = Game.from_db(connection.alias, _GAME, row[:deal_at])
    game.deal = Deal.from_db(connection.alias, _DEAL, row[deal_at:daily_at])
    is_daily = row[daily_at] is not None
    daily = DailyDeal.from_db(connection.alias, _DAILY, row[daily_at:-2]) if is_daily else None
    Deal._meta.get_field("daily").set_cached_value(game.deal, daily)
    return game


def write(*, game: Game, rows: Sequence[Row], changed: Mapping[str, Any]) -> bool:
    """Add the rows of one request to a game and bring its cache up to them.

    False, and nothing is written, where the game is no longer as it was read, or holds rows of
    this request already.
    """
    if connection.vendor == "postgresql":
        written = _write_at_once(game, rows, changed)
    else:
        written = _write_by_orm(game, rows, changed)
    if written:
        for name, value in changed.items():
            setattr(game, name, value)
    return written


def _write_at_once(game: Game, rows: Sequence[Row], changed: Mapping[str, Any]) -> bool:
    first = rows[0]
    with prepared_cursor() as cursor:
        cursor.execute(
            _WRITE,
            [
                *(changed[name] for name in CACHE),
                *(game.pk, game.version, first.request),
                *(getattr(first, name) for name in _SHARED),
                *(first.version, first.ply),
                [row.step for row in rows],
                [row.text for row in rows],
            ],
        )
        return bool(cursor.rowcount)


def _write_by_orm(game: Game, rows: Sequence[Row], changed: Mapping[str, Any]) -> bool:
    with transaction.atomic():
        as_read = Game.objects.filter(pk=game.pk, version=game.version)
        known = Row.objects.filter(game=game, request=rows[0].request)
        if known.exists() or not as_read.update(**changed):
            return False
        Row.objects.bulk_create(rows)
    return True
