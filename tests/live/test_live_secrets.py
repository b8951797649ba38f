"""What leaves the server: every byte of a game's traffic, read for what must stay secret.

The strongest check is the twin: two games whose deals differ in nothing but what is hidden have
the same traffic, byte for byte, so nothing in it can depend on what is hidden.
"""

import base64
import json
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import Any
from uuid import UUID

import pytest
from channels.db import database_sync_to_async

from accounts.models import Player
from games.models import DailyDeal, Deal, Game
from games.rules import Move, Position
from tests.api.askers import Asker, signed_in
from tests.conftest import CaseDaily, SetClock
from tests.live.dialogue import Tab

pytestmark = pytest.mark.django_db(transaction=True)

DAY = date(2026, 11, 29)
BURGVOEGTIN, LUCIE = "burgvoegtin", "la-belle-lucie"
CARD = re.compile(r"(?<![A-Z0-9a-z])[A2-9TJQK][CDHS](?![A-Z0-9a-z])")
# What is drawn by lot for each world: ids, and the digests of its dailies' seeds.
DRAWN = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{64}")
ALL_CARDS = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]


class Recorder:
    """A player's browser that keeps everything it was sent."""

    def __init__(self, player: Player, slug: str, clock: SetClock) -> None:
        self.clock = clock
        self.asker: Asker = signed_in(player)
        self.slug = slug
        self.traffic: list[str] = []
        self.requests = 0
        self.game = ""

    def rest(self, path: str, body: object = None) -> Any:
        """Ask over REST, and keep headers and body of the answer."""
        self.clock.advance(seconds=1)
        method = "GET" if body is None else "POST"
        text = "" if body is None else json.dumps(body)
        response = self.asker.generic(method, path, text, content_type="application/json")
        headers = "\n".join(f"{name}: {value}" for name, value in response.headers.items())
        self.traffic += [headers, response.content.decode()]
        return response.json()

    def post(self, what: str, version: int, **rest: object) -> Any:
        """Ask something of the game over REST."""
        return self.rest(f"{self.game}{what}/", {"id": self.next_id(), "version": version, **rest})

    def next_id(self) -> str:
        """The ids of requests, the same in each world."""
        self.requests += 1
        return str(UUID(int=self.requests, version=4))

    def begin(self) -> Any:
        """Look around, then start the ranked game."""
        for path in ["/api/dailies/", f"/api/dailies/{DAY}/{self.slug}/"]:
            self.rest(path)
        game = self.rest(f"/api/dailies/{DAY}/{self.slug}/start/", {})
        self.game = f"/api/games/{game['id']}/"
        return game

    def look_everywhere(self, version: int) -> None:
        """Ask for everything there is to see, and for what must be refused."""
        for path in [
            self.game,
            f"{self.game}replay/",
            f"{self.game}replay/?since=1",
            f"/api/dailies/{DAY}/{self.slug}/",
            f"/api/boards/{self.slug}/{DAY}/",
            "/api/games/",
            "/api/me/",
        ]:
            self.rest(path)
        self.rest("/api/practice/", {"ruleset": self.slug, "number": 1})
        for what in ("finish", "undo", "restart", "resign"):
            self.post(what, version + 1000)

    def try_cards(self, source: str, target: str, version: int, besides: Sequence[str]) -> None:
        """Try to play every card there is from a pile in which it can't be seen."""
        for card in ALL_CARDS:
            if card not in besides:
                self.post("moves", version, move=f"{card}:{source}>{target}")

    def anonymous(self) -> list[str]:
        """The traffic without what differs from world to world whatever the deal."""
        return [DRAWN.sub("…", text) for text in self.traffic]


@pytest.fixture
def worlds(
    transactional_db: None, daily_of_case: Callable[..., CaseDaily], set_clock: SetClock
) -> Callable[..., DailyDeal]:
    """Makes the world anew, with the case's deal of a ruleset or one that differs from it."""

    def make(slug: str, change: Callable[[Deal], None] = lambda _deal: None) -> DailyDeal:
        set_clock("2026-11-29 12:00:00")
        Game.objects.all().delete()
        DailyDeal.objects.all().delete()
        Deal.objects.all().delete()
        daily = daily_of_case(slug, DAY).daily
        change(daily.deal)
        daily.deal.save()
        return daily

    return make


