"""Names and texts that try to be more than text, on every page that shows them."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.core.cache import cache
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import services as accounts
from accounts.models import ApiToken, FormerName, NameReport, Player
from accounts.names import name_key
from frontend.models import Announcement
from leaderboard.circles import services as circles
from leaderboard.models import Case, Circle, Decision, Entry
from tests.attack.pages.conftest import PASSWORD, browser
from tests.desk.conftest import Desk
from tests.pages.html import Element, read
from tests.support import publish, publish_day, store_win

SignIn = Callable[[str], Client]
PLAIN = "Harmlos"
# No name may hold such signs: these stand for a hole in what checks them. None has a slash, which
# no address of a player could hold.
NAMES = [
    "<script>alert(1)",
    "\" onfocus=a x='",
    "<!--&lt;b&gt;{{7*7}}",
    "javascript:alert(1)",
    "\u202eenileW\u200b\u2060\ufeff",
    "Z" + "\u0301" * 19,
    "W" * 20,
]
TEXTS = [
    "</script></title></textarea><img src=x onerror=alert(1)>",
    "\"><svg onload=alert(1)>' style='position:fixed",
    "<!--<script>]]><a href=javascript:alert(1)>x</a>",
    "{{ 7*7 }}{% debug %}${7*7} &lt;script&gt;&#60;b>",
    "*{}body{background:url(https://evil.example/)}",
    "\u202e\u2066kcatta\u2069 \u200f\u061c a\u200b\u200d\u2060\ufeff\u00adb",
    "W" * 150 + "x" + "\u0301" * 100,
]


@pytest.fixture
def furnished(desk: Desk, player: Player, other_player: Player) -> Desk:
    """A desk, boards, a circle, a token and whatever else shows what somebody has written."""
    publish_day(desk.daily.day)
    daily = publish("citadel", desk.daily.day)
    moment = timezone.now()
    for who, hundredths in ((player, 20_000), (other_player, 30_000)):
        store_win(daily, who, hundredths, finished=daily.opens + timedelta(hours=1))
    circle = circles.start_circle(player=player, name="Verein")
    circles.join(player=other_player, token=circle.token)
    accounts.create_token(player=player, label="Label")
    Authenticator.objects.create(
        user=player, type=Authenticator.Type.WEBAUTHN, data={"name": "Key", "credential": {}}
    )
    FormerName.objects.create(
        name_key="former", look_key="former", username="Former", player=player, left=moment
    )
    return desk


def name_players(name: str) -> None:
    """Give the player a name that no check has seen."""
    named = Player.objects.exclude(username__in=["Ottokar", "Vorgesetzte", "The-superuser"])
    named.update(username=name, name_key=name_key(name))
    NameReport.objects.update(name=name)
    FormerName.objects.update(username=name)
    LogEntry.objects.update(object_repr=name)


def write_everywhere(text: str) -> None:
    """Put a text wherever somebody may write one."""
    Announcement.objects.update(text_de=text[:300], text_en=text[:300])
    Entry.objects.filter(state="void").update(reason=text[:200])
    Case.objects.update(answer=text)
    QuerySet(Decision).update(reason=text[:200])  # past the guard of its own manager
    Circle.objects.update(name=text[:40])
    ApiToken.objects.update(label=text[:60])
    LogEntry.objects.update(change_message=text)
    for key in Authenticator.objects.all():
        key.data = {**key.data, "name": text[:60]}
        key.save()


def shape(shown: Element) -> list[tuple[str, tuple[str, ...]]]:
    """What a page is made of, whatever stands in it."""
    return [(each.tag, tuple(sorted(each.attributes))) for each in shown.walk()]


@dataclass(frozen=True, kw_only=True)
class Readers:
    """Browsers of whoever is shown such texts."""

    desk: Desk
    mine: Client
    theirs: Client
    guest: Client
    boss: Client


@pytest.fixture
def readers(furnished: Desk, player: Player, other_player: Player, somebody: SignIn) -> Readers:
    """The player, another, a guest and the staff."""
    return Readers(
        desk=furnished,
        mine=browser(player=player),
        theirs=browser(player=other_player),
        guest=browser(),
        boss=somebody("superuser"),
    )


def visits(readers: Readers) -> Iterator[tuple[Client, str]]:
    """Whoever is shown such texts, and where."""
    desk, mine, theirs = readers.desk, readers.mine, readers.theirs
    me = Player.objects.get(pk=desk.rows["accounts.player"].pk)
    circle = Circle.objects.latest("pk")
    page = f"/players/{quote(me.username)}/"
    for address in (
        *("/", "/account/", "/account/name/", "/account/security/", "/account/recovery-code/"),
        *("/boards/citadel/", "/calendar/", "/months/", page, "/circles/", "/rules/fan/"),
        *(f"/circles/{circle.pk}/", f"/circles/{circle.pk}/members/", "/account/devices/"),
        *(f"/answers/{Case.objects.get().pk}/", f"/circles/{circle.pk}/citadel/"),
    ):
        yield mine, address
    for address in ("/", "/boards/citadel/", page, "/account/login/"):
        yield readers.guest, address
    for address in (page, "/boards/citadel/", f"/circles/{circle.pk}/members/"):
        yield theirs, address
    yield readers.boss, "/admin/"
    for label, row in desk.rows.items():
        for kind, args in (("changelist", []), ("change", [row.pk]), ("history", [row.pk])):
            address = reverse(f"admin:{label.replace('.', '_')}_{kind}", args=args)
            # Moves are looked at game by game.
            only = f"?game__id__exact={desk.game.pk}" if label == "games.move" else ""
            yield readers.boss, address + only


def look(client: Client, address: str) -> tuple[list[tuple[str, tuple[str, ...]]], str]:
    """What a page is made of, and all that is said on it."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    shown = read(answer.content.decode())
    told = [shown.text]
    for each in shown.walk():
        told += each.attributes.values()
        for name in ("href", "src", "action"):
            value = each.attributes.get(name, "/").strip().lower()
            assert not value.startswith(("javascript:", "data:text", "//")), (address, value)
    return shape(shown), "\n".join(told)


