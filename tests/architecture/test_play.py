"""`make play` keeps a solver beside the server."""

import socket
from pathlib import Path
from queue import Queue

import pytest

from tools import environment, play
from tools.shell import Failure

SECONDS = 30


@pytest.mark.parametrize("family", play.loopbacks())
def test_a_port_that_is_taken_at_either_address_of_the_name_is_refused(
    family: socket.AddressFamily,
) -> None:
    with socket.socket(family) as other:
        other.bind((play.LOOPBACKS[family], 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(Failure, match=f"Port {port} is taken"):
            play.play(port_text=str(port))


def test_a_solver_that_ends_by_itself_is_started_again_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    starts, said = tmp_path / "starts", Queue[str]()
    program = tmp_path / "python"
    program.write_text(f'#!/bin/sh\necho "$@" >> {starts}\nexit 3\n')
    program.chmod(0o755)
    monkeypatch.setattr(environment, "PYTHON", program)
    monkeypatch.setattr(environment, "holds", lambda _group: True)
    monkeypatch.setattr(play, "settings", dict)
    monkeypatch.setattr(play, "say", said.put)
    monkeypatch.setattr(play, "SECONDS_BETWEEN_LOOKS", 0.01)
    monkeypatch.setattr(play, "SECONDS_BEFORE_RESTART", 0.01)
    solver = play.Solver()
    solver.begin()
    try:
        for _ in range(2):
            assert said.get(timeout=SECONDS).startswith("The solver has ended by itself, code 3.")
    finally:
        solver.stop()
    first, second = starts.read_text().splitlines()[:2]
    assert first == second
    assert first.startswith("manage.py solver")
