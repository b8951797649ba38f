"""Certified dailies: drawn until one is known to be won, and published only then."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.background import certification
from games.background.certification import certify_daily, certify_day
from games.dailies import WrongLine
from games.models import Certificate, DailyDeal, DayRequest, Deal
from games.rules import RULESETS, Move
from games.solver import Solution, Verdict, solve
from tests.support import CERTIFIED, SetClock, publish, publish_day

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 29)
# Each of its deals can be won, and is so without a search.
ALWAYS = "archway-leicht"


@pytest.fixture(autouse=True)
def noon(set_clock: SetClock) -> None:
    """It is noon."""
    set_clock("2026-11-29 12:00")


@pytest.fixture
def draw(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Has these seeds drawn, one after another."""

    def set_seeds(*seeds: bytes) -> None:
        drawn: Iterator[bytes] = iter(seeds)
        monkeypatch.setattr("secrets.token_bytes", lambda _size: next(drawn))

    return set_seeds


@pytest.fixture
def find(monkeypatch: pytest.MonkeyPatch) -> Callable[[Solution], None]:
    """Has the solver find this, whatever it is asked."""
    return lambda solution: monkeypatch.setattr(
        certification, "solve", lambda *_args, **_options: solution
    )


def prepare(**options: Any) -> str:
    """What the command prints."""
    out = StringIO()
    call_command("prepare_dailies", stdout=out, **options)
    return out.getvalue()


def stored() -> list[tuple[str, date]]:
    """The dailies that are there."""
    return sorted(DailyDeal.objects.values_list("ruleset", "day"))


# --- Drawing ------------------------------------------------------------------------------------


def test_deals_are_drawn_until_one_can_be_won(draw: Callable[..., None]) -> None:
    winning = bytes.fromhex(CERTIFIED["archway"]["seed"])
    draw(bytes(32), bytes([1]) * 32, winning)
    done = certify_daily(ruleset="archway", day=TODAY)
    assert bytes(done.daily.seed) == winning
    assert (done.drawn, done.undecided) == (3, 0)
    certificate = Certificate.objects.get()
    position = done.daily.deal.position()
    for text in certificate.line.split():
        position = position.play(Move.parse(text))
    assert position.is_won
    assert certificate.length == len(certificate.line.split())
    assert Deal.objects.count() == 1


def test_a_deal_that_is_not_decided_within_the_limit_is_not_published(
    draw: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(certification.NODE_LIMITS, "trefoil", 1)
    draw(bytes(32), bytes([1]) * 32)
    with pytest.raises(StopIteration):
        certify_daily(ruleset="trefoil", day=TODAY)
    assert not Deal.objects.exists()


def test_seeds_are_drawn_anew_for_each_day_and_ruleset() -> None:
    for ahead in range(3):
        certify_daily(ruleset=ALWAYS, day=TODAY + timedelta(days=ahead))
    seeds = {bytes(daily.seed) for daily in DailyDeal.objects.all()}
    assert len(seeds) == 3
    assert {len(seed) for seed in seeds} == {32}


def test_a_wrong_line_stops_the_run_and_stores_nothing(find: Callable[[Solution], None]) -> None:
    find(Solution(Verdict.WINNABLE, (Move.parse("AC:T1>FC"),), 1))
    with pytest.raises(WrongLine):
        certify_daily(ruleset=ALWAYS, day=TODAY)
    assert not Deal.objects.exists()


def test_every_ruleset_has_a_limit_of_its_own() -> None:
    assert set(certification.NODE_LIMITS) == set(RULESETS)


# --- Days ---------------------------------------------------------------------------------------


def test_a_day_is_filled_up_and_its_request_is_done() -> None:
    publish_day(TODAY, [slug for slug in RULESETS if slug != ALWAYS])
    DayRequest.objects.create(day=TODAY, created=DailyDeal.objects.all()[0].opens)
    done = list(certify_day(day=TODAY))
    assert [each.daily.ruleset for each in done] == [ALWAYS]
    assert DailyDeal.objects.count() == len(RULESETS)
    assert not DayRequest.objects.exists()
    assert list(certify_day(day=TODAY)) == []


def test_a_request_stands_while_a_day_has_a_gap() -> None:
    DayRequest.objects.create(day=TODAY, created=publish("fan", TODAY).opens)
    assert len(list(certify_day(day=TODAY, rulesets=[ALWAYS]))) == 1
    assert DayRequest.objects.exists()


# --- The command --------------------------------------------------------------------------------


def test_prepare_dailies_counts_from_today_and_changes_nothing_the_second_time(
    set_clock: SetClock,
) -> None:
    set_clock("2026-11-29 23:59:59")
    said = prepare(days=3, rulesets=[ALWAYS])
    assert "Certified 3 dailies; 2026-11-29 to 2026-12-01 are prepared." in said
    days = [TODAY + timedelta(days=ahead) for ahead in range(3)]
    assert stored() == [(ALWAYS, day) for day in days]
    packs = list(Deal.objects.order_by("pk").values_list("pack"))
    assert "Certified 0 dailies" in prepare(days=3, rulesets=[ALWAYS])
    assert list(Deal.objects.order_by("pk").values_list("pack")) == packs


def test_progress_is_told_day_by_day_and_no_secret_with_it() -> None:
    said = prepare(days=2, rulesets=[ALWAYS])
    for day in ("2026-11-29", "2026-11-30"):
        assert f"{day} {ALWAYS}: draw 1" in said
    assert "2 = 100.0%" in said
    for daily in DailyDeal.objects.select_related("deal", "certificate"):
        for secret in (
            bytes(daily.seed).hex(),
            daily.deal.pack[:8],
            daily.certificate.line.split()[0],
        ):
            assert secret not in said


def test_after_a_crash_there_is_neither_a_gap_nor_a_double(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real, calls = solve, iter(range(9))

    def crash_at_third(*args: Any, **options: Any) -> Solution:
        if next(calls) == 2:
            raise KeyboardInterrupt
        return real(*args, **options)

    monkeypatch.setattr(certification, "solve", crash_at_third)
    with pytest.raises(CommandError, match="Stopped after 2 dailies") as stopped:
        prepare(days=4, rulesets=[ALWAYS])
    assert stopped.value.returncode == 130
    assert len(stored()) == 2
    first = set(Deal.objects.values_list("pack", flat=True))
    prepare(days=4, rulesets=[ALWAYS])
    assert stored() == [(ALWAYS, TODAY + timedelta(days=ahead)) for ahead in range(4)]
    assert first < set(Deal.objects.values_list("pack", flat=True))
    assert Deal.objects.count() == Certificate.objects.count() == 4


def test_a_day_further_ahead_can_be_named() -> None:
    prepare(first=date(2026, 12, 24), days=1, rulesets=[ALWAYS])
    assert stored() == [(ALWAYS, date(2026, 12, 24))]


@pytest.mark.parametrize(
    "options",
    [
        {"days": 0},
        {"days": 1000},
        {"rulesets": ["skat"]},
        {"first": TODAY - timedelta(days=1)},
        {"first": date.max},
    ],
)
def test_prepare_dailies_refuses_what_makes_no_sense(options: dict[str, Any]) -> None:
    with pytest.raises(CommandError):
        prepare(**options)
    assert not DailyDeal.objects.exists()


@pytest.mark.parametrize("days", [0, 400])
def test_the_solver_refuses_days_that_could_never_be_prepared(days: int) -> None:
    with pytest.raises(CommandError, match="--days takes a number from 1 to 366"):
        call_command("solver", days=days)
