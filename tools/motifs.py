"""What there is to take pictures of: people, games and pages, with which a site is filled."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import cast
from uuid import uuid4

import django

from tools.shell import ROOT

django.setup()

from accounts.models import NameReport, Player  # noqa: E402 # only after the setup
from accounts.reports import report_name  # noqa: E402
from games import clock, selectors, services  # noqa: E402
from games.boards import ALL  # noqa: E402
from games.calendar import day_bounds  # noqa: E402
from games.models import DailyDeal, Deal, Game  # noqa: E402
from games.rules import RULESETS, Move, Position  # noqa: E402
from games.seats import Seat  # noqa: E402
from leaderboard.circles import services as circles  # noqa: E402
from leaderboard.fairplay.services import case_of  # noqa: E402
from leaderboard.models import Circle, Entry, Record, Standing  # noqa: E402
from leaderboard.steps import recount  # noqa: E402

PREVIEW_NUMBER, PREVIEW_MOVES = 1883, 14
FAMILIES = ("burgvoegtin", "beleaguered-castle", "archway", "la-belle-lucie")
WINNERS = ("Philippa", "Kaspar", "Friederike", "Joachim", "Amalie", "Leopold", "Sophie")
# The pages about one's own account, behind its start page.
ACCOUNT = (
    *("name", "email", "password/change", "recovery-code", "security", "devices"),
    *("data", "delete"),
)
# What README.md shows: a ruleset, and how much of its line has been played.
SHOWN, SHOWN_PART = "archway", 0.4
# Whose tables are taken with large indices, in four colours, for the left hand.
LARGE = ("burgvoegtin", "beleaguered-castle", "archway", "la-belle-lucie")


@dataclass(frozen=True, kw_only=True)
class Subject:
    """One picture: its name, where it is taken, by whom (nobody for guests)."""

    name: str
    path: str
    player: Player | None = None

    @property
    def is_table(self) -> bool:
        """Whether a table fills the window, whatever its size."""
        return self.path.startswith("/games/")


@dataclass(frozen=True, kw_only=True)
class Line:
    """A case's deal and how much of its winning line is played."""

    ruleset: str
    pack: tuple[str, ...]
    reshuffled: tuple[tuple[str, ...], ...]
    moves: tuple[str, ...]
    played: int


def cases(slug: str) -> Iterator[Line]:
    """The lines that win a deal of a ruleset, from the tests' cases."""
    for text in (ROOT / "tests" / "cases" / f"{slug}.jsonl").read_text().splitlines():
        data = json.loads(text)
        if data["winning_line"]:
            yield Line(
                ruleset=slug,
                pack=tuple(data["shuffled"]),
                reshuffled=tuple(map(tuple, data.get("reshuffled") or ())),
                moves=tuple(data["winning_line"]),
                played=0,
            )


def fullness(position: Position) -> tuple[int, int]:
    """How long the longest pile is that has to be spread, then how many cards lie in all."""
    piles = position.piles
    arch = [len(cards) for pile, cards in piles.items() if pile.startswith("R")]
    rows = [len(cards) for pile, cards in piles.items() if pile.startswith("T")]
    return max(arch or rows), sum(arch + rows)


def fullest(slug: str) -> Line:
    """The position with the longest pile that the lines of a ruleset come through."""
    best = ((0, 0), next(cases(slug)))
    for line in cases(slug):
        position = RULESETS[slug].deal(line.pack, reshuffled=line.reshuffled)
        for played, text in enumerate(line.moves, start=1):
            position = position.play(Move.parse(text))
            found = fullness(position)
            if found > best[0]:
                best = (found, replace(line, played=played))
    return best[1]


def store_daily(line: Line) -> DailyDeal:
    """Make a line's deal today's."""
    day = selectors.today()
    opens, closes = day_bounds(day)
    seed = hashlib.sha256(line.ruleset.encode()).digest()
    deal = Deal.objects.create(
        ruleset=line.ruleset,
        ruleset_version=RULESETS[line.ruleset].version,
        pack="".join(line.pack),
        reshuffled="".join(card for pack in line.reshuffled for card in pack),
        created=opens - timedelta(days=1),
    )
    return DailyDeal.objects.create(
        deal=deal,
        ruleset=line.ruleset,
        day=day,
        seed=seed,
        seed_sha256=hashlib.sha256(seed).hexdigest(),
        opens=opens,
        closes=closes,
        settles=closes + timedelta(hours=1),
    )