def pairs(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def hidden_cards_turned(deal: Deal) -> None:
    """Lay the hidden cards of each packet the other way round; what is seen stays as it is."""
    cards = pairs(deal.pack)
    laid = [place for place, card in enumerate(cards) if card[0] != "A"]
    for packet in range(4):
        places = laid[packet * 12 : packet * 12 + 11]
        turned = [cards[place] for place in reversed(places)]
        for place, card in zip(places, turned, strict=True):
            cards[place] = card
    assert deal.pack != "".join(cards)
    deal.pack = "".join(cards)


def test_nothing_depends_on_the_cards_that_are_face_down(
    worlds: Callable[..., DailyDeal], player: Player, set_clock: SetClock
) -> None:
    def visit(change: Callable[[Deal], None]) -> list[str]:
        worlds(BURGVOEGTIN, change)
        me = Recorder(player, BURGVOEGTIN, set_clock)
        game = me.begin()
        for name in ("T1", "T2", "T3", "T4"):
            assert set(game["piles"][name][:-1]) == {"??"}
        me.try_cards("T1", "F1", 0, besides=[game["piles"]["T1"][-1]])
        me.try_cards("T4", "T3", 0, besides=[])
        me.look_everywhere(0)
        from_arch = [key for key in game["dests"] if ":R" in key]
        assert from_arch, "the case begins with a move from the arch"
        card, targets = from_arch[0], game["dests"][from_arch[0]]
        me.post("moves", 0, move=f"{card}>{targets[0]}")
        me.post("undo", 1)
        me.post("restart", 2)
        me.look_everywhere(2)
        return me.anonymous()

    assert visit(hidden_cards_turned) == visit(lambda _deal: None)


def coming_order_changed(first: bool) -> Callable[[Deal], None]:
    """Turn round the pack of the second redeal, and of the first one, too, if asked for."""

    def change(deal: Deal) -> None:
        cards = pairs(deal.reshuffled)
        one, two = cards[:52], cards[52:]
        deal.reshuffled = "".join((one[::-1] if first else one) + two[::-1])

    return change


def test_nothing_depends_on_the_redeals_to_come(
    worlds: Callable[..., DailyDeal], player: Player, set_clock: SetClock
) -> None:
    def visit(change: Callable[[Deal], None], *, redeals: int) -> list[str]:
        worlds(LUCIE, change)
        me = Recorder(player, LUCIE, set_clock)
        game = me.begin()
        for _ in range(redeals):
            game = me.post("moves", game["version"], move="redeal")
            me.post("undo", game["version"])
        me.try_cards("T1", "T2", game["version"], besides=game["piles"]["T1"])
        me.look_everywhere(game["version"])
        card, targets = next(iter(game["dests"].items()))
        me.post("moves", game["version"], move=f"{card}>{targets[0]}")
        me.post("undo", game["version"] + 1)
        me.look_everywhere(game["version"] + 2)
        return me.anonymous()

    same: Callable[[Deal], None] = lambda _deal: None  # noqa: E731  # as a value it reads best
    assert visit(coming_order_changed(first=True), redeals=0) == visit(same, redeals=0)
    assert visit(coming_order_changed(first=False), redeals=1) == visit(same, redeals=1)


def forms_of(seed: bytes) -> Iterator[str]:
    """The ways in which a seed might be written."""
    yield from (seed.hex(), seed.hex().upper(), str(list(seed)), str(int.from_bytes(seed)))
    yield from (str(int.from_bytes(seed, "little")), repr(seed)[2:-1])
    yield from (base64.b64encode(seed).decode(), base64.urlsafe_b64encode(seed).decode())


def visible(position: Position) -> set[str]:
    """The codes of the cards that a player may see."""
    return {card for cards in position.view().piles.values() for card in cards if card != "??"}


@pytest.mark.parametrize("slug", [BURGVOEGTIN, LUCIE])
async def test_a_whole_game_shows_only_what_lies_face_up(
    slug: str,
    worlds: Callable[..., DailyDeal],
    case: Callable[[str], Any],
    player: Player,
    set_clock: SetClock,
) -> None:
    daily = await database_sync_to_async(worlds)(slug)
    me = await database_sync_to_async(Recorder)(player, slug, set_clock)
    await database_sync_to_async(me.begin)()
    tab = Tab(me.game.replace("/api/", "/ws/"), session=me.asker.session_key)
    frames = [await tab.open()]
    position = daily.deal.position()
    for version, move in enumerate(case(slug).line):
        seen = visible(position)
        assert set(CARD.findall(json.dumps(frames[-1]))) <= seen
        for row, pile in frames[-1]["game"]["piles"].items():
            assert len(pile) == len(position.piles[row])
        refused = await tab.ask("play", move=f"{ALL_CARDS[version % 52]}:T1>T1", version=version)
        assert refused["type"] == "error"
        frames.append(await tab.ask("play", move=move, version=version))
        position = position.play(Move.parse(move))
    assert frames[-1]["game"]["outcome"] == "won"
    await database_sync_to_async(me.look_everywhere)(len(frames))
    everything = "\n".join([*me.traffic, *map(json.dumps, frames)])
    for form in forms_of(bytes(daily.seed)):
        assert form not in everything
    for pack in (daily.deal.pack, daily.deal.reshuffled):
        assert not pack or pack[:12] not in everything


def test_a_replay_once_allowed_shows_each_step_as_it_was_seen(
    player: Player, set_clock: SetClock
) -> None:
    set_clock("2026-11-29 12:00:00")
    me = Recorder(player, BURGVOEGTIN, set_clock)
    game = me.rest("/api/practice/", {"ruleset": BURGVOEGTIN, "number": 1})
    me.game = f"/api/games/{game['id']}/"
    card, targets = next(iter(game["dests"].items()))
    me.post("moves", 0, move=f"{card}>{targets[0]}")
    assert me.rest(f"{me.game}replay/")["error"]["code"] == "game_not_finished"
    me.post("resign", 1)
    replay = me.rest(f"{me.game}replay/")
    assert len(replay["steps"]) == 3
    for step in replay["steps"]:
        for name in ("T1", "T2", "T3", "T4"):
            assert set(step["piles"][name][:-1]) == {"??"}
