"""Everybody who may ask the API for something, each with a client of their own."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.test import Client

from accounts.models import Player
from accounts.services import create_token


class Asker(Client):
    """A client that sends and reads JSON, in English."""

    def __init__(self, *, enforce_csrf_checks: bool = False, **headers: str) -> None:
        super().__init__(
            enforce_csrf_checks=enforce_csrf_checks,
            headers={
                "accept-language": "en",
                **{k.replace("_", "-"): v for k, v in headers.items()},
            },
        )

    def ask(self, path: str, body: object = None, *, method: str = "") -> tuple[int, Any]:
        """Status and JSON of an answer; a POST where there is a body, else a GET."""
        method = method or ("GET" if body is None else "POST")
        response = self.generic(
            method, path, "" if body is None else _json(body), content_type="application/json"
        )
        return response.status_code, response.json() if response.content else None

    @property
    def session_key(self) -> str:
        """The value of the session cookie."""
        return str(self.cookies[settings.SESSION_COOKIE_NAME].value)


def _json(body: object) -> str:
    import json

    return json.dumps(body, default=str)


def make_player(name: str) -> Player:
    """A player of that name, who has no usable password."""
    return Player.objects.create_user(name)


def signed_in(player: Player, **options: Any) -> Asker:
    """A browser in which a player is signed in."""
    asker = Asker(**options)
    asker.force_login(player)
    return asker


def with_token(player: Player) -> Asker:
    """A program that carries a token of a player's."""
    _token, plain = create_token(player=player, label="program")
    return Asker(authorization=f"Token {plain}")


@dataclass(frozen=True)
class Everybody:
    """The owner of something, and all the others."""

    owner: Asker
    owners_program: Asker
    other: Asker
    others_program: Asker
    guest: Asker
    nobody: Asker

    @classmethod
    def arrive(cls) -> "Everybody":
        """Make the players and the guest, who has started a game of their own."""
        anna, bert = make_player("Anna"), make_player("Bert")
        guest = Asker()
        status, _game = guest.ask("/api/practice/", {"ruleset": "citadel"})
        assert status == 200
        return cls(
            owner=signed_in(anna),
            owners_program=with_token(anna),
            other=signed_in(bert),
            others_program=with_token(bert),
            guest=guest,
            nobody=Asker(),
        )

    def statuses(self, path: str, body: object = None) -> dict[str, int]:
        """What each gets for the same request."""
        return {name: asker.ask(path, body)[0] for name, asker in vars(self).items()}
