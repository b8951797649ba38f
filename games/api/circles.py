"""The views of circles, for their members alone; to all others there are none."""

import datetime

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games import boards, circles
from games.api import serializers as forms
from games.api.http import ApiView
from games.api.schema import errors
from games.errors import GameError
from games.requests import check_month_board


class Circle(forms.Form):
    id = s.IntegerField()
    name = s.CharField()
    owner = s.CharField(help_text="Empty where no owner's account is active.")
    is_owner = s.BooleanField(help_text="Whether the asker owns it.")
    members = s.IntegerField()
    joined = forms.Moment(help_text="When the asker came in.")


class Circles(forms.Form):
    circles = Circle(many=True)


class CircleRow(forms.Row):
    rank = s.IntegerField(help_text="Among the members; equal times share a rank: 1 2 2 4.")
    overall = s.IntegerField(help_text="The rank on the board of all players.")


class CircleBoard(forms.Form):
    circle = s.IntegerField()
    ruleset = s.CharField()
    day = s.DateField()
    entries = CircleRow(many=True)


class CircleMonth(forms.Form):
    circle = s.IntegerField()
    scope = s.CharField(help_text="A ruleset, all, or of-the-day.")
    month = s.CharField(help_text="Like 2026-11.")
    entries = forms.MonthRow(many=True)


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

    @extend_schema(responses={200: Circles, **errors()})
    def get(self, request: Request) -> Response:
        """List the asker's circles by name."""
        found = circles.keeper().circles_of(self.player(request))
        return Response(Circles({"circles": found}).data)


class DayBoard(CircleView):
    """A circle's board of a day."""

    @extend_schema(
        operation_id="circles_day_retrieve", responses={200: CircleBoard, **errors(404, 503)}
    )
    def get(self, request: Request, circle: int, slug: str, day: datetime.date) -> Response:
        """Show who of the circle has won a daily, and how fast."""
        own = self.own(request, circle)
        board = circles.keeper().day_board(own=own, ruleset=slug, day=day)
        rows = [{**boards.row_payload(row), "overall": row.overall} for row in board.entries]
        return Response({**CircleBoard({**vars(board), "entries": []}).data, "entries": rows})


class Month(CircleView):
    """A circle's board of a month."""

    @extend_schema(
        operation_id="circles_month_retrieve", responses={200: CircleMonth, **errors(404)}
    )
    def get(self, request: Request, circle: int, scope: str, month: datetime.date) -> Response:
        """Show the circle's points of a month, which are those of the board of all players."""
        own = self.own(request, circle)
        check_month_board(scope, month)
        board = circles.keeper().month_board(own=own, scope=scope, month=month)
        return Response(CircleMonth({**vars(board), "month": f"{month:%Y-%m}"}).data)
