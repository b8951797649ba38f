"""What deploy/host/ and docs/operations.md say of a machine without containers agrees."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands

from tests.architecture.repository import ROOT
from tests.architecture.test_compose import CADDYFILE as CADDYFILE_OF_CONTAINERS
from tests.architecture.test_compose import SERVICES, TIMER, asserted_command
from tests.architecture.test_documents import variables_of_the_settings

HOST = ROOT / "deploy" / "host"
CURRENT = "/srv/patience/current"
UNITS = {path.name: path.read_text() for path in HOST.glob("*.service")}
CADDYFILE = (HOST / "Caddyfile").read_text()
DOCUMENT = (ROOT / "docs" / "operations.md").read_text()
WITHOUT_CONTAINERS = DOCUMENT.split("\n## Without containers\n")[1].split("\n## ")[0]


def said(unit: str, key: str) -> list[str]:
    """Return what a unit says under a key, in order."""
    return re.findall(rf"^{key}=(.*)$", UNITS[unit], re.MULTILINE)


def commands(unit: str) -> list[list[str]]:
    """Return a unit's commands, as a container would have them."""
    bin_folder = f"{CURRENT}/.venv/bin/"
    found = []
    for line in said(unit, "ExecStart"):
        program, *rest = shlex.split(line.removeprefix("-"))
        assert program.startswith(bin_folder), line
        found.append([program.removeprefix(bin_folder), *rest])
    return found


@pytest.mark.parametrize("unit", UNITS)
def test_each_unit_runs_what_exists_where_the_document_puts_it(unit: str) -> None:
    for command in commands(unit):
        asserted_command(command)
    assert said(unit, "WorkingDirectory") == [CURRENT]
    assert said(unit, "User") == ["patience"]
    (environment,) = said(unit, "EnvironmentFile")
    for name in (CURRENT, environment, "adduser --system --group"):
        assert name in WITHOUT_CONTAINERS


def test_the_units_run_what_the_containers_run() -> None:
    (web,) = commands("patience-web@.service")
    assert [web[0], *web[-3:]] == [
        "daphne",
        "--verbosity",
        "0",
        settings.ASGI_APPLICATION.replace(".application", ":application"),
    ]
    assert commands("patience-solver.service") == [SERVICES["solver"]["command"]]
    called = re.findall(r"^ +python manage\.py (\w+)", TIMER, re.MULTILINE)
    assert [command[2] for command in commands("patience-timer.service")] == called
    # None keeps another from running.
    assert all(line.startswith("-") for line in said("patience-timer.service", "ExecStart"))


def test_a_web_process_gets_the_time_to_end_that_it_gets_in_a_container() -> None:
    (seconds,) = said("patience-web@.service", "TimeoutStopSec")
    assert f"{seconds}s" == SERVICES["web"]["stop_grace_period"]


def test_the_proxy_asks_the_processes_that_the_document_starts() -> None:
    ports = set(re.findall(r"patience-web@(\d+)", DOCUMENT))
    upstreams = re.findall(r"reverse_proxy (.*) \{", CADDYFILE)
    assert {tuple(re.findall(r"127\.0\.0\.1:(\d+)", each)) for each in upstreams} == {
        tuple(sorted(ports))
    }
    assert f"for port in {' '.join(sorted(ports))}; do" in DOCUMENT


def test_the_proxy_does_what_the_proxy_of_the_containers_does() -> None:
    for pattern in (
        r"encode .*",
        r"max_size .*",
        r"@within .*",
        r"respond @within .*",
        r"header_up .*",
        r"lb_policy .*",
        r"lb_try_duration .*",
        r"fail_duration .*",
    ):
        theirs = re.findall(pattern, CADDYFILE_OF_CONTAINERS)
        assert theirs
        assert re.findall(pattern, CADDYFILE) == theirs


def test_nothing_answers_before_what_is_kept_from_visitors() -> None:
    # Caddy sorts directives: these would come before "respond @within", whatever stands first.
    assert re.findall(r"^\s*(handle|handle_path|route) ", CADDYFILE, re.MULTILINE) == []


def test_the_proxy_finds_the_static_files_where_they_are_collected() -> None:
    (root,) = re.findall(r"root \* (\S+)", CADDYFILE)
    (collected,) = re.findall(r"STATIC_ROOT=(\S+)", WITHOUT_CONTAINERS)
    # Addresses begin with it, so what lies there is found by its address.
    assert collected == f"{root}/{settings.STATIC_URL.strip('/')}"


def test_the_document_names_units_and_settings_that_exist() -> None:
    for name in set(re.findall(r"patience-(?:web@|solver|timer\.timer)", DOCUMENT)):
        file = f"{name.removesuffix('.timer')}.timer" if "timer" in name else f"{name}.service"
        assert (HOST / file).is_file(), name
    (block,) = re.findall(r"```sh\n +SECRET_KEY=.*?```", WITHOUT_CONTAINERS, re.DOTALL)
    assert set(re.findall(r"^ *([A-Z_]+)=", block, re.MULTILINE)) <= variables_of_the_settings()
    for command in re.findall(r"deploy/host/manage (\w+)", DOCUMENT):
        assert command in get_commands()


def test_manage_runs_the_version_it_lies_in_with_the_settings_of_the_site(tmp_path: Path) -> None:
    version = tmp_path / "1"
    (version / "deploy" / "host").mkdir(parents=True)
    (version / ".venv" / "bin").mkdir(parents=True)
    python = version / ".venv" / "bin" / "python"
    python.write_text('#!/bin/sh\necho "$PWD|$IMPRINT|$*"\n')
    python.chmod(0o755)
    shutil.copy(HOST / "manage", version / "deploy" / "host")
    (tmp_path / "current").symlink_to(version)
    (tmp_path / "environment").write_text('IMPRINT="Erika Beispiel|12345 Neustadt"\n')
    answer = subprocess.run(
        [tmp_path / "current" / "deploy" / "host" / "manage", "shell", "-c", "a b"],
        env={"PATH": "/usr/bin:/bin", "PATIENCE_ENV": str(tmp_path / "environment")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout == (
        f"{version.resolve()}|Erika Beispiel|12345 Neustadt|manage.py shell -c a b\n"
    )
