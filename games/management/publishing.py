"""Publishes what was measured: the files of results, the pages' table, the document's table."""

import json
import shutil
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from django.utils import translation

from games import winnability, wording
from games.rules import RULESETS
from games.solver import results
from games.solver.winnability import Tally
from games.winnability import Measured

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "docs" / "winnability"
DOCUMENT = ROOT / "docs" / "winnability.md"
BEGIN, END = "<!-- table: made by manage.py winnability -->\n", "<!-- end of table -->\n"
HEAD = (
    "patience",
    "deals",
    "winnable",
    "not",
    "undecided",
    "share",
    "95 % interval",
    "nodes at most",
    "time",
)


def file_name(ruleset: str, *, any_time: bool) -> str:
    """The name of the file that holds the results of a ruleset and a reading."""
    return f"{ruleset}{'-any-time' if any_time else ''}.txt"


def publish(path: Path) -> None:
    """Publish a file of results, and make both tables anew from all that are published.

    `results.Refused` is raised for a file with gaps, or with fewer deals than are published.
    """
    found = results.read(path)
    target = FOLDER / file_name(found.survey.ruleset, any_time=found.survey.any_time)
    deals = len(found.verdicts)
    if len(found.of_first(deals)) < deals:
        raise results.Refused(f"{path} has gaps: run it to its end first.")
    if target.exists() and len(results.read(target).verdicts) > deals:
        raise results.Refused(f"{target} holds more deals than {path}.")
    FOLDER.mkdir(exist_ok=True)
    if path.resolve() != target:
        shutil.copyfile(path, target)
    rows = published()
    winnability.TABLE.write_text(as_json(rows), "utf-8")
    before, _, rest = DOCUMENT.read_text("utf-8").partition(BEGIN)
    DOCUMENT.write_text(before + BEGIN + as_markdown(rows) + END + rest.partition(END)[2], "utf-8")


def published() -> list[Measured]:
    """What the published files of results say, in the rulesets' order."""
    rows = []
    for slug in RULESETS:
        for any_time in (False, True):
            path = FOLDER / file_name(slug, any_time=any_time)
            if path.exists():
                rows.append(_measured(results.read(path)))
    return rows


def _measured(found: results.Results) -> Measured:
    tally = Tally.of(found.verdicts.values())
    low, high = tally.interval
    return Measured(
        **asdict(found.survey),
        **asdict(tally),
        deals=tally.deals,
        low=round(low, 6),
        high=round(high, 6),
        seconds=round(found.seconds, 1),
    )


def as_json(rows: Iterable[Measured]) -> str:
    """The pages' table: a row a line."""
    return "[\n" + ",\n".join(json.dumps(asdict(row)) for row in rows) + "\n]\n"


def as_markdown(rows: Iterable[Measured]) -> str:
    """The document's table, in English; what is not measured yet says so."""
    lines = [HEAD, ("---", *["---:"] * (len(HEAD) - 1))]
    by_slug: dict[str, list[Measured]] = {slug: [] for slug in RULESETS}
    for row in rows:
        by_slug[row.ruleset].append(row)
    with translation.override("en"):
        for slug, measured in by_slug.items():
            name = wording.ruleset_name(slug)
            lines += [_cells(name, row) for row in measured]
            if not measured:
                lines.append((name, "being measured", *[""] * (len(HEAD) - 2)))
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def _cells(name: str, row: Measured) -> tuple[str, ...]:
    return (
        f"{name}, redealing at any time" if row.any_time else name,
        f"{row.deals:,}",
        f"{row.winnable:,}",
        f"{row.unwinnable:,}",
        f"{row.undecided:,}",
        f"{float(row.share):.2%}",
        f"{row.low:.2%} to {row.high:.2%}",
        f"{row.nodes:,}",
        f"{row.seconds:,.0f} s",
    )
