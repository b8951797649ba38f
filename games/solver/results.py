"""Files of results: a survey's text, then a line for each chunk of deals as it is finished."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO

from games.solver.solution import Verdict
from games.solver.winnability import Chunk, Survey


class Refused(ValueError):
    """A file that isn't this survey's, or that can't be used; its text says why."""


class Results:
    """What a file holds: the verdicts by the deals' numbers, and the seconds they took."""

    def __init__(self, survey: Survey, chunks: list[Chunk]) -> None:
        self.survey = survey
        self.verdicts: dict[int, Verdict] = {}
        self.seconds = 0.0
        for chunk in chunks:
            self.add(chunk)

    def add(self, chunk: Chunk) -> None:
        """Take in a chunk."""
        self.verdicts.update(chunk.numbered())
        self.seconds += chunk.seconds

    def of_first(self, deals: int) -> list[Verdict]:
        """Give the verdicts that there are of the first so many deals, in order."""
        first = self.survey.seed
        return [self.verdicts[n] for n in range(first, first + deals) if n in self.verdicts]


def read(path: Path) -> Results:
    """Read a file; Refused where it is none of results. A last line without its end is left out."""
    try:
        head, *lines = whole_lines(path.read_text("utf-8")).splitlines()
        return Results(Survey.parse(head), [Chunk.parse(line) for line in lines])
    except (ValueError, TypeError) as error:
        raise Refused(f"{path} is no file of results: {error}") from error


def whole_lines(text: str) -> str:
    """Cut off what a crash has left of a last line."""
    return text[: text.rfind("\n") + 1]


class Writer:
    """A file that is being written: what it holds, and more to come."""

    def __init__(self, results: Results, out: IO[str]) -> None:
        self.results = results
        self._out = out

    def add(self, chunk: Chunk) -> None:
        """Write a chunk down at once."""
        self._out.write(f"{chunk}\n")
        self._out.flush()
        self.results.add(chunk)


@contextmanager
def opened(path: Path, survey: Survey) -> Iterator[Writer]:
    """Begin a survey's file, or go on with it; Refused where it is another's or in use."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+", encoding="utf-8") as out:
        try:
            fcntl.flock(out, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Refused(f"Another run is writing to {path}.") from error
        out.seek(0)
        try:
            whole = whole_lines(out.read())
        except UnicodeDecodeError as error:
            raise Refused(f"{path} is no file of results: {error}") from error
        if not whole:
            out.truncate(0)
            out.write(f"{survey}\n")
            out.flush()
            yield Writer(Results(survey, []), out)
            return
        results = read(path)
        if results.survey != survey:
            raise Refused(f"{path} holds other results: {_difference(results.survey, survey)}.")
        out.truncate(len(whole.encode()))
        yield Writer(results, out)


def _difference(held: Survey, wanted: Survey) -> str:
    values = asdict(wanted)
    return ", ".join(
        f"{name} {value}, not {values[name]}"
        for name, value in asdict(held).items()
        if value != values[name]
    )
