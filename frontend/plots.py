"""Plots of columns, drawn as SVG; their numbers stand beside them as a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

# The picture's own units; a page makes it as wide as there is room.
WIDTH, HEIGHT = 360, 150
TOP, FOOT = 18, 20
WIDEST = 44
GAP = 0.2
# So many words fit below one another's way.
MOST_LABELS = 6


@dataclass(frozen=True, kw_only=True)
class Column:
    """A column: its height, how much of it is filled, a word below it and one above it."""

    label: str
    value: float
    filled: float = 0
    mark: str = ""


def columns_plot(columns: Sequence[Column]) -> SafeString:
    """Columns side by side, the highest as high as the picture; an ornament without words."""
    highest = max((column.value for column in columns), default=0) or 1
    step = min(WIDEST, WIDTH / max(len(columns), 1))
    room = HEIGHT - TOP - FOOT
    every = -(-len(columns) // MOST_LABELS)
    bars: dict[str, list[str]] = {"column": [], "filled": []}
    words = []
    for at, column in enumerate(columns):
        left, width = (at + GAP / 2) * step, (1 - GAP) * step
        middle = left + width / 2
        for kind, value in (("column", column.value), ("filled", column.filled)):
            height = room * value / highest
            if value:
                bars[kind].append(_bar(left, HEIGHT - FOOT - height, width, max(height, 1)))
        if column.mark:
            top = HEIGHT - FOOT - room * column.value / highest - 5
            words.append(_word("mark", middle, top, column.mark))
        if at % every == 0:
            words.append(_word("label", middle, HEIGHT - 6, column.label))
    return format_html(
        '<svg class="plot" viewBox="0 0 {} {}" aria-hidden="true" focusable="false">'
        '<path class="plot-ground" d="M0 {}H{}"/>{}{}</svg>',
        WIDTH,
        HEIGHT,
        HEIGHT - FOOT,
        WIDTH,
        # One path for all bars of a kind, so that a plot of years is drawn as quickly as a week's.
        format_html_join(
            "",
            '<path class="plot-{}" d="{}"/>',
            ((kind, "".join(drawn)) for kind, drawn in bars.items() if drawn),
        ),
        format_html_join("", "{}", ((word,) for word in words)),
    )


def _bar(left: float, top: float, width: float, height: float) -> str:
    """A rectangle as a part of a path."""
    return f"M{left:.1f} {top:.1f}h{width:.1f}v{height:.1f}h-{width:.1f}z"


def _word(kind: str, middle: float, foot: float, text: str) -> SafeString:
    """A word below or above a column, kept within the picture."""
    anchor = "start" if middle < 24 else "end" if middle > WIDTH - 24 else "middle"
    at = {"start": 0.0, "end": float(WIDTH), "middle": middle}[anchor]
    return format_html(
        '<text class="plot-{}" x="{}" y="{}" text-anchor="{}">{}</text>',
        kind,
        f"{at:.1f}",
        f"{foot:.1f}",
        anchor,
        text,
    )
