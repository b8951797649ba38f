"""Every door of the site is knocked at for what must stay secret until a day is settled."""

import base64
import html
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts.models import Player
from games.models import DailyDeal
from tests.attack.access import DAY, SLUG, World, addresses, settle_world
from tests.attack.tally import counted, times
from tests.conftest import SetClock
from tests.served.secrecy import EXAMPLE, cards_of, runs_of
from tests.support import publish_day

pytestmark = pytest.mark.django_db

TOMORROW = DAY + timedelta(days=1)
MOVE = re.compile(r"\b[A2-9TJQK][CDHS]:[A-Z0-9]+>[A-Z0-9]+")
PASSWORD = "Kreuz-Pik-Herz-Karo"
# What is added to addresses, for whatever may hang on it.
QUESTIONS = (
    *("", "?format=json", "?format=api", "?fields=seed,pack,line", "?expand=deal,certificate"),
    *("?since=0", "?page=1", "?around=Anna", f"?day={TOMORROW}", "?debug=1", "?seed=1&pack=1"),
)


@pytest.fixture
def world(set_clock: SetClock, settings: Any) -> World:
    """Noon of a day whose next is prepared, too; the owner is playing."""
    settings.METRICS_TOKEN = "figures"
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    world = settle_world(set_clock)
    # All of certified seeds; so that tomorrow's are told apart from today's, with seeds of its own.
    publish_day(TOMORROW)
    for daily in DailyDeal.objects.filter(day=TOMORROW):
        daily.seed = bytes(reversed(bytes(daily.seed)))
        daily.deal.pack = "".join(reversed_cards(daily.deal.pack))
        daily.deal.save()
        daily.save()
    world.owner.set_password(PASSWORD)
    world.owner.save()
    world.askers["owner"].force_login(world.owner)
    boss = Player.objects.create_superuser("Boss")
    world.askers["moderator"].force_login(boss)
    return world


def reversed_cards(pack: str) -> list[str]:
    return [pack[at : at + 2] for at in range(0, len(pack), 2)][::-1]


def writings(seed: bytes) -> Iterator[str]:
    """The ways in which a seed might be written."""
    yield from (seed.hex(), str(list(seed)), str(int.from_bytes(seed)), repr(seed)[2:-1])
    yield from (str(int.from_bytes(seed, "little")), base64.b64encode(seed).decode()[:-2])
    yield base64.urlsafe_b64encode(seed).decode()[:-2]
    yield seed.decode("latin-1")


def threes_of(moves: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every three moves in a row: so many are no chance."""
    for at in range(len(moves) - 2):
        yield tuple(moves[at : at + 3])


@dataclass(frozen=True, kw_only=True)
class Secrets:
    """What must not be told of one daily."""

    daily: DailyDeal
    seed: tuple[str, ...]
    line: frozenset[tuple[str, ...]]
    cards: frozenset[tuple[str, ...]]

    @classmethod
    def of(cls, daily: DailyDeal) -> "Secrets":
        """Everything that would give a daily away."""
        moves = daily.certificate.line.split()
        pack = [daily.deal.pack[at : at + 2] for at in range(0, len(daily.deal.pack), 2)]
        return cls(
            daily=daily,
            seed=tuple(writings(bytes(daily.seed))),
            line=frozenset(threes_of(moves)),
            cards=frozenset(runs_of(pack)),
        )


def told(secrets: list[Secrets], text: str, *, own: bool = False) -> list[str]:
    """What a text gives away; to who plays today's deals it may show their cards."""
    found = []
    lower = text.lower()
    moves = set(threes_of(MOVE.findall(html.unescape(text))))
    runs = set(runs_of(cards_of(EXAMPLE.sub("", text))))
    for secret in secrets:
        name = f"{secret.daily.ruleset} {secret.daily.day}"
        if any(writing in text or writing.lower() in lower for writing in secret.seed):
            found.append(f"{name}: the seed")
        if moves & secret.line:
            found.append(f"{name}: the line")
        if runs & secret.cards and not (own and secret.daily.day == DAY):
            found.append(f"{name}: cards of the deal")
    return found


@pytest.fixture
def secrets(world: World) -> list[Secrets]:
    """What is secret of today's deals and tomorrow's."""
    dailies = DailyDeal.objects.filter(day__in=(DAY, TOMORROW))
    return [Secrets.of(daily) for daily in dailies.select_related("deal", "certificate")]


def knock(world: World, asker: str, method: str, route: str) -> Iterator[tuple[str, str]]:
    """Answers of one address to one asker, for today's things and tomorrow's."""
    for day in (DAY, TOMORROW):
        many = method == "GET" and day == DAY and times(0, whole=1)
        for question in QUESTIONS if many else ("",):
            path = world.path(route, **{"day:day": day})
            answer = world.ask(asker, method, path + question)
            counted["doors knocked at"] += 1
            headers = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
            content = b"".join(answer.streaming_content) if answer.streaming else answer.content
            yield path + question, headers + "\n\n" + content.decode("utf-8", "replace")


@pytest.mark.parametrize("asker", ["owner", "other", "moderator"])
def test_no_door_tells_of_days_that_are_not_settled(
    world: World, secrets: list[Secrets], asker: str
) -> None:
    for method, route in addresses():
        if method == "DELETE":
            continue
        for address, text in knock(world, asker, method, route):
            # To start is to be shown the cards, and to practise shows those of a practice deal.
            shows = asker == "owner" or route.endswith("start/") or "practice" in route
            assert told(secrets, text, own=shows) == [], (method, address)


def test_downloads_figures_and_the_service_worker_tell_nothing(
    world: World, secrets: list[Secrets]
) -> None:
    owner = world.askers["owner"]
    download = owner.post("/account/data/", {"password": PASSWORD})
    assert download.headers["Content-Type"] == "application/json"
    texts = {
        "download": download.content.decode(),
        "metrics": owner.get(
            "/metrics", headers={"authorization": "Bearer figures"}
        ).content.decode(),
        "ready": owner.get("/readyz").content.decode(),
        "schema": owner.get("/api/schema/").content.decode(),
    }
    for name, text in texts.items():
        assert len(text) > 1, name
        assert told(secrets, text, own=name == "download") == [], name


def test_the_commands_that_check_days_tell_nothing(
    world: World, secrets: list[Secrets], capsys: pytest.CaptureFixture[str]
) -> None:
    for day in (DAY, TOMORROW):
        with suppress(CommandError):
            call_command("verify_daily", str(day), SLUG)
    said = "".join(capsys.readouterr())
    assert said
    assert told(secrets, said) == []


def test_once_settled_the_doors_do_tell(
    world: World, secrets: list[Secrets], set_clock: SetClock
) -> None:
    set_clock("2026-11-30 01:30")
    proof = "api/dailies/<day:day>/<slug:slug>/proof/"
    line = "api/dailies/<day:day>/<slug:slug>/solution/"
    answers = [text for route in (proof, line) for _, text in knock(world, "other", "GET", route)]
    found = told(secrets, "\n".join(answers))
    assert {f"{SLUG} {DAY}: {what}" for what in ("the seed", "the line", "cards of the deal")} <= {
        *found
    }
    # The lines of both days are the same here; what else tomorrow has stays secret.
    assert not any(str(TOMORROW) in what for what in found if not what.endswith("line"))
