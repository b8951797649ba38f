"""The table of OWASP's requirements is whole, and what it names exists."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tests.architecture.repository import ROOT

DOCUMENT = (ROOT / "docs" / "asvs.md").read_text()
STATES = {"met", "open", "n/a"}
ROW = re.compile(r"^\| ([\d., –]+) \| (.+?) \| (\S+) \| (.+) \|$", re.MULTILINE)
# How many requirements of levels 1 and 2 each section of version 5.0.0 has: where one of level 3
# stands among them, all of that section's come after them.
COUNTS = """
1.1 2, 1.2 9, 1.3 11, 1.4 3, 1.5 2
2.1 3, 2.2 3, 2.3 4, 2.4 1
3.2 2, 3.3 4, 3.4 6, 3.5 5, 3.7 2
4.1 3, 4.2 1, 4.3 2, 4.4 4
5.1 1, 5.2 3, 5.3 2, 5.4 3
6.1 3, 6.2 12, 6.3 4, 6.4 4, 6.5 5, 6.6 3, 6.8 4
7.1 3, 7.2 4, 7.3 2, 7.4 5, 7.5 2, 7.6 2
8.1 2, 8.2 3, 8.3 1, 8.4 1
9.1 3, 9.2 4
10.1 2, 10.2 2, 10.3 4, 10.4 11, 10.5 5, 10.6 2, 10.7 3
11.1 2, 11.2 3, 11.3 3, 11.4 4, 11.5 1, 11.6 1
12.1 3, 12.2 2, 12.3 4
13.1 1, 13.2 5, 13.3 2, 13.4 5
14.1 2, 14.2 4, 14.3 3
15.1 3, 15.2 3, 15.3 7
16.1 1, 16.2 5, 16.3 4, 16.4 3, 16.5 3
17.1 1, 17.2 4, 17.3 2
"""
SECTIONS = {section: int(count) for section, count in re.findall(r"([\d.]+) (\d+)", COUNTS)}


@dataclass(frozen=True, kw_only=True)
class Row:
    """A line of the table, with every requirement that it is about."""

    points: tuple[str, ...]
    state: str
    where: str


def points_of(text: str) -> Iterator[str]:
    """Yield the requirements of a first column, such as `6.2.2–3, 6.3.1`."""
    for part in text.split(", "):
        first, _, last = part.partition("–")
        section, _, number = first.rpartition(".")
        for each in range(int(number), int(last or number) + 1):
            yield f"{section}.{each}"


def rows() -> list[Row]:
    """Every line of the tables of requirements."""
    return [
        Row(points=tuple(points_of(points)), state=state, where=where)
        for points, _what, state, where in ROW.findall(DOCUMENT)
    ]


def test_every_requirement_of_the_level_has_one_line() -> None:
    told = Counter(point for row in rows() for point in row.points)
    wanted = [f"{name}.{n + 1}" for name, count in SECTIONS.items() for n in range(count)]
    assert len(wanted) == 253
    assert f"{len(wanted)} requirements" in DOCUMENT
    assert [point for point, times in told.items() if times > 1] == []
    assert set(wanted) - set(told) == set()
    assert set(told) - set(wanted) == set()


def test_every_line_has_one_of_three_states_and_says_where_or_why() -> None:
    for row in rows():
        assert row.state in STATES, row
        assert len(row.where) > 3, row
        if row.state == "open":
            assert len(row.where) > 40, row


def test_what_is_named_exists() -> None:
    names = re.findall(r"`([\w.-]+(?:/[\w.-]+)+|[\w-]+\.md|Dockerfile|pyproject\.toml)`", DOCUMENT)
    assert len(names) > 100
    assert {name for name in names if not (ROOT / name).exists()} == set()


def test_places_within_the_documents_exist() -> None:
    for source in ("docs/asvs.md", "docs/threat-model.md"):
        for target, place in re.findall(r"\]\(([\w.-]*)#([\w-]+)\)", (ROOT / source).read_text()):
            text = (ROOT / "docs" / target).read_text() if target else DOCUMENT
            titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
            assert place in {title.lower().replace(" ", "-") for title in titles}, (source, place)
