"""The times between a game's moves as a plot that the server draws, without a move in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log10

from django.utils.formats import number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from common import times
from games.selectors import Asked

WIDTH, HEIGHT = 720, 220
LEFT, RIGHT, TOP, BOTTOM = 44, 8, 10, 26
# Seconds at which lines are drawn; the scale is logarithmic, for bursts and pauses are in one game.
LINES = (0.01, 0.1, 1, 10, 100)
LEAST, MOST = 0.01, 1000.0
GROUND = HEIGHT - BOTTOM
# The shortest times are the most telling ones, so that their bars are seen, too.
LOWEST_BAR = 3.0


@dataclass(frozen=True, kw_only=True)
class Gap:
    """The time before one request: since the one before it, or since the start."""

    number: int
    kind: str
    moves: int
    milliseconds: int
    elapsed: int


def gaps_of(asked: Sequence[Asked]) -> list[Gap]:
    """The times between requests, in order."""
    moments = [0, *(each.elapsed for each in asked)]
    return [
        Gap(
            number=number,
            kind=each.kind,
            moves=each.moves,
            milliseconds=after - before,
            elapsed=after,
        )
        for number, (each, (before, after)) in enumerate(
            zip(asked, pairwise(moments), strict=True), 1
        )
    ]


def kind_of(gap: Gap) -> str:
    """What was asked, in words."""
    kinds = {"play": _("move"), "undo": _("undo"), "restart": _("restart"), "resign": _("resign")}
    return kinds[gap.kind]


def drawn(gaps: Sequence[Gap], *, hands: float) -> SafeString:
    """The plot: a bar for each request, and a line at the seconds that hands need at least."""
    room = (WIDTH - LEFT - RIGHT) / max(len(gaps), 1)
    bars = format_html_join(
        "",
        '<rect class="{}" x="{}" y="{}" width="{}" height="{}"><title>{}</title></rect>',
        (
            (
                "gap gap-fast" if gap.milliseconds < hands * 1000 else "gap",
                f"{LEFT + (gap.number - 1) * room:.1f}",
                f"{top:.1f}",
                f"{max(room * 0.8, 0.6):.1f}",
                f"{GROUND - top:.1f}",
                f"{gap.number}: {times.seconds(gap.milliseconds, 2)} s",
            )
            for gap in gaps
            for top in [min(_height(gap.milliseconds / 1000), GROUND - LOWEST_BAR)]
        ),
    )
    lines = format_html_join(
        "",
        '<line class="grid" x1="{}" x2="{}" y1="{}" y2="{}"/><text x="{}" y="{}">{}</text>',
        (
            (
                LEFT,
                WIDTH - RIGHT,
                y,
                y,
                LEFT - 5,
                f"{float(y) + 4:.1f}",
                f"{number_format(seconds)} s",
            )
            for seconds in LINES
            for y in [f"{_height(seconds):.1f}"]
        ),
    )
    limit = format_html(
        '<line class="hands" x1="{}" x2="{}" y1="{y}" y2="{y}"/>',
        LEFT,
        WIDTH - RIGHT,
        y=f"{_height(hands):.1f}",
    )
    return format_html(
        '<svg class="gaps" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}{}'
        '<text class="axis" x="{}" y="{}">{}</text></svg>',
        WIDTH,
        HEIGHT,
        _("Seconds between moves, one bar for each; the same numbers stand in the table below."),
        lines,
        bars,
        limit if hands else "",
        WIDTH - RIGHT,
        HEIGHT - 8,
        _("moves in order"),
    )


def _height(seconds: float) -> float:
    """Where a time lies, from the top."""
    inside = min(max(seconds, LEAST), MOST)
    share = (log10(inside) - log10(LEAST)) / (log10(MOST) - log10(LEAST))
    return GROUND - share * (GROUND - TOP)
