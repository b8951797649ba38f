"""Playing the safe rest, held against a plain reading of its order on the oracle's tables."""

from functools import cache

import pytest

from tests.rules import oracle
from tests.rules.laying import lay, parse, play, tables
from tests.support import CERTIFIED


def fits(table: oracle.Table, card: str, foundation: str) -> bool:
    """Say whether a foundation takes a card next."""
    lying, rank = len(table.piles[foundation]), oracle.value(card)
    if table.slug in oracle.BURGVOEGTIN:
        return rank == lying + 1
    wanted = 13 - lying if foundation.startswith("FK") else lying + 1
    return (foundation[-1], wanted) == (oracle.suit(card), rank)


def plainly(table: oracle.Table) -> list[str]:
    """Play to foundations alone as long as something fits; give the moves if that wins."""
    table, line = table.copy(), list[str]()
    foundations, rows, arch = (
        [name for name in table.piles if name.startswith(letter)] for letter in "FTR"
    )

    def goes_up(card: str, source: str) -> bool:
        for target in foundations:
            if fits(table, card, target):
                table.piles[source].reverse()
                table.piles[source].remove(card)
                table.piles[source].reverse()
                table.piles[target].append(card)
                line.append(oracle.move_text(card, source, target))
                if table.slug == "burgvoegtin-offen":
                    oracle.raise_aces(table)
                return True
        return False

    def free_cards_go_up() -> bool:
        before = len(line)
        for row in rows:
            while table.piles[row] and goes_up(table.piles[row][-1], row):
                pass
        return len(line) > before

    def one_of_the_arch_goes_up() -> bool:
        for target in foundations:
            for pile in arch:
                for card in table.piles[pile]:
                    if fits(table, card, target):
                        return goes_up(card, pile)
        return False

    while free_cards_go_up() or one_of_the_arch_goes_up():
        pass
    return line if oracle.won(table) else []


def is_offered(table: oracle.Table) -> bool:
    """See that the engine finishes as it is plainly read, and say whether it does."""
    position = parse(table)
    hidden = any("??" in cards for cards in oracle.view_piles(table).values())
    told = [str(move) for move in position.finishing_moves()]
    assert told == ([] if hidden else plainly(table))
    assert position.view().can_finish == bool(told)
    assert not told or play(position, *told).is_won
    return bool(told)


@cache
def winning_game(slug: str) -> list[oracle.Table]:
    """Give a game that is won, position by position."""
    game = [oracle.deal_seed(slug, bytes.fromhex(CERTIFIED[slug]["seed"]))]
    for move in CERTIFIED[slug]["line"].split():
        game.append(oracle.after(game[-1], move))
    return game


@pytest.mark.parametrize("slug", oracle.SLUGS)
def test_the_rest_is_offered_exactly_where_playing_it_plainly_wins(slug: str) -> None:
    offered = [is_offered(table) for table in (*tables(slug, range(60)), *winning_game(slug))]
    assert 3 < sum(offered) < len(offered) - 3


@pytest.mark.parametrize("slug", oracle.SLUGS)
def test_it_is_offered_before_the_last_card_and_neither_at_the_deal_nor_once_won(slug: str) -> None:
    dealt, *_, last, won = winning_game(slug)
    assert [is_offered(table) for table in (dealt, last, won)] == [False, True, False]


@pytest.mark.parametrize("slug", ["burgvoegtin", "burgvoegtin-streng"])
def test_a_card_face_down_keeps_it_from_being_offered_whatever_it_is(slug: str) -> None:
    complete = {f"F{number}": "A-K" for number in range(3, 9)}
    ready = lay(slug, F1="A-J", F2="A-J", **complete, T1="KC QC", RQ="QD", RK="KD")
    assert ready.finishing_moves() == ()
    assert play(ready, "QC:T1>F1").view().can_finish


def test_in_the_strict_game_the_packets_go_before_the_arch() -> None:
    complete = {f"F{number}": "A-K" for number in range(2, 9)}
    position = lay("burgvoegtin-streng", F1="A-J", **complete, T4="QH", RK="KH")
    assert [str(move) for move in position.finishing_moves()] == ["QH:T4>F1", "KH:RK>F1"]


@pytest.mark.parametrize("redeals", [0, 1, 2])
def test_neither_redeals_nor_the_merci_are_used_nor_needed_to_be_gone(redeals: int) -> None:
    up = {"FC": "A-K", "FD": "A-K", "FH": "A-K", "FS": "A-J"}
    free = lay("la-belle-lucie", **up, T1="KS QS", redeals=str(redeals), merci="1")
    assert free.view().can_finish
    covered = lay("la-belle-lucie", **up, T1="QS KS", redeals=str(redeals), merci="1")
    assert not covered.view().can_finish


def test_an_exchange_between_foundations_is_not_played_for_it() -> None:
    complete = {f"FA{suit}": "A-K" for suit in "CDH"} | {f"FK{suit}": "K-A" for suit in "CDH"}
    arch = {f"R{rank}": f"{rank}S" for rank in "A234569TJQK"}
    position = lay("archway", **complete, FAS="A-6", FKS="K-7", T1="7S 8S", **arch)
    assert not position.view().can_finish
    assert play(position, "7S:FKS>FAS").view().can_finish


def test_aces_that_go_up_by_themselves_are_no_moves_of_it() -> None:
    complete = {f"F{number}": "A-K" for number in range(3, 9)}
    arch = {f"R{rank}": f"{rank}C" for rank in "23456789TJQK"}
    position = lay("burgvoegtin-offen", F1="A-Q", F2="", **complete, T1="AC KD", **arch)
    line = [str(move) for move in position.finishing_moves()]
    assert line[:2] == ["KD:T1>F1", "2C:R2>F2"]
    assert len(line) == 13
