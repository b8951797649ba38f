"""The engine against the oracle, ply by ply, on whole random games and on tables laid at random."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from games.rules import RULESETS, Move, Position
from tests.rules import oracle
from tests.rules.laying import moves, parse, tables

CASES = Path(__file__).parent.parent / "cases"
PLIES = 300
SHUTTLING_PLIES = 90  # where cards go to and fro for ever, longer games teach little
SHUTTLING = (*oracle.CASTLE, "archway-leicht", "fan")

Style = Callable[[oracle.Table, list[str], random.Random], str]


def any_move(table: oracle.Table, legal: list[str], rng: random.Random) -> str:
    """Choose blindly, but put off redeals so that fans get to change."""
    patient = [move for move in legal if move != oracle.REDEAL or rng.random() < 0.1]
    return rng.choice(patient or legal)


def upwards(table: oracle.Table, legal: list[str], rng: random.Random) -> str:
    """Choose a move to a foundation when there is one."""
    return rng.choice([move for move in legal if ">F" in move and ":F" not in move] or legal)


def rarely_seen(table: oracle.Table, legal: list[str], rng: random.Random) -> str:
    """Choose what blind play seldom comes to: a merci, an exchange, a gap, the arch, a redeal."""
    rare = [move for move in legal if _is_rare(table, move)]
    return rng.choice(rare if rare and rng.random() < 0.6 else legal)


def _is_rare(table: oracle.Table, move: str) -> bool:
    if move == oracle.REDEAL:
        return True
    card, source, target = oracle.move_parts(move)
    covered = source.startswith("T") and table.piles[source][-1] != card
    into_a_gap = target.startswith("T") and not table.piles[target]
    return covered or into_a_gap or source.startswith("F") or target.startswith("R")


def assert_agree(position: Position, table: oracle.Table) -> None:
    """See that engine and oracle tell the same of one position."""
    assert moves(position) == oracle.moves(table)
    assert {name: list(held) for name, held in position.piles.items()} == table.piles
    assert list(position.piles) == list(table.piles)
    assert str(position) == oracle.text(table)
    assert position.is_won == oracle.won(table)
    assert position.is_lost == oracle.lost(table)
    view = position.view()
    assert {name: list(held) for name, held in view.piles.items()} == oracle.view_piles(table)
    assert str(view) == oracle.view_text(table)


def follow(position: Position, table: oracle.Table, style: Style, rng: random.Random) -> None:
    """Play one game on both sides and compare after every move."""
    limit = SHUTTLING_PLIES if table.slug in SHUTTLING else PLIES
    assert_agree(position, table)
    for _ in range(limit):
        legal = sorted(oracle.moves(table))
        if not legal:
            return
        move = style(table, legal, rng)
        position, table = position.play(Move.parse(move)), oracle.after(table, move)
        assert_agree(position, table)


@pytest.mark.parametrize("style", [any_move, upwards, rarely_seen])
@pytest.mark.parametrize("slug", oracle.SLUGS)
def test_whole_random_games_agree_with_the_oracle(slug: str, style: Style) -> None:
    for number in range(3):
        seed = random.Random(f"{slug} {style.__name__} {number}").randbytes(32)
        position = RULESETS[slug].deal_seed(seed)
        follow(position, oracle.deal_seed(slug, seed), style, random.Random(number))


@pytest.mark.parametrize("slug", oracle.SLUGS)
def test_tables_laid_at_random_agree_with_the_oracle(slug: str) -> None:
    for table in tables(slug, range(150)):
        assert_agree(parse(table), table)


@pytest.mark.parametrize("slug", oracle.SLUGS)
def test_what_is_told_of_single_moves_agrees_with_the_oracle(slug: str) -> None:
    for table in tables(slug, range(150, 180)):
        position = parse(table)
        for move in position.legal_moves():
            assert position.is_merci(move) == oracle.is_merci(table, str(move))
            assert position.reveals(move) == oracle.reveals(table, str(move))


@pytest.mark.parametrize("slug", sorted({*oracle.SLUGS} - {"archway-leicht"}))
def test_a_game_is_lost_when_all_its_moves_are_pointless_and_only_then(slug: str) -> None:
    for table in tables(slug, range(200, 260)):
        position = parse(table)
        pointless = all(position.is_pointless(move) for move in position.legal_moves())
        assert oracle.lost(table) == (pointless and not oracle.won(table))


@pytest.mark.parametrize("slug", oracle.SLUGS)
def test_games_from_tables_laid_at_random_agree_with_the_oracle(slug: str) -> None:
    for number, table in enumerate(tables(slug, range(1000, 1008))):
        style = [any_move, upwards, rarely_seen][number % 3]
        follow(parse(table), table, style, random.Random(number))


@pytest.mark.parametrize("slug", oracle.SLUGS)
def test_the_oracle_itself_wins_with_the_lines_of_unrelated_solvers(slug: str) -> None:
    cases = [json.loads(line) for line in (CASES / f"{slug}.jsonl").read_text().splitlines()]
    lines = [case for case in cases if case["winning_line"]]
    assert lines
    for case in lines:
        table = oracle.deal(slug, case["shuffled"], case.get("reshuffled", ()))
        for move in case["winning_line"]:
            assert not oracle.lost(table)
            table = oracle.after(table, move)
        assert oracle.won(table)


@pytest.mark.parametrize("slug", oracle.SLUGS)
def test_random_tables_reach_both_ends_of_a_game(slug: str) -> None:
    """A comparison is worth little if the tables never are stuck, or always are."""
    verdicts = {oracle.lost(table) for table in tables(slug, range(150))}
    assert verdicts == ({False} if slug == "archway-leicht" else {False, True})


@pytest.mark.parametrize("slug", oracle.CASTLE)
def test_sequences_agree_with_the_oracle(slug: str) -> None:
    seen = 0
    for table in tables(slug, range(200)):
        entries = {str(move) for move in parse(table).sequences()}
        assert entries == oracle.sequences(table)
        seen += len(entries)
    assert seen > 100


@pytest.mark.parametrize("slug", oracle.CASTLE)
def test_a_sequence_becomes_the_fewest_single_moves(slug: str) -> None:
    for table in tables(slug, range(40)):
        for entry in sorted(oracle.sequences(table))[:3]:
            assert_expands_well(table, entry)


def assert_expands_well(table: oracle.Table, entry: str) -> None:
    """See that the single moves are legal, few, by way of the first empty rows, and arrive."""
    deepest, source, target = oracle.move_parts(entry)
    row = table.piles[source]
    run = row[row.index(deepest) :]
    singles = [str(move) for move in parse(table).expand(Move.parse(entry))]
    later = table
    for single in singles:
        later = oracle.after(later, single)
    expected = table.copy()
    expected.piles[source] = row[: -len(run)]
    expected.piles[target] += run
    assert later.piles == expected.piles
    assert len(singles) == oracle.shortest_way(table, entry)
    stops = {oracle.move_parts(single)[2] for single in singles} - {target}
    empty = [name for name in table.piles if not table.piles[name] and name[0] == "T"]
    rests = [name for name in empty if name != target]
    assert sorted(stops) == rests[: len(stops)]
