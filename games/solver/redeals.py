"""Fan, and from layout to layout La Belle Lucie and her kin.

What a redeal lays out is told by the foundations alone. So each layout is searched for the heights
at which it can be gathered; of those the highest come first, in short passes before long ones. A
layout is never kept, only its heights and those it came from: the line is searched again in the
end, from one known end to the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from games.rules import Position, kernel
from games.solver import depth_first
from games.solver.compiled import compiled, small_array, zeros
from games.solver.searches import common, fans

FIRST_PASS = 400
"""Nodes that the first pass spends on a layout; each later pass spends more on more of them."""
GROWTH = 4
FIRST_WIDTH = 4
NO_GOAL = -1


@dataclass(slots=True)
class Layout:
    """A layout, told by what it is laid from, and what is known of it."""

    level: int
    heights: int
    before: Layout | None
    spent: int = 0
    is_exhausted: bool = False
    after: dict[int, Layout] = field(default_factory=dict)
    is_hopeless: bool = False

    @property
    def cards_up(self) -> int:
        """The cards on the foundations."""
        return sum((self.heights >> shift) & 15 for shift in (0, 4, 8, 12))


class Redeals:
    """The search of one position."""

    def __init__(
        self, position: Position, node_limit: int, any_time: bool, stop: depth_first.Stop | None
    ) -> None:
        self.position = position
        self.engine = position.ruleset.engine
        self.rules = depth_first.rules_array(position.ruleset)
        self.coming = small_array(position.coming)
        self.last = position.state[kernel.REDEALS]
        self.node_limit = node_limit
        self.nodes = 0
        self.any_time = any_time
        self.stop = stop
        self.own = depth_first.arrays()
        self.board, self.way = _arrays()

    def run(self) -> tuple[int, list[int], int]:
        """Search in longer and longer passes; give the answer, the line's moves and the nodes."""
        first = Layout(0, fans.heights_of(self.engine.rules, self.position.state), None)
        cap, width = FIRST_PASS, FIRST_WIDTH
        won = None
        while won is None and self.nodes < self.node_limit and not first.is_hopeless:
            won = self._pass(first, cap, width)
            cap *= GROWTH
            width *= GROWTH
        line = self._line(won) if won is not None else []
        answer = common.EXHAUSTED if first.is_hopeless else common.RUNNING
        return common.WON if line else answer, line, self.nodes

    def _pass(self, layout: Layout, cap: int, width: int) -> Layout | None:
        """Look for a won layout from one on; a layout that can't lead to one becomes hopeless."""
        if layout.is_hopeless or self.nodes >= self.node_limit:
            return None
        is_due = not layout.is_exhausted and layout.spent < cap
        if is_due and self._explore(layout, min(cap, self.node_limit - self.nodes)) == common.WON:
            return layout
        following = sorted(layout.after.values(), key=lambda after: -after.cards_up)
        for after in [each for each in following if not each.is_hopeless][:width]:
            if (won := self._pass(after, cap, width)) is not None:
                return won
        layout.is_hopeless = layout.is_exhausted and all(
            after.is_hopeless for after in layout.after.values()
        )
        return None

    def _explore(self, layout: Layout, cap: int, goal: int = NO_GOAL) -> int:
        """Search a layout, for what it can come to or for a goal, and give the answer."""
        own = self.own
        own.begin()
        own.control[fans.GOAL] = goal
        own.control[fans.ANY_TIME] = int(self.any_time)
        state = self._state(layout)
        compiled_search = compiled(fans.search)

        def go_on(nodes: int) -> int:
            return compiled_search(
                self.rules,
                state,
                self.board,
                self.way,
                own.trail,
                own.frames,
                own.choices,
                own.table,
                own.control,
                own.ends,
                nodes,
            )

        answer = own.search(go_on, cap, self.stop)
        if goal == NO_GOAL:
            self.nodes += own.nodes
            layout.spent = cap
            layout.is_exhausted = answer == common.EXHAUSTED
            for heights in self._noted():
                if heights not in layout.after:
                    layout.after[heights] = Layout(layout.level + 1, heights, layout)
        if answer == common.STOPPED:
            self.node_limit = self.nodes
        return answer

    def _noted(self) -> Iterator[int]:
        for number in range(fans.ALL_HEIGHTS, fans.ALL_HEIGHTS + int(self.own.control[fans.ENDS])):
            yield int(self.own.ends[number])

    def _state(self, layout: Layout) -> list[int]:
        if layout.before is None:
            return small_array(self.position.state)
        state = zeros(len(self.position.state))
        state[kernel.REDEALS] = self.last - layout.level + 1
        state[kernel.MERCIS] = self.position.state[kernel.MERCIS]
        compiled(fans.lay_anew)(self.rules, self.coming, state, layout.heights, self.own.trail)
        return state

    def _line(self, won: Layout) -> list[int]:
        """Search the won layout, and each before it, once more for the way; none if stopped."""
        way: list[Layout] = [won]
        while (before := way[0].before) is not None:
            way.insert(0, before)
        line: list[int] = []
        for number, layout in enumerate(way):
            is_last = number == len(way) - 1
            goal = fans.ALL_UP if is_last else way[number + 1].heights
            if self._explore(layout, depth_first.NO_END, goal) == common.STOPPED:
                return []
            line += self._way(layout)
            if not is_last:
                line.append(kernel.REDEAL)
        return line

    def _way(self, layout: Layout) -> list[int]:
        """Give the kernel's moves that the search has just found within a layout."""
        own = self.own
        end = int(own.control[common.TRAIL_END])
        state = self._state(layout)
        own.control[common.TRAIL_END] = compiled(fans.play_way)(
            self.rules, state, self.way, end, own.trail
        )
        return own.line()


@cache
def _arrays() -> tuple[list[int], list[int]]:
    return zeros(fans.BOARD_WORDS), zeros(2 * depth_first.DEPTH)


def run(
    position: Position, node_limit: int, redeal_when_stuck: bool, stop: depth_first.Stop | None
) -> tuple[int, list[int], int]:
    """Search a position; give the answer, the kernel's moves where it is WON, and the nodes."""
    return Redeals(position, node_limit, not redeal_when_stuck, stop).run()
