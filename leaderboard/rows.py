"""A board's entries in order, a few at a time: from the top, from a time, around a place or player.

Each is one statement of our own. The ORM's would join the players and name a place by bounds of
several parts, which PostgreSQL takes longer to plan than to carry out.
"""

from collections.abc import Collection, Sequence
from typing import Any

from django.db import connection

from accounts.models import Player
from common.prepared import rows_of
from games.boards import Place
from leaderboard.models import Entry

_TABLE = Entry._meta.db_table
# Of an entry; the rest, and the rest of its player, is not for boards.
_COLUMNS = f"""
    id, game_id, daily_id, player_id, hundredths, moves, undos, restarts, finished, state,
    (SELECT username FROM {Player._meta.db_table} WHERE id = entry.player_id) AS username
"""  # noqa: S608  # the names of tables of ours
_ON_BOARD = f"SELECT {_COLUMNS} FROM {_TABLE} AS entry WHERE daily_id = %s AND state = 'counted'"  # noqa: S608
_FORWARDS = "ORDER BY hundredths, finished, id LIMIT %s"
_BACKWARDS = "ORDER BY hundredths DESC, finished DESC, id DESC LIMIT %s"
_PLACE = "(hundredths, finished, id)"

_WITH_KEY = f"{_ON_BOARD} AND id = %s"
_FIRST = f"{_ON_BOARD} {_FORWARDS}"
_FROM = f"{_ON_BOARD} AND hundredths >= %s {_FORWARDS} OFFSET %s"
_AFTER = f"{_ON_BOARD} AND {_PLACE} > (%s, %s, %s) {_FORWARDS}"
_BEFORE = f"{_ON_BOARD} AND {_PLACE} < (%s, %s, %s) {_BACKWARDS}"
_OWN_PLACE = "(SELECT hundredths FROM own), (SELECT finished FROM own), (SELECT id FROM own)"
_AROUND = f"""
    WITH own AS (
        {_ON_BOARD} AND player_id = %s
    ), sooner AS (
        {_ON_BOARD} AND {_PLACE} < ({_OWN_PLACE}) {_BACKWARDS}
    ), later AS (
        {_ON_BOARD} AND {_PLACE} > ({_OWN_PLACE}) {_FORWARDS}
    )
    SELECT * FROM own UNION ALL SELECT * FROM sooner UNION ALL SELECT * FROM later
"""  # noqa: S608  # likewise
_OF_PLAYERS = f"{_ON_BOARD} AND player_id IN ({{players}}) ORDER BY hundredths, finished, id"
_NUMBERS_OF_PLAYERS = f"""
    SELECT daily_id, COUNT(*) FROM {_TABLE} WHERE state = 'counted'
        AND daily_id IN ({{dailies}}) AND player_id IN ({{players}})
    GROUP BY daily_id
"""  # noqa: S608  # likewise
_EQUALS_BEFORE = f"""
    SELECT COUNT(*) FROM {_TABLE} WHERE daily_id = %s AND state = 'counted'
        AND hundredths = %s AND (finished, id) < (%s, %s)
"""  # noqa: S608  # likewise


def first_rows(daily: int, number: int) -> list[Entry]:
    """A board's first entries."""
    return _entries(_FIRST, [daily, number])


def rows_with_key(daily: int, key: int) -> list[Entry]:
    """The entry with a key, where it is on the board."""
    return _entries(_WITH_KEY, [daily, key])


def rows_from(daily: int, *, hundredths: int, skip: int, number: int) -> list[Entry]:
    """Entries from a time on, but for the first few of them."""
    return _entries(_FROM, [daily, hundredths, number, skip])


def rows_after(daily: int, place: Place, number: int) -> list[Entry]:
    """What stands after a place."""
    return _entries(_AFTER, [daily, *_values(place), number])


def rows_before(daily: int, place: Place, number: int) -> list[Entry]:
    """What stands right before a place, in the order of the board."""
    return _entries(_BEFORE, [daily, *_values(place), number])[::-1]


def rows_around(daily: int, player: Player, *, before: int, after: int) -> list[Entry]:
    """A player's entry between its neighbours; nothing where the player isn't on the board."""
    found = _entries(_AROUND, [daily, player.pk, daily, before, daily, after])
    return sorted(found, key=lambda entry: (entry.hundredths, entry.finished, entry.pk))


def rows_of_players(daily: int, players: Collection[int]) -> list[Entry]:
    """The entries of some players, by their keys, in the order of the board."""
    if not players:
        return []
    return _entries(_OF_PLAYERS.format(players=_listed(players)), [daily])


def numbers_of_rows(dailies: Collection[int], players: Collection[int]) -> dict[int, int]:
    """How many entries some players have on each of some boards; no zeros."""
    if not dailies or not players:
        return {}
    sql = _NUMBERS_OF_PLAYERS.format(dailies=_listed(dailies), players=_listed(players))
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return dict(cursor.fetchall())


def equals_before(entry: Entry) -> int:
    """How many took the same time and stand before an entry."""
    _, finished, key = _values(place_of(entry))
    ((number,),) = rows_of(_EQUALS_BEFORE, [entry.daily_id, entry.hundredths, finished, key])
    return int(number)


def place_of(entry: Entry) -> Place:
    """Where an entry stands."""
    return Place(hundredths=entry.hundredths, finished=entry.finished, entry=entry.pk)


def _values(place: Place) -> tuple[int, Any, int]:
    """A place as the database compares it."""
    finished = connection.ops.adapt_datetimefield_value(place.finished)
    return place.hundredths, finished, place.entry


def _listed(keys: Collection[int]) -> str:
    """Keys for a statement's text, for hundreds of parameters take longer to put in."""
    return ", ".join(f"{key:d}" for key in keys)


def _entries(sql: str, params: Sequence[Any]) -> list[Entry]:
    return list(Entry.objects.raw(sql, params))
