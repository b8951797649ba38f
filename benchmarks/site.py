"""A site of its own for a benchmark: a database, players at their games, and a daphne."""

from __future__ import annotations

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

CASES = Path(__file__).parents[1] / "tests" / "cases"
LONGEST_START = 30.0


@contextmanager
def own_site() -> Iterator[str]:
    """Set Django up on a database of its own, or DATABASE_URL's; gives which kind it is."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{folder}/benchmark.sqlite3")
        os.environ.update(
            DJANGO_SETTINGS_MODULE="config.settings",
            STATIC_ROOT=f"{folder}/static",
            DEBUG="0",
            HTTPS="0",
            SECRET_KEY=secrets.token_hex(32),
            ALLOWED_HOSTS="127.0.0.1",
            LOG_LEVEL="ERROR",
            # All its players and watchers come from one address.
            SOCKETS_PER_ADDRESS="1000000",
        )
        import django
        from django.core.management import call_command
        from django.db import connection

        django.setup()
        call_command("migrate", verbosity=0)
        yield connection.vendor
        connection.close()


@dataclass(frozen=True)
class Seated:
    """A player's session and game."""

    session: str
    game: str


def seat_players(slug: str, number: int) -> tuple[list[Seated], list[str]]:
    """Store players with a session and a practice game each; give them and the line that wins."""
    from django.test import Client

    from accounts.models import Player
    from games import clock
    from games.models import Deal, Game
    from games.rules import RULESETS

    cases = map(json.loads, (CASES / f"{slug}.jsonl").read_text().splitlines())
    case = next(case for case in cases if case["winning_line"])
    deal = Deal.objects.create(
        ruleset=slug,
        ruleset_version=RULESETS[slug].version,
        pack="".join(case["shuffled"]),
        reshuffled="".join(card for pack in case.get("reshuffled") or () for card in pack),
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
