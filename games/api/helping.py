"""The views of help in practice, and of the line that wins a settled daily."""

import datetime
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors, services
from games.api.forms import helping as forms
from games.api.http import ApiView
from games.api.schema import errors
from games.api.throttles import Help as Asking
from games.requests import parse_kind
from games.seats import seat_of_request

KINDS = [kind for kind, _ in forms.HELP]


class Help(ApiView):
    """What the solver is asked about a game."""

    throttle_classes = [Asking]

    @extend_schema(
        request=forms.HelpRequest,
        responses={202: forms.Help, **errors(400, 403, 404, 409, 415, 503)},
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Ask; what was asked before is dropped, and the game is marked as helped.

        `hint` and `winnable` are answered within two seconds, if by "unknown".
        """
        kind = parse_kind(self.body(request), KINDS, field="kind")
        asked = services.ask_help(game_id=game_id, seat=seat_of_request(request), kind=kind)
        return Response(asked, status=202)

    @extend_schema(responses={200: forms.Help, **errors(403, 404)})
    def get(self, request: Request, game_id: UUID) -> Response:
        """Tell what became of it; nothing once the game has gone on."""
        return Response(selectors.help_of(game_id=game_id, seat=seat_of_request(request)))


class DailySolution(ApiView):
    """The line that wins a settled daily."""

    @extend_schema(responses={200: forms.Solution, **errors(404, 409, 503)})
    def get(self, request: Request, day: datetime.date, slug: str) -> Response:
        """Show the line that was found before it was published, step by step."""
        return Response(selectors.solution_of(ruleset=slug, day=day))
