"""Why a move isn't legal, told from what a player may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import kernel
from games.rules.cards import CODES, NUMBERS, rank_of
from games.rules.moves import IllegalMove, Move, NotationError, Reason, RulesError
from games.rules.spec import Build, Feature, Space

if TYPE_CHECKING:
    from games.rules.position import Position


def refusal(position: Position, move: Move) -> RulesError:
    """Give the error that says why a move is not legal in a position."""
    if position.is_won:
        return IllegalMove(Reason.GAME_WON)
    if move.is_redeal:
        left = position.redeals_left
        return IllegalMove(Reason.NO_REDEALS if left is None else Reason.NO_REDEAL_LEFT)
    if move.card not in NUMBERS:
        return NotationError(Reason.UNREADABLE_CARD, text=str(move.card))
    for name in (move.source, move.target):
        if name not in position.ruleset.engine.pile_numbers:
            return IllegalMove(Reason.NO_SUCH_PILE, pile=str(name))
    return (
        _source_refusal(position, move)
        or target_refusal(position, move)
        or _strict_refusal(position, move)
    )


def _source_refusal(position: Position, move: Move) -> IllegalMove | None:
    ruleset, card, source = position.ruleset, str(move.card), str(move.source)
    cards = position.piles[source]
    in_tableau = source in ruleset.tableau_names
    # A hidden card is refused in the same words as a missing one.
    seen = cards[-1:] if in_tableau and ruleset.hides_cards else cards
    if card not in seen:
        return IllegalMove(Reason.CARD_NOT_IN_PILE, card=card, source=source)
    if source in ruleset.foundation_names:
        return _foundation_refusal(position, move)
    if not in_tableau or cards[-1] == card:
        return None
    covered = {"card": card, "source": source, "top": cards[-1]}
    if not ruleset.has_merci:
        return IllegalMove(Reason.CARD_COVERED, **covered)
    if position.redeals_left:
        return IllegalMove(Reason.MERCI_TOO_EARLY, **covered)
    return None if position.merci_left else IllegalMove(Reason.MERCI_SPENT, **covered)


def _foundation_refusal(position: Position, move: Move) -> IllegalMove | None:
    ruleset, card, source = position.ruleset, str(move.card), str(move.source)
    target, cards = str(move.target), position.piles[source]
    if source == target:
        return None
    partners = {"FA" + source[-1], "FK" + source[-1]}
    if Feature.EXCHANGE not in ruleset.features or target not in partners:
        return IllegalMove(Reason.FOUNDATION_KEEPS_CARDS, card=card, source=source)
    if cards[-1] != card:
        return IllegalMove(Reason.CARD_COVERED, card=card, source=source, top=cards[-1])
    if len(cards) == 1:
        return IllegalMove(Reason.BASE_STAYS, card=card, source=source)
    low, high = (position.piles[f"F{kind}{source[-1]}"] for kind in "AK")
    return IllegalMove(
        Reason.EXCHANGE_NOT_OPEN,
        card=card,
        source=source,
        target=target,
        low=low[-1] if low else "",
        high=high[-1] if high else "",
    )


def target_refusal(position: Position, move: Move) -> IllegalMove | None:
    """Give the error where the target doesn't take the card, None where it does."""
    ruleset, card, source = position.ruleset, str(move.card), str(move.source)
    target = str(move.target)
    if source == target:
        return IllegalMove(Reason.OWN_PILE, card=card, source=source)
    if target in ruleset.reserve_names:
        return _reserve_refusal(position, move)
    number = ruleset.engine.pile_numbers[target]
    top = position.state[kernel.LENGTHS + len(ruleset.pile_names) + number]
    low, high = ruleset.engine.taken(number, top)
    if low <= NUMBERS[card] <= high:
        return None
    facts: dict[str, str | int] = {"card": card, "target": target}
    if top:
        facts["top"] = CODES[top]
    if low <= high:
        facts["wants"] = CODES[low] if low == high else CODES[low][0]
    if target in ruleset.foundation_names:
        if not top:
            return IllegalMove(Reason.WRONG_BASE, **facts)
        if low > high:
            return IllegalMove(Reason.FOUNDATION_FULL, **facts)
    elif not top:
        kings = ruleset.tableau.space is Space.KINGS
        return IllegalMove(
            Reason.SPACE_TAKES_KINGS_ONLY if kings else Reason.SPACE_TAKES_NOTHING, **facts
        )
    elif ruleset.tableau.build is Build.NOTHING:
        gaps = ruleset.tableau.space is Space.ANY_CARD
        return IllegalMove(Reason.SPACE_IS_TAKEN if gaps else Reason.PILE_TAKES_NOTHING, **facts)
    elif low > high:
        return IllegalMove(Reason.NOTHING_FITS_ON_ACE, **facts)
    same_rank = rank_of(low) == rank_of(NUMBERS[card])
    return IllegalMove(Reason.WRONG_SUIT if same_rank else Reason.WRONG_RANK, **facts)


def _reserve_refusal(position: Position, move: Move) -> IllegalMove | None:
    ruleset, card, target = position.ruleset, str(move.card), str(move.target)
    takes_back = ruleset.reserve is not None and ruleset.reserve.takes_back
    if not takes_back or move.source not in ruleset.tableau_names:
        return IllegalMove(Reason.RESERVE_TAKES_NOTHING, card=card, target=target)
    wants = target[1:]
    if card[0] == wants:
        return None
    return IllegalMove(Reason.RESERVE_PILE_OF_OTHER_RANK, card=card, target=target, wants=wants)


def _strict_refusal(position: Position, move: Move) -> IllegalMove:
    """Name a free card that fits: nothing else keeps back a card that its target would take."""
    rules, state = position.ruleset.engine.rules, position.state
    piles = position.piles
    pile = next(
        name
        for name in position.ruleset.tableau_names
        if piles[name] and kernel.foundation_for(rules, state, NUMBERS[piles[name][-1]]) >= 0
    )
    return IllegalMove(Reason.STRICT_RESERVE, card=str(move.card), pile=pile, top=piles[pile][-1])
