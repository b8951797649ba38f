"""The table as it is seen, down to the pixel, to be compared with another time or the server."""

from typing import Any

from tests.browser.table import Table

# Once nothing flies any more: every element of the felt with its pile, place, face and order.
SEE = """async () => {
  const felt = document.querySelector("#felt");
  for (;;) {
    const flights = felt.getAnimations({ subtree: true });
    const finite = flights.filter((one) => one.effect.getComputedTiming().endTime < Infinity);
    if (!finite.some((one) => one.playState === "running")) break;
    await Promise.allSettled(finite.map((flight) => flight.finished));
  }
  const corner = felt.getBoundingClientRect();
  const piles = {};
  const places = {};
  for (const root of felt.querySelectorAll("[data-pile]")) {
    const { pile } = root.dataset;
    const cards = [...root.querySelectorAll(".playing-card")];
    piles[pile] = cards.map((one) => one.dataset.card ?? "??");
    places[pile] = cards.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const box = [x - corner.x, y - corner.y, width, height].map(Math.round);
      const { visibility, zIndex } = getComputedStyle(one);
      return [...box, visibility, zIndex, one.className, one.innerHTML];
    });
  }
  const astray = felt.querySelectorAll(":scope > .playing-card").length;
  return { piles, places, astray };
}"""


def see(table: Table) -> Any:
    """The piles by name, the places of their cards, and how many cards lie on no pile."""
    return table.page.evaluate(SEE)


def expect_as_the_server_has_it(table: Table) -> dict[str, Any]:
    """Every card is there and no other, and all lie as they do after a reload; give the game."""
    page = table.page
    seen = see(table)
    game: dict[str, Any] = page.evaluate(
        "async () => (await fetch(document.querySelector('#table').dataset.api)).json()"
    )
    assert table.version == game["version"]
    assert seen["piles"] == {pile: as_seen(pile, cards) for pile, cards in game["piles"].items()}
    assert seen["astray"] == 0
    page.reload()
    table.wait_until_ready()
    assert seen == see(table)
    return game


def as_seen(pile: str, cards: list[str]) -> list[str]:
    """A pile as the felt tells of it: of a foundation's cards only the upper two have a name.

    >>> as_seen("FH", ["AH", "2H", "3H"])
    ['??', '2H', '3H']
    """
    if pile.startswith("F"):
        return ["??"] * (len(cards) - 2) + cards[-2:]
    return cards
