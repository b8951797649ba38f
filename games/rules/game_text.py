"""A whole game as text and back: its ruleset, its deal and its moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.rules.dealing import SEED_BYTES, whole_packs
from games.rules.moves import Move, NotationError, Reason
from games.rules.position import Position
from games.rules.rulesets import find_ruleset
from games.rules.spec import Ruleset

Pack = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameText:
    """A game that anyone can replay, dealt from a seed or else from packs.

    >>> from games.rules import RULESETS
    >>> game = GameText(ruleset=RULESETS["fan"], seed=bytes(32), moves=())
    >>> GameText.parse(str(game)) == game
    True
    """

    ruleset: Ruleset
    moves: tuple[Move, ...]
    seed: bytes | None = None
    pack: Pack = ()
    reshuffled: tuple[Pack, ...] = ()

    def start(self) -> Position:
        """Give the position that the game began with; ValueError where the packs don't fit."""
        if self.seed is not None:
            return self.ruleset.deal_seed(self.seed)
        return self.ruleset.deal(self.pack, self.reshuffled)

    def positions(self) -> Iterator[Position]:
        """Give the position before the first move and after each; IllegalMove where one isn't."""
        position = self.start()
        yield position
        for move in self.moves:
            position = position.play(move)
            yield position

    def __str__(self) -> str:
        lines = [f"ruleset: {self.ruleset}"]
        if self.seed is not None:
            lines.append(f"seed: {self.seed.hex()}")
        else:
            lines.append(" ".join(("pack:", *self.pack)))
            lines += [" ".join(("reshuffled:", *pack)) for pack in self.reshuffled]
        return "\n".join((*lines, *map(str, self.moves)))

    @classmethod
    def parse(cls, text: str) -> GameText:
        """Read a game's text; NotationError where it can't be read."""
        lines = [line for line in text.splitlines() if line.strip()]
        ruleset = _ruleset(_rest(lines, 0, "ruleset"))
        if lines[1:] and lines[1].startswith("seed:"):
            seed = _seed(_rest(lines, 1, "seed"))
            return cls(ruleset=ruleset, seed=seed, moves=tuple(map(Move.parse, lines[2:])))
        pack = _pack(_rest(lines, 1, "pack"), ruleset.packs)
        end = 2 + ruleset.redeals
        reshuffled = tuple(_pack(_rest(lines, at, "reshuffled"), 1) for at in range(2, end))
        moves = tuple(map(Move.parse, lines[end:]))
        return cls(ruleset=ruleset, pack=pack, reshuffled=reshuffled, moves=moves)


def _rest(lines: list[str], at: int, name: str) -> str:
    if at >= len(lines):
        raise NotationError(Reason.LINE_MISSING, text=name)
    found, colon, rest = lines[at].partition(":")
    if found != name or not colon:
        raise NotationError(Reason.LINE_MISSING, text=name)
    return rest.strip()


def _ruleset(text: str) -> Ruleset:
    slug, _, version = text.partition(" ")
    try:
        return find_ruleset(slug, int(version))
    except (LookupError, ValueError):
        raise NotationError(Reason.UNKNOWN_RULESET, text=text[:40]) from None


def _seed(text: str) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise NotationError(Reason.WRONG_SEED, text=text[:80])
    return seed


def _pack(text: str, packs: int) -> Pack:
    cards = tuple(text.split())
    try:
        whole_packs(cards, packs)
    except ValueError:
        raise NotationError(Reason.WRONG_PACK, text=text[:40]) from None
    return cards
