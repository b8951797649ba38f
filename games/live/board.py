"""The socket of a board: how it stands, then every change."""

from collections.abc import Callable
from datetime import date
from functools import partial

from channels.layers import get_channel_layer

from games import boards, events, selectors
from games.dates import read_month
from games.errors import GameError
from games.live.audience import Audience, board_audience_of
from games.live.socket import CLOSE_NOT_FOUND, Frame, Socket
from games.live.threads import in_thread
from games.requests import check_month_board, parse_day, parse_kind


class BoardSocket(Socket):
    """Shows a board to anybody; it says nothing that the board's page does not."""

    kind = "board"
    group: str
    audience: Audience | None = None

    async def open(self) -> None:
        """Say how the board stands, or close where there is none."""
        self.language = self.language_for(None)
        named = self.scope["url_route"]["kwargs"]
        try:
            look = await in_thread(found)(**named)
            self.group = events.board_group(**named)
            # Before looking, so that nothing that happens meanwhile is missed.
            self.audience = board_audience_of(get_channel_layer())
            await self.audience.join(self.group, self)
            frame = await in_thread(look)()
        except GameError:
            await self.close(CLOSE_NOT_FOUND)
            return
        await self.say(frame)

    async def leave(self) -> None:
        """Leave the group."""
        if self.audience:
            await self.audience.leave(self.group, self)

    def hear(self, message: Frame) -> None:
        """Take in nothing: boards are told alike to everybody, by `say_text`."""

    async def answer(self, data: dict[str, object]) -> None:
        """Answer a ping; a board takes no other message."""
        parse_kind(data, ("ping",))
        await self.say({"type": "pong"})


def found(scope: str, when: str) -> Callable[[], Frame]:
    """How to look at the board of a day or of a month; a GameError where no board has that name."""
    try:
        month = read_month(when)
    except ValueError:
        day = parse_day(when)
        selectors.ruleset(scope)
        return partial(look_at_day, scope, day)
    check_month_board(scope, month)
    return partial(look_at_month, scope, month)


def look_at_day(slug: str, day: date) -> Frame:
    """A day's first rows as a message."""
    board = boards.keeper().board(ruleset=slug, day=day, player=None)
    return {
        "type": "board",
        "top": [boards.row_payload(row) for row in board.entries],
        "total": board.total,
    }


def look_at_month(scope: str, month: date) -> Frame:
    """When a month's points were counted, as a message; a page shows the rows."""
    as_of = boards.standings().month_as_of(scope=scope, month=month)
    return {"type": "board", "as_of": events.iso(as_of) if as_of else None}
