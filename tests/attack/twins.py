"""One player at one game, and the same game once more on a deal that differs in nothing seen."""

import random
import re
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from games.models import DailyDeal, Game
from games.rules import RULESETS
from tests.conftest import Case
from tests.served.deals import new_player, sign_in, store_daily
from tests.served.people import Heard, Line, Person
from tests.served.secrecy import truth_of
from tests.served.site import Site

FACE_DOWN = ("burgvoegtin", "burgvoegtin-streng")
REDEALT = tuple(slug for slug, ruleset in RULESETS.items() if ruleset.redeals)
CARDS = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
PACKET = 12
# What differs from game to game whatever the deal.
DRAWN = {
    r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}": "<id>",
    r"\b[0-9a-f]{64}\b": "<digest>",
    r"\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)": "<time>",
    r'"elapsed": ?\d+': '"elapsed":<time>',
    r"\b[A-Za-z0-9]{64}\b": "<token>",
    r"(?mi)^(X-Request-ID): .*": r"\1: <id>",
    r"(?mi)^(Date): .*": r"\1: <time>",
    r"expires=\w+, [^;]+": "expires=<time>",
    r"(?mi)((?:^Set-Cookie: |, )\w+)=[^;]+": r"\1=<token>",
}
DRAWN_BY_LOT = {re.compile(pattern): name for pattern, name in DRAWN.items()}
LENGTH = re.compile(r"(?mi)^Content-Length: (\d+)\n")
# Long answers are compressed, and each is then lengthened by lot (config/settings.py).
COMPRESSED = re.compile(r"(?mi)^Content-Encoding: gzip\n")


@dataclass(kw_only=True)
class Run:
    """One player at one ranked game, of a day of its own that is open now."""

    person: Person
    name: str
    slug: str
    day: date
    line: Line
    game: dict[str, Any]
    ids: random.Random = field(default_factory=lambda: random.Random(1))

    def do(self, action: Sequence[Any]) -> None:
        """Ask for something, over the socket or over REST."""
        kind, what, said = action
        if kind == "get":
            self.person.ask(what.format(id=self.game["id"], slug=self.slug, day=self.day))
            return
        if what not in ("ping", "resync"):
            known = {"id": str(UUID(int=self.ids.getrandbits(128), version=4))}
            said = {**known, "version": self.game["version"] + said.get("ahead", 0), **said}
            said.pop("ahead", None)
        if kind == "socket":
            answer = self.line.ask(type=what, **said)
            self.game = answer.get("game", self.game)
        else:
            before = self.game["version"]
            reply = self.person.ask(f"/api/games/{self.game['id']}/{what}/", "POST", **said)
            found = reply.json()
            self.game = found if reply.ok and "piles" in found else found.get("game", self.game)
            if self.game["version"] > before:
                # The open socket is told as well.
                assert self.line.hear()["type"] == "changed"

    def told(self) -> list[str]:
        """All that came, without what is drawn by lot for each game.

        What is left is as long as what came but for that, and that is as long in every game, save
        for names and the digits of times. How long an answer says that it is, is left out once it
        is found to be true: of two texts that are the same it says the same.
        """
        return [self._without_lots(one) for one in self.person.heard]

    def _without_lots(self, one: Heard) -> str:
        text = one.content.decode()
        said, compressed = LENGTH.search(text), COMPRESSED.search(text)
        if said and not compressed:
            head, _, body = one.content.partition(b"\n\n")
            assert len(body) == int(said[1]), head
        for header in (LENGTH, COMPRESSED):
            text = header.sub("", text)
        text = f"{one.what}\n{text}".replace(self.name, "<name>").replace(str(self.day), "<day>")
        for pattern, name in DRAWN_BY_LOT.items():
            text = pattern.sub(name, text)
        return text


LOOKS = (
    *("/api/games/{id}/", "/api/games/{id}/replay/", "/api/games/{id}/help/"),
    *("/api/dailies/{day}/{slug}/", "/api/boards/{slug}/{day}/", "/api/games/", "/games/{id}/"),
    *("/api/dailies/{day}/{slug}/proof/", "/api/dailies/{day}/{slug}/solution/"),
)
END: list[Sequence[Any]] = [
    *(("get", look, {}) for look in LOOKS),
    *(("rest", what, {}) for what in ("finish", "restart", "resign")),
    *(("get", look, {}) for look in LOOKS),
]


