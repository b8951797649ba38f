"""Reads what left the site, beside the truth in its database, for what should have stayed there.

Secret of a game while its day isn't settled: the seed in any writing; the cards that lie face
down; the order of the pack as far as such cards are in it; the orders of the coming redeals.
"""

import base64
import html
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote
from uuid import UUID

from games.models import DailyDeal, Game, codes
from games.record import Record, apply, entries_of
from games.rules import Position
from tests.served.people import Heard
from tests.served.site import Site

# So many secret cards in a row, whatever stands between them, are no chance any more.
TELLING = 5
SYMBOLS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
UUID_TEXT = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
# One card or several without anything between them, and no part of a longer word.
CARDS = re.compile(r"(?<![A-Za-z0-9])(?:(?:10|[A2-9TJQK])[CDHS])+(?![A-Za-z0-9])", re.IGNORECASE)
# The example of a rules page: a practice deal's, the same for everybody whatever was dealt.
EXAMPLE = re.compile(r'<figure class="example-table">.*?</figure>', re.DOTALL)
CARD = re.compile(r"(10|[A2-9TJQK])([CDHS])", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Truth:
    """What really lay on the table at each version of a game, and what is still to come."""

    game: UUID
    positions: dict[int, Position]
    seeds: tuple[bytes, ...]
    pack: tuple[str, ...]
    redeals: tuple[tuple[str, ...], ...]
    _runs: dict[int, frozenset[tuple[str, ...]]] = field(default_factory=dict)

    def hidden(self, version: int) -> dict[str, tuple[str, ...]]:
        """The face-down cards by pile: of the tableau of rulesets that hide, all but the top."""
        position = self.positions[version]
        if position.ruleset.slug not in ("burgvoegtin", "burgvoegtin-streng"):
            return {}
        piles = position.piles.items()
        return {pile: cards[:-1] for pile, cards in piles if pile.startswith("T")}

    def unseen(self, version: int) -> set[str]:
        """Cards of which every copy lies face down."""
        down = Counter(card for cards in self.hidden(version).values() for card in cards)
        all_of_them = Counter(self.pack)
        return {card for card, number in down.items() if number == all_of_them[card]}

    def runs(self, version: int) -> frozenset[tuple[str, ...]]:
        """Runs of cards, forwards and backwards, that must not be told at a version."""
        if version not in self._runs:
            self._runs[version] = frozenset(
                run
                for order in self._orders(version)
                for way in (order, order[::-1])
                for run in runs_of(way)
            )
        return self._runs[version]

    def _orders(self, version: int) -> Iterator[tuple[str, ...]]:
        hidden = self.hidden(version)
        yield from hidden.values()
        if any(hidden.values()):
            unseen = self.unseen(version)
            yield tuple(card for card in self.pack if card in unseen)
            yield self.pack
        left = self.positions[version].redeals_left or 0
        yield from self.redeals[len(self.redeals) - left :]


def truth_of(site: Site, game_id: str) -> Truth:
    """Read the truth of a game, and every seed that isn't public yet."""
    with site.database():
        game = Game.objects.select_related("deal").get(pk=game_id)
        record = Record.of_deal(game.deal.position())
        positions = {0: record.state.position}
        for entry in entries_of(game.moves.order_by("version")):
            apply(record, entry)
            positions[record.state.version] = record.state.position
        reshuffled = codes(game.deal.reshuffled)
        half = len(reshuffled) // 2
        return Truth(
            game=game.pk,
            positions=positions,
            seeds=tuple(bytes(seed) for seed in DailyDeal.objects.values_list("seed", flat=True)),
            pack=codes(game.deal.pack),
            redeals=(reshuffled[:half], reshuffled[half:]) if reshuffled else (),
        )


def leaks(truth: Truth, heard: Iterable[tuple[int, Heard]]) -> list[str]:
    """Say what was told too early; `heard` is what came, each with the version it came at."""
    found = []
    for version, one in heard:
        text = EXAMPLE.sub("", one.content.decode("utf-8", errors="replace"))
        readings = {text, html.unescape(text), unquote(html.unescape(text))}
        told = {what for reading in readings for what in _leaks_of_text(truth, version, reading)}
        told.update(_leaks_of_games(truth, text))
        if any(seed in one.content for seed in truth.seeds):
            told.add("a seed's bytes")
        found += [f"{one.what} at version {version}: {what}" for what in sorted(told)]
    return found


def _leaks_of_text(truth: Truth, version: int, text: str) -> Iterator[str]:
    lower = text.lower()
    for seed in truth.seeds:
        encoded = base64.b64encode(seed).decode().rstrip("=")
        writings = (seed.hex(), str(int.from_bytes(seed)), str(int.from_bytes(seed, "little")))
        if any(writing in lower for writing in writings):
            yield "a seed in digits"
        if encoded in text or encoded.replace("+", "-").replace("/", "_") in text:
            yield "a seed in base64"
    cards = cards_of(text)
    if early := set(cards) & truth.unseen(version):
        yield f"cards that all lie face down: {sorted(early)}"
    secret = truth.runs(version)
    for run in runs_of(cards):
        if run in secret:
            yield f"a secret order: {' '.join(run)}"


def cards_of(text: str) -> list[str]:
    """The cards that a text names, in order.

    >>> cards_of('["TH","??"] AC5D 10s ♥9 x-AC5D 8d0c2f3e-5a8e-4d6e-9c0b-2f8a6d0e1b7c')
    ['TH', 'AC', '5D', 'TS', '9H', 'AC', '5D']
    """
    text = UUID_TEXT.sub(" ", text)
    for symbol, letter in SYMBOLS.items():
        text = re.sub(rf"{symbol}\s?(10|[A2-9TJQK])", rf"\1{letter}", text)
        text = text.replace(symbol, letter)
    found = []
    for run in CARDS.finditer(text):
        for rank, suit in CARD.findall(run.group()):
            found.append(f"{rank.upper().replace('10', 'T')}{suit.upper()}")
    return found


def runs_of(cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every TELLING cards in a row."""
    for at in range(len(cards) - TELLING + 1):
        yield tuple(cards[at : at + TELLING])


def _leaks_of_games(truth: Truth, text: str) -> Iterator[str]:
    """Compare every view of the game, in whatever it is wrapped, with the truth."""
    for view in views_in(text):
        if view["id"] != str(truth.game):
            continue
        version = view["version"]
        hidden = truth.hidden(version)
        for pile, cards in truth.positions[version].piles.items():
            down = len(hidden.get(pile, ()))
            shown = ["??"] * down + list(cards[down:])
            if view["piles"][pile] != shown:
                yield f"{pile} at version {version} shows {view['piles'][pile]} and not {shown}"
        for kind in ("dests", "merci_dests", "sequence_dests"):
            for place in view[kind]:
                card, pile = place.split(":")
                if card not in view["piles"][pile]:
                    yield f"{kind} names {place} at version {version}"


def views_in(text: str) -> Iterator[dict[str, Any]]:
    """Every view of a game in a text, also where it stands within a page or a message."""
    decoder = json.JSONDecoder()
    for start in re.finditer(r'\{\s*"id"', text):
        try:
            view, _ = decoder.raw_decode(text, start.start())
        except ValueError:
            continue
        if "piles" in view:
            yield view