def move(text: str, version: int) -> services.GameRequest:
    """The request to play a move on a version."""
    basis = services.Basis(version=version)
    return services.GameRequest(kind="play", request=uuid4(), basis=basis, text=text)


def play(player: Player, line: Line, moves: int) -> Game:
    """Play the beginning of a line in today's game."""
    seat = Seat(player=player)
    game = services.start_daily(player=player, ruleset=line.ruleset, day=selectors.today())
    for version, text in enumerate(line.moves[:moves]):
        services.decide(game_id=game.pk, seat=seat, asked=move(text, version))
    return game


def add_up(slug: str, day: date) -> None:
    """Give the winners some points of the month and of all time, as if days had been settled."""
    for place, name in enumerate(WINNERS):
        player = Player.objects.get(username=name)
        Standing.objects.create(
            player=player,
            scope=ALL,
            month=day.replace(day=1),
            points=1480 - 113 * place,
            wins=21 - place,
        )
        Record.objects.create(
            player=player,
            ruleset=slug,
            wins=40 - 3 * place,
            best=9000 + 4133 * place,
            median=21_417 + 3911 * place,
            streak=12 - place,
        )


def gather() -> Circle:
    """Bring the winners together in a circle."""
    first, *others = (Player.objects.get(username=name) for name in WINNERS)
    circle = circles.start_circle(player=first, name="Bridgeclub Köln-Süd")
    for each in others:
        circles.join(player=each, token=circle.token)
    return circle


def furnish(*, only_shown: bool, only_previews: bool) -> list[Subject]:
    """Fill the site with people and their games; return what is to be seen there."""
    if only_previews:
        player = Player.objects.create_user("Wilhelmine")
        return [preview(slug, player) for slug in FAMILIES]
    if only_shown:
        line = next(cases(SHOWN))
        store_daily(line)
        player = Player.objects.create_user("Wilhelmine")
        return [table("table", player, line, int(len(line.moves) * SHOWN_PART))]
    dealt, full, large = (
        Player.objects.create_user(name) for name in ("Wilhelmine", "Ottokar", "Adelheid")
    )
    large.preferences = {"indices": "large", "suits": "four", "hand": "left"}
    large.save()
    lines = [fullest(slug) for slug in RULESETS]
    for line in lines:
        store_daily(line)
    subjects = [table(f"table-{line.ruleset}", dealt, line, 0) for line in lines]
    subjects += [table(f"table-{line.ruleset}-full", full, line, line.played) for line in lines]
    subjects += [
        table(f"table-{line.ruleset}-large", large, line, line.played)
        for line in lines
        if line.ruleset in LARGE
    ]
    for place, name in enumerate(WINNERS):
        winner = Player.objects.create_user(name)
        for line in lines[place % 2 :: 4]:
            game = play(winner, line, len(line.moves))
            hundredths = 9000 + 4133 * place + 71 * len(line.moves)
            Entry.objects.filter(game=game).update(hundredths=hundredths)
            recount(cast(int, game.daily_id))
    slug, winner = lines[0].ruleset, Player.objects.get(username=WINNERS[0])
    day = selectors.today()
    add_up(slug, day)
    club = gather()
    hidden = Player.objects.create_user("Eremit", page_for=Player.Audience.NOBODY)
    # Without a password nobody can change it.
    winner.set_password(uuid4().hex)
    winner.save()
    subjects += [
        Subject(name="page-lobby-guest", path="/"),
        Subject(name="page-lobby", path="/", player=winner),
        Subject(name="page-daily", path=f"/daily/{lines[1].ruleset}/", player=winner),
        Subject(name="page-board", path=f"/boards/{slug}/", player=winner),
        Subject(name="page-boards", path="/boards/"),
        Subject(name="page-player", path=f"/players/{winner.username}/"),
        Subject(name="page-player-own", path=f"/players/{winner.username}/", player=winner),
        Subject(name="page-player-private", path=f"/players/{hidden.username}/"),
        Subject(name="page-calendar", path=f"/calendar/?patience={slug}", player=winner),
        Subject(name="page-calendar-all", path="/calendar/", player=winner),
        Subject(name="page-board-month", path=f"/boards/all/{day:%Y-%m}/"),
        Subject(name="page-board-all-time", path=f"/boards/{slug}/all-time/"),
        Subject(name="page-circles", path="/circles/", player=winner),
        Subject(name="page-circle", path=f"/circles/{club.pk}/{slug}/", player=winner),
        Subject(
            name="page-circle-month", path=f"/circles/{club.pk}/all/{day:%Y-%m}/", player=winner
        ),
        Subject(name="page-circle-members", path=f"/circles/{club.pk}/members/", player=winner),
        Subject(name="page-circle-leave", path=f"/circles/{club.pk}/leave/", player=winner),
        Subject(name="page-circle-join", path=f"/circles/join/{club.token}/"),
        Subject(name="page-months", path=f"/months/?patience={slug}", player=winner),
        Subject(name="page-practice", path=f"/practice/{slug}/"),
        Subject(name="page-rules-index", path="/rules/"),
        Subject(name="page-rules", path=f"/rules/{slug}/"),
        Subject(name="page-winnability", path="/winnability/"),
        Subject(name="page-sign-up", path="/account/signup/"),
        Subject(name="page-sign-in", path="/account/login/"),
        Subject(name="page-coming", path="/coming/"),
        Subject(name="page-account", path="/account/", player=winner),
        Subject(name="page-account-page", path="/account/page/", player=winner),
        Subject(name="page-preferences", path="/account/preferences/", player=winner),
        Subject(name="page-recover", path="/account/recover/"),
        Subject(name="page-imprint", path="/imprint/"),
        Subject(name="page-privacy", path="/privacy/"),
    ]
    subjects += [
        Subject(
            name=f"page-account-{path.replace('/', '-')}", path=f"/account/{path}/", player=winner
        )
        for path in ACCOUNT
    ]
    return subjects + desk(winner)


