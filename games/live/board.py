"""The socket of one day's board: its first rows, then every change."""

from datetime import date

from channels.layers import get_channel_layer

from games import events, selectors
from games.errors import GameError
from games.live.audience import Audience, board_audience_of
from games.live.socket import CLOSE_NOT_FOUND, Frame, Socket
from games.live.threads import in_thread
from games.requests import parse_day, parse_kind


class BoardSocket(Socket):
    """Shows a board to anybody; it says nothing that the board's page does not."""

    kind = "board"
    audience: Audience | None = None

    async def open(self) -> None:
        """Send the first rows, or close where there is no such board."""
        self.language = self.language_for(None)
        named = self.scope["url_route"]["kwargs"]
        self.slug: str = named["slug"]
        try:
            self.day = parse_day(named["day"])
            await in_thread(selectors.ruleset)(self.slug)
            # Before looking, so that nothing that happens meanwhile is missed.
            self.audience = board_audience_of(get_channel_layer())
            await self.audience.join(self.group, self)
            frame = await in_thread(look)(self.slug, self.day)
        except GameError:
            await self.close(CLOSE_NOT_FOUND)
            return
        await self.say(frame)

    async def leave(self) -> None:
        """Leave the group."""
        if self.audience:
            await self.audience.leave(self.group, self)

    @property
    def group(self) -> str:
        """The group that hears of this board's changes."""
        return events.board_group(ruleset=self.slug, day=self.day)

    def hear(self, message: Frame) -> None:
        """Take in nothing: boards are told alike to everybody, by `say_text`."""

    async def answer(self, data: dict[str, object]) -> None:
        """Answer a ping; a board takes no other message."""
        parse_kind(data, ("ping",))
        await self.say({"type": "pong"})


def look(slug: str, day: date) -> Frame:
    """The board's first rows as a message."""
    board = events.board(ruleset=slug, day=day, player=None)
    return {
        "type": "board",
        "top": [events.row_payload(row) for row in board.entries],
        "total": board.total,
    }
