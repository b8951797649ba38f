"""The checklist for adding a ruleset names exactly the files that a ruleset stands in."""

import re
from dataclasses import replace

import pytest

from games.rules import RULESETS, Position, practice_seed
from games.rules.rulesets.beleaguered_castle import CITADEL
from games.rules.rulesets.belle_lucie import FAN, LA_BELLE_LUCIE
from games.rules.spec import Build, Ruleset, Space
from tests.architecture.repository import APPS, ROOT, files, name

FILES = {name(path): path for path in files(".py", ".js", ".html", ".po", ".json", ".md")}
CHECKLIST = (ROOT / "docs" / "adding-a-ruleset.md").read_text()
APP_TEXTS = {path: file.read_text() for path, file in FILES.items() if path.split("/")[0] in APPS}
PLACEHOLDER = re.compile(r"<\w+>")
# A slug that is a family's, too, or a common word says nothing about where a ruleset stands.
TELLING = sorted({slug for slug, ruleset in RULESETS.items() if slug != ruleset.family} - {"fan"})


def listed(heading: str) -> list[str]:
    """Return the files in the table under a heading."""
    section = CHECKLIST.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE)


def pattern(path: str) -> re.Pattern[str]:
    """Return what matches the files that a listed path stands for."""
    return re.compile(PLACEHOLDER.sub(r"[\\w-]+", path.replace(".", r"\.")))


ALWAYS, SOMETIMES = listed("Files to touch"), listed("Only where it differs")


def naming(slug: str) -> set[str]:
    """Return the files of the apps that name a ruleset."""
    quoted = re.compile(rf"[\"'/]{slug}[\"'/]")
    return {path for path, text in APP_TEXTS.items() if quoted.search(text)}


@pytest.mark.parametrize("path", [*ALWAYS, *SOMETIMES])
def test_every_listed_file_exists(path: str) -> None:
    assert any(map(pattern(path).fullmatch, FILES))


@pytest.mark.parametrize("slug", TELLING)
def test_a_ruleset_stands_in_no_file_that_isnt_listed(slug: str) -> None:
    patterns = [pattern(path) for path in (*ALWAYS, *SOMETIMES)]
    unlisted = {path for path in naming(slug) if not any(p.fullmatch(path) for p in patterns)}
    assert unlisted == set()


@pytest.mark.parametrize("slug", TELLING)
@pytest.mark.parametrize("path", [path for path in ALWAYS if path.endswith(".py")])
def test_every_ruleset_stands_in_the_files_that_are_always_to_be_touched(
    path: str, slug: str
) -> None:
    holding = [file for file in FILES if pattern(path).fullmatch(file)]
    assert any(f'"{slug}"' in FILES[file].read_text() for file in holding)


@pytest.mark.parametrize("slug", RULESETS)
def test_every_ruleset_has_its_perft_file(slug: str) -> None:
    assert f"tests/rules/perft/{slug}.json" in FILES


@pytest.mark.parametrize(
    "variant",
    [
        replace(
            CITADEL,
            slug="a-castle-in-suit",
            tableau=replace(CITADEL.tableau, build=Build.DOWN_IN_SUIT, space=Space.KINGS),
        ),
        replace(LA_BELLE_LUCIE, slug="one-redeal", redeals=1),
        replace(FAN, slug="fans-of-four", deal_program=replace(FAN.deal_program, cards_a_pile=4)),
    ],
    ids=lambda variant: variant.slug,
)
def test_a_variant_plays_from_its_data_alone(variant: Ruleset) -> None:
    position = variant.deal_seed(practice_seed(1))
    cards = sorted(card for pile in position.piles.values() for card in pile)
    for _ in range(20):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(moves[-1])
        assert sorted(card for pile in position.piles.values() for card in pile) == cards
        assert Position.parse(variant, str(position)) == position
        assert list(position.view().piles) == list(variant.pile_names)
    assert position != variant.deal_seed(practice_seed(1))


def test_no_ruleset_is_asked_for_by_its_slug_in_the_engine() -> None:
    asking = re.compile(r"slug\s*(==|!=|in\b|not in\b)|match\s+\S*slug")
    engine = {path: text for path, text in APP_TEXTS.items() if path.startswith("games/rules/")}
    assert [path for path, text in engine.items() if asking.search(text)] == []
