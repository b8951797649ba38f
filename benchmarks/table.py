"""Print how soon a tapped card moves while every answer of the server comes 300 ms late.

Run it with `python -m benchmarks.table` from the repository. It starts a daphne of its own on a
database of its own, a new SQLite file (with DATABASE_URL in the environment on that database, which
should be empty), and a Chromium, in which a finger plays the beginning of a winning line of each
family, up to the first redeal. The time runs from the lifted finger (the browser's own time stamp)
to the first frame in which the card lies elsewhere, and to the frame after that, by when the first
has been shown.

Times depend on the machine; with `--slower 4` Chromium behaves as if it were so much slower.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
from collections.abc import Sequence
from itertools import takewhile

from playwright.async_api import (
    Browser,
    Page,
    ViewportSize,
    WebSocketRoute,
    async_playwright,
)

from benchmarks.site import Seated, daphne, own_site, seat_players
from tests.browser.table import FIND, parts_of
from tools.machine import chromium_program

SLUGS = ("burgvoegtin", "beleaguered-castle", "archway", "la-belle-lucie")
LATE = 0.3
TABLET: ViewportSize = {"width": 1024, "height": 768}

# Promise to tell how long the card in the hand takes to move after the finger is lifted.
WATCH = """() => {
  const card = document.querySelector(".playing-card.held");
  const place = () => {
    const { x, y } = card.getBoundingClientRect();
    return `${x} ${y}`;
  };
  const before = place();
  window.motion = new Promise((resolve) => {
    const lifted = ({ timeStamp }) => {
      const since = () => performance.now() - timeStamp;
      const look = () => {
        if (place() === before) {
          requestAnimationFrame(look);
          return;
        }
        const moved = since();
        requestAnimationFrame(() => resolve([moved, since()]));
      };
      requestAnimationFrame(look);
    };
    addEventListener("pointerup", lifted, { capture: true, once: true });
  });
}"""
HOLDS = "() => document.querySelector('.playing-card.held') !== null"
SETTLED = """(version) => {
  const { version: shown, pending } = document.querySelector("#table").dataset;
  return Number(shown) === version && pending === "0";
}"""


def until_redeal(line: Sequence[str]) -> list[str]:
    """The moves of a line before its first redeal."""
    return list(takewhile("redeal".__ne__, line))


def come_late(line: WebSocketRoute) -> None:
    """Let every message of the server wait before the page hears it."""
    server = line.connect_to_server()
    loop = asyncio.get_running_loop()
    server.on_message(lambda message: loop.call_later(LATE, line.send, message))
    line.on_message(server.send)


async def tap(page: Page, pile: str, card: str = "") -> None:
    """Tap a card, or a pile, where a finger can reach it."""
    x, y = await page.evaluate(FIND, [pile, card])
    await page.touchscreen.tap(x, y)


async def play(page: Page, moves: Sequence[str]) -> list[tuple[float, float]]:
    """Play moves, each once the one before is answered; give when each card moved and was seen."""
    took = []
    for version, move in enumerate(moves, start=1):
        card, source, target = parts_of(move)
        await tap(page, source, card)
        if not await page.evaluate(HOLDS):
            # The pile has only opened; the next tap must stand for itself.
            await page.wait_for_timeout(450)
            await tap(page, source, card)
        await page.evaluate(WATCH)
        await tap(page, target)
        moved, shown = await page.evaluate("() => window.motion")
        took.append((moved, shown))
        await page.wait_for_function(SETTLED, arg=version)
    return took


async def measure(
    browser: Browser, port: int, seated: Seated, moves: Sequence[str], slower: float
) -> list[tuple[float, float]]:
    """Play moves of a game in a browser of its own."""
    site = f"http://127.0.0.1:{port}"
    context = await browser.new_context(
        viewport=TABLET, has_touch=True, reduced_motion="no-preference", service_workers="block"
    )
    await context.add_cookies([{"name": "session", "value": seated.session, "url": site}])
    page = await context.new_page()
    await page.route_web_socket("**/ws/**", come_late)
    await page.goto(f"{site}/games/{seated.game}/")
    await page.locator("#felt [data-card]").first.wait_for()
    wire = await context.new_cdp_session(page)
    await wire.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    took = await play(page, moves)
    await context.close()
    return took


async def compare(
    port: int, games: dict[str, tuple[list[Seated], list[str]]], *, moves: int, slower: float
) -> None:
    """Measure family by family, and print."""
    print(f"{'':20}{'moves':>6}   median and 95th percentile, until moved      until shown")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=chromium_program(), args=["--no-sandbox"]
        )
        whole = []
        for slug, ([seated], line) in games.items():
            took = await measure(browser, port, seated, until_redeal(line)[:moves], slower)
            whole += took
            print(described(slug, took))
        print(described("all", whole))
        await browser.close()


def described(name: str, took: Sequence[tuple[float, float]]) -> str:
    """A line of figures in milliseconds."""
    columns = []
    for times in zip(*took, strict=True):
        p95 = statistics.quantiles(times, n=20, method="inclusive")[-1]
        columns.append(f"{statistics.median(times):20.1f} ms {p95:6.1f} ms")
    return f"{name:20}{len(took):6}{''.join(columns)}"


def main() -> None:
    """Set everything up, measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=25, help="of each family")
    parser.add_argument("--slower", type=float, default=1, help="how many times slower Chromium is")
    given = parser.parse_args()
    with own_site():
        from django.core.management import call_command

        call_command("collectstatic", interactive=False, verbosity=0)
        games = {slug: seat_players(slug, 1) for slug in SLUGS}
        with daphne() as (port, _):
            asyncio.run(compare(port, games, moves=given.moves, slower=given.slower))


if __name__ == "__main__":
    main()
