"""The commands that search deals: one, or many to say how often a patience can be won."""

import errno
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.rules import RULESETS, Move, Position, practice_seed
from games.solver import Verdict, WrongSolution, results
from tests.architecture.repository import ROOT

SLUG = "burgvoegtin"
SECONDS = 60


def measured(*rulesets: str, **options: Any) -> str:
    """What the command says in the end; in one process unless told otherwise."""
    out = StringIO()
    options = {"processes": 1, "nodes": 300, **options}
    call_command("winnability", *(rulesets or (SLUG,)), stdout=out, stderr=StringIO(), **options)
    return out.getvalue()


# --- Many deals, one after another --------------------------------------------------------------


def test_it_counts_and_gives_the_interval(tmp_path: Path) -> None:
    file = tmp_path / "results.txt"
    said = measured(deals=45, file=file)
    verdicts = list(results.read(file).verdicts.values())
    assert len(verdicts) == 45
    for verdict in Verdict:
        assert f" {verdicts.count(verdict)} {verdict}" in said
        assert verdicts.count(verdict)
    assert re.search(r"winnable \d+\.\d\d % to \d+\.\d\d %$", said.strip())


def test_a_second_run_extends_the_first_and_searches_nothing_twice(tmp_path: Path) -> None:
    file, whole = tmp_path / "extended.txt", tmp_path / "whole.txt"
    measured(deals=23, file=file)
    first = file.read_text()
    assert measured(deals=50, file=file) == measured(deals=50, file=whole)
    assert file.read_text().startswith(first)
    assert results.read(file).verdicts == results.read(whole).verdicts


def test_fewer_deals_than_the_file_holds_are_counted_alone(tmp_path: Path) -> None:
    file = tmp_path / "results.txt"
    measured(deals=30, file=file)
    before = file.read_text()
    assert ": 10 deals from practice number 1 on" in measured(deals=10, file=file)
    assert file.read_text() == before


def test_the_seed_is_the_first_practice_number(tmp_path: Path) -> None:
    measured(deals=30, file=tmp_path / "from-1.txt")
    measured(deals=10, seed=21, file=tmp_path / "from-21.txt")
    from_1 = results.read(tmp_path / "from-1.txt").verdicts
    from_21 = results.read(tmp_path / "from-21.txt").verdicts
    assert from_21 == {number: from_1[number] for number in range(21, 31)}


def test_both_readings_are_kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    measured("trefoil", deals=1, nodes=50)
    measured("trefoil", deals=1, nodes=50, any_time=True)
    files = {file.name: results.read(file).survey for file in tmp_path.rglob("*.txt")}
    assert set(files) == {"trefoil.txt", "trefoil-any-time.txt"}
    assert files["trefoil-any-time.txt"].any_time
    assert not files["trefoil.txt"].any_time


def test_several_rulesets_are_measured_one_after_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = measured("archway-leicht", "burgvoegtin-offen", deals=3).splitlines()
    assert [line.split(":")[0] for line in said] == ["archway-leicht", "burgvoegtin-offen"]


@pytest.mark.parametrize(
    ("rulesets", "options", "told"),
    [
        ([SLUG], {"deals": 0}, "start at 1"),
        ([SLUG], {"deals": 1, "nodes": 0}, "start at 1"),
        ([SLUG], {"deals": 1, "processes": 0}, "start at 1"),
        ([SLUG], {"deals": 1, "seed": -1}, "--seed at 0"),
        ([SLUG], {"deals": 1, "any_time": True}, "has no redeals"),
        ([SLUG, "fan"], {"deals": 1, "file": Path("one.txt")}, "one ruleset"),
        (["nonesuch"], {"deals": 1}, "invalid choice: 'nonesuch'"),
    ],
)
def test_what_makes_no_sense_is_refused(
    rulesets: list[str],
    options: dict[str, Any],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError, match=told):
        measured(*rulesets, **options)
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_something_else_is_refused_by_name(tmp_path: Path) -> None:
    file = tmp_path / "results.txt"
    measured(deals=1, file=file)
    with pytest.raises(CommandError, match=r"results\.txt holds other results: nodes 300, not 9"):
        measured(deals=1, nodes=9, file=file)


def test_a_file_that_cannot_be_used_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=f"{tmp_path} can't be used: Is a directory"):
        measured(deals=1, file=tmp_path)
    text = tmp_path / "text.txt"
    text.write_bytes(b"\xff\xfe\n")
    with pytest.raises(CommandError, match=r"text\.txt is no file of results"):
        measured(deals=1, file=text)
    assert text.read_bytes() == b"\xff\xfe\n"
    with pytest.raises(CommandError, match=r"text\.txt.* can't be used"):
        measured(deals=1, file=text / "below.txt")


def test_a_full_disk_ends_the_run_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(results.Writer, "add", full)
    with pytest.raises(CommandError, match=r"results\.txt can't be used: No space left"):
        measured(deals=1, file=tmp_path / "results.txt")


def test_a_wrong_solution_stops_the_run_and_names_the_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "results.txt"
    measured(deals=20, file=file)

    def fail(*_args: object, **_options: object) -> None:
        raise WrongSolution("a line of 3 moves")

    monkeypatch.setattr("games.solver.winnability.solve", fail)
    with pytest.raises(CommandError, match="practice deal 21: a line of 3 moves"):
        measured(deals=40, file=file)
    assert len(results.read(file).verdicts) == 20


