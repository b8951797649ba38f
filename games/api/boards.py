"""The views of boards."""

import datetime
from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext_noop
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from games import events
from games.api import serializers as forms
from games.api.http import ApiView
from games.api.people import named_player
from games.api.schema import AFTER, AROUND, BEFORE, PAGE, errors
from games.errors import GameError
from games.requests import BadRequest, query_integer

WAYS = ("page", "after", "before", "around")

NO_PLACE = gettext_noop("“%(field)s” must be a place on a board, as an answer has told it.")
MANY_WAYS = gettext_noop("Only one of these goes at a time: %(fields)s.")


class Board(ApiView):
    """The board of a ruleset and day."""

    @extend_schema(
        parameters=[PAGE, AFTER, BEFORE, AROUND],
        responses={200: forms.Board, **errors(400, 404, 503)},
    )
    def get(self, request: Request, slug: str, day: datetime.date) -> Response:
        """Show a page of the board, and the asker's own row on whatever page that is."""
        asked = request.query_params
        if len(asked.keys() & set(WAYS)) > 1:
            raise BadRequest(MANY_WAYS, fields=", ".join(WAYS))
        around = asked.get("around")
        try:
            board = events.board(
                ruleset=slug,
                day=day,
                player=asker(request),
                page=query_integer(asked.get("page", "1"), "page"),
                after=_place_field(asked, "after"),
                before=_place_field(asked, "before"),
                around=None if around is None else named_player(around),
            )
        except LookupError:
            raise GameError("not_found") from None
        return Response(
            {
                **forms.Board(replace(board, entries=[], mine=None, near=[])).data,
                "entries": [events.row_payload(row) for row in board.entries],
                "mine": events.row_payload(board.mine) if board.mine else None,
                "near": [events.row_payload(row) for row in board.near],
            }
        )


def asker(request: Request) -> Player | None:
    """The player who asks, if it is one."""
    return request.user if isinstance(request.user, Player) else None


def _place_field(asked: Mapping[str, str], field: str) -> events.Place | None:
    text = asked.get(field)
    try:
        return None if text is None else events.Place.parse(text)
    except ValueError:
        raise BadRequest(NO_PLACE, field=field) from None
