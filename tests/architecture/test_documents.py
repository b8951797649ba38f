"""What the documents say exists."""

import ast
import importlib.util
import re
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.architecture.repository import ROOT, documents, files, name

DOCUMENTS = documents()
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)[^)]*\)")
EXPECTED = [
    "CHANGELOG.md",
    "LICENSE",
    "NOTICE",
    "README.md",
    "SECURITY.md",
    "docs/adding-a-ruleset.md",
    "docs/architecture.md",
    "docs/operations.md",
    "docs/protocol.md",
]


@pytest.mark.parametrize("document", EXPECTED)
def test_the_document_is_there(document: str) -> None:
    assert (ROOT / document).stat().st_size > 100


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_to_files_of_the_clone(document: str) -> None:
    folder = (ROOT / document).parent
    for target in LINK.findall(DOCUMENTS[document]):
        if re.match(r"[a-z]+:", target):
            continue
        path = (folder / target).resolve()
        assert path.is_relative_to(ROOT), target
        assert path.exists(), target


@pytest.mark.parametrize("document", DOCUMENTS)
def test_make_targets_and_management_commands_exist(document: str) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    text = DOCUMENTS[document]
    assert set(re.findall(r"(?:^|`|\$ )make ([a-z]+)", text, re.MULTILINE)) <= targets
    assert set(re.findall(r"manage\.py ([a-z]\w+)", text)) <= set(get_commands())


# A changelog goes on naming what has been.
@pytest.mark.parametrize("document", sorted(DOCUMENTS.keys() - {"CHANGELOG.md"}))
def test_files_modules_and_benchmarks_that_are_named_exist(document: str) -> None:
    text = DOCUMENTS[document]
    rooms = "|".join({name(path).split("/")[0] for path in files() if path.parent != ROOT})
    for path in re.findall(rf"`((?:{rooms})/[\w./-]+)`", text):
        assert (ROOT / path).exists(), path
    for module in re.findall(r"python3? -m ([a-z_.]*[a-z])", text):
        assert importlib.util.find_spec(module), module
    for benchmark in re.findall(r"make bench ARGS=\W?([a-z_]+)", text):
        assert (ROOT / "benchmarks" / f"{benchmark}.py").is_file(), benchmark


def variables_of_the_settings() -> set[str]:
    """Return the names of the environment variables that the settings read."""
    tree = ast.parse((ROOT / "config" / "settings.py").read_text())
    read = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        asks = (
            isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "env"
        ) or (isinstance(node.func, ast.Name) and node.func.id == "required_outside_debug")
        if asks and isinstance(node.args[0], ast.Constant):
            read.add(str(node.args[0].value))
    return read


def test_every_environment_variable_is_in_the_table_and_nothing_else() -> None:
    table = re.findall(r"^\| `([A-Z_]+)` \|", DOCUMENTS["docs/operations.md"], re.MULTILINE)
    containers = {"DOMAIN", "POSTGRES_PASSWORD", "REDIS_PASSWORD", "WEB_PROCESSES"}
    assert set(table) - containers == variables_of_the_settings()
    assert len(table) == len(set(table))


def test_every_decision_is_half_a_page_with_a_title() -> None:
    decisions = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    assert len(decisions) >= 8
    for path in decisions:
        assert path.read_text().startswith("# "), path.name
        assert 5 < len(path.read_text().splitlines()) < 60, path.name


def test_the_notice_names_what_was_not_written_here() -> None:
    cards = ROOT / "frontend" / "static" / "frontend" / "cards"
    vendored: list[Path] = [cards] if cards.exists() else []
    notice = (ROOT / "NOTICE").read_text()
    for folder in vendored:
        assert folder.relative_to(ROOT).as_posix() in notice
