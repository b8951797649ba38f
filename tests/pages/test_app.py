"""The site as an app: what a phone installs, and what it keeps for times without a network."""

import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from pytest_django import Settings

pytestmark = pytest.mark.django_db


def size_of_png(path: str) -> tuple[int, int]:
    """Width and height, from the header of a PNG file."""
    head = Path(path).read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


def test_every_page_names_the_manifest(client: Client) -> None:
    assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get("/").content.decode()


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_manifest_has_what_browsers_ask_for_to_install(client: Client, language: str) -> None:
    answer = client.get("/manifest.webmanifest", headers={"Accept-Language": language})
    assert answer.headers["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["lang"] == language
    assert manifest["display"] == "standalone"
    assert manifest["start_url"] == manifest["scope"] == "/"
    assert {icon.get("purpose") for icon in manifest["icons"]} >= {"any", "maskable"}
    for icon in manifest["icons"]:
        file = finders.find(icon["src"].removeprefix("/static/"))
        assert isinstance(file, str)
        if icon["type"] == "image/png":
            width, height = size_of_png(file)
            assert icon["sizes"] == f"{width}x{height}"


def test_the_service_worker_reaches_the_whole_site_and_is_asked_for_anew(client: Client) -> None:
    answer = client.get("/service-worker.js")
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer.headers["Cache-Control"]


def test_the_service_worker_keeps_what_there_is(client: Client) -> None:
    text = client.get("/service-worker.js").content.decode()
    found = re.search(r"const KEPT = (\[.*\]);", text)
    assert found
    kept = json.loads(found.group(1))
    assert kept[0] == "/offline/"
    assert client.get(kept[0]).status_code == 200
    for address in kept[1:]:
        assert finders.find(address.removeprefix("/static/")), address


def test_another_offline_page_makes_another_worker(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    before = client.get("/service-worker.js").content
    assert client.get("/service-worker.js", headers={"Accept-Language": "en"}).content == before
    (templates,) = settings.TEMPLATES
    page = Path(templates["DIRS"][0], "frontend", "offline.html").read_text()
    (tmp_path / "frontend").mkdir()
    (tmp_path / "frontend" / "offline.html").write_text(page.replace("<h1>", "<h1>! "))
    settings.TEMPLATES = [{**templates, "DIRS": [tmp_path, *templates["DIRS"]]}]
    assert client.get("/service-worker.js").content != before


def test_the_kept_page_has_nothing_personal_and_nothing_that_is_not_kept(client: Client) -> None:
    client.post("/account/signup/", {"username": "Wilhelmine", "password1": "Ein-langes-Wort"})
    page = client.get("/offline/").content.decode()
    assert "Wilhelmine" not in page
    assert "csrf" not in page
    worker = client.get("/service-worker.js").content.decode()
    for sheet in re.findall(r'rel="stylesheet" href="([^"]+)"', page):
        assert f'"{sheet}"' in worker
