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
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import websockets

CASES = Path(__file__).parents[1] / "tests" / "cases"
SLUG = "beleaguered-castle"
LONGEST_START = 30.0


@dataclass(frozen=True)
class Seated:
    """A player's session and game."""

    session: str
    game: str


@dataclass(frozen=True)
class Run:
    """What a number of messages took: of the clock, and of the server's CPU."""

    messages: int
    seconds: float
    cpu: float

    def __str__(self) -> str:
        rate, each = self.messages / self.seconds, self.cpu / self.messages * 1e6
        return f"{self.messages:7d} messages {rate:9.0f} a second {each:9.0f} µs of CPU each"


def seat_players(number: int) -> tuple[list[Seated], list[str]]:
    """Store players with a session and a practice game each; give them and the line to play."""
    from django.test import Client

    from accounts.models import Player
    from games import clock
    from games.models import Deal, Game
    from games.rules import RULESETS

    cases = map(json.loads, (CASES / f"{SLUG}.jsonl").read_text().splitlines())
    case = next(case for case in cases if case["winning_line"])
    deal = Deal.objects.create(
        ruleset=SLUG,
        ruleset_version=RULESETS[SLUG].version,
        pack="".join(case["shuffled"]),
        created=clock.now(),
    )
    seated = []
    for _ in range(number):
        player = Player.objects.create_user(f"b{secrets.token_hex(8)}")
        client = Client()
        client.force_login(player)
        game = Game.objects.create(
            player=player, deal=deal, started=clock.now(), position=str(deal.position())
        )
        seated.append(Seated(session=str(client.session.session_key), game=str(game.pk)))
    return seated, case["winning_line"]


@contextmanager
def daphne() -> Iterator[tuple[int, int]]:
    """Run a daphne on a free port; gives the port and the process's id."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "daphne", "-v", "0", "-b", "127.0.0.1", "-p", str(port)]
    process = subprocess.Popen([*command, "benchmarks.served:application"])
    try:
        wait_for(port, process)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(timeout=20)


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until the server takes connections."""
    until = time.monotonic() + LONGEST_START
    while time.monotonic() < until and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("The server didn't start.")


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
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{folder}/benchmark.sqlite3")
        os.environ.update(
            DJANGO_SETTINGS_MODULE="config.settings",
            DEBUG="0",
            HTTPS="0",
            SECRET_KEY=secrets.token_hex(32),
            ALLOWED_HOSTS="127.0.0.1",
            LOG_LEVEL="ERROR",
        )
        import django
        from django.core.management import call_command
        from django.db import connection

        django.setup()
        call_command("migrate", verbosity=0)
        seats, line = seat_players(sockets)
        with daphne() as (port, pid):
            nothing, moves = asyncio.run(compare(port, pid, seats, line))
        print(f"{sockets} sockets, one process, {connection.vendor}")
        connection.close()
    print(f"nothing {nothing}")
    print(f"moves   {moves}")
    rates = (nothing.messages / nothing.seconds) / (moves.messages / moves.seconds)
    cpu = (moves.cpu / moves.messages) / (nothing.cpu / nothing.messages)
    print(f"ratio of moves to nothing: 1/{rates:.1f} a second, 1/{cpu:.1f} by the server's CPU")


if __name__ == "__main__":
    main()
