"""Where the machine code of compiled searches is kept between runs."""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

DAYS_KEPT = 30
"""How long the code of other states of the sources is kept after it was last used."""
ROOM = 64 * 2**20
"""Bytes that must be free: several times what all the code takes, as a save that fails would end
the search."""
NAME_DIGITS = 16

logger = logging.getLogger(__name__)


def folder_for(version: str, sources: Iterable[Path]) -> Path | None:
    """Give the folder for a compiler's code of these sources, None where nothing can be kept.

    Numba looks at the file of the compiled function only; a change in one that it calls would go
    unnoticed. So each state of all the sources has a folder of its own.
    """
    digest = hashlib.sha256(version.encode())
    for source in sources:
        digest.update(source.read_bytes())
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(home) / "patience-solver" / digest.hexdigest()[:NAME_DIGITS]
    try:
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            _remove_unused(folder.parent)
        os.utime(folder)
        free = shutil.disk_usage(folder).free
    except OSError as error:
        logger.warning("Compiled searches can't be kept in %s: %s.", folder, error.strerror)
        return None
    if free < ROOM:
        logger.warning("Compiled searches aren't kept: too little space is left in %s.", folder)
        return None
    return folder if os.access(folder, os.W_OK) else None


def _remove_unused(parent: Path) -> None:
    oldest = time.time() - DAYS_KEPT * 24 * 60 * 60
    for folder in parent.iterdir():
        # Another process may be at it as well.
        with suppress(FileNotFoundError):
            if folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)
