"""The socket of one game: moves go in, the state comes out, also what other tabs did."""

import asyncio
from typing import Any
from uuid import UUID

from channels.layers import get_channel_layer
from django.conf import settings
from django.utils import translation

from accounts.selectors import session_mark
from games import clock, events, selectors, services
from games.errors import GameError
from games.live.audience import Audience, audience_of
from games.live.limits import Bucket, player_bucket
from games.live.socket import CLOSE_SIGNED_OUT, Frame, Socket
from games.live.threads import in_thread
from games.requests import KINDS, parse_game_request, parse_kind
from games.seats import Seat, seat_of_session
from games.selectors.games import MILLISECOND

MESSAGES = (*KINDS, "ping", "resync")


class SignedOut(Exception):
    """The session that opened the socket is no longer this player's."""


class GameSocket(Socket):
    """Plays one game for the player or guest whose session opened it."""

    kind = "game"
    audience: Audience | None = None
    admitted = False
    seen = -1
    # What the session looked like when the seat was last made sure of.
    mark: tuple[object, ...] | None = None

    async def open(self) -> None:
        """Let the game's owner in; to others the close code says why not."""
        self.game_id: UUID = self.scope["url_route"]["kwargs"]["game_id"]
        self.session_key: str | None = self.scope["cookies"].get(settings.SESSION_COOKIE_NAME)
        # Until it is known who asks, for what may fail meanwhile.
        self.language = self.language_for(None)
        # What is said and what is heard of other tabs take turns.
        self.turn = asyncio.Lock()
        self.audience = audience_of(get_channel_layer())
        async with self.turn:
            # Before looking, so that nothing that happens meanwhile is missed.
            await self.audience.join(self.group, self)
            await self.let_in()

    async def let_in(self) -> None:
        """Look who asks for which game, and say how it stands, or close."""
        try:
            payload = await in_thread(self.look)()
        except GameError as error:
            await self.close(4000 + error.status)
            return
        except SignedOut:
            await self.close(CLOSE_SIGNED_OUT)
            return
        who = self.seat.key
        if not await self.take_place(who, settings.SOCKETS_PER_PLAYER):
            return
        self.limit = player_bucket(who)
        self.seen = payload["version"]
        self.admitted = True
        await self.say({"type": "game", "game": payload})

    @property
    def group(self) -> str:
        """The group that hears of this game's changes."""
        return events.game_group(self.game_id)

    def buckets(self) -> list[Bucket]:
        """This socket's limit and that of all the player's sockets."""
        return [self.bucket, self.limit]

    async def answer(self, data: dict[str, object]) -> None:
        """Have a message decided, in one go in one thread, and send what came of it."""
        if not self.admitted:
            return
        kind = parse_kind(data, MESSAGES)
        async with self.turn:
            try:
                frame = await in_thread(self.decide)(kind, data)
            except SignedOut:
                await self.close(CLOSE_SIGNED_OUT)
                return
            if "game" in frame:
                self.seen = max(self.seen, frame["game"]["version"])
            await self.say(frame)

    def hear(self, message: dict[str, Any]) -> None:
        """Take in that the game has changed; what was this socket's own doing is known already."""
        if message["version"] > self.seen:
            self.telling = asyncio.create_task(self.tell(message["version"]))

    async def tell(self, version: int) -> None:
        """Tell of a change that another tab made, with the game as it stands by now."""
        async with self.turn:
            if not self.admitted or self.closed or version <= self.seen:
                return
            try:
                frame = await in_thread(self.changed)()
            except SignedOut:
                await self.close(CLOSE_SIGNED_OUT)
            except Exception as error:
                await self.fail(error, {})
            else:
                self.seen = frame["game"]["version"]
                await self.say(frame)

    async def leave(self) -> None:
        """Leave the group."""
        if self.audience:
            await self.audience.leave(self.group, self)

    # --- In a thread, with the database -----------------------------------------------------

    def look(self) -> dict[str, Any]:
        """Find out who asks; give the game as it stands, a GameError for whoever may not see it."""
        self.seat = seat_of_session(self.session_key)
        self.language = self.language_for(self.seat.player)
        if not self.seat.key:
            raise GameError("sign_in_required")
        # Not only with the first move, which somebody waits for.
        self.check_seat()
        return selectors.game_payload(selectors.game_for(game_id=self.game_id, seat=self.seat))

    def check_seat(self) -> Seat:
        """The seat that the session gives now; SignedOut if it isn't that of the beginning."""
        mark = self.mark_session()
        if mark is None:
            raise SignedOut
        if mark != self.mark:
            if seat_of_session(self.session_key, expected=self.seat).key != self.seat.key:
                raise SignedOut
            self.mark = mark
        return self.seat

    def mark_session(self) -> tuple[object, ...] | None:
        """What the seat depends on: while it is the same, so is the seat."""
        player = self.seat.player
        return session_mark(self.session_key or "", expected=player.pk if player else None)

    def changed(self) -> Frame:
        """The game after what another tab has done."""
        game = selectors.game_for(game_id=self.game_id, seat=self.check_seat())
        payload = selectors.game_payload(game)
        return {"type": "changed", "id": str(game.last_request), "game": payload}

    def decide(self, kind: str, data: dict[str, object]) -> Frame:
        """Check the session, then do what the message asks."""
        seat = self.check_seat()
        with translation.override(self.language):
            if kind in KINDS:
                asked = parse_game_request(kind, data)
                payload = services.decide(game_id=self.game_id, seat=seat, asked=asked)
                return {"type": "answer", "id": str(asked.request), "game": payload}
            game = selectors.game_for(game_id=self.game_id, seat=seat)
            if kind == "ping":
                elapsed = (game.finished or clock.now()) - game.started
                return {"type": "pong", "elapsed": max(0, elapsed // MILLISECOND)}
            return {"type": "game", "game": selectors.game_payload(game)}
