"""`solve`: every card known, can this position be won, and how?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.rules import Family, Move, Position, kernel
from games.rules.cards import NUMBERS, rank_of
from games.rules.dealing import whole_packs
from games.solver import best_first, depth_first, redeals
from games.solver.searches import archway, burgvoegtin, common
from games.solver.solution import Solution, Verdict, WrongSolution


def solve(
    position: Position,
    *,
    reshuffled: Sequence[Sequence[str]] | None = None,
    node_limit: int,
    redeal_when_stuck: bool = True,
) -> Solution:
    """Search a position with every card known, and give its verdict and a line that wins.

    `reshuffled` takes the place of the packs of the redeals that are left. With
    `redeal_when_stuck`, redeal and merci are only looked at where no other move is legal.
    `node_limit` bounds the search; ValueError for packs that aren't whole or too few.
    """
    if reshuffled is not None:
        position = _with_packs(position, reshuffled)
    if position.is_won:
        return Solution(Verdict.WINNABLE, (), 0)
    if not _can_be_completed(position):
        return Solution(Verdict.UNWINNABLE, None, 0)
    answer, moves, nodes = _search(position, node_limit, redeal_when_stuck)
    if answer == common.WON:
        return Solution(Verdict.WINNABLE, replayed(position, moves), nodes)
    if answer == common.EXHAUSTED:
        return Solution(Verdict.UNWINNABLE, None, nodes)
    return Solution(Verdict.UNDECIDED, None, nodes)


def _search(
    position: Position, node_limit: int, redeal_when_stuck: bool
) -> tuple[int, list[int], int]:
    match position.ruleset.family:
        case Family.BURGVOEGTIN:
            return depth_first.run(burgvoegtin.search, position, node_limit)
        case Family.BELLE_LUCIE:
            return redeals.run(position, node_limit, redeal_when_stuck)
        case Family.BELEAGUERED_CASTLE:
            return best_first.run(position, node_limit)
        case Family.ARCHWAY:
            return _search_archway(position, node_limit)


def _search_archway(position: Position, node_limit: int) -> tuple[int, list[int], int]:
    rules = position.ruleset.engine.rules
    if rules[kernel.TAKES_BACK]:
        return common.WON, _unloaded(position), 0
    bases_lie = all(position.piles[name] for name in position.ruleset.foundation_names)
    if not bases_lie or any(
        len(position.piles[name]) > archway.DEEPEST for name in position.ruleset.tableau_names
    ):
        # No deal comes to this, and the search's numbers don't reach so far.
        return common.FULL, [], 0
    return depth_first.run(archway.search, position, node_limit)


def _unloaded(position: Position) -> list[int]:
    """Win the easier Archway, as every deal can be won: all into the arch, and up from there."""
    rules = position.ruleset.engine.rules
    state, trail = list(position.state), [0] * depth_first.TRAIL
    at = archway.unload(rules, state, trail, 0)
    at = archway.play_rest(rules, state, trail, at)
    moves = [0] * depth_first.DEPTH
    count = common.moves_played(trail, at, moves)
    return moves[count - 1 :: -1]


def replayed(position: Position, moves: Sequence[int]) -> tuple[Move, ...]:
    """Play the kernel's moves by the rules; WrongSolution where they don't win."""
    line: list[Move] = []
    start = position
    for number in moves:
        move = position.ruleset.engine.move(position.state, number)
        try:
            position = position.play(move)
        except ValueError as error:
            raise WrongSolution(f"move {len(line) + 1}, {move}, of {start!r}") from error
        line.append(move)
    if not position.is_won:
        raise WrongSolution(f"a line of {len(line)} moves doesn't win {start!r}")
    return tuple(line)


def _with_packs(position: Position, reshuffled: Sequence[Sequence[str]]) -> Position:
    left = position.redeals_left or 0
    if len(reshuffled) != left:
        raise ValueError(f"{left} redeals are left, not {len(reshuffled)}")
    coming = tuple(card for pack in reshuffled for card in whole_packs(pack, 1))
    return Position(position.ruleset, position.state, coming)


def _can_be_completed(position: Position) -> bool:
    """Say whether all cards are there and every foundation begins with its base.

    A position's text may show a few cards only; those can never fill the foundations.
    """
    ruleset, piles = position.ruleset, position.piles
    copies = Counter(card for cards in piles.values() for card in cards)
    bases = {foundation.name: foundation.base for foundation in ruleset.foundations}
    begun = all(
        rank_of(NUMBERS[piles[name][0]]) == base for name, base in bases.items() if piles[name]
    )
    return begun and all(copies[card] == ruleset.packs for card in NUMBERS)
