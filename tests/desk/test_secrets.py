"""Nobody learns an unsettled daily's secrets at the desk: all its pages, as a superuser."""

import base64
import re
from collections.abc import Callable, Iterator
from urllib.parse import urljoin, urlsplit

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from games.models import DailyDeal
from tests.desk.conftest import Desk

pytestmark = pytest.mark.django_db

LINK = re.compile(r'(?:href|action)="([^"#]*)')
# The way out, and what only leads elsewhere.
LEFT_OUT = ("/admin/logout/", "/admin/password_change/", "/admin/jsi18n/")
FEWEST_PAGES = 60


def crawl(client: Client) -> Iterator[tuple[str, str]]:
    """Every page of the desk that any of them leads to, and each model's, with its text."""
    waiting = [reverse("admin:index")]
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        waiting.append(reverse(f"{name}_changelist"))
        for row in model._default_manager.all()[:20]:
            pages = ("change", "history", "delete")
            waiting += [reverse(f"{name}_{page}", args=[row.pk]) for page in pages]
    seen = set(waiting)
    while waiting:
        address = waiting.pop()
        answer = client.get(address)
        assert answer.status_code in (200, 302, 403, 404), (address, answer.status_code)
        if answer.status_code != 200:
            continue
        text = answer.content.decode()
        yield address, text
        for link in LINK.findall(text):
            # What is sorted and filtered by, one at a time: the page's own query, not one upon it.
            target = urljoin(urlsplit(address).path, link.replace("&amp;", "&"))
            parts = urlsplit(target)
            if not parts.path.startswith("/admin/") or parts.path in LEFT_OUT or target in seen:
                continue
            if parts.query and urlsplit(address).query:
                continue
            seen.add(target)
            waiting.append(target)


def secrets_of(daily: DailyDeal) -> dict[str, str]:
    """Everything that would give a daily away, as texts."""
    seed = bytes(daily.seed)
    moves = daily.certificate.line.split()
    return {
        "seed, hex": seed.hex(),
        "seed, hex, upper": seed.hex().upper(),
        "seed, base64": base64.b64encode(seed).decode()[:-2],
        "seed, base64 for addresses": base64.urlsafe_b64encode(seed).decode()[:-2],
        "seed, raw": seed.decode("latin-1"),
        "seed, repr": repr(seed)[2:30],
        "pack": daily.deal.pack[:16],
        "pack, parted": " ".join(re.findall("..", daily.deal.pack[:12])),
        "line": " ".join(moves[:3]),
        "first move": moves[0],
        "first move, escaped": moves[0].replace(">", "&gt;"),
        "a move": moves[len(moves) // 2].replace(">", "&gt;"),
    }


def test_no_page_of_the_desk_tells_a_secret_of_an_unsettled_daily(
    desk: Desk, somebody: Callable[[str], Client]
) -> None:
    secrets = {
        f"{daily.day}: {what}": text
        for daily in (desk.daily, desk.coming)
        for what, text in secrets_of(daily).items()
    }
    pages = 0
    for address, text in crawl(somebody("superuser")):
        told = [what for what, secret in secrets.items() if secret in text]
        assert told == [], address
        pages += 1
    assert pages >= FEWEST_PAGES


def test_the_same_pages_would_tell_them_if_they_could(
    desk: Desk, somebody: Callable[[str], Client], set_clock: Callable[[str], object]
) -> None:
    set_clock("2026-11-30 01:00:00")
    text = "\n".join(text for _address, text in crawl(somebody("superuser")))
    told = {what for what, secret in secrets_of(desk.daily).items() if secret in text}
    assert {"seed, hex", "pack", "first move, escaped", "a move"} <= told
    assert [what for what, secret in secrets_of(desk.coming).items() if secret in text] == []