# --- Stopped from outside -----------------------------------------------------------------------

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts a long run, uncompiled, in a group of processes of its own; ends what is left."""
    started: list[subprocess.Popen[str]] = []

    def run(file: Path, *, processes: int) -> "subprocess.Popen[str]":
        command = [sys.executable, "manage.py", "winnability", SLUG, "--deals", "1000000"]
        with hearing_ctrl_c():
            process = subprocess.Popen(
                [*command, "--nodes", "300", "--processes", str(processes), "--file", str(file)],
                cwd=ROOT,
                env={**os.environ, "DEBUG": "1", "SOLVER_PLAIN": "1"},
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
        started.append(process)
        until(lambda: file.exists() and file.read_text().count("\n") > 2)
        return process

    yield run
    for process in started:
        if group_lives(process):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@contextmanager
def hearing_ctrl_c() -> Iterator[None]:
    """Who runs the tests in the background ignores Ctrl-C; what is started here must not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def group_lives(process: "subprocess.Popen[str]") -> bool:
    """Say whether any process that it started is still there."""
    process.poll()
    try:
        os.killpg(process.pid, 0)
    except ProcessLookupError:
        return False
    return True


def goes_on(file: Path) -> bool:
    """Say whether a run in one process finds, after that file, what it finds without it."""
    deals = len(results.read(file).verdicts) + 5
    alone = file.with_name("alone.txt")
    return measured(deals=deals, file=file) == measured(deals=deals, file=alone)


@pytest.mark.parametrize("processes", [1, 2])
def test_ctrl_c_ends_it_quietly_with_what_is_done(
    start: Start, tmp_path: Path, processes: int
) -> None:
    file = tmp_path / "results.txt"
    process = start(file, processes=processes)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=SECONDS)
    assert process.returncode == 130
    assert f"Stopped. {file} holds what is done" in said
    assert "Traceback" not in said
    assert file.read_text().endswith("\n")
    until(lambda: not group_lives(process))
    assert goes_on(file)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_killed_run_leaves_nothing_running_and_goes_on(
    start: Start, tmp_path: Path, processes: int
) -> None:
    file = tmp_path / "results.txt"
    process = start(file, processes=processes)
    process.kill()
    until(lambda: not group_lives(process))
    assert "Traceback" not in process.communicate()[1]
    assert goes_on(file)


# --- One deal -----------------------------------------------------------------------------------


def solved(slug: str, **options: Any) -> list[str]:
    """The lines that the command prints."""
    out = StringIO()
    call_command("solve", slug, stdout=out, **options)
    return out.getvalue().splitlines()


def assert_it_wins(position: Position, lines: list[str]) -> None:
    """Play the moves that were printed."""
    assert re.fullmatch(r"winnable \(\d+ nodes\)", lines[0])
    for move in lines[1:]:
        position = position.play(Move.parse(move))
    assert position.is_won


@pytest.mark.parametrize("slug", RULESETS)
def test_any_deal_can_be_searched_by_its_number(slug: str) -> None:
    position = RULESETS[slug].deal_seed(practice_seed(3))
    lines = solved(slug, number=3, nodes=300)
    if lines[0].startswith("winnable"):
        assert_it_wins(position, lines)
    else:
        assert re.fullmatch(r"(unwinnable|undecided) \(\d+ nodes\)", "\n".join(lines))


def test_a_deal_is_the_same_by_number_and_by_seed() -> None:
    lines = solved(SLUG, number=1)
    assert solved(SLUG, seed=practice_seed(1).hex()) == lines
    assert_it_wins(RULESETS[SLUG].deal_seed(practice_seed(1)), lines)


def test_a_position_is_searched_from_a_file_or_stdin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = RULESETS[SLUG].deal_seed(practice_seed(1))
    late = start.play(Move.parse(solved(SLUG, number=1)[1]))
    file = tmp_path / "position.txt"
    file.write_text(str(late))
    assert_it_wins(late, solved(SLUG, position=str(file)))
    monkeypatch.setattr("sys.stdin", StringIO(str(late)))
    assert_it_wins(late, solved(SLUG, position="-"))


def test_redeals_at_any_time_win_what_redeals_when_stuck_do_not() -> None:
    assert solved("trefoil", number=311)[0].startswith("unwinnable")
    lines = solved("trefoil", number=311, any_time=True)
    assert_it_wins(RULESETS["trefoil"].deal_seed(practice_seed(311)), lines)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"number": -1}, "a whole number from 0 on"),
        ({"number": 1, "nodes": 0}, "--nodes starts at 1"),
        ({"seed": "ab"}, "64 hexadecimal digits"),
        ({"seed": "x" * 64}, "64 hexadecimal digits"),
        ({"position": "no/such/file"}, "No such file"),
        ({"position": "README.md"}, "line 1 can't be read"),
        ({"number": 1, "seed": "ab"}, "not allowed with"),
        ({}, "one of the arguments --number --seed --position is required"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(
    options: dict[str, Any], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    with pytest.raises(CommandError, match=told):
        solved(SLUG, **options)


def test_a_solver_that_is_wrong_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object, **_options: object) -> None:
        raise WrongSolution("move 3")

    monkeypatch.setattr("games.management.commands.solve.solve", fail)
    with pytest.raises(CommandError, match="The solver is wrong: move 3"):
        solved(SLUG, number=1)


def test_one_that_is_tired_of_waiting_may_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(*_args: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("games.management.commands.solve.solve", leave)
    with pytest.raises(CommandError, match="Stopped") as stopped:
        solved(SLUG, number=1)
    assert stopped.value.returncode == 130
