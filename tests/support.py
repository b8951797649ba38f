"""What the shared fixtures give: a clock that can be set, deals of the cases, a seat at a game."""

import hashlib
import json
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Protocol
from uuid import UUID, uuid4

import pytest

from accounts.models import Player
from games import services
from games.calendar import daily_zone, day_bounds
from games.dailies import missing_rulesets
from games.errors import GameError
from games.models import Certificate, DailyDeal, Deal, Game
from games.rules import RULESETS
from games.seats import Seat
from games.services import Basis, GameRequest, Kind
from leaderboard import services as results
from leaderboard.circles import services as circles
from leaderboard.models import Circle, Entry

CASES = Path(__file__).parent / "cases"
# Of each ruleset a seed, the line that wins its deal and the nodes that it took to find it.
CERTIFIED: dict[str, Any] = json.loads((Path(__file__).parent / "certified.json").read_text())

AtOnce = Callable[[Sequence[Callable[[], Any]]], list[Any]]
# A ranked game of Beleaguered Castle and the line that wins it.
Castle = tuple["Table", tuple[str, ...]]
SitDown = Callable[[Game, Seat], "Table"]


@cache
def certified_deal(slug: str) -> tuple[bytes, str, str]:
    """The seed of a ruleset's deal that was certified once for the tests, and its packs."""
    seed = bytes.fromhex(CERTIFIED[slug]["seed"])
    pack, reshuffled = RULESETS[slug].shuffled(seed)
    return seed, "".join(pack), "".join(card for again in reshuffled for card in again)


def publish(slug: str, day: date) -> DailyDeal:
    """Store the certified deal as a daily, as if the solver had; what is there stays."""
    publish_day(day, [slug])
    return DailyDeal.objects.select_related("deal").get(ruleset=slug, day=day)


def publish_day(day: date, slugs: Sequence[str] = tuple(RULESETS)) -> None:
    """Store what is missing of a day, likewise, in as few queries as can be."""
    missing = [slug for slug in missing_rulesets(day=day) if slug in slugs]
    dailies = [_daily(slug, day, *certified_deal(slug)) for slug in missing]
    _store(dailies)
    Certificate.objects.bulk_create(
        Certificate(
            daily=daily,
            line=CERTIFIED[daily.ruleset]["line"],
            length=len(CERTIFIED[daily.ruleset]["line"].split()),
            nodes=CERTIFIED[daily.ruleset]["nodes"],
            created=daily.deal.created,
        )
        for daily in dailies
    )


def _daily(
    slug: str, day: date, seed: bytes, pack: str, reshuffled: str, **moments: datetime
) -> DailyDeal:
    """A daily and its deal, neither stored yet."""
    opens, closes = day_bounds(day)
    usual = {"opens": opens, "closes": closes, "settles": closes + timedelta(hours=1)}
    deal = Deal(
        ruleset=slug,
        ruleset_version=RULESETS[slug].version,
        pack=pack,
        reshuffled=reshuffled,
        created=opens - timedelta(days=1),
    )
    return DailyDeal(
        deal=deal,
        ruleset=slug,
        day=day,
        seed=seed,
        seed_sha256=hashlib.sha256(seed).hexdigest(),
        **(usual | moments),
    )


def _store(dailies: Sequence[DailyDeal]) -> None:
    Deal.objects.bulk_create(daily.deal for daily in dailies)
    DailyDeal.objects.bulk_create(dailies)


class StoreDaily(Protocol):
    """Stores a case's deal as a daily: today's, unless a day is given."""

    def __call__(self, slug: str, day: date | None = None) -> "CaseDaily": ...


class SetClock:
    """The database's clock, once it is called with a moment; `advance` moves it on."""

    moment: datetime

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def __call__(self, moment: datetime | str) -> datetime:
        """Stop the clock at a moment; a text like "2026-11-29 23:59:30" is in the daily zone."""
        if isinstance(moment, str):
            moment = datetime.fromisoformat(moment).replace(tzinfo=daily_zone())
        self.moment = moment.astimezone(UTC)
        self._monkeypatch.setattr("games.clock.now", lambda: self.moment)
        self._monkeypatch.setattr("games.clock.read", lambda found: self.moment)
        return self.moment

    def advance(self, **delta: float) -> datetime:
        """Move the stopped clock on by a timedelta's parts."""
        self.moment += timedelta(**delta)
        return self.moment


@dataclass(frozen=True, kw_only=True)
class Case:
    """A deal that unrelated solvers have judged, with a line that wins it if there is one."""

    id: str
    ruleset: str
    shuffled: tuple[str, ...]
    reshuffled: tuple[tuple[str, ...], ...]
    line: tuple[str, ...]


