"""The examples of docs/protocol.md: read from its fenced blocks, and acted out in their order.

A block says after `json` what it is: `GET /api/…` with the answer; `POST /api/…` with the request,
and then `answer 200`; `connect /ws/…` with the first message of the server; `client`, `server` and
`another tab` with messages; `entry` with what a board says of a win. A status other than 200 stands
behind the address. In what is expected, "…" stands for whatever else there is.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from channels.db import database_sync_to_async

from tests.api.askers import Asker
from tests.live.dialogue import Tab

PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"
BLOCK = re.compile(r"^```json (?P<label>.+?)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
DRAWN = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")
# Of these only the type is compared: they are drawn by lot, or come from another clock.
VARYING = {"seed_sha256", "token", "prefix", "created", "joined", "last_used"}
REST = "…"


@dataclass(frozen=True)
class Block:
    """One example."""

    label: str
    body: Any


def blocks(text: str) -> list[Block]:
    """The examples of the document, in order."""
    return [
        Block(found["label"], json.loads(found["body"]) if found["body"].strip() else None)
        for found in BLOCK.finditer(text)
    ]


class Stage:
    """Acts the examples out for one player."""

    def __init__(
        self, asker: Asker, *, win: Callable[[], None], solve: Callable[[], object]
    ) -> None:
        self.asker = asker
        self.win = win
        self.solve = solve
        self.ids: dict[str, str] = {}
        self.posted: tuple[int, Any] = (0, None)
        self.tabs: list[Tab] = []

    async def act(self, block: Block) -> Any:
        """Do what a block says; gives what really came of it, None for what is only sent."""
        what, *rest = block.label.split(" ")
        if what in ("GET", "DELETE"):
            path, status = [*rest, "200"][:2]
            return await self.ask(path, what, int(status))
        if what == "POST":
            self.posted = await database_sync_to_async(self.asker.ask)(
                self.real(rest[0]), self.real(block.body)
            )
            if rest[0].endswith("/help/"):
                await database_sync_to_async(self.solve)()
            return None
        if what == "answer":
            assert self.posted[0] == int(rest[0]), self.posted
            return self.posted[1]
        if what == "connect":
            path = self.real(rest[0])
            self.tabs = [Tab(path, session=self.asker.session_key) for _ in range(2)]
            told = [await tab.open() for tab in self.tabs]
            return told[0]
        if what == "client":
            await self.tabs[0].send_to(
                text_data=json.dumps(self.real(block.body), ensure_ascii=False)
            )
            return None
        if what == "entry":
            await database_sync_to_async(self.win)()
        return await self.tabs[1 if block.label == "another tab" else 0].hear()

    async def ask(self, path: str, method: str, expected: int) -> Any:
        """Ask over REST; the status must be as expected."""
        address = quote(self.real(path), safe="/?=&")
        status, answer = await database_sync_to_async(self.asker.ask)(address, method=method)
        assert status == expected, answer
        return answer

    def real(self, written: Any) -> Any:
        """What the document writes, with the ids that were really drawn."""
        text = json.dumps(written, ensure_ascii=False)
        return json.loads(DRAWN.sub(lambda id_: self.ids.get(id_[0], id_[0]), text))

    def compare(self, expected: Any, actual: Any, at: str) -> None:
        """Check that an example says what is; ids are learnt where they first occur."""
        if isinstance(expected, dict):
            assert isinstance(actual, dict), at
            told = {key: value for key, value in expected.items() if key != REST}
            if len(told) == len(expected):
                assert set(told) == set(actual), at
            for key, value in told.items():
                if key in VARYING:
                    assert type(value) is type(actual[key]), f"{at}.{key}"
                else:
                    self.compare(value, actual[key], f"{at}.{key}")
        elif isinstance(expected, list):
            self.compare_list(expected, actual, at)
        elif isinstance(expected, str) and DRAWN.fullmatch(expected):
            assert self.ids.setdefault(expected, actual) == actual, at
        else:
            assert expected == actual, f"{at}: {actual!r}"

    def compare_list(self, expected: list[Any], actual: list[Any], at: str) -> None:
        """Compare lists; what stands after "…" stands at the end of the real one."""
        if REST in expected:
            before = expected[: expected.index(REST)]
            after = expected[expected.index(REST) + 1 :]
            assert len(before) + len(after) < len(actual), at
        else:
            before, after = expected, []
            assert len(before) == len(actual), at
        last = actual[len(actual) - len(after) :]
        for place, (told, real) in enumerate(
            zip([*before, *after], [*actual[: len(before)], *last], strict=True)
        ):
            self.compare(told, real, f"{at}[{place}]")
