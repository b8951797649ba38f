"""Where no container engine runs, at least every name in the container files is held true."""

import importlib.metadata
import re
import shlex
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml
from django.core.management import get_commands

from tests.architecture.repository import ROOT
from tests.architecture.test_documents import variables_of_the_settings
from tools.__main__ import parser

COMPOSE_TEXT = (ROOT / "docker-compose.yml").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load(COMPOSE_TEXT)
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = [name for name, service in SERVICES.items() if "build" in service]
# Debug pages are never for others, TLS is the proxy's, and the static files lie in the image.
FIXED_BY_THE_IMAGE = {"DEBUG", "HTTPS", "STATIC_ROOT"}
SET_BY_THE_FILE = {
    *("SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL", "TRUSTED_PROXY_COUNT"),
}
OTHER_DEFAULTS = {"DEFAULT_FROM_EMAIL": "patience@${DOMAIN}", "LOG_FORMAT": "json"}
# As docs/operations.md tells them.
DEFAULTS = {
    variable: "" if default == "none" else default.strip("`")
    for variable, default in re.findall(
        r"^\| `([A-Z_]+)` \| (\S+) \|",
        (ROOT / "docs" / "operations.md").read_text(),
        re.MULTILINE,
    )
}
DOCKERFILE = re.sub(r"\\\n", "", (ROOT / "Dockerfile").read_text())
CADDYFILE = (ROOT / "deploy" / "Caddyfile").read_text()
TIMER = (ROOT / "deploy" / "timer.sh").read_text()


def instructions(word: str) -> list[str]:
    """Return what follows an instruction of the Dockerfile, in order."""
    return re.findall(rf"^{word} (.*)$", DOCKERFILE, re.MULTILINE)


def option(command: list[str], flag: str) -> str:
    """Return the value of a command's flag."""
    return command[command.index(flag) + 1]


def asserted_command(command: list[str]) -> None:
    """Assert that each program, script, module and management command of a command exists."""
    scripts = {point.name for point in importlib.metadata.entry_points(group="console_scripts")}
    program, *rest = command
    if program == "python" and rest[0] == "manage.py":
        assert rest[1] in get_commands(), command
    elif program in {"python", "sh"}:
        assert (ROOT / rest[0]).is_file(), command
    else:
        assert program in scripts, command


@pytest.mark.parametrize("name", OURS)
def test_the_commands_of_our_containers_exist(name: str) -> None:
    asserted_command(SERVICES[name]["command"])


def test_the_commands_of_the_image_exist() -> None:
    shell = " && ".join(instructions("RUN"))
    for part in shell.split(" && "):
        words = [word for word in shlex.split(part) if "=" not in word or word.startswith("-")]
        if "manage.py" in words:
            asserted_command(["python", *words[words.index("manage.py") :]])
        if words[1:3] == ["-m", "tools"]:
            assert parser().parse_args(words[3:]).command == words[3]
        if "-r" in words:
            assert (ROOT / option(words, "-r")).is_file()
    for command in re.findall(r"CMD (\[.*\])", DOCKERFILE):
        asserted_command(yaml.safe_load(command))
    for source in instructions("COPY"):
        first = source.split()[0]
        assert first.startswith("--from=") or (ROOT / first).exists()


def test_the_timer_calls_commands_that_exist() -> None:
    called = re.findall(r"python manage\.py (\w+)", TIMER)
    assert "purge" in called
    assert set(called) <= set(get_commands())


def test_the_solver_prepares_the_days_in_an_image_of_its_own() -> None:
    solver = SERVICES["solver"]
    assert solver["command"][:3] == ["python", "manage.py", "solver"]
    assert solver["image"] != SERVICES["web"]["image"]
    stage = DOCKERFILE.split(f" AS {solver['build']['target']}\n")[1].split("\nFROM")[0]
    source = re.findall(r"--from=(\S+)", stage)[0]
    assert "requirements/solver.txt" in DOCKERFILE.split(f" AS {source}\n")[1].split("\nFROM")[0]