def read_cases(slug: str) -> Iterator[Case]:
    """The cases of a ruleset, in order."""
    for text in (CASES / f"{slug}.jsonl").read_text().splitlines():
        data = json.loads(text)
        yield Case(
            id=data["id"],
            ruleset=data["ruleset"],
            shuffled=tuple(data["shuffled"]),
            reshuffled=tuple(map(tuple, data.get("reshuffled") or ())),
            line=tuple(data["winning_line"] or ()),
        )


def store_case(case: Case, day: date, **moments: datetime) -> DailyDeal:
    """Store a case's deal as the daily of its ruleset, at other `moments` if they are said."""
    pack, reshuffled = "".join(case.shuffled), "".join(chain.from_iterable(case.reshuffled))
    seed = secrets.token_bytes(32)
    daily = _daily(case.ruleset, day, seed, pack, reshuffled, **moments)
    _store([daily])
    return daily


@dataclass(frozen=True, kw_only=True)
class CaseDaily:
    """A daily with a case's deal, and the line that wins it."""

    daily: DailyDeal
    line: tuple[str, ...]


@dataclass
class Table:
    """Plays one game through the services, always on the version it saw last."""

    game_id: UUID
    seat: Seat
    version: int = 0
    answers: list[dict[str, Any]] = field(default_factory=list)

    def play(self, *texts: str, sequence: bool = False) -> dict[str, Any]:
        """Play moves, each as a request of its own; gives the last answer's payload."""
        for text in texts:
            self._ask("play", text, sequence=sequence)
        return self.answers[-1]

    def play_until_the_rest_goes_up(self, line: Sequence[str]) -> dict[str, Any]:
        """Play a winning line as far as it must be played; gives the last answer's payload."""
        return next(answer for text in line if (answer := self.play(text))["can_finish"])

    def finish(self) -> dict[str, Any]:
        """Play all that is left to the foundations."""
        return self._ask("finish")

    def undo(self) -> dict[str, Any]:
        """Take the last entry back."""
        return self._ask("undo")

    def restart(self) -> dict[str, Any]:
        """Take everything back that may be taken back."""
        return self._ask("restart")

    def resign(self) -> dict[str, Any]:
        """Give the game up."""
        return self._ask("resign")

    def _ask(self, kind: Kind, text: str = "", *, sequence: bool = False) -> dict[str, Any]:
        answer = ask(self, text, kind=kind, sequence=sequence)
        self.version = answer["version"]
        self.answers.append(answer)
        return answer


def refusal(call: Callable[..., Any], *args: Any, **kwargs: Any) -> GameError:
    """The refusal of a call that must be refused."""
    with pytest.raises(GameError) as caught:
        call(*args, **kwargs)
    return caught.value


def ask(
    at: Table,
    text: str = "",
    *,
    version: int | None = None,
    after: UUID | None = None,
    request: UUID | None = None,
    kind: Kind = "play",
    sequence: bool = False,
) -> dict[str, Any]:
    """Play a move, or ask for something else, with a basis and an id of one's own choice."""
    basis = Basis(version=at.version if version is None and after is None else version, after=after)
    asked = GameRequest(
        kind=kind, request=request or uuid4(), basis=basis, text=text, sequence=sequence
    )
    return services.decide(game_id=at.game_id, seat=at.seat, asked=asked)


def circle_of(owner: Player, *others: Player, name: str = "Bridgeclub") -> Circle:
    """A circle of the owner's, with others in it."""
    circle = circles.start_circle(player=owner, name=name)
    for each in others:
        circles.join(player=each, token=circle.token)
    return circle


def store_win(
    daily: DailyDeal,
    player: Player,
    hundredths: int,
    *,
    finished: datetime,
    undos: int = 0,
    restarts: int = 0,
    state: str = "counted",
) -> Entry:
    """Store a won ranked game of so many hundredths with its entry, as if it had been played."""
    game = Game.objects.create(
        player=player,
        deal=daily.deal,
        daily=daily,
        started=finished - timedelta(milliseconds=10 * hundredths),
        finished=finished,
        outcome=Game.Outcome.WON,
        position=str(daily.deal.position()),
        version=90,
        ply=90,
        undos=undos,
        restarts=restarts,
    )
    return results.enter(
        Entry(
            game=game,
            daily=daily,
            player=player,
            hundredths=hundredths,
            moves=90,
            undos=undos,
            restarts=restarts,
            finished=finished,
            state=state,
            reason="" if state == "counted" else "a reason",
        )
    )
