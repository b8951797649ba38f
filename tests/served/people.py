"""Somebody who talks to the site by program: over REST, over the socket, to its pages."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import requests
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.served.site import Site

SECONDS_TO_ANSWER = 30
CSRF = "c" * 32


@dataclass(frozen=True, kw_only=True)
class Heard:
    """Something that came from the site: every byte of it, and what was asked for."""

    what: str
    content: bytes

    def data(self) -> Any:
        """The content as JSON."""
        return json.loads(self.content)


@dataclass(kw_only=True)
class Person:
    """One asker, with a session or a token or neither; `heard` keeps everything they were told."""

    site: Site
    session_key: str = ""
    token: str = ""
    heard: list[Heard] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Carry the cookies of a browser that is signed in."""
        self._requests = requests.Session()
        self._requests.trust_env = False
        self._requests.headers["Accept-Language"] = "en"
        if self.token:
            self._requests.headers["Authorization"] = f"Token {self.token}"
        if self.session_key:
            cookies = {"session": self.session_key, "csrftoken": CSRF}
            self._requests.cookies.update(cookies)
            self._requests.headers["X-CSRFToken"] = CSRF

    @property
    def cookies(self) -> requests.cookies.RequestsCookieJar:
        """The browser's cookies."""
        return self._requests.cookies

    def ask(self, path: str, method: str = "GET", **data: object) -> requests.Response:
        """Send a request; what is given by name is its JSON."""
        body: Any = data or None if method == "GET" else data
        answer = self._requests.request(
            method, self.site.url + path, json=body, timeout=SECONDS_TO_ANSWER
        )
        headers = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
        content = headers.encode() + b"\n\n" + answer.content
        self.heard.append(Heard(what=f"{method} {path} {answer.status_code}", content=content))
        return answer

    def start(self, slug: str, day: object = None) -> dict[str, Any]:
        """Start the game of a day, today's by default."""
        path = f"/api/dailies/{day or self.site.today()}/{slug}/start/"
        answer = self.ask(path, "POST")
        assert answer.status_code in (200, 201), answer.text
        game: dict[str, Any] = answer.json()
        return game

    def request(self, game: object, kind: str, **data: object) -> requests.Response:
        """Ask something of a game; it gets an id of its own unless one is given."""
        return self.ask(f"/api/games/{game}/{kind}/", "POST", **{"id": str(uuid4()), **data})

    def play(self, game: object, move: str, *, version: int, **data: object) -> requests.Response:
        """Ask for a move."""
        return self.request(game, "moves", move=move, version=version, **data)

    @contextmanager
    def socket(self, path: str) -> Iterator["Line"]:
        """Open a socket."""
        address = self.site.url.replace("http", "ws") + path
        with connect(
            address,
            origin=Origin(self.site.url),
            additional_headers={"Cookie": f"session={self.session_key}", "Accept-Language": "en"},
            proxy=None,
        ) as connection:
            yield Line(connection=connection, person=self)


@dataclass(frozen=True, kw_only=True)
class Line:
    """An open socket."""

    connection: ClientConnection
    person: Person

    def hear(self) -> dict[str, Any]:
        """The next message."""
        text = self.connection.recv(timeout=SECONDS_TO_ANSWER)
        assert isinstance(text, str)
        self.person.heard.append(Heard(what="frame", content=text.encode()))
        message: dict[str, Any] = json.loads(text)
        return message

    def say(self, **message: object) -> None:
        """Send a message."""
        self.connection.send(json.dumps(message))

    def ask(self, **message: object) -> dict[str, Any]:
        """Send a message and hear the next one, which answers it where nobody else plays."""
        self.say(**message)
        return self.hear()
