"""What a screen reader is told to say: each change of the live region, in order."""

from dataclasses import dataclass

from playwright.sync_api import Page

from games.rules import Position

LISTEN = """() => {
  window.heard = [];
  new MutationObserver((records) => {
    for (const { addedNodes } of records) {
      window.heard.push(...[...addedNodes].map((node) => node.textContent.trim()));
    }
  }).observe(document.querySelector("#voice"), { childList: true });
}"""

SUITS = {"C": "Kreuz", "D": "Karo", "H": "Herz", "S": "Pik"}
RANKS = {"A": "Ass", "T": "10", "J": "Bube", "Q": "Dame", "K": "König"}
PLURALS = {
    "A": "Asse",
    "2": "Zweien",
    "3": "Dreien",
    "4": "Vieren",
    "5": "Fünfen",
    "6": "Sechsen",
    "7": "Siebenen",
    "8": "Achten",
    "9": "Neunen",
    "T": "Zehnen",
    "J": "Buben",
    "Q": "Damen",
    "K": "Könige",
}
TABLEAUS = {"burgvoegtin": "Päckchen", "archway": "Spalte", "citadel": "Reihe"}


@dataclass(frozen=True, kw_only=True)
class Voice:
    """Listens to a page from now on."""

    page: Page

    def __post_init__(self) -> None:
        """Begin to listen."""
        self.page.evaluate(LISTEN)

    def heard(self) -> list[str]:
        """All that was said so far."""
        said: list[str] = self.page.evaluate("window.heard")
        return said

    def forget(self) -> None:
        """Listen anew."""
        self.page.evaluate("window.heard = []")


def card_in_german(code: str) -> str:
    """The name of a card.

    >>> card_in_german("TH")
    'Herz 10'
    """
    return f"{SUITS[code[1]]} {RANKS.get(code[0], code[0])}"


def pile_in_german(position: Position, pile: str) -> str:
    """The name of a pile of a position."""
    kind, rest = pile[0], pile[1:]
    if kind == "T":
        family = position.ruleset.slug.split("-")[0]
        return f"{TABLEAUS.get(family, 'Fächer')} {rest}"
    if kind == "R":
        return f"Bogen, {PLURALS[rest]}"
    if len(rest) == 2:
        return f"{'Ass' if rest[0] == 'A' else 'Königs'}-Stapel {SUITS[rest[1]]}"
    return f"Zielstapel {SUITS.get(rest, rest)}"
