"""The one kind of refusal that games know: a code, its parameters and an HTTP status."""

from collections.abc import Mapping
from typing import Any

from games import wording

STATUS = {
    "unreadable_move": 400,
    "bad_request": 400,
    "sign_in_required": 401,
    "not_your_game": 403,
    "token_plays_practice_only": 403,
    "not_found": 404,
    "not_open": 404,
    "stale_version": 409,
    "request_reused": 409,
    "game_finished": 409,
    "game_not_finished": 409,
    "daily_closed": 409,
    "daily_not_settled": 409,
    "nothing_to_undo": 422,
    "cannot_undo_reveal": 422,
    "nothing_to_finish": 422,
    "too_many_requests": 429,
    "help_in_practice_only": 403,
    "not_given_up": 409,
    "being_prepared": 503,
    "help_unavailable": 503,
    "server_error": 500,
    "unavailable": 503,
}
ILLEGAL_MOVE_STATUS = 422


class GameError(Exception):
    """Something that was asked for and refused; `message()` says why in the active language.

    `payload` is the game as it stands, where the refusal comes from knowing an older state;
    `retry_after` the seconds after which it may be worth asking again.
    """

    def __init__(
        self,
        code: str,
        params: Mapping[str, object] | None = None,
        status: int | None = None,
        *,
        payload: dict[str, Any] | None = None,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.params = dict(params or {})
        self.status = STATUS.get(code, ILLEGAL_MOVE_STATUS) if status is None else status
        self.payload = payload
        self.retry_after = retry_after

    def message(self) -> str:
        """Say in the active language what was refused and why."""
        return wording.reason(self.code, self.params)
