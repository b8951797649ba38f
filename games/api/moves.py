"""The views that ask something of a game: play, finish, undo, restart, resign."""

from uuid import UUID

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import services
from games.api.forms import moves as forms
from games.api.forms.games import Game
from games.api.http import ApiView
from games.api.schema import errors
from games.api.throttles import Moves
from games.requests import parse_game_request
from games.seats import seat_of_request
from games.services import Kind

MOVE = PolymorphicProxySerializer(
    component_name="MoveRequest",
    serializers=[forms.MoveOnVersion, forms.MoveAfter],
    resource_type_field_name=None,
)
CHANGE = PolymorphicProxySerializer(
    component_name="ChangeRequest",
    serializers=[forms.OnVersion, forms.After],
    resource_type_field_name=None,
)
ANSWERS = {200: Game, **errors(400, 403, 404, 409, 415, 422)}


class GameRequestView(ApiView):
    """Has one kind of request decided; the kinds differ in their bodies alone."""

    throttle_classes = [Moves]
    kind: Kind

    def decide(self, request: Request, game_id: UUID) -> Response:
        """Parse the request, have the service decide it, and answer with the game."""
        asked = parse_game_request(self.kind, self.body(request))
        seat = seat_of_request(request)
        return Response(services.decide(game_id=game_id, seat=seat, asked=asked))


class Play(GameRequestView):
    """Moves."""

    kind = "play"

    @extend_schema(request=MOVE, responses=ANSWERS)
    def post(self, request: Request, game_id: UUID) -> Response:
        """Play a move, or a sequence of them."""
        return self.decide(request, game_id)


class Finish(GameRequestView):
    """Finishing."""

    kind = "finish"

    @extend_schema(request=CHANGE, responses=ANSWERS)
    def post(self, request: Request, game_id: UUID) -> Response:
        """Play all that is left to the foundations, where that wins the game."""
        return self.decide(request, game_id)


class Undo(GameRequestView):
    """Undos."""

    kind = "undo"

    @extend_schema(request=CHANGE, responses=ANSWERS)
    def post(self, request: Request, game_id: UUID) -> Response:
        """Take back what was entered last."""
        return self.decide(request, game_id)


class Restart(GameRequestView):
    """Restarts."""

    kind = "restart"

    @extend_schema(request=CHANGE, responses=ANSWERS)
    def post(self, request: Request, game_id: UUID) -> Response:
        """Go back to the deal, or to the last thing that was revealed."""
        return self.decide(request, game_id)


class Resign(GameRequestView):
    """Giving up."""

    kind = "resign"

    @extend_schema(request=CHANGE, responses=ANSWERS)
    def post(self, request: Request, game_id: UUID) -> Response:
        """Give the game up, for good."""
        return self.decide(request, game_id)
