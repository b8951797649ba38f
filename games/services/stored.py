"""How a decision reads its game and writes what came of it.

On PostgreSQL each is one statement, for there the ORM takes twice as long to write its statements
as the database to carry them out. Elsewhere, on SQLite, the ORM does the same.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection, models

from games import clock
from games.models import DailyDeal, Deal, Game
from games.models import Move as Row
from games.seat import Seat
from games.selectors.games import admit, game_for


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
# The clock is read outside the inner statement, and so once the lock is held.
_HELD = f"""
    WITH held AS MATERIALIZED (
        SELECT {", ".join(_COLUMNS)},
            (SELECT created FROM games_move WHERE game_id = game.id AND version = game.version)
        FROM games_game game
        JOIN games_deal deal ON deal.id = game.deal_id
        LEFT JOIN games_dailydeal daily ON daily.deal_id = deal.id
        WHERE game.id = %s AND (
            game.player_id = %s
            OR game.player_id IS NULL AND game.guest = %s AND game.guest <> ''
        )
        FOR UPDATE OF game
    )
    SELECT held.*, clock_timestamp() FROM held
"""  # noqa: S608  # the names of columns of ours
_ROW = _attributes(Row, without=("id",))
_VALUES = f"({', '.join(['%s'] * len(_ROW))})"


def held(*, game_id: UUID, seat: Seat) -> tuple[Game, datetime]:
    """The seat's own game, locked until the transaction ends, and the moment when it was.

    Should the database's clock go back, the game's time stands still until it has caught up.
    """
    if connection.vendor == "postgresql" and seat.owned() is not None:
        with connection.cursor() as cursor:
            player = seat.player.pk if seat.player else None
            cursor.execute(_HELD, [game_id, player, seat.guest])
            row = cursor.fetchone()
        if row is not None:
            game, last = _game(row), row[-2]
            moment = max(clock.read(row[-1]), last or game.started)
            return admit(game, seat, moment), moment
        # Whether it isn't there or isn't theirs is said where everybody is told.
    game = game_for(game_id=game_id, seat=seat, lock=True)
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


def write(*, game: Game, rows: Sequence[Row], changed: Mapping[str, Any]) -> None:
    """Add rows to a game that is held, and bring its cache up to them."""
    if connection.vendor == "postgresql":
        values = [getattr(row, name) for row in rows for name in _ROW]
        with connection.cursor() as cursor:
            cursor.execute(
                f"""
                WITH written AS (
                    INSERT INTO games_move ({", ".join(_ROW)})
                    VALUES {", ".join([_VALUES] * len(rows))}
                )
                UPDATE games_game SET {", ".join(f"{name} = %s" for name in changed)}
                WHERE id = %s
                """,  # noqa: S608  # the names of columns of ours
                [*values, *changed.values(), game.pk],
            )
    else:
        Row.objects.bulk_create(rows)
        Game.objects.filter(pk=game.pk).update(**changed)
    for name, value in changed.items():
        setattr(game, name, value)