def desk(player: Player) -> list[Subject]:
    """The desk's own pages, with an open case and a name that a player has reported."""
    operator = Player.objects.create_superuser("Kunigunde")
    case = case_of(Entry.objects.select_related("player").exclude(player=player).earliest("pk"))
    report_name(reporter=player, player=cast(Player, case.entry.player))
    report = NameReport.objects.get()
    paths = {
        "desk": "/admin/",
        "desk-cases": "/admin/leaderboard/case/",
        "desk-case": f"/admin/leaderboard/case/{case.pk}/change/",
        "desk-name": f"/admin/accounts/namereport/{report.pk}/change/",
        "desk-announcement": "/admin/frontend/announcement/add/",
    }
    return [Subject(name=name, path=path, player=operator) for name, path in paths.items()]


def table(name: str, player: Player, line: Line, moves: int) -> Subject:
    """A game at some point of its line, begun a few minutes ago."""
    game = play(player, line, moves)
    begun = clock.now() - timedelta(seconds=4 * moves + 7)
    Game.objects.filter(pk=game.pk).update(started=begun)
    return Subject(name=name, path=f"/games/{game.pk}/", player=player)


def preview(slug: str, player: Player) -> Subject:
    """A practice game of a ruleset that has been gone on with a little: what goes up goes up."""
    seat = Seat(player=player)
    game = services.start_practice(seat=seat, ruleset=slug, number=PREVIEW_NUMBER)
    payload = selectors.game_payload(game)
    for version in range(PREVIEW_MOVES):
        moves = [f"{start}>{to}" for start, ends in payload["dests"].items() for to in ends]
        if not moves:
            break
        best = min(moves, key=lambda text: (">F" not in text, moves.index(text)))
        asked = move(best, version)
        payload = services.decide(game_id=game.pk, seat=seat, asked=asked)
    return Subject(name=f"preview-{slug}", path=f"/games/{game.pk}/", player=player)
