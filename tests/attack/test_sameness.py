"""Whether a name or mail address is known is told neither by words nor by work that takes time."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import hashers
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from accounts.services import renew_recovery_code

pytestmark = pytest.mark.django_db

PASSWORD = "Kreuz-Pik-Herz-Karo"


@pytest.fixture(autouse=True)
def known(settings: Any) -> Player:
    """A player with a confirmed mail address and a recovery code."""
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    player = Player.objects.create_user("Anna", password=PASSWORD, email="anna@example.org")
    EmailAddress.objects.create(user=player, email="anna@example.org", verified=True, primary=True)
    renew_recovery_code(player=player)
    return player


@contextmanager
def counting_hashes(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Count how often a password is hashed, which is what takes the time."""
    hashed: list[str] = []
    with monkeypatch.context() as patch:
        for kind in hashers.get_hashers():
            encode: Callable[..., str] = kind.encode

            def counted(*args: Any, real: Callable[..., str] = encode, **rest: Any) -> str:
                hashed.append("hash")
                return real(*args, **rest)

            patch.setattr(kind, "encode", counted)
        yield hashed


def work_of(
    monkeypatch: pytest.MonkeyPatch, page: str, form: dict[str, str]
) -> tuple[dict[str, Any], str]:
    """What a form costs, in hashes, mails and queries by kind; and what its answer says."""
    browser = Client(headers={"accept-language": "en"})
    browser.get(page)
    cache.clear()
    mail.outbox.clear()
    with counting_hashes(monkeypatch) as hashed, CaptureQueriesContext(connection) as queries:
        answer = browser.post(page, form)
    kinds = Counter(query["sql"].split(" ", 1)[0].upper() for query in queries.captured_queries)
    work = {
        "hashes": len(hashed),
        "mails": len(mail.outbox),
        "written": kinds["INSERT"] + kinds["UPDATE"] + kinds["DELETE"],
        "status": answer.status_code,
        "to": answer.headers.get("Location", ""),
    }
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())
    for value in form.values():
        text = text.replace(value, "<typed>")
    return work, text


# Of each form what is typed where it is known, and where it isn't.
FORMS: dict[str, tuple[str, dict[str, str], dict[str, str]]] = {
    "sign-in": (
        "/account/login/",
        {"login": "Anna", "password": "not the password"},
        {"login": "Nobody", "password": "not the password"},
    ),
    "reset": (
        "/account/password/reset/",
        {"email": "anna@example.org"},
        {"email": "nobody@example.org"},
    ),
    "sign-up": (
        "/account/signup/",
        {"username": "Newcomer", "password1": PASSWORD, "email": "anna@example.org"},
        {"username": "Newcomer", "password1": PASSWORD, "email": "nobody@example.org"},
    ),
    "recovery": (
        "/account/recover/",
        {"username": "Anna", "code": "AAAA-AAAA-AAAA-AAAA", "password1": PASSWORD},
        {"username": "Nobody", "code": "AAAA-AAAA-AAAA-AAAA", "password1": PASSWORD},
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_known_and_unknown_get_the_same_words_for_the_same_work(
    monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    page, known, unknown = FORMS[form]
    first = work_of(monkeypatch, page, known)
    Player.objects.filter(username="Newcomer").delete()
    second = work_of(monkeypatch, page, unknown)
    assert first == second