def choose(chance: random.Random, game: dict[str, Any]) -> Sequence[Any]:
    """What somebody might do next who goes by what they see, and guesses at what they don't."""
    way = chance.choice(("socket", "socket", "rest"))
    legal = [
        f"{card}>{target}"
        for kind in ("dests", "merci_dests")
        for card, targets in sorted(game[kind].items())
        for target in targets
    ]
    what = chance.random()
    rest = "moves" if way == "rest" else "play"
    if what < 0.66 and legal:
        return way, rest, {"move": chance.choice(legal)}
    if 0.66 <= what < 0.68 and game["redeal"]:
        return way, rest, {"move": "redeal"}
    if what < 0.82:
        pile, target = (chance.choice(sorted(game["piles"])) for _ in range(2))
        guess = {"move": f"{chance.choice([*CARDS, '??'])}:{pile}>{target}"}
        return way, rest, guess | ({"sequence": True} if chance.random() < 0.2 else {})
    if what < 0.88:
        return way, "undo", {}
    if what < 0.90:
        return way, "restart", {}
    if what < 0.93:
        return "socket", chance.choice(("ping", "resync")), {}
    if what < 0.95:
        return way, "undo", {"ahead": chance.choice((-1, 5))}
    if what < 0.96:
        return "rest", "help", {"kind": "hint"}
    return "get", chance.choice(LOOKS), {}


def sit_down(site: Site, stack: ExitStack, deal: Case, day: date) -> Run:
    """Store a deal as the daily of some day that is open now, and begin to play it."""
    player = new_player(site, stem="Player")
    with site.database():
        now = datetime.now(site.zone)
        daily = store_daily(site, deal, day=day, closes=now + timedelta(hours=6))
        DailyDeal.objects.filter(pk=daily.pk).update(opens=now - timedelta(hours=6))
    person = Person(site=site, session_key=sign_in(site, player))
    game = person.start(deal.ruleset, day)
    line = stack.enter_context(person.socket(f"/ws/games/{game['id']}/"))
    line.hear()
    return Run(
        person=person, name=player.username, slug=deal.ruleset, day=day, line=line, game=game
    )


def deal_of(slug: str, chance: random.Random) -> Case:
    """A deal drawn by lot."""
    pack, reshuffled = RULESETS[slug].shuffled(chance.randbytes(32))
    return Case(id="", ruleset=slug, shuffled=pack, reshuffled=reshuffled, line=())


def never_seen(site: Site, run: Run) -> list[int]:
    """The places, in the pack, of the cards that lay face down all through a game."""
    truth = truth_of(site, run.game["id"])
    laid = [place for place, card in enumerate(truth.pack) if card[0] != "A"]
    places = []
    for packet in range(4):
        lengths = [len(at.piles[f"T{packet + 1}"]) for at in truth.positions.values()]
        places += laid[packet * PACKET :][: max(min(lengths) - 1, 0)]
    return places


def twin_of(site: Site, deal: Case, run: Run, chance: random.Random) -> Case:
    """The same deal but for the order of all that was never seen of it."""
    pack, reshuffled = list(deal.shuffled), list(deal.reshuffled)
    if deal.ruleset in FACE_DOWN:
        places = never_seen(site, run)
        cards = [pack[place] for place in places]
        chance.shuffle(cards)
        for place, card in zip(places, cards, strict=True):
            pack[place] = card
    with site.database():
        game = Game.objects.get(pk=run.game["id"])
        used = game.moves.filter(text="redeal").count()
    for at in range(min(used, len(reshuffled)), len(reshuffled)):
        order = list(reshuffled[at])
        chance.shuffle(order)
        reshuffled[at] = tuple(order)
    return Case(
        id="", ruleset=deal.ruleset, shuffled=tuple(pack), reshuffled=tuple(reshuffled), line=()
    )


def forget(site: Site, run: Run) -> None:
    """Have the day be free for another deal."""
    with site.database():
        Game.objects.filter(pk=run.game["id"]).delete()
        DailyDeal.objects.filter(ruleset=run.slug, day=run.day).delete()
