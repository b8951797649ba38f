"""The proof of a daily's deal: what is told of it when, and the recipe that checks it."""

import hashlib
import json
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import date
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from games.models import DailyDeal
from games.rules import RULESETS
from games.selectors import proof_of
from tests.api.askers import Asker
from tests.support import SetClock, publish, refusal

pytestmark = pytest.mark.django_db

DOCUMENT = Path(__file__).parents[2] / "docs" / "proof.md"
DAY = date(2026, 11, 29)
Check = Callable[..., "subprocess.CompletedProcess[str]"]


def address(slug: str) -> str:
    """Where the proof of a ruleset's daily is."""
    return f"/api/dailies/{DAY}/{slug}/proof/"


def proof(slug: str) -> dict[str, Any]:
    """What the API tells for the proof."""
    status, told = Asker().ask(address(slug))
    assert status == 200
    return dict(told)


def recipe() -> str:
    """The Python of the document, as it stands there."""
    (code,) = re.findall(r"^```python\n(.*?)^```$", DOCUMENT.read_text(), re.MULTILINE | re.DOTALL)
    return str(code)


@pytest.fixture
def check(tmp_path: Path) -> Iterator[Check]:
    """Runs the recipe as a program of its own, on a site that tells what is given."""
    told: dict[str, bytes] = {}

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(told[self.path])

        def log_message(self, format: str, *args: object) -> None:
            pass

    program = tmp_path / "proof.py"
    program.write_text(recipe())
    server = HTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def check(slug: str, told_of_it: dict[str, Any], *noted: str) -> Any:
        told[address(slug)] = json.dumps(told_of_it).encode()
        site = f"http://127.0.0.1:{server.server_port}"
        return subprocess.run(
            [sys.executable, "-I", str(program), site, str(DAY), slug, *noted],
            capture_output=True,
            text=True,
            check=False,
        )

    yield check
    server.shutdown()
    server.server_close()


def test_before_a_day_is_settled_the_hash_alone_is_told(set_clock: SetClock) -> None:
    daily = publish("la-belle-lucie", DAY)
    for moment in ("2026-11-27 12:00", "2026-11-29 00:00", "2026-11-30 00:59:59"):
        set_clock(moment)
        told = proof("la-belle-lucie")
        assert told["seed_sha256"] == daily.seed_sha256
        assert (told["is_settled"], told["seed"]) == (False, None)
        assert (told["pack"], told["reshuffled"]) == (None, None)


def test_of_a_day_to_come_that_is_not_prepared_nothing_is_told(set_clock: SetClock) -> None:
    set_clock("2026-11-27 12:00")
    assert Asker().ask(address("fan"))[0] == 404
    assert Asker().ask(address("nonsense"))[0] == 404
    assert refusal(proof_of, ruleset="fan", day=date(2026, 11, 26)).code == "not_found"


def test_todays_that_is_missing_is_being_prepared(set_clock: SetClock) -> None:
    set_clock("2026-11-29 12:00")
    assert Asker().ask(address("fan"))[0] == 503


@pytest.mark.parametrize("slug", RULESETS)
def test_the_published_recipe_says_yes_to_every_rulesets_settled_daily(
    set_clock: SetClock, check: Check, slug: str
) -> None:
    daily = publish(slug, DAY)
    set_clock("2026-11-30 01:00")
    told = proof(slug)
    assert hashlib.sha256(bytes.fromhex(told["seed"])).hexdigest() == told["seed_sha256"]
    assert len(told["reshuffled"]) == RULESETS[slug].redeals
    ran = check(slug, told, daily.seed_sha256)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == "The hash fits.\nThe cards fit.\n"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda told: {"seed": "00" * 32}, ["THE HASH DOES NOT FIT.", "THE CARDS DO NOT FIT."]),
        (lambda told: {"seed_sha256": "0" * 64}, ["THE HASH DOES NOT FIT.", "The cards fit."]),
        (lambda told: {"pack": told["pack"][::-1]}, ["The hash fits.", "THE CARDS DO NOT FIT."]),
        (lambda told: {"pack": []}, ["The hash fits.", "THE CARDS DO NOT FIT."]),
        (
            lambda told: {"reshuffled": told["reshuffled"][::-1]},
            ["The hash fits.", "THE CARDS DO NOT FIT."],
        ),
    ],
    ids=["seed", "hash", "cards", "no cards", "packs of the redeals"],
)
def test_the_published_recipe_says_no_to_what_was_tampered_with(
    set_clock: SetClock,
    check: Check,
    change: Callable[[dict[str, Any]], dict[str, Any]],
    said: list[str],
) -> None:
    publish("la-belle-lucie", DAY)
    set_clock("2026-11-30 01:00")
    told = proof("la-belle-lucie")
    ran = check("la-belle-lucie", told | change(told))
    assert ran.returncode == 1
    assert ran.stdout.splitlines() == said


def test_the_published_recipe_says_no_where_the_hash_is_not_the_one_that_was_noted(
    set_clock: SetClock, check: Check
) -> None:
    publish("fan", DAY)
    noted = DailyDeal.objects.get().seed_sha256
    other = bytes(31) + b"\1"
    pack, _ = RULESETS["fan"].shuffled(other)
    deal = DailyDeal.objects.get().deal
    deal.pack = "".join(pack)
    deal.save()
    DailyDeal.objects.update(seed=other, seed_sha256=hashlib.sha256(other).hexdigest())
    set_clock("2026-11-30 01:00")
    assert check("fan", proof("fan")).returncode == 0
    ran = check("fan", proof("fan"), noted)
    assert ran.returncode == 1
    assert "THE HASH DOES NOT FIT." in ran.stdout


def test_the_published_recipe_waits_until_the_day_is_settled(
    set_clock: SetClock, check: Check
) -> None:
    publish("fan", DAY)
    set_clock("2026-11-29 12:00")
    ran = check("fan", proof("fan"))
    assert ran.returncode == 1
    assert ran.stderr == "This day is not settled yet.\n"


def test_the_published_recipe_has_twenty_lines() -> None:
    assert len([line for line in recipe().splitlines() if line]) == 20
