"""The views of boards."""

import datetime
from dataclasses import replace

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import boards, selectors
from games.api.forms import boards as forms
from games.api.http import ApiView
from games.api.people import asker, named_player
from games.api.schema import AFTER, AROUND, BEFORE, PAGE, errors
from games.errors import GameError
from games.requests import check_month_board, check_one_way, query_integer, query_place

WAYS = ("page", "after", "before", "around")


class Board(ApiView):
    """The board of a ruleset and day."""

    @extend_schema(
        parameters=[PAGE, AFTER, BEFORE, AROUND],
        responses={200: forms.Board, **errors(400, 404, 503)},
    )
    def get(self, request: Request, slug: str, day: datetime.date) -> Response:
        """Show a page of the board, and the asker's own row on whatever page that is."""
        asked = request.query_params
        check_one_way(asked, WAYS)
        around = asked.get("around")
        try:
            board = boards.keeper().board(
                ruleset=slug,
                day=day,
                player=asker(request),
                page=query_integer(asked.get("page", "1"), "page"),
                after=query_place(asked, "after"),
                before=query_place(asked, "before"),
                around=None if around is None else named_player(around),
            )
        except LookupError:
            raise GameError("not_found") from None
        return Response(
            {
                **forms.Board(replace(board, entries=[], mine=None, near=[])).data,
                **boards.board_payload(board),
            }
        )


class MonthBoard(ApiView):
    """A month's points: with one ruleset, with all, or with the patiences of the day."""

    @extend_schema(
        operation_id="boards_month_retrieve",
        parameters=[PAGE],
        responses={200: forms.MonthBoard, **errors(400, 404)},
    )
    def get(self, request: Request, scope: str, month: datetime.date) -> Response:
        """Show a page of the month's board, as far as its days are settled."""
        page = query_integer(request.query_params.get("page", "1"), "page")
        check_month_board(scope, month)
        found = boards.standings().month_board(
            scope=scope, month=month, player=asker(request), page=page
        )
        board = {"scope": scope, "month": f"{month:%Y-%m}", **_standings(found)}
        return Response(forms.MonthBoard(board).data)


class AllTimeBoard(ApiView):
    """A ruleset's board of all time."""

    @extend_schema(parameters=[PAGE], responses={200: forms.AllTimeBoard, **errors(400, 404)})
    def get(self, request: Request, slug: str) -> Response:
        """Show a page of the board: by wins, then by the best time."""
        page = query_integer(request.query_params.get("page", "1"), "page")
        ruleset = selectors.ruleset(slug).slug
        found = boards.standings().all_time_board(ruleset=ruleset, player=asker(request), page=page)
        return Response(forms.AllTimeBoard({"ruleset": ruleset, **_standings(found)}).data)


class PatiencesOfTheDay(ApiView):
    """Which ruleset stands first on which day."""

    @extend_schema(responses={200: forms.PatiencesOfTheDay, **errors()})
    def get(self, request: Request) -> Response:
        """Show the patience of today and of each day to come, until all have had their turn."""
        turns = [
            {"day": day, "ruleset": ruleset}
            for day, ruleset in selectors.patiences_to_come(selectors.today())
        ]
        return Response(forms.PatiencesOfTheDay({"days": turns}).data)


def _standings(found: boards.Standings[boards.StandingsRow]) -> dict[str, object]:
    """A page's parts; a deleted player's name is null, for each reader's own words."""
    mine = found.mine
    return {
        **vars(found),
        "entries": [_without_words(row) for row in found.rows],
        "mine": _without_words(mine) if mine else None,
    }


def _without_words(row: boards.MonthRow | boards.RecordRow) -> dict[str, object]:
    return {**vars(row), "name": None if row.deleted else row.name}
