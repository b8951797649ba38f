"""docs/protocol.md tells the truth: its examples, its codes, and its addresses."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import Player
from games import services
from games.api.errors import OWN
from games.background import answering
from games.errors import ILLEGAL_MOVE_STATUS, STATUS
from games.live import limits, origin, socket
from games.models import SolverPulse
from games.requests import MAX_BYTES
from games.rules import Reason
from games.seats import Seat
from games.solver import solve
from leaderboard.circles import services as circles
from tests.api.askers import signed_in
from tests.conftest import CaseDaily, SetClock, Table
from tests.live.documented import PROTOCOL, Stage, blocks


@pytest.fixture
def text() -> str:
    """The document."""
    return PROTOCOL.read_text()


@pytest.fixture
def stage(
    transactional_db: None,
    daily_of_case: Callable[..., CaseDaily],
    set_clock: SetClock,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> Stage:
    """Anna's evening: noon of a day whose Beleaguered Castle is a case's deal."""
    settings.FASTEST_SECONDS_PER_MOVE = 0
    set_clock("2026-11-29 20:00:00")
    dealt = daily_of_case("beleaguered-castle")
    anna = Player.objects.create_user("Anna")
    circles.start_circle(player=anna, name="Bridge club")
    seat = Seat(player=anna)

    def win() -> None:
        game = services.start_daily(player=anna, ruleset="beleaguered-castle", day=dealt.daily.day)
        set_clock.advance(minutes=3)
        Table(game_id=game.pk, seat=seat, version=game.version).play(*dealt.line)

    # However slow the machine is, the answers are the same.
    monkeypatch.setattr(
        answering,
        "solve_within",
        lambda position, *_: solve(position, node_limit=10_000, redeal_when_stuck=False),
    )
    SolverPulse.objects.create(seen=set_clock.moment + timedelta(minutes=10))
    return Stage(signed_in(anna), win=win, solve=answering.answer_next)


@pytest.mark.django_db(transaction=True, reset_sequences=True)
async def test_every_example_is_what_really_happens(
    text: str, stage: Stage, set_clock: SetClock
) -> None:
    examples = blocks(text)
    assert len(examples) > 40
    for number, block in enumerate(examples):
        set_clock.advance(seconds=1)
        actual = await stage.act(block)
        if block.label != "client" and not block.label.startswith("POST"):
            stage.compare(block.body, actual, f"example {number} ({block.label})")


def test_every_block_of_json_is_an_example(text: str) -> None:
    assert text.count("```json") == len(blocks(text))


def codes(text: str, title: str) -> dict[str, str]:
    """The first two columns of the table under a title."""
    section = re.split(r"\n##+ ", text.split(f"# {title}\n")[1])[0]
    rows = re.findall(r"^\| `?([a-z_0-9]+)`? \| ([^|]*?) \|", section, re.MULTILINE)
    return {code: second for code, second in rows if code not in ("code", "---")}


def test_the_table_of_error_codes_is_complete(text: str) -> None:
    reasons = list(Reason)
    # Those before are why a text can't be read: they all come as unreadable_move.
    illegal = reasons[reasons.index(Reason.GAME_WON) :]
    known = STATUS | {code: status for code, (status, _words) in OWN.items()}
    assert codes(text, "Error codes") == {code: str(status) for code, status in known.items()}
    assert set(codes(text, "Moves against the rules")) == {str(reason) for reason in illegal}
    assert f"refused with {ILLEGAL_MOVE_STATUS} and one of these" in text


def test_the_table_of_close_codes_is_complete(text: str) -> None:
    used = {
        value
        for module in (socket, origin)
        for name, value in vars(module).items()
        if name.startswith("CLOSE_")
    }
    failures = (STATUS["server_error"], STATUS["unavailable"])
    used |= {4000 + status for status in (*socket.GONE, *failures)}
    assert {int(code) for code in codes(text, "Close codes")} == used
    assert all(3000 <= code <= 4999 for code in used), "what a server may close with"


def test_every_address_of_the_api_is_written_about(text: str) -> None:
    from games.api.urls import urlpatterns

    for pattern in urlpatterns[:-1]:
        route = re.escape(f"/api/{pattern.pattern}")
        written = re.sub(r"<[a-z_]+:[a-z_]+>|\\<[a-z_]+:[a-z_]+\\>", "[^/ ]+", route)
        assert re.search(written, text), pattern


def test_the_numbers_in_the_text_are_those_in_force(text: str) -> None:
    assert f"at most {MAX_BYTES} bytes" in text
    assert f"silent for {socket.SILENCE_SECONDS:.0f} seconds" in text
    assert limits.MALFORMED_UNTIL_CLOSED == 10
    assert "| 4400 | Ten malformed messages" in text
