"""Shortens a line that wins: the detours that a search took are of no use to people."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field

from games.rules import Family, Move, Position

PLACES = 1_000
"""Positions whose moves are looked at, in each round."""

DETOURS = frozenset({Family.BELEAGUERED_CASTLE, Family.BELLE_LUCIE})
"""Where cards move on the tableau; elsewhere one line that wins is about as long as another."""


def shortened(position: Position, line: Sequence[Move], places: int = PLACES) -> tuple[Move, ...]:
    """Give the shortest way through all that lies near a line that wins.

    From the line's positions on, those are laid out that can be reached in a few moves, as many as
    `places` allow, and the shortest way through this graph is taken; round after round, until
    nothing is gained: plan neighbourhood graph search (Nakhost and Müller 2010).
    """
    best = tuple(line)
    while position.ruleset.family in DETOURS:
        found = _shortest_way(position, best, max(places, len(best)))
        if len(found) >= len(best):
            break
        best = found
    return best


@dataclass(frozen=True, slots=True)
class _Step:
    """A move told by its cards, since rows may stand in another order: `onto` is '' for a gap."""

    move: Move
    onto: str
    leads_to: int


@dataclass(slots=True)
class _Graph:
    positions: list[Position] = field(default_factory=list)
    numbers: dict[Hashable, int] = field(default_factory=dict)
    steps: list[list[_Step]] = field(default_factory=list)
    """The steps from each position that has been looked at, in the order of the positions."""

    def number_of(self, position: Position) -> int:
        number = self.numbers.setdefault(_key(position), len(self.positions))
        if number == len(self.positions):
            self.positions.append(position)
        return number

    def look_at_next(self) -> None:
        here = self.positions[len(self.steps)]
        piles = here.piles
        steps = []
        for move in here.legal_moves():
            onto = piles[move.target][-1:] if move.target else ()
            number = self.number_of(here.play(move))
            steps.append(_Step(move, "".join(onto), number))
        self.steps.append(steps)


def _shortest_way(start: Position, line: Iterable[Move], places: int) -> tuple[Move, ...]:
    graph = _Graph()
    position = start
    graph.number_of(position)
    for move in line:
        position = position.play(move)
        graph.number_of(position)
    # The line's own positions come first, then what is reached from them, in layers.
    while len(graph.steps) < min(places, len(graph.positions)):
        graph.look_at_next()
    return _replayed(start, _steps_to_a_win(graph))


def _key(position: Position) -> Hashable:
    """Tell positions apart; where nothing is dealt anew, the order of the rows says nothing."""
    if position.redeals_left is not None:
        return position
    piles, ruleset = position.piles, position.ruleset
    up = tuple(len(piles[name]) for name in ruleset.foundation_names)
    return up, tuple(sorted(piles[name] for name in ruleset.tableau_names))


def _steps_to_a_win(graph: _Graph) -> list[_Step]:
    came_by: dict[int, tuple[int, _Step] | None] = {0: None}
    waiting = deque([0])
    while True:
        number = waiting.popleft()
        if graph.positions[number].is_won:
            break
        for step in graph.steps[number] if number < len(graph.steps) else ():
            if step.leads_to not in came_by:
                came_by[step.leads_to] = (number, step)
                waiting.append(step.leads_to)
    steps = []
    while (way := came_by[number]) is not None:
        number, step = way
        steps.append(step)
    return steps[::-1]


def _replayed(position: Position, steps: Iterable[_Step]) -> tuple[Move, ...]:
    line = []
    for step in steps:
        move = _as_it_stands(position, step)
        position = position.play(move)
        line.append(move)
    return tuple(line)


def _as_it_stands(position: Position, step: _Step) -> Move:
    """Write a step for a position whose rows may stand in another order."""
    move = step.move
    if move.is_redeal:
        return move
    rows = {name: position.piles[name] for name in position.ruleset.tableau_names}
    source = next(name for name, cards in rows.items() if move.card in cards)
    target = move.target
    if target in rows:
        target = next(name for name, cards in rows.items() if "".join(cards[-1:]) == step.onto)
    return Move(move.card, source, target)
