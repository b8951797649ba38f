"""The published table of winnability: file, document and pages' table say the same."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games import winnability
from games.management import publishing
from games.management.publishing import BEGIN, END, as_json, as_markdown, file_name
from games.rules import RULESETS
from games.solver import Verdict, results
from games.solver.winnability import Chunk, Survey

# Deals that are searched in a moment, some to be won and some not.
QUICK = {
    "burgvoegtin": (5, 150),
    "burgvoegtin-streng": (12, 150),
    "burgvoegtin-offen": (163, 272),
    "beleaguered-castle": (82, 112),
    "streets-and-alleys": (51, 127),
    "citadel": (127, 372),
    "archway": (62, 374),
    "archway-leicht": (1, 2),
    "la-belle-lucie": (175, 329),
    "la-belle-lucie-any-time": (287,),
    "la-belle-lucie-ohne-merci": (1, 175),
    "la-belle-lucie-ohne-merci-any-time": (287,),
    "trefoil": (26, 127),
    "trefoil-any-time": (26,),
    "fan": (140, 172),
}
FILES = sorted(publishing.FOLDER.glob("*.txt"))
SURVEY = Survey(ruleset="trefoil", version=1, seed=1, nodes=100, any_time=False)
WON, LOST, OPEN = Verdict


# --- What is published --------------------------------------------------------------------------


def test_the_pages_table_is_what_the_files_of_results_say() -> None:
    assert winnability.TABLE.read_text() == as_json(publishing.published())
    assert list(winnability.table()) == publishing.published()


def test_the_documents_table_is_what_the_files_of_results_say() -> None:
    held = publishing.DOCUMENT.read_text().partition(BEGIN)[2].partition(END)[0]
    assert held == as_markdown(publishing.published())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_published_file_is_whole_named_rightly_and_of_todays_rules(path: Path) -> None:
    found = results.read(path)
    survey = found.survey
    assert path.name == file_name(survey.ruleset, any_time=survey.any_time)
    assert survey.version == RULESETS[survey.ruleset].version
    assert path.read_text() == f"{survey}\n" + "".join(
        f"{chunk}\n" for chunk in map(Chunk.parse, path.read_text().splitlines()[1:])
    )
    assert list(survey.missing(len(found.verdicts), found.verdicts)) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_published_deals_can_be_recomputed(path: Path) -> None:
    found = results.read(path)
    survey = replace(found.survey, nodes=5000)
    for number in QUICK[path.stem]:
        assert survey.search(range(number, number + 1)).verdicts == (found.verdicts[number],)


@pytest.mark.parametrize(
    ("harder", "easier"),
    [
        ("burgvoegtin-streng", "burgvoegtin"),
        ("archway", "archway-leicht"),
        ("la-belle-lucie-ohne-merci", "la-belle-lucie"),
        ("la-belle-lucie-ohne-merci-any-time", "la-belle-lucie-any-time"),
        ("la-belle-lucie-ohne-merci", "la-belle-lucie-ohne-merci-any-time"),
        ("la-belle-lucie", "la-belle-lucie-any-time"),
        ("trefoil", "trefoil-any-time"),
    ],
)
def test_no_deal_is_won_by_harder_rules_and_lost_by_easier_ones(harder: str, easier: str) -> None:
    hard, easy = (
        results.read(publishing.FOLDER / f"{name}.txt").verdicts for name in (harder, easier)
    )
    both = hard.keys() & easy.keys()
    assert len(both) >= 2000
    assert [n for n in both if (hard[n], easy[n]) == (WON, LOST)] == []
    assert [n for n in both if (hard[n], easy[n]) == (WON, WON)]


def test_the_document_shows_how_to_recompute_a_deal_and_that_is_true() -> None:
    text = publishing.DOCUMENT.read_text()
    told = re.search(r"first says `(\w+)`.*second `(\w+)`", text)
    assert told
    found = []
    for arguments in re.findall(r'^make manage ARGS="solve (.*)"$', text, re.MULTILINE):
        out = StringIO()
        call_command("solve", *arguments.split(), stdout=out)
        found.append(out.getvalue().split()[0])
    assert told.groups() == tuple(found)


# --- Publishing ---------------------------------------------------------------------------------


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Has everything published in a folder that holds no results yet."""
    document = tmp_path / "winnability.md"
    document.write_text(f"# Before\n{BEGIN}{END}After\n")
    monkeypatch.setattr(publishing, "FOLDER", tmp_path / "published")
    monkeypatch.setattr(publishing, "DOCUMENT", document)
    monkeypatch.setattr(winnability, "TABLE", tmp_path / "table.json")
    return tmp_path


