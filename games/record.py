"""What the rows of a game amount to: the one fold that undo, answers, replay and checks share."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Literal

from games.models import Move as Row
from games.rules import Move, Position

Outcome = Literal["", "won", "given_up"]


class CannotTakeBack(Exception):
    """No entry may be taken back: none stands, or the last one revealed something."""


class BrokenRecord(ValueError):
    """Rows that no game can have brought about; says which and why."""


@dataclass(frozen=True, kw_only=True)
class State:
    """Where a game stands: the position and the counts that a game's cache holds."""

    position: Position
    version: int = 0
    ply: int = 0
    undos: int = 0
    restarts: int = 0
    # How many entries may be taken back: those that stand since the last reveal.
    undoable: int = 0
    outcome: Outcome = ""

    def played(self, moves: Iterable[Move]) -> "State":
        """The state after moves entered at once; IllegalMove where one of them is not legal."""
        position, count, reveals = self.position, 0, False
        for move in moves:
            # First, since only of a legal move it can be said what it shows.
            after = position.play(move)
            reveals = reveals or position.reveals(move)
            position = after
            count += 1
        return replace(
            self,
            position=position,
            version=self.version + count,
            ply=self.ply + count,
            undoable=0 if reveals else self.undoable + 1,
            outcome="won" if position.is_won else "",
        )

    def taken_back_to(self, earlier: "State", *, undos: int = 0, restarts: int = 0) -> "State":
        """The state after going back to an earlier one; what happened since is still counted."""
        return replace(
            earlier,
            version=self.version + 1,
            undos=self.undos + undos,
            restarts=self.restarts + restarts,
        )

    def given_up(self) -> "State":
        """The state after the player has given the game up."""
        return replace(self, version=self.version + 1, outcome="given_up")


@dataclass
class Record:
    """A game's state, with the states after each entry that stands, so that it can go back."""

    state: State
    before: list[State] = field(default_factory=list)

    @classmethod
    def of_deal(cls, dealt: Position) -> "Record":
        """The record before the first move."""
        return cls(state=State(position=dealt))

    def play(self, moves: Iterable[Move]) -> None:
        """Add moves that were entered at once."""
        after = self.state.played(moves)
        self.before.append(self.state)
        self.state = after

    def undo(self) -> None:
        """Take the last entry back; CannotTakeBack where that would go over a reveal."""
        if not self.state.undoable:
            raise CannotTakeBack
        self.state = self.state.taken_back_to(self.before.pop(), undos=1)

    def restart(self) -> None:
        """Take back all that may be taken back; CannotTakeBack where that is nothing."""
        if not self.state.undoable:
            raise CannotTakeBack
        first = self.before[-self.state.undoable]
        del self.before[-self.state.undoable :]
        self.state = self.state.taken_back_to(first, restarts=1)

    def resign(self) -> None:
        """Give the game up."""
        self.state = self.state.given_up()


def entries_of(rows: Iterable[Row]) -> Iterator[tuple[Row, ...]]:
    """Group rows in order into what was asked for at once: the rows of a sequence, or one row."""
    for _, group in groupby(rows, key=lambda row: row.request):
        yield tuple(group)


def standing_moves(rows: Iterable[Row]) -> list[str]:
    """The texts of the moves that stand after rows in the order of their versions."""
    texts: list[str] = []
    for row in rows:
        if row.kind == Row.Kind.PLAY:
            texts.append(row.text)
        else:
            del texts[row.ply :]
    return texts


def apply(record: Record, entry: tuple[Row, ...]) -> None:
    """Add to a record what was asked for at once; BrokenRecord where that can't have been."""
    last = entry[-1]
    if record.state.outcome:
        raise BrokenRecord(f"row {last.version} comes after the game's end")
    if len(entry) > 1 and {row.kind for row in entry} != {Row.Kind.PLAY}:
        raise BrokenRecord(f"the rows up to {last.version} were no sequence")
    try:
        if last.kind == Row.Kind.PLAY:
            record.play([Move.parse(row.text) for row in entry])
        elif last.kind == Row.Kind.UNDO:
            record.undo()
        elif last.kind == Row.Kind.RESTART:
            record.restart()
        elif last.kind == Row.Kind.RESIGN:
            record.resign()
        else:
            raise BrokenRecord(f"row {last.version} is of no known kind")
    except CannotTakeBack as error:
        raise BrokenRecord(f"row {last.version} takes back what stays") from error
    except ValueError as error:
        raise BrokenRecord(f"row {last.version}: {error}") from error
    if (last.version, last.ply) != (record.state.version, record.state.ply):
        raise BrokenRecord(f"row {last.version} is out of step")


def fold(dealt: Position, rows: Iterable[Row]) -> Record:
    """The record that rows in the order of their versions amount to."""
    record = Record.of_deal(dealt)
    for entry in entries_of(rows):
        apply(record, entry)
    return record
