"""Winning lines that are known already, by each position along them.

They spare searches, and they keep hints from going round in circles: the line that a new search
finds may well begin by taking back the last one's move.
"""

from collections import OrderedDict
from collections.abc import Sequence

from games.rules import Move, Position

# About a hundred bytes a pile; in all some ten megabytes.
MOST_POSITIONS = 10_000


class KnownLines:
    """The lines that were learnt last.

    Of two lines through a position the later one counts, from there to its end; so following
    them always comes nearer to the win.
    """

    def __init__(self, most_positions: int = MOST_POSITIONS) -> None:
        self._most = most_positions
        self._ways: OrderedDict[Position, tuple[Move, ...]] = OrderedDict()

    def learn(self, position: Position, line: Sequence[Move]) -> None:
        """Learn a line that wins from a position."""
        for played, move in enumerate(line):
            # Where a line comes by twice, the way from the second time on is the shorter one.
            self._ways[position] = tuple(line[played:])
            self._ways.move_to_end(position)
            position = position.play(move)
        while len(self._ways) > self._most:
            self._ways.popitem(last=False)

    def from_(self, position: Position) -> tuple[Move, ...] | None:
        """The rest of a line that wins from a position, if one is known."""
        return self._ways.get(position)