@pytest.fixture
def file_of(tmp_path: Path) -> Callable[..., Path]:
    """Writes a file of results."""

    def write(survey: Survey, *chunks: Chunk) -> Path:
        path = tmp_path / "results.txt"
        path.unlink(missing_ok=True)
        with results.opened(path, survey) as writer:
            for chunk in chunks:
                writer.add(chunk)
        return path

    return write


def test_publishing_writes_file_document_and_table(
    elsewhere: Path, file_of: Callable[..., Path]
) -> None:
    path = file_of(SURVEY, Chunk(3, 0.25, (WON, OPEN)), Chunk(1, 1.5, (WON, LOST)))
    publishing.publish(path)
    assert (elsewhere / "published" / "trefoil.txt").read_text() == path.read_text()
    text = (elsewhere / "winnability.md").read_text()
    assert text.startswith("# Before\n")
    assert text.endswith("After\n")
    assert "| Trefoil | 4 | 2 | 1 | 1 | 50.00% | 15.00% to 95.44% | 100 | 2 s |\n" in text
    assert "| Fan | being measured |" in text
    (row,) = json.loads((elsewhere / "table.json").read_text())
    assert row == {
        "ruleset": "trefoil",
        "version": 1,
        "seed": 1,
        "nodes": 100,
        "any_time": False,
        "deals": 4,
        "winnable": 2,
        "unwinnable": 1,
        "undecided": 1,
        "low": 0.150039,
        "high": 0.954413,
        "seconds": 1.8,
    }


def test_rulesets_and_readings_stand_beside_each_other_in_order(
    elsewhere: Path, file_of: Callable[..., Path]
) -> None:
    for survey in (
        replace(SURVEY, any_time=True),
        replace(SURVEY, ruleset="archway"),
        SURVEY,
        replace(SURVEY, ruleset="archway"),
    ):
        publishing.publish(file_of(survey, Chunk(1, 0.25, (WON,))))
    rows = [(row.ruleset, row.any_time) for row in publishing.published()]
    assert rows == [("archway", False), ("trefoil", False), ("trefoil", True)]
    text = (elsewhere / "winnability.md").read_text()
    assert text.count("| Archway |") == 1
    assert text.index("| Trefoil |") < text.index("| Trefoil, redealing at any time |")


def test_a_file_with_gaps_is_not_published(elsewhere: Path, file_of: Callable[..., Path]) -> None:
    path = file_of(SURVEY, Chunk(1, 0.25, (WON,)), Chunk(3, 0.25, (WON,)))
    with pytest.raises(results.Refused, match="has gaps"):
        publishing.publish(path)
    assert not (elsewhere / "published").exists()


def test_fewer_deals_than_are_published_take_nothing_away(
    elsewhere: Path, file_of: Callable[..., Path]
) -> None:
    publishing.publish(file_of(SURVEY, Chunk(1, 0.25, (WON, LOST))))
    with pytest.raises(results.Refused, match="holds more deals"):
        publishing.publish(file_of(SURVEY, Chunk(1, 0.25, (WON,))))
    assert publishing.published()[0].deals == 2


def test_published_results_can_be_extended_where_they_lie(
    elsewhere: Path, file_of: Callable[..., Path]
) -> None:
    publishing.publish(file_of(replace(SURVEY, ruleset="archway-leicht"), Chunk(1, 0.25, (WON,))))
    call_command(
        "winnability",
        "archway-leicht",
        deals=3,
        nodes=100,
        processes=1,
        file=elsewhere / "published" / "archway-leicht.txt",
        publish=True,
        stdout=StringIO(),
        stderr=StringIO(),
    )
    assert publishing.published()[0].deals == 3


def test_a_run_publishes_what_it_has_measured_where_asked_to(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(elsewhere)
    quiet = {"stdout": StringIO(), "stderr": StringIO(), "processes": 1, "deals": 3}
    call_command("winnability", "archway-leicht", **quiet)
    assert not (elsewhere / "published").exists()
    call_command("winnability", "archway-leicht", publish=True, **quiet)
    (row,) = publishing.published()
    assert (row.ruleset, row.deals, row.winnable) == ("archway-leicht", 3, 3)


def test_a_run_with_gaps_is_refused_in_a_sentence(
    elsewhere: Path, file_of: Callable[..., Path]
) -> None:
    path = file_of(SURVEY, Chunk(1, 0.25, (WON,)), Chunk(3, 0.25, (WON,)))
    with pytest.raises(CommandError, match="has gaps"):
        call_command(
            "winnability",
            "trefoil",
            deals=1,
            nodes=100,
            file=path,
            publish=True,
            stdout=StringIO(),
            stderr=StringIO(),
        )