def test_the_web_process_serves_the_application_that_the_settings_name() -> None:
    from django.conf import settings

    module, attribute = SERVICES["web"]["command"][-1].split(":")
    assert f"{module}.{attribute}" == settings.ASGI_APPLICATION
    assert SERVICES["web"]["command"] == yaml.safe_load(instructions("CMD")[-1])


def test_all_speak_of_the_same_port() -> None:
    port = option(SERVICES["web"]["command"], "--port")
    assert SERVICES["web"]["expose"] == [port]
    assert instructions("EXPOSE") == [port]
    assert re.findall(r"port (\d+)", CADDYFILE) == [port]
    assert re.findall(
        r'"127\.0\.0\.1", (\d+)', (ROOT / "deploy" / "healthcheck.py").read_text()
    ) == [port]


def test_the_proxy_sends_to_the_web_processes_and_is_counted() -> None:
    assert re.findall(r"name (\w+)", CADDYFILE) == ["web"]
    assert int(SERVICES["web"]["environment"]["TRUSTED_PROXY_COUNT"]) == 1
    assert "ports" not in SERVICES["web"]
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    for mounted in SERVICES["proxy"]["volumes"]:
        source = mounted.split(":")[0]
        assert source in COMPOSE["volumes"] or (ROOT / source).is_file()


@pytest.mark.parametrize("name", OURS)
def test_containers_pass_on_whatever_an_operator_may_set_with_the_settings_defaults(
    name: str,
) -> None:
    passed = SERVICES[name]["environment"]
    assert set(passed) == variables_of_the_settings() - FIXED_BY_THE_IMAGE
    for variable in set(passed) - SET_BY_THE_FILE:
        default = {**DEFAULTS, **OTHER_DEFAULTS}[variable]
        assert passed[variable] == f"${{{variable}:-{default}}}"


@pytest.mark.parametrize(("variable", "port"), [("DATABASE_URL", 5432), ("REDIS_URL", 6379)])
def test_addresses_lead_to_services(variable: str, port: int) -> None:
    text = re.sub(r"\$\{\w+[^}]*\}", "x", SERVICES["web"]["environment"][variable])
    address = urlsplit(text)
    assert address.hostname in SERVICES
    assert address.port == port
    if variable == "DATABASE_URL":
        made = SERVICES["postgres"]["environment"]
        assert address.username == made["POSTGRES_USER"]
        assert address.path == f"/{made['POSTGRES_DB']}"


def test_secrets_are_required_and_have_no_default() -> None:
    for secret in ("SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD", "DOMAIN"):
        assert f"${{{secret}:?" in COMPOSE_TEXT
        assert f"${{{secret}:-" not in COMPOSE_TEXT
    assert "DEBUG" not in SERVICES["web"]["environment"]


def test_the_variables_of_the_compose_file_are_documented() -> None:
    operations = (ROOT / "docs" / "operations.md").read_text()
    for variable in set(re.findall(r"(?<!\$)\$\{(\w+)", COMPOSE_TEXT)):
        assert f"| `{variable}` |" in operations, variable


def test_services_wait_for_services_that_exist_and_can_tell() -> None:
    for service in SERVICES.values():
        for other, condition in service.get("depends_on", {}).items():
            assert other in SERVICES
            if condition["condition"] == "service_healthy":
                assert "test" in SERVICES[other]["healthcheck"]


def test_no_image_runs_as_root() -> None:
    stages = DOCKERFILE.split("\nFROM ")
    run = [stage for stage in stages if re.search(r"^CMD", stage, re.MULTILINE)]
    assert len(run) == 2
    for stage in run:
        (user,) = re.findall(r"^USER (\w+)$", stage, re.MULTILINE)
        assert f" {user}\n" in DOCKERFILE.split("useradd", 1)[1]


def test_what_is_secret_or_heavy_stays_out_of_the_image() -> None:
    left_out = (ROOT / ".dockerignore").read_text().split()
    assert {".git", ".env", ".venv", "var", "node_modules"} <= set(left_out)
