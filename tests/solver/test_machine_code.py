"""Where compiled searches are kept, and for how long."""

import os
import shutil
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from games.solver.machine_code import folder_for

DAY = 24 * 60 * 60


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "search.py"
    path.write_text("first")
    return path


def kept(version: str, source: Path, *, days_ago: int = 0) -> Path:
    """A folder with code in it that was last used so long ago."""
    folder = folder_for(version, [source])
    assert folder is not None
    (folder / "code").write_text("01")
    then = time.time() - days_ago * DAY
    os.utime(folder, (then, then))
    return folder


def test_each_state_of_the_sources_has_a_folder_of_its_own(source: Path) -> None:
    first = kept("1", source)
    assert folder_for("1", [source]) == first
    assert folder_for("2", [source]) != first
    source.write_text("second")
    assert folder_for("1", [source]) != first


def test_what_was_not_used_for_thirty_days_goes_when_another_comes(source: Path) -> None:
    old, young = kept("1", source, days_ago=31), kept("2", source, days_ago=29)
    new = folder_for("3", [source])
    assert new is not None
    assert (old.exists(), young.exists(), new.exists()) == (False, True, True)


def test_what_is_used_again_stays(source: Path) -> None:
    old = kept("1", source, days_ago=31)
    assert folder_for("1", [source]) == old
    folder_for("2", [source])
    assert (old / "code").exists()


def test_without_space_nothing_is_kept_and_that_is_said(
    source: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    full = SimpleNamespace(total=2**30, used=2**30 - 1000, free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: full)
    assert folder_for("1", [source]) is None
    assert "too little space" in caplog.text


def test_a_home_that_is_no_folder_is_said_and_does_no_harm(
    source: Path, home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    home.write_text("")
    assert folder_for("1", [source]) is None
    assert "can't be kept" in caplog.text
