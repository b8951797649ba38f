"""`solve`: every card known, can this position be won, and how?"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules import Family, Move, Position, kernel
from games.rules.dealing import whole_packs
from games.solver import best_first, depth_first, redeals
from games.solver.compiled import small_array
from games.solver.searches import archway, archway_line, burgvoegtin, common
from games.solver.solution import Solution, Verdict, WrongSolution


def solve(
    position: Position,
    *,
    reshuffled: Sequence[Sequence[str]] | None = None,
    node_limit: int,
    redeal_when_stuck: bool = True,
    stop: depth_first.Stop | None = None,
) -> Solution:
    """Search a position with every card known, and give its verdict and a line that wins.

    `reshuffled` takes the place of the packs of the redeals that are left. With
    `redeal_when_stuck`, redeal and merci are only looked at where no other move is legal.
    `node_limit` bounds the search, `stop` ends it: it is asked a few times a second at least, and
    may raise what it likes. ValueError for packs that aren't whole, too few or too many.
    """
    if reshuffled is not None:
        position = _with_packs(position, reshuffled)
    if position.is_won:
        return Solution(Verdict.WINNABLE, (), 0)
    state = small_array(position.state)
    if not depth_first.is_whole(position.ruleset, state):
        return Solution(Verdict.UNWINNABLE, None, 0)
    answer, moves, nodes = _search(position, state, node_limit, redeal_when_stuck, stop)
    if answer == common.WON:
        return Solution(Verdict.WINNABLE, replayed(position, moves), nodes)
    if answer == common.EXHAUSTED:
        return Solution(Verdict.UNWINNABLE, None, nodes)
    return Solution(Verdict.UNDECIDED, None, nodes)


def _search(
    position: Position,
    state: list[int],
    node_limit: int,
    redeal_when_stuck: bool,
    stop: depth_first.Stop | None,
) -> tuple[int, list[int], int]:
    ruleset = position.ruleset
    match ruleset.family:
        case Family.BURGVOEGTIN:
            return depth_first.run(burgvoegtin.search, ruleset, state, node_limit, stop)
        case Family.BELLE_LUCIE:
            return redeals.run(position, node_limit, redeal_when_stuck, stop)
        case Family.BELEAGUERED_CASTLE:
            return best_first.run(ruleset, state, node_limit, stop)
        case Family.ARCHWAY:
            if ruleset.engine.rules[kernel.TAKES_BACK]:
                return common.WON, depth_first.moves_of(archway_line.win_easier, ruleset, state), 0
            if not archway.is_within_reach(ruleset.engine.rules, position.state):
                return common.FULL, [], 0
            return depth_first.run(archway.search, ruleset, state, node_limit, stop)


def replayed(position: Position, numbers: Sequence[int]) -> tuple[Move, ...]:
    """Play the kernel's moves by the rules; WrongSolution where they don't win."""
    engine, coming = position.ruleset.engine, position.coming
    rules, state = engine.rules, list(position.state)
    trail = [0] * kernel.TRAIL_ROOM
    line: list[Move] = []
    for number in numbers:
        if not kernel.is_legal(rules, state, number):
            raise WrongSolution(f"move {len(line) + 1} of {numbers} isn't legal in {position!r}")
        line.append(engine.move(state, number))
        kernel.play(rules, coming, state, number, trail, 0)
    if not kernel.is_won(rules, state):
        raise WrongSolution(f"a line of {len(line)} moves doesn't win {position!r}")
    return tuple(line)


def _with_packs(position: Position, reshuffled: Sequence[Sequence[str]]) -> Position:
    left = position.redeals_left or 0
    if len(reshuffled) != left:
        raise ValueError(f"{left} redeals are left, not {len(reshuffled)}")
    coming = tuple(card for pack in reshuffled for card in whole_packs(pack, 1))
    return Position(position.ruleset, position.state, coming)
