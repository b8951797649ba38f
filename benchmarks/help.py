"""Print how long another player's moves take while the solver helps, beside the same without help.

Run it with `python -m benchmarks.help` from the repository. It starts a daphne and a solver's
process of its own on a database of its own, a new SQLite file; with DATABASE_URL (and REDIS_URL)
in the environment on that database, which it fills with players and games: give it an empty one.

One player plays game after game over a socket, a move every fraction of a second. During every
other game some others ask, without a pause, whether hard positions can still be won: the solver
has always something to search. Times depend on the machine; the ratio within one run hardly does.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from pathlib import Path
from urllib.error import HTTPError
from uuid import uuid4

import websockets

from benchmarks.site import Seated, daphne, own_site, seat_players

CERTIFIED = Path(__file__).parents[1] / "tests" / "certified.json"
ASKERS = 4
# Their deals take far longer than there is time for an answer.
HARD = "streets-and-alleys"
PLAYED = "beleaguered-castle"
PACE = 0.05
LOOK_EVERY = 0.2
CSRF = "c" * 32


def publish_today() -> None:
    """Store today's dailies, so that the solver has none to prepare."""
    from games import selectors
    from games.dailies import publish_daily
    from games.rules import Move

    for slug, found in json.loads(CERTIFIED.read_text()).items():
        publish_daily(
            ruleset=slug,
            day=selectors.today(),
            seed=bytes.fromhex(found["seed"]),
            line=[Move.parse(move) for move in found["line"].split()],
            nodes=found["nodes"],
        )


def seat_askers() -> list[Seated]:
    """Players with a session and a practice game of a hard deal each."""
    from django.test import Client

    from accounts.models import Player
    from games import services
    from games.seats import Seat

    seated = []
    for number in range(1, ASKERS + 1):
        player = Player.objects.create_user(f"a{secrets.token_hex(8)}")
        client = Client()
        client.force_login(player)
        seat = Seat(player=player)
        game = services.start_practice(seat=seat, ruleset=HARD, number=number)
        seated.append(Seated(session=str(client.session.session_key), game=str(game.pk)))
    return seated


@contextmanager
def solver() -> Iterator[None]:
    """Run the solver's process, which prepares nothing meanwhile."""
    command = [sys.executable, "manage.py", "solver", "--days", "1", "--verbosity", "0"]
    process = subprocess.Popen(command)
    try:
        yield
    finally:
        process.terminate()
        process.wait(timeout=60)


def call(port: int, seated: Seated, kind: str | None = None) -> dict[str, object]:
    """Ask for help, or look what became of it; what is refused is told as "refused"."""
    headers = {
        "Cookie": f"session={seated.session}; csrftoken={CSRF}",
        "X-CSRFToken": CSRF,
        "Content-Type": "application/json",
    }
    data = None if kind is None else json.dumps({"kind": kind}).encode()
    address = f"http://127.0.0.1:{port}/api/games/{seated.game}/help/"
    request = urllib.request.Request(address, data=data, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 # our own address
            told: dict[str, object] = json.load(answer)
            return told
    except HTTPError as error:
        return {"state": f"refused {error.code}"}


def keep_asking(port: int, askers: Sequence[Seated], asking: Event, ended: Event) -> None:
    """Ask, all of them by turns and as browsers do, as long as it is time for asking."""
    waiting: set[Seated] = set()
    while not ended.is_set():
        if not asking.wait(timeout=0.1):
            continue
        for asker in askers:
            told = call(port, asker, None if asker in waiting else "winnable")
            if told["state"] == "waiting":
                waiting.add(asker)
            else:
                waiting.discard(asker)
        time.sleep(LOOK_EVERY)


async def play(port: int, seated: Seated, line: Sequence[str]) -> list[float]:
    """Play a line at a steady pace; give how many seconds each answer took."""
    took = []
    async with websockets.connect(
        f"ws://127.0.0.1:{port}/ws/games/{seated.game}/",
        origin=websockets.Origin(f"http://127.0.0.1:{port}"),
        additional_headers={"Cookie": f"session={seated.session}"},
    ) as game:
        await game.recv()
        for version, move in enumerate(line):
            await asyncio.sleep(PACE)
            message = {"type": "play", "id": str(uuid4()), "move": move, "version": version}
            began = time.perf_counter()
            await game.send(json.dumps(message))
            answer = json.loads(await game.recv())
            took.append(time.perf_counter() - began)
            assert answer["type"] == "answer", answer
    return took


def compare(
    port: int, games: Sequence[Seated], line: Sequence[str], askers: Sequence[Seated]
) -> tuple[list[float], list[float]]:
    """Play all games, every other one while the solver helps: times without and with help."""
    # Started anew, for this process holds a database.
    context = get_context("spawn")
    asking, ended = context.Event(), context.Event()
    others = context.Process(target=keep_asking, args=(port, askers, asking, ended))
    others.start()
    times: tuple[list[float], list[float]] = ([], [])
    try:
        for number, seated in enumerate(games):
            helps = number % 2
            if helps:
                asking.set()
                time.sleep(1)
            times[helps].extend(asyncio.run(play(port, seated, line)))
            asking.clear()
            # What was asked last is answered, or dropped, before the next game begins.
            time.sleep(2.5)
    finally:
        ended.set()
        others.join()
    return times


def described(times: Sequence[float]) -> tuple[float, float]:
    """The median and the 95th percentile, in milliseconds."""
    cuts = statistics.quantiles(times, n=20)
    return 1000 * statistics.median(times), 1000 * cuts[-1]


def main() -> None:
    """Set everything up, measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=8, help="an even number")
    games: int = parser.parse_args().games
    with own_site() as database:
        # One more, to begin with: its times are not counted.
        (first, *seats), line = seat_players(PLAYED, games + 1)
        publish_today()
        askers = seat_askers()
        with solver(), daphne() as (port, _):
            while str(call(port, askers[0], "winnable")["state"]).startswith("refused"):
                time.sleep(0.5)
            asyncio.run(play(port, first, line))
            without, with_help = compare(port, seats, line, askers)
    (plain, plain_95), (helped, helped_95) = described(without), described(with_help)
    print(f"{len(without)} and {len(with_help)} moves, {ASKERS} players asking, {database}")
    print(f"without help  median {plain:6.2f} ms   p95 {plain_95:6.2f} ms")
    print(f"with help     median {helped:6.2f} ms   p95 {helped_95:6.2f} ms")
    print(f"ratio         median {helped / plain:6.2f}      p95 {helped_95 / plain_95:6.2f}")


if __name__ == "__main__":
    main()