def check(readers: Readers, plain: str, write: Callable[[str], None], texts: list[str]) -> None:
    """Each text is said wherever the plain one is, and makes no page another one."""
    before = [look(client, address) for client, address in visits(readers)]
    showing = [number for number, (_shape, told) in enumerate(before) if plain in told]
    assert len(showing) >= 12
    for text in texts:
        write(text)
        pages = list(visits(readers))
        for number in showing:
            now, told = look(*pages[number])
            assert now == before[number][0], (pages[number][1], text)
            assert squeezed(text[:40]) in told, (pages[number][1], text)


def squeezed(text: str) -> str:
    return " ".join(text.split())


def test_no_name_is_more_than_a_name_on_any_page(readers: Readers) -> None:
    check(readers, "Wilhelmine", name_players, NAMES)


def test_no_text_is_more_than_a_text_on_any_page(readers: Readers) -> None:
    # Announcements stand on all pages; what else is written stands on few.
    later = timezone.now() + timedelta(days=1)
    Announcement.objects.update(starts=later, ends=later + timedelta(days=1))
    write_everywhere(PLAIN)
    check(readers, PLAIN, write_everywhere, TEXTS)


def test_no_announcement_is_more_than_a_text(readers: Readers) -> None:
    plain = look(readers.guest, "/rules/")[0]
    for text in TEXTS:
        write_everywhere(text)
        now, told = look(readers.guest, "/rules/")
        assert now == plain
        assert squeezed(text[:40]) in told


