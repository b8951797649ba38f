"""Everybody who may ask, the things that are one player's own, and every address that there is."""

import copy
import importlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import ApiToken, Player, SignIn
from accounts.services import create_token
from games import services
from games.models import DailyDeal, Game
from games.seats import Seat
from leaderboard.circles import services as circles
from leaderboard.circles.models import Membership
from leaderboard.fairplay import services as fairplay
from leaderboard.models import Case, Circle, Decision
from tests.support import SetClock, publish_day, store_win

DAY = date(2026, 11, 29)
YESTERDAY = DAY - timedelta(days=1)
SLUG = "beleaguered-castle"
# Addresses whose patterns are no words that one could fill in.
WRITTEN_AS = {
    r"account/^email/confirm/(?P<key>[-:\w]+)/$": "account/email/confirm/x:y:z/",
    r"account/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": (
        "account/password/reset/key/1-x/"
    ),
    "api/": "api/nothing/",
}
ASKERS = ("owner", "program", "other", "guest", "moderator", "deactivated", "nobody")


@dataclass(frozen=True, kw_only=True)
class World:
    """Askers by what they are, and by name what stands for the things of the owner."""

    owner: Player
    askers: dict[str, Client]
    names: dict[str, object]
    own: dict[str, dict[str, object]] = field(default_factory=dict)

    def path(self, route: str, **instead: object) -> str:
        """An address with the owner's things in it, or others instead."""
        path = "/" + route
        for part, value in {**self.names, **self.own.get(route, {}), **instead}.items():
            path = path.replace(f"<{part}>", str(value))
        assert "<" not in path, path
        return path

    def status(self, asker: str, method: str, route: str) -> int:
        """What somebody gets for a request."""
        return int(self.ask(asker, method, self.path(route)).status_code)

    def ask(self, asker: str, method: str, path: str) -> Any:
        """Answer a request; all that it did is undone, and others than the owner did nothing."""
        cache.clear()
        client = self.askers[asker]
        cookies = copy.deepcopy(client.cookies)
        with transaction.atomic():
            before = self.state()
            answer = self.send(client, method, path)
            after = self.state()
            transaction.set_rollback(True)
        client.cookies = cookies
        if asker not in ("owner", "program"):
            assert after == before, (asker, method, path)
        return answer

    def send(self, client: Client, method: str, path: str) -> Any:
        """Send what every address might take."""
        said = {
            "id": str(uuid4()),
            "version": 0,
            "move": "2D:T4>FD",
            "kind": "hint",
            "ruleset": SLUG,
            "label": "x",
            "sure": "on",
            "text": "x",
            "name": "Mine",
        }
        if method == "GET":
            return client.get(path)
        if path.startswith("/api/"):
            body = json.dumps(said)
            return client.generic(method, path, body, content_type="application/json")
        return client.post(path, said)

    def state(self) -> object:
        """All that is the owner's, as far as somebody else could want to change it."""
        player = Player.objects.get(pk=self.owner.pk)
        return (
            list(Game.objects.filter(player=player).order_by("pk").values()),
            list(ApiToken.objects.filter(player=player).values("pk", "label")),
            list(SignIn.objects.filter(player=player).values("pk")),
            list(Case.objects.filter(entry__player=player).values("pk", "state", "answer")),
            list(Circle.objects.filter(memberships__player=player).values()),
            list(Membership.objects.filter(circle__memberships__player=player).values()),
            (player.username, player.password, player.email, player.is_active, player.language),
        )


def settle_world(set_clock: SetClock) -> World:
    """Noon of a day that the owner is playing, with a win of yesterday's that was struck off."""
    set_clock("2026-11-29 12:00")
    publish_day(YESTERDAY)
    publish_day(DAY)
    owner, other = (Player.objects.create_user(name) for name in ("Anna", "Bert"))
    moderator = Player.objects.create_user("Maria", is_staff=True)
    importlib.import_module("frontend.migrations.0002_roles").make_roles(apps)
    moderator.groups.add(Group.objects.get(name="moderator"))
    gone = Player.objects.create_user("Gone")
    clients = {name: Client(headers={"accept-language": "en"}) for name in ASKERS}
    players = {"owner": owner, "other": other, "moderator": moderator, "deactivated": gone}
    for name, player in players.items():
        clients[name].force_login(player)
    Player.objects.filter(pk=gone.pk).update(is_active=False)
    clients["guest"].post("/api/practice/", {"ruleset": "fan"}, "application/json")
    token, text = create_token(player=owner, label="program")
    clients["program"].defaults["HTTP_AUTHORIZATION"] = f"Token {text}"
    seat = Seat(player=owner)
    game = services.start_daily(player=owner, ruleset=SLUG, day=DAY)
    services.start_practice(seat=seat, ruleset=SLUG, number=7)
    yesterdays = DailyDeal.objects.get(ruleset=SLUG, day=YESTERDAY)
    won = store_win(yesterdays, owner, 20_000, finished=set_clock.moment - timedelta(hours=20))
    case = fairplay.case_of(won)
    fairplay.decide(case=case, kind=Decision.Kind.STRIKE, by=moderator, reason="So.", seen=0)
    circle = circles.start_circle(player=owner, name="Ours")
    mate = Player.objects.create_user("Mate")
    circles.join(player=mate, token=circle.token)
    mates = Membership.objects.get(player=mate)
    names = {
        "uuid:game_id": game.pk,
        "int:token_id": token.pk,
        "int:case_id": case.pk,
        "slug:slug": SLUG,
        "slug:scope": SLUG,
        "str:name": "Anna",
        "int:key": 1,
        "day:day": DAY,
        "month:month": "2026-11",
        "int:circle": circle.pk,
        "str:token": circle.token,
        "int:member": mates.pk,
        "int:sign_in_id": SignIn.objects.filter(player=owner).values_list("pk", flat=True)[0],
        "int:pk": 1,
    }
    own: dict[str, dict[str, object]] = {
        route: {"int:key": circle.pk}
        for _method, route in addresses()
        if route.startswith("circles/")
    }
    for door in ("", "report/"):
        own[f"circles/join/<str:token>/{door}"] = {"str:token": "x" * 22}
    return World(owner=owner, askers=clients, names=names, own=own)


def routes(patterns: Any = None, before: str = "") -> Iterator[tuple[str, Any]]:
    """Every address of the site but the desk's, as its pattern is written, with its view."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if route != "admin/":
                yield from routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield WRITTEN_AS.get(route, route), pattern.callback


def addresses() -> Iterator[tuple[str, str]]:
    """Every method of every address that one may want to try."""
    for route, view in routes():
        yield "GET", route
        yield "POST", route
        if hasattr(getattr(view, "cls", None), "delete"):
            yield "DELETE", route
