"""The safe rest: every card that is left goes up, one after the other, to the win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from games.rules import kernel
from games.rules.cards import rank_of
from games.rules.spec import ACE

if TYPE_CHECKING:
    from games.rules.flat import Engine
    from games.rules.moves import Move
    from games.rules.position import Position

Step = tuple[int, int, int]
"""The pile that gives a card, what that card is wanted as (`Engine.wanted_as`), the foundation."""


def finishing_moves(position: Position) -> tuple[Move, ...]:
    """Give the moves to foundations alone that win the game; none where these don't win it.

    The piles of the tableau play their free cards as long as these fit, pile by pile and round by
    round. When none fits any more, one reserve card goes up, to the first foundation that there is
    one for, and it is the tableau's turn again. Of several foundations the first takes the card, of
    several reserve cards the lowest goes. So a reserve card goes only where B5 lets it. While a
    card lies face down there are no such moves, so they tell nothing hidden.
    """
    ruleset, state, engine = position.ruleset, position.state, position.ruleset.engine
    first = engine.rules[kernel.FIRST_TABLEAU]
    lengths = state[kernel.LENGTHS : kernel.LENGTHS + len(engine.pile_names)]
    if ruleset.hides_cards and max(lengths[first : first + len(ruleset.tableau_names)]) > 1:
        return ()
    steps = _steps(engine, state)
    missing = kernel.FULL * first - sum(lengths[:first])
    return tuple(_named(engine, state, steps)) if 0 < len(steps) == missing else ()


def _steps(engine: Engine, state: Sequence[int]) -> list[Step]:
    """Give what goes up, aces that go by themselves included.

    Every view asks for it. So only what is free is looked at, and not the whole state: the kernel
    takes as long for one play as this for most positions.
    """
    rules, wants, wanted_as = engine.rules, engine.wants, engine.wanted_as
    first, end, piles = (
        rules[kernel.FIRST_TABLEAU],
        rules[kernel.FIRST_RESERVE],
        rules[kernel.PILES],
    )
    tops = kernel.LENGTHS + piles
    wanted = [wants[pile][state[tops + pile]] for pile in range(first)]
    free = [wanted_as[top] for top in state[tops + first : tops + end]]
    fits = not set(free).isdisjoint(wanted)
    if not fits and end == piles:
        return []
    reserve = state[rules[kernel.CELLS + end] : rules[kernel.CELLS + piles]]
    held = Counter(map(wanted_as.__getitem__, reserve))
    bases = rules[kernel.CELLS + first : kernel.CELLS + end]
    lengths = list(state[kernel.LENGTHS + first : kernel.LENGTHS + end])
    steps: list[Step] = []
    while True:
        while fits:
            fits = False
            for at, want in enumerate(free):
                while want in wanted:
                    fits = True
                    target = wanted.index(want)
                    wanted[target] = wants[target][want]
                    steps.append((first + at, want, target))
                    lengths[at] -= 1
                    card = state[bases[at] + lengths[at] - 1] if lengths[at] else 0
                    want = free[at] = wanted_as[card]
        for target in range(first):
            while held.get(wanted[target], 0) and not fits:
                want = wanted[target]
                held[want] -= 1
                steps.append((end, want, target))
                wanted[target] = wants[target][want]
                fits = wanted[target] in free
        if not fits:
            return steps


def _named(engine: Engine, state: Sequence[int], steps: Sequence[Step]) -> Iterator[Move]:
    rules = engine.rules
    piles = [list(engine.cards(state, pile)) for pile in range(rules[kernel.PILES])]
    for source, want, target in steps:
        if source < rules[kernel.FIRST_RESERVE]:
            card = piles[source].pop()
            # Aces that go up by themselves (B6) are no moves.
            if rules[kernel.ACES_GO_UP] and rank_of(card) == ACE:
                continue
        else:
            source = engine.reserve_pile(want)
            card = next(card for card in piles[source] if engine.wanted_as[card] == want)
            piles[source].remove(card)
        yield engine.moves[(card << 12) + (target << 6) + source]
