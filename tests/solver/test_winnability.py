"""How deals are counted: chunks, verdicts, intervals, files of results, several processes."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from games.rules import RULESETS, Position, practice_seed
from games.solver import Solution, Verdict, WrongSolution, results, winnability
from games.solver.winnability import CHUNK, Chunk, Survey, Tally, wilson
from games.solver.workers import WorkerLost, searched

SURVEY = Survey(ruleset="burgvoegtin", version=1, seed=7, nodes=300, any_time=False)
WON, LOST, OPEN = Verdict


# --- Which deals --------------------------------------------------------------------------------


def test_all_deals_are_missing_at_first_in_chunks_from_the_seed_on() -> None:
    chunks = list(SURVEY.missing(2 * CHUNK + 3, {}))
    assert [number for chunk in chunks for number in chunk] == list(range(7, 7 + 2 * CHUNK + 3))
    assert [len(chunk) for chunk in chunks] == [CHUNK, CHUNK, 3]


def test_only_deals_without_a_verdict_are_missing() -> None:
    known = dict.fromkeys([7, 10, 11, 15, 16, 300], WON)
    assert list(SURVEY.missing(10, known)) == [range(8, 10), range(12, 15)]
    assert list(SURVEY.missing(1, known)) == []


def test_a_chunk_of_a_survey_is_searched_up_to_its_nodes() -> None:
    few = replace(SURVEY, nodes=50).search(range(7, 27))
    many = replace(SURVEY, nodes=1000).search(range(7, 27))
    assert len(few.verdicts) == len(many.verdicts) == 20
    assert OPEN in few.verdicts
    assert {WON, LOST} <= set(many.verdicts)
    for early, late in zip(few.verdicts, many.verdicts, strict=True):
        assert early in {OPEN, late}


def test_a_wrong_solution_names_its_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = RULESETS["burgvoegtin"].deal_seed(practice_seed(12))

    def solve(position: Position, **_options: object) -> Solution:
        if position == wrong:
            raise WrongSolution("move 3")
        return Solution(WON, (), 0)

    monkeypatch.setattr(winnability, "solve", solve)
    assert SURVEY.search(range(7, 12)).verdicts == (WON,) * 5
    with pytest.raises(WrongSolution, match="burgvoegtin, practice deal 12: move 3"):
        SURVEY.search(range(7, 13))


# --- Counting -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("successes", "trials", "interval"),
    [
        # Worked out from the quadratic equation (p - s)^2 = z^2 p (1 - p) / n.
        (0, 10, (0.0, 0.27753)),
        (1, 10, (0.01788, 0.40415)),
        (5, 10, (0.23659, 0.76341)),
        (10, 10, (0.72247, 1.0)),
        (0, 0, (0.0, 1.0)),
    ],
)
def test_wilsons_interval(successes: int, trials: int, interval: tuple[float, float]) -> None:
    assert wilson(successes, trials) == pytest.approx(interval, abs=1e-5)


def test_undecided_deals_are_taken_as_lost_below_and_as_won_above() -> None:
    tally = Tally.of([WON] * 70 + [LOST] * 20 + [OPEN] * 10)
    assert (tally.winnable, tally.unwinnable, tally.undecided, tally.deals) == (70, 20, 10, 100)
    assert tally.interval == (wilson(70, 100)[0], wilson(80, 100)[1])
    assert Tally.of([WON] * 3 + [OPEN]) + Tally.of([LOST] * 2) == Tally(3, 2, 1)


# --- Files of results ---------------------------------------------------------------------------


def test_a_file_gives_back_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "new" / "results.txt"
    with results.opened(path, SURVEY) as writer:
        writer.add(Chunk(27, 0.5, (LOST,)))
        writer.add(Chunk(7, 0.25, (WON, OPEN)))
    found = results.read(path)
    assert found.survey == SURVEY
    assert found.verdicts == {7: WON, 8: OPEN, 27: LOST}
    assert found.seconds == 0.75
    assert found.of_first(3) == [WON, OPEN]


def test_each_chunk_is_on_the_disk_as_soon_as_it_is_added(tmp_path: Path) -> None:
    path = tmp_path / "results.txt"
    with results.opened(path, SURVEY) as writer:
        writer.add(Chunk(7, 0.25, (WON, LOST)))
        assert results.read(path).verdicts == {7: WON, 8: LOST}


@pytest.mark.parametrize("rest", ["27 0.1 +-+", "27", "27 0.1 +-\ufffd"])
def test_what_a_crash_leaves_of_a_line_is_cut_off(tmp_path: Path, rest: str) -> None:
    path = tmp_path / "results.txt"
    with results.opened(path, SURVEY) as writer:
        writer.add(Chunk(7, 0.25, (WON,)))
    whole = path.read_text()
    path.write_text(whole + rest)
    assert results.read(path).verdicts == {7: WON}
    with results.opened(path, SURVEY) as writer:
        writer.add(Chunk(8, 0.5, (LOST,)))
    assert path.read_text() == whole + "8 0.5 -\n"


def test_a_file_that_a_crash_left_without_its_head_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "results.txt"
    path.write_text('{"ruleset": "burg')
    with results.opened(path, SURVEY):
        pass
    assert path.read_text() == f"{SURVEY}\n"


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (replace(SURVEY, seed=8), "seed 7, not 8"),
        (replace(SURVEY, nodes=301), "nodes 300, not 301"),
        (replace(SURVEY, version=2), "version 1, not 2"),
        (replace(SURVEY, ruleset="fan"), "ruleset burgvoegtin, not fan"),
        (replace(SURVEY, any_time=True), "any_time False, not True"),
    ],
)
def test_another_surveys_file_is_refused_and_left_alone(
    tmp_path: Path, other: Survey, told: str
) -> None:
    path = tmp_path / "results.txt"
    with results.opened(path, SURVEY) as writer:
        writer.add(Chunk(7, 0.25, (WON,)))
    before = path.read_text()
    with pytest.raises(results.Refused, match=told), results.opened(path, other):
        pass
    assert path.read_text() == before


@pytest.mark.parametrize(
    "text",
    ["shopping list\n", "[1]\n", "{}\n", f"{SURVEY}\n7 0.1\n", f"{SURVEY}\n7 0.1 +x\n"],
)
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "results.txt"
    path.write_text(text)
    with (
        pytest.raises(results.Refused, match="no file of results"),
        results.opened(path, SURVEY),
    ):
        pass
    assert path.read_text() == text


def test_a_file_in_use_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.txt"
    with (
        results.opened(path, SURVEY),
        pytest.raises(results.Refused, match="Another run"),
        results.opened(path, SURVEY),
    ):
        pass


# --- Several processes --------------------------------------------------------------------------


class Broken(Survey):
    """A survey whose search fails from a number on."""

    def search(self, numbers: range) -> Chunk:
        """Search nothing."""
        if numbers.start >= 27:
            raise WrongSolution(f"deal {numbers.start}")
        return Chunk(numbers.start, 0.0, (WON,) * len(numbers))


class Deadly(Survey):
    """A survey whose search ends its process."""

    def search(self, numbers: range) -> Chunk:
        """Search nothing."""
        os._exit(3)


def like(kind: type[Survey]) -> Survey:
    """Give a survey of another kind."""
    return kind(ruleset="burgvoegtin", version=1, seed=7, nodes=300, any_time=False)


def test_several_processes_find_what_one_finds() -> None:
    chunks = list(SURVEY.missing(5 * CHUNK + 1, {}))

    def verdicts(processes: int) -> dict[int, Verdict]:
        found = {}
        for chunk in searched(SURVEY, chunks, processes):
            found.update(chunk.numbered())
        return found

    alone = verdicts(1)
    assert len(alone) == 5 * CHUNK + 1
    assert len(set(alone.values())) > 1
    assert verdicts(3) == alone


@pytest.mark.parametrize("processes", [1, 2])
def test_a_wrong_solution_stops_every_process(processes: int) -> None:
    broken = like(Broken)
    chunks = list(broken.missing(10 * CHUNK, {}))
    with pytest.raises(WrongSolution, match=r"deal \d+"):
        list(searched(broken, chunks, processes))


def test_a_process_that_ends_by_itself_is_an_error() -> None:
    deadly = like(Deadly)
    with pytest.raises(WorkerLost, match="code 3"):
        list(searched(deadly, list(deadly.missing(2 * CHUNK, {})), 2))
