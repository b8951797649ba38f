"""The views of circles, for their members alone; to all others there are none."""

import datetime

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import boards, circles
from games.api.forms import circles as forms
from games.api.http import ApiView
from games.api.schema import errors
from games.errors import GameError
from games.requests import check_month_board


class CircleView(ApiView):
    """What players alone may ask."""

    takes_guests = False

    def own(self, request: Request, circle: int) -> circles.OwnCircle:
        """A circle of the asker's; for who isn't in it there is none."""
        try:
            return circles.keeper().own_circle(player=self.player(request), circle=circle)
        except LookupError:
            raise GameError("not_found") from None


class MyCircles(CircleView):
    """The circles that the asker is in."""

    @extend_schema(responses={200: forms.Circles, **errors()})
    def get(self, request: Request) -> Response:
        """List the asker's circles by name."""
        found = circles.keeper().circles_of(self.player(request))
        return Response(forms.Circles({"circles": found}).data)


class DayBoard(CircleView):
    """A circle's board of a day."""

    @extend_schema(
        operation_id="circles_day_retrieve", responses={200: forms.CircleBoard, **errors(404, 503)}
    )
    def get(self, request: Request, circle: int, slug: str, day: datetime.date) -> Response:
        """Show who of the circle has won a daily, and how fast."""
        own = self.own(request, circle)
        board = circles.keeper().day_board(own=own, ruleset=slug, day=day)
        rows = [{**boards.row_payload(row), "overall": row.overall} for row in board.entries]
        return Response({**forms.CircleBoard({**vars(board), "entries": []}).data, "entries": rows})


class Month(CircleView):
    """A circle's board of a month."""

    @extend_schema(
        operation_id="circles_month_retrieve", responses={200: forms.CircleMonth, **errors(404)}
    )
    def get(self, request: Request, circle: int, scope: str, month: datetime.date) -> Response:
        """Show the circle's points of a month, which are those of the board of all players."""
        own = self.own(request, circle)
        check_month_board(scope, month)
        board = circles.keeper().month_board(own=own, scope=scope, month=month)
        return Response(forms.CircleMonth({**vars(board), "month": f"{month:%Y-%m}"}).data)
