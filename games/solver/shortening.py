"""Shortens a line that wins: the detours that a search took are of no use to people."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from games.rules import Family, Move, Position

PLACES = 500
"""Positions beside the way whose moves are looked at, in each round."""

DETOURS = frozenset({Family.BELEAGUERED_CASTLE, Family.BELLE_LUCIE})
"""Where cards move on the tableau; elsewhere one line that wins is about as long as another."""


def shortened(position: Position, line: Sequence[Move], places: int = PLACES) -> tuple[Move, ...]:
    """Give the shortest way through all that lies near a line that wins.

    From the line's positions on, those are laid out that can be reached in a few moves, as many as
    `places` allow, and the shortest way through this graph is taken; round after round from the
    way that was found last, until nothing is gained: plan neighbourhood graph search (Nakhost and
    Müller 2010).
    """
    if position.ruleset.family not in DETOURS:
        return tuple(line)
    graph = _Graph()
    way = graph.lay_out(position, line)
    while True:
        graph.look_around(way, places)
        found = graph.shortest_way()
        if len(found) >= len(way):
            return _replayed(position, graph.steps_along(way))
        way = found


@dataclass(frozen=True, slots=True)
class _Step:
    """A move told by its cards, since rows may stand in another order: `onto` is '' for a gap."""

    move: Move
    onto: str
    leads_to: int


@dataclass(slots=True)
class _Graph:
    """Positions by number, the first one 0, and the steps from those that were looked at."""

    positions: list[Position] = field(default_factory=list)
    numbers: dict[Hashable, int] = field(default_factory=dict)
    steps: dict[int, list[_Step]] = field(default_factory=dict)

    def number_of(self, position: Position) -> int:
        number = self.numbers.setdefault(_key(position), len(self.positions))
        if number == len(self.positions):
            self.positions.append(position)
        return number

    def lay_out(self, position: Position, line: Iterable[Move]) -> list[int]:
        """Give the way of a line."""
        way = [self.number_of(position)]
        for move in line:
            position = position.play(move)
            way.append(self.number_of(position))
        return way

    def look_around(self, way: Sequence[int], places: int) -> None:
        """Look at the moves from a way's positions, then at what they lead to, in layers."""
        waiting, met = deque(way), set(way)
        own = len(met)
        while waiting and (places > 0 or own > 0):
            number = waiting.popleft()
            if number not in self.steps:
                self.steps[number] = self._steps_from(self.positions[number])
                places -= own <= 0
            own -= 1
            for step in self.steps[number]:
                if step.leads_to not in met:
                    met.add(step.leads_to)
                    waiting.append(step.leads_to)

    def _steps_from(self, position: Position) -> list[_Step]:
        piles = position.piles
        steps = []
        for move in position.legal_moves():
            onto = piles[move.target][-1:] if move.target else ()
            steps.append(_Step(move, "".join(onto), self.number_of(position.play(move))))
        return steps

    def shortest_way(self) -> list[int]:
        """Give the shortest way from the first position to a win."""
        came_from = {0: 0}
        waiting = deque([0])
        while not self.positions[number := waiting.popleft()].is_won:
            for step in self.steps.get(number, ()):
                if step.leads_to not in came_from:
                    came_from[step.leads_to] = number
                    waiting.append(step.leads_to)
        way = [number]
        while way[-1] != 0:
            way.append(came_from[way[-1]])
        return way[::-1]

    def steps_along(self, way: Sequence[int]) -> list[_Step]:
        return [
            next(step for step in self.steps[here] if step.leads_to == there)
            for here, there in pairwise(way)
        ]


def _key(position: Position) -> Hashable:
    """Tell positions apart; where nothing is dealt anew, the order of the rows says nothing."""
    if position.redeals_left is not None:
        return position
    piles, ruleset = position.piles, position.ruleset
    up = tuple(len(piles[name]) for name in ruleset.foundation_names)
    return up, tuple(sorted(piles[name] for name in ruleset.tableau_names))


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
