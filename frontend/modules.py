"""Which ES modules a page's script draws in, so that the browser can fetch them all at once."""

import re
from functools import cache
from pathlib import Path, PurePosixPath

from django.contrib.staticfiles import finders

_IMPORT = re.compile(r'^(?:import|export)\b[^;]*?from "(\.{1,2}/[^"]+)";', re.MULTILINE)


@cache
def modules_of(entry: str) -> tuple[str, ...]:
    """Name the static files that a module imports, directly or through others, without itself.

    >>> "frontend/js/table/keys.js" in modules_of("frontend/js/table/main.js")
    True
    """
    found: dict[str, None] = {entry: None}
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        path = finders.find(name)
        if not isinstance(path, str):
            raise FileNotFoundError(name)
        for imported in _IMPORT.findall(Path(path).read_text()):
            other = _joined(PurePosixPath(name).parent, imported)
            if other not in found:
                found[other] = None
                waiting.append(other)
    return tuple(found)[1:]


def _joined(folder: PurePosixPath, relative: str) -> str:
    while relative.startswith("../"):
        folder, relative = folder.parent, relative.removeprefix("../")
    return str(folder / relative.removeprefix("./"))
