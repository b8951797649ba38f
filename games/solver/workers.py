"""Searches the deals of a survey in several processes that never outlive their parent."""

from __future__ import annotations

import signal
from collections.abc import Generator, Sequence
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from games.solver.solution import WrongSolution
from games.solver.winnability import Chunk, Survey


class WorkerLost(RuntimeError):
    """A process of the search has ended by itself, or was ended."""


def searched(
    survey: Survey, chunks: Sequence[range], processes: int
) -> Generator[Chunk, None, None]:
    """Search chunks of deals and yield them as they are finished; close it to stop.

    WrongSolution and WorkerLost end it.
    """
    if processes == 1 or len(chunks) < 2:
        yield from map(survey.search, chunks)
        return
    waiting = iter(chunks)
    workers: dict[Connection, SpawnProcess] = {}
    try:
        for _ in range(min(processes, len(chunks))):
            connection, process = _hire(survey)
            workers[connection] = process
            connection.send(next(waiting))
        busy = len(workers)
        while busy:
            ready = wait(list(workers))
            for connection in [each for each in workers if each in ready]:
                yield _answer(connection, workers[connection])
                if (following := next(waiting, None)) is None:
                    busy -= 1
                else:
                    connection.send(following)
    finally:
        for process in workers.values():
            process.terminate()
        for process in workers.values():
            process.join()


def _hire(survey: Survey) -> tuple[Connection, SpawnProcess]:
    """Start a process; Ctrl-C is for its parent alone, so it is born deaf to it."""
    context = get_context("spawn")
    # Started by the first process otherwise, and starting it lets Ctrl-C through again.
    resource_tracker.ensure_running()
    ours, theirs = context.Pipe()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process = context.Process(target=_work, args=(survey, theirs), daemon=True)
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()
    return ours, process


def _work(survey: Survey, connection: Connection) -> None:
    """Search chunk after chunk, until the parent is gone."""
    try:
        while True:
            numbers = connection.recv()
            try:
                connection.send(survey.search(numbers))
            except WrongSolution as error:
                connection.send(str(error))
    except (EOFError, OSError):
        return


def _answer(connection: Connection, process: SpawnProcess) -> Chunk:
    try:
        answer = connection.recv()
    except (EOFError, OSError) as error:
        process.join()
        raise WorkerLost(f"A process of the search ended, code {process.exitcode}.") from error
    if isinstance(answer, Chunk):
        return answer
    raise WrongSolution(answer)
