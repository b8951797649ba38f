"""Print how many moves a second one process takes over real sockets, beside doing nothing.

Run it with `python -m benchmarks.live` from the repository. It starts a daphne of its own on a
database of its own, a new SQLite file; with DATABASE_URL (and REDIS_URL) in the environment on
that database, which it fills with players and games: give it an empty one.

Times depend on the machine. The ratio to a socket that sends each message back hardly does.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import time
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import websockets

from benchmarks.site import Seated, daphne, own_site, seat_players

SLUG = "beleaguered-castle"


@dataclass(frozen=True)
class Run:
    """What a number of messages took: of the clock, and of the server's CPU."""

    messages: int
    seconds: float
    cpu: float

    def __str__(self) -> str:
        rate, each = self.messages / self.seconds, self.cpu / self.messages * 1e6
        return f"{self.messages:7d} messages {rate:9.0f} a second {each:9.0f} µs of CPU each"


def cpu_seconds(pid: int) -> float:
    """The CPU time that a process has used, in user and kernel mode."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def play(port: int, seated: Seated, line: list[str], ready: asyncio.Barrier) -> int:
    """Play a line in one game, each move once the one before is answered."""
    async with websockets.connect(
        f"ws://127.0.0.1:{port}/ws/games/{seated.game}/",
        origin=websockets.Origin(f"http://127.0.0.1:{port}"),
        additional_headers={"Cookie": f"session={seated.session}"},
    ) as game:
        await game.recv()
        await ready.wait()
        for version, move in enumerate(line):
            message = {"type": "play", "id": str(uuid4()), "move": move, "version": version}
            await game.send(json.dumps(message))
            answer = json.loads(await game.recv())
            assert answer["type"] == "answer", answer
        return len(line)


async def say_nothing(port: int, messages: int, ready: asyncio.Barrier) -> int:
    """Send messages of a move's length to the socket that does nothing."""
    message = json.dumps({"type": "play", "id": str(uuid4()), "move": "TH:T3>FH", "version": 100})
    async with websockets.connect(f"ws://127.0.0.1:{port}/nothing/") as echo:
        await ready.wait()
        for _ in range(messages):
            await echo.send(message)
            await echo.recv()
        return messages


async def measure(pid: int, ready: asyncio.Barrier, clients: list[asyncio.Task[int]]) -> Run:
    """Let all clients begin at once, and measure until the last one is done."""
    await ready.wait()
    began, cpu = time.perf_counter(), cpu_seconds(pid)
    messages = sum(await asyncio.gather(*clients))
    return Run(messages, time.perf_counter() - began, cpu_seconds(pid) - cpu)


async def compare(port: int, pid: int, seats: list[Seated], line: list[str]) -> tuple[Run, Run]:
    """Measure doing nothing and playing, with as many sockets and messages."""
    ready = asyncio.Barrier(len(seats) + 1)
    idle = [asyncio.create_task(say_nothing(port, len(line), ready)) for _ in seats]
    nothing = await measure(pid, ready, idle)
    playing = [asyncio.create_task(play(port, seated, line, ready)) for seated in seats]
    return nothing, await measure(pid, ready, playing)


def main() -> None:
    """Set everything up, measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sockets", type=int, default=50)
    sockets: int = parser.parse_args().sockets
    with own_site() as database:
        seats, line = seat_players(SLUG, sockets)
        with daphne() as (port, pid):
            nothing, moves = asyncio.run(compare(port, pid, seats, line))
    print(f"{sockets} sockets, one process, {database}")
    print(f"nothing {nothing}")
    print(f"moves   {moves}")
    rates = (nothing.messages / nothing.seconds) / (moves.messages / moves.seconds)
    cpu = (moves.cpu / moves.messages) / (nothing.cpu / nothing.messages)
    print(f"ratio of moves to nothing: 1/{rates:.1f} a second, 1/{cpu:.1f} by the server's CPU")


if __name__ == "__main__":
    main()
