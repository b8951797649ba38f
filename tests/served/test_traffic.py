"""Every byte that leaves the site in a game, read beside the truth."""

import base64
import json
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import pytest

from accounts.models import Player
from games.models import DailyDeal, Game
from tests.conftest import Case
from tests.served.deals import new_operator, new_player, sign_in
from tests.served.people import Heard, Line, Person
from tests.served.secrecy import leaks, truth_of, views_in
from tests.served.site import Site

ODD_MOVES = ("nonsense", "TH:T1>T1", "2C:T9>F1", "KS:T1>F1", "redeal", "??:T1>F1")


@dataclass(kw_only=True)
class Eavesdropper:
    """Keeps everything that several people were told, with the game's version at that time."""

    people: list[Person]
    heard: list[tuple[int, Heard]] = field(default_factory=list)

    def note(self, version: int) -> None:
        """Take down what has come since the last time; the game stands at a version."""
        for person in self.people:
            self.heard += [(version, one) for one in person.heard]
            person.heard.clear()


@pytest.fixture(scope="module")
def operator(site: Site) -> Player:
    """Somebody at the desk."""
    return new_operator(site)


def look_around(site: Site, game: dict[str, Any], player: Player, people: list[Person]) -> None:
    """Have everybody ask for everything that there is about a game."""
    slug, day, name = game["ruleset"], game["day"], player.username
    with site.database():
        row = Game.objects.get(pk=game["id"])
        daily = DailyDeal.objects.get(ruleset=slug, day=day)
    pages = [
        *("/", f"/daily/{slug}/", f"/daily/{slug}/{day}/", f"/games/{game['id']}/"),
        *(f"/boards/{slug}/", f"/players/{name}/", f"/rules/{slug}/", f"/practice/{slug}/"),
        *(f"/api/games/{game['id']}/", f"/api/games/{game['id']}/replay/", "/api/games/"),
        *("/api/dailies/", f"/api/dailies/{day}/{slug}/", f"/api/rulesets/{slug}/", "/api/me/"),
        *(f"/api/boards/{slug}/{day}/", f"/api/players/{name}/", "/api/schema/"),
        *("/admin/", "/admin/games/deal/", f"/admin/games/deal/{row.deal_id}/change/"),
        *("/admin/games/dailydeal/", f"/admin/games/dailydeal/{daily.pk}/change/"),
        *(f"/admin/games/deal/{row.deal_id}/history/", "/admin/games/game/"),
        *(f"/admin/games/game/{row.pk}/change/", f"/admin/games/game/?q={row.pk}"),
        f"/admin/games/move/?game__id__exact={row.pk}",
        "/admin/leaderboard/entry/",
    ]
    for person in people:
        for page in pages:
            assert person.ask(page).status_code < 500


def ask_oddly(line: Line, person: Person, game: dict[str, Any]) -> None:
    """Ask for what is refused, over both ways."""
    version = game["version"]
    for move in ODD_MOVES:
        stale = {"id": str(uuid4()), "move": move, "version": max(0, version - 1)}
        line.ask(type="play", **stale)
        person.request(game["id"], "moves", **stale)
    line.ask(type="play", id=str(uuid4()), move="nonsense", version=version)
    line.ask(type="dance")
    line.ask(type="resync")
    line.ask(type="ping")


@pytest.mark.parametrize("slug", ["burgvoegtin", "la-belle-lucie"])
def test_nothing_hidden_leaves_the_site(
    site: Site, cases: dict[str, Case], operator: Player, slug: str
) -> None:
    player = new_player(site)
    person = Person(site=site, session_key=sign_in(site, player))
    desk = Person(site=site, session_key=sign_in(site, operator))
    rival = Person(site=site, session_key=sign_in(site, new_player(site)))
    everybody = [person, desk, rival, Person(site=site)]
    ears = Eavesdropper(people=everybody)
    for one in everybody:
        one.ask(f"/daily/{slug}/")
        one.ask(f"/api/dailies/{site.today()}/{slug}/")
    before_the_start = [one for someone in everybody for one in someone.heard]
    assert not any(list(views_in(one.content.decode())) for one in before_the_start)
    game = person.start(slug)
    with person.socket(f"/ws/games/{game['id']}/") as line:
        line.hear()
        look_around(site, game, player, everybody)
        ears.note(0)
        for number, move in enumerate(cases[slug].line):
            game = line.ask(type="play", id=str(uuid4()), move=move, version=game["version"])[
                "game"
            ]
            if number in (10, 60):
                ears.note(game["version"])
                ask_oddly(line, person, game)
                look_around(site, game, player, [person, desk])
                ears.note(game["version"])
                game = undo_and_play_again(line, game, move)
            ears.note(game["version"])
        assert game["outcome"] == "won"
    look_around(site, game, player, everybody)
    ears.note(game["version"])
    truth = truth_of(site, game["id"])
    views = [view for _, one in ears.heard for view in views_in(one.content.decode())]
    assert {view["version"] for view in views} == set(truth.positions)
    assert leaks(truth, ears.heard) == []


def undo_and_play_again(line: Line, game: dict[str, Any], move: str) -> dict[str, Any]:
    """Take a move back and play it again, where that may be done."""
    answer = line.ask(type="undo", id=str(uuid4()), version=game["version"])
    if answer["type"] == "error":
        return game
    version = answer["game"]["version"]
    again: dict[str, Any] = line.ask(type="play", id=str(uuid4()), move=move, version=version)
    return dict(again["game"])


def test_the_reader_of_traffic_finds_hidden_cards_and_seeds(
    site: Site, cases: dict[str, Case]
) -> None:
    person = Person(site=site, session_key=sign_in(site, new_player(site)))
    truth = truth_of(site, person.start("burgvoegtin-streng")["id"])
    secret = truth.hidden(0)["T1"]
    fine = person.heard[-1]
    symbols = [f"{card[0]}{'♣♦♥♠'['CDHS'.index(card[1])]}" for card in truth.pack]
    assert leaks(truth, [(0, fine)]) == []
    for told in (
        fine.content.decode().replace("??", secret[0], 1),
        f"<p>{truth.seeds[0].hex().upper()}</p>",
        base64.b64encode(truth.seeds[0]).decode(),
        " / ".join(secret),
        "".join(truth.pack),
        ", ".join(reversed(symbols)),
        "&quot;".join(truth.pack),
    ):
        assert leaks(truth, [(0, Heard(what="", content=told.encode()))]), told


def test_the_reader_of_traffic_finds_coming_redeals(site: Site, cases: dict[str, Case]) -> None:
    person = Person(site=site, session_key=sign_in(site, new_player(site)))
    truth = truth_of(site, person.start("la-belle-lucie")["id"])
    assert leaks(truth, [(0, person.heard[-1])]) == []
    for order in truth.redeals:
        told = json.dumps(order).encode()
        assert leaks(truth, [(0, Heard(what="", content=told))])
