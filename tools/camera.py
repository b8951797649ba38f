"""Takes the pictures: walks in a browser through what `tools/motifs.py` has put on the site.

`tools/screenshots.py` runs it in the project's own environment, beside the site.
"""

import argparse
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, get_args

from django.test import Client
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tools import png
from tools.motifs import Subject, furnish
from tools.shell import ROOT, VAR, say

SITE = os.environ["SITE"]
README = ROOT / "docs" / "pictures" / "table.png"
START_PAGE = ROOT / "frontend" / "static" / "frontend" / "img" / "table.jpg"
MOST_BYTES = 300_000
# What others see of a link to the site: a practice deal of each family, with a few moves played.
PREVIEWS = ROOT / "frontend" / "static" / "frontend" / "img"
PREVIEW_SIZE = (1200, 630)
PREVIEW_MOST_BYTES = 120_000
SIZES = ("320x568", "390x844", "844x390", "1280x800", "2560x1440")
# Taken where it is asked for.
HUGE = "3840x2160"
Language = Literal["de", "en"]
Theme = Literal["light", "dark"]
STILL = """async () => {
  await document.fonts.ready;
  const flights = document.getAnimations();
  await Promise.allSettled(flights.map((flight) => flight.finished));
}"""


@contextmanager
def visit(browser: Browser, subject: Subject, language: Language) -> Iterator[Page]:
    """Open a subject in a browser of its own."""
    locale = {"de": "de-DE", "en": "en-GB"}[language]
    context = browser.new_context(locale=locale, reduced_motion="reduce")
    if subject.player is not None:
        client = Client()
        client.force_login(subject.player)
        key = client.session.session_key or ""
        context.add_cookies([{"name": "session", "value": key, "url": SITE}])
    page = context.new_page()
    page.goto(SITE + subject.path)
    if subject.is_table:
        page.locator("#felt [data-card]").first.wait_for()
    try:
        yield page
    finally:
        context.close()


def window(size: str) -> ViewportSize:
    """Read a size such as 1280x800."""
    width, height = size.split("x")
    return {"width": int(width), "height": int(height)}


def take(page: Page, subject: Subject, path: Path) -> None:
    """Take one picture: of the window, or of a whole page."""
    page.evaluate(STILL)
    path.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=path, full_page=not subject.is_table)


def take_all(
    browser: Browser, subjects: Sequence[Subject], sizes: Sequence[str], folder: Path
) -> int:
    """Take each subject in every size, language and theme; return how many pictures there are."""
    taken = 0
    languages: tuple[Language, ...] = get_args(Language)
    themes: tuple[Theme, ...] = get_args(Theme)
    for subject in subjects:
        for language in languages:
            with visit(browser, subject, language) as page:
                for theme in themes:
                    page.emulate_media(color_scheme=theme)
                    for size in sizes:
                        page.set_viewport_size(window(size))
                        take(
                            page, subject, folder / size / f"{subject.name}-{language}-{theme}.png"
                        )
                        taken += 1
        say(f"· {subject.name}")
    return taken


def take_for_readme(browser: Browser, subject: Subject) -> None:
    """Take the picture that README.md shows, and the smaller one of the start page."""
    with visit(browser, subject, "de") as page:
        page.set_viewport_size(window("1280x800"))
        take(page, subject, README)
        page.set_viewport_size(window("900x560"))
        page.evaluate(STILL)
        page.screenshot(path=START_PAGE, type="jpeg", quality=70)
    png.pack(README)
    size = README.stat().st_size
    say(f"{README.relative_to(ROOT)}: {size // 1000} kB")
    if size > MOST_BYTES:
        raise SystemExit("That is too heavy for a README.")


def take_previews(browser: Browser, subjects: Sequence[Subject]) -> None:
    """Take the pictures that links to the site show elsewhere: the felt of a table alone."""
    width, height = PREVIEW_SIZE
    for subject in subjects:
        path = PREVIEWS / f"{subject.name}.jpg"
        with visit(browser, subject, "de") as page:
            page.set_viewport_size({"width": width, "height": height})
            beside = page.evaluate("innerHeight - document.querySelector('#felt').clientHeight")
            page.set_viewport_size({"width": width, "height": height + beside})
            page.evaluate(STILL)
            page.locator("#felt").screenshot(path=path, type="jpeg", quality=60)
        size = path.stat().st_size
        say(f"{path.relative_to(ROOT)}: {size // 1000} kB")
        if size > PREVIEW_MOST_BYTES:
            raise SystemExit("That is too heavy for a preview.")


def main() -> None:
    """Read the command line, fill the site, take the pictures."""
    parser = argparse.ArgumentParser(prog="make screenshots ARGS=…")
    parser.add_argument(
        "--readme", action="store_true", help="only the pictures in README.md and on the start page"
    )
    parser.add_argument(
        "--previews", action="store_true", help="only the pictures that links show elsewhere"
    )
    parser.add_argument("--only", default="", help="only subjects whose names hold these letters")
    parser.add_argument("--size", action="append", choices=(*SIZES, HUGE), help="only this size")
    given = parser.parse_args()
    subjects = furnish(only_shown=given.readme, only_previews=given.previews)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ["CHROMIUM"], args=["--no-sandbox"]
        )
        if given.previews:
            take_previews(browser, subjects)
        elif given.readme:
            take_for_readme(browser, subjects[0])
        else:
            wanted = [subject for subject in subjects if given.only in subject.name]
            folder = VAR / "screenshots"
            taken = take_all(browser, wanted, given.size or SIZES, folder)
            say(f"{taken} pictures in {folder.relative_to(ROOT)}/")
        browser.close()


if __name__ == "__main__":
    main()
