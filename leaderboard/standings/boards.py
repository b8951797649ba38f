"""The boards of months and of all time, and how a place on one is found without counting it all.

Each is ranked by one number. What is added up changes at settlements and decisions only, and these
also write down the places of one row in every STRIDE. From there on any other row is near.
"""

from dataclasses import dataclass
from datetime import date
from typing import Generic, TypeVar

from django.db.models import Q, QuerySet

from games.boards import ALL, OF_THE_DAY
from games.selectors import patience_of_the_day
from leaderboard.models import Record, Standing

STRIDE = 1000
Kept = TypeVar("Kept", Standing, Record)


@dataclass(frozen=True, kw_only=True)
class KeptBoard(Generic[Kept]):
    """The rows of a board in order: the highest `by` first; equal ones share a rank."""

    unordered: QuerySet[Kept]
    by: str

    @property
    def order(self) -> tuple[str, str]:
        """What the rows are ordered by; the key stays when a player is deleted."""
        return f"-{self.by}", "pk"

    @property
    def rows(self) -> QuerySet[Kept]:
        """All rows in order."""
        return self.unordered.order_by(*self.order)

    def value(self, row: Kept) -> int:
        """What a row is ranked by."""
        return int(getattr(row, self.by))

    def total(self) -> int:
        """How many rows there are."""
        return self._number(self.rows)

    def rank(self, row: Kept) -> int:
        """A row's rank: one more than there are better ones."""
        return 1 + self._number(self.rows.filter(**{f"{self.by}__gt": self.value(row)}))

    def rows_from(self, place: int, number: int) -> list[Kept]:
        """So many rows from a place on, with their players; places begin at 0."""
        rows = self.rows
        near = rows.filter(place=place // STRIDE * STRIDE).first() if place >= STRIDE else None
        if near is not None and near.place is not None:
            rows, place = rows.filter(self._from(near)), place - near.place
        # What is passed over is not read, nor who it belongs to: the keys are in the index.
        keys = rows.values("pk")[place : place + number]
        return list(self.rows.select_related("player").filter(pk__in=keys))

    def _number(self, first: QuerySet[Kept]) -> int:
        """How many the first rows of the board are, counted from the last place that is known."""
        near = first.filter(place__isnull=False).last()
        if near is None or near.place is None:
            return first.count()
        return near.place + first.filter(self._from(near)).count()

    def _from(self, row: Kept) -> Q:
        """The row and what stands after it; the plain bound is what an index serves."""
        value = self.value(row)
        equal = Q(**{self.by: value, "pk__gte": row.pk})
        after = equal | Q(**{f"{self.by}__lt": value})
        return after & Q(**{f"{self.by}__lte": value})


def scopes_of(*, ruleset: str, day: date) -> list[str]:
    """On which of a month's boards a daily's points count."""
    first = [OF_THE_DAY] if patience_of_the_day(day) == ruleset else []
    return [ruleset, ALL, *first]


def month_of(*, scope: str, month: date) -> KeptBoard[Standing]:
    """A month's board: with a ruleset, or one of ALL and OF_THE_DAY."""
    return KeptBoard(unordered=Standing.objects.filter(scope=scope, month=month), by="points")


def all_time_of(ruleset: str) -> KeptBoard[Record]:
    """A ruleset's board of all time."""
    return KeptBoard(unordered=Record.objects.filter(ruleset=ruleset), by="worth")