@pytest.mark.parametrize("name", NAMES)
def test_no_check_lets_such_a_name_through(name: str, db: None) -> None:
    form = {"username": name, "password1": "Kreuz-Pik-Herz-Karo", "email": ""}
    answer = browser("en").post("/account/signup/", form)
    if name == "W" * 20:
        assert answer.status_code == 302
        return
    shown = read(answer.content.decode())
    assert not Player.objects.exists()
    field = shown.one("input", name="username")
    assert field.attributes["value"].split() == name.split()
    assert "onfocus" not in field.attributes


def test_what_was_typed_stands_in_its_field_again_and_makes_no_other_page(db: None) -> None:
    shapes = []
    for text in ("x", *TEXTS[:4]):
        cache.clear()
        answer = browser("en").post("/account/login/", {"login": text, "password": "x"})
        shown = read(answer.content.decode())
        assert shown.one("input", name="login").attributes["value"] == text
        shapes.append(shape(shown))
    assert shapes == [shapes[0]] * len(shapes)


@pytest.mark.parametrize("text", TEXTS)
def test_an_address_that_is_none_is_not_said_again(text: str, db: None) -> None:
    for address in (f"/{quote(text)}", f"/players/{quote(text)}/", f"/rules/?x={quote(text)}"):
        answer = browser("en").get(address)
        shown = read(answer.content.decode())
        hidden = re.sub(r"\s", "", text)[:20]
        assert hidden not in re.sub(r"\s", "", shown.one("main").text)
    answer = browser("en").get(f"/api/players/{quote(text)}/")
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.status_code == 404


def test_data_within_pages_can_not_end_their_element(furnished: Desk, player: Player) -> None:
    name = "</script><!--<b>"[:20].replace("/", "\u2215")
    name_players(name)
    text = browser(player=Player.objects.get(pk=player.pk)).get("/boards/citadel/").content.decode()
    found = re.findall(r'<script id="shown" type="application/json">(.*?)</script>', text, re.S)
    assert len(found) == 1
    assert "<" not in found[0]
    assert name in json.dumps(json.loads(found[0]), ensure_ascii=False)


def test_answers_of_the_api_are_never_taken_for_a_page(furnished: Desk, player: Player) -> None:
    name_players(NAMES[1])
    mine = browser(player=Player.objects.get(pk=player.pk))
    day = furnished.daily.day.isoformat()
    for address in (f"/api/boards/citadel/{day}/", "/api/me/", f"/api/players/{quote(NAMES[1])}/"):
        answer = mine.get(address)
        assert answer.status_code == 200, address
        assert answer.headers["Content-Type"] == "application/json"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_a_download_is_saved_under_a_name_of_ours_and_never_opened(
    furnished: Desk, player: Player
) -> None:
    write_everywhere(TEXTS[0])
    name_players('a"\u202e<b>.html')
    mine = browser(player=Player.objects.get(pk=player.pk))
    answer = mine.post("/account/data/", {"password": PASSWORD})
    assert answer.headers["Content-Type"] == "application/json"
    told = answer.headers["Content-Disposition"]
    assert told.startswith("attachment; filename")
    assert told.endswith((".json", '.json"'))
    assert not re.search(r'[<>\u202e]|"[^"]*"[^;]', told)
    assert TEXTS[0] in [each["label"] for each in json.loads(answer.content)["tokens"]]


def test_mails_hold_text_alone_whatever_a_player_is_called(
    furnished: Desk, player: Player, mailoutbox: list[Any]
) -> None:
    Player.objects.filter(pk=player.pk).update(email="w@example.org")
    name_players("<b>\nBcc: x@y.z")
    EmailAddress.objects.create(user=player, email="w@example.org", verified=True, primary=True)
    browser("en").post("/account/password/reset/", {"email": "w@example.org"})
    browser("en").post("/account/password/reset/", {"email": "x@example.org\nBcc: z@example.org"})
    (message,) = mailoutbox
    assert message.recipients() == ["w@example.org"]
    assert "\n" not in message.subject
    assert message.message().get_content_type() == "text/plain"
    assert "Bcc" not in message.message()
