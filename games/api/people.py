"""The views of players and of the asker."""

from django.core.exceptions import ValidationError
from django.middleware.csrf import get_token
from django.utils import translation
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from accounts import public_page
from accounts import selectors as accounts
from accounts import services as accounts_services
from accounts.models import Player
from games import players, selectors
from games.api.errors import ApiError
from games.api.forms import people as forms
from games.api.http import ApiView
from games.api.schema import NEWER, OLDER, errors
from games.api.throttles import Everything, Tokens
from games.errors import GameError
from games.requests import check_one_way, query_place, text_field

MAX_LABEL = 60
# To a player's other results.
WAYS = ("after", "before")


class PlayerPage(ApiView):
    """What a player lets the asker see."""

    @extend_schema(parameters=[OLDER, NEWER], responses={200: forms.PlayerPage, **errors(400, 404)})
    def get(self, request: Request, name: str) -> Response:
        """Show a player's results, streaks and counts, as far as the player shows them."""
        asked = request.query_params
        check_one_way(asked, WAYS)
        older_than, newer_than = query_place(asked, "after"), query_place(asked, "before")
        player = named_player(name)
        shown = public_page.parts_for(player, asker=asker(request))
        listed = None
        if "results" in shown:
            listed = players.results().results_of(
                player, older_than=older_than, newer_than=newer_than
            )
        page = {
            "name": player.username,
            "private": not shown,
            "results": listed.results if listed else None,
            "before": listed.newer if listed else None,
            "after": listed.older if listed else None,
            "streaks": players.streaks().streaks_of(player) if "streaks" in shown else None,
            "dailies": selectors.ranked_counts(player) if "months" in shown else None,
        }
        return Response(forms.PlayerPage(page).data)


def named_player(name: str) -> Player:
    """The player of that name; GameError not_found where there is none."""
    player = accounts.public_player(name) if name.isprintable() else None
    if player is None:
        raise GameError("not_found")
    return player


def asker(request: Request) -> Player | None:
    """The player who asks, if it is one."""
    return request.user if isinstance(request.user, Player) else None


class Me(ApiView):
    """Who asks."""

    @extend_schema(responses={200: forms.Me, **errors()})
    def get(self, request: Request) -> Response:
        """Tell who the asker is; sets the cookie whose value X-CSRFToken takes."""
        get_token(request._request)
        return Response(
            {
                "name": request.user.username if isinstance(request.user, Player) else None,
                "language": translation.get_language(),
                "via_token": request.auth is not None,
            }
        )


class TokenList(ApiView):
    """The asker's personal API tokens."""

    takes_guests = False
    throttle_classes = [Tokens]

    def get_throttles(self) -> list[BaseThrottle]:
        """Only making a token is rare."""
        return [Tokens() if self.request.method == "POST" else Everything()]

    @extend_schema(responses={200: forms.Token(many=True), **errors(403)})
    def get(self, request: Request) -> Response:
        """List the tokens that stand."""
        player = self.player(request, by_session=True)
        return Response(forms.Token(accounts.tokens_of(player), many=True).data)

    @extend_schema(
        request=forms.TokenRequest,
        responses={201: forms.NewToken, **errors(400, 403, 409, 415)},
    )
    def post(self, request: Request) -> Response:
        """Make a token; its text is shown this once."""
        player = self.player(request, by_session=True)
        label = text_field(self.body(request), "label", longest=MAX_LABEL)
        try:
            token, plain = accounts_services.create_token(player=player, label=label)
        except ValidationError as error:
            raise ApiError("too_many_tokens") from error
        return Response({**forms.Token(token).data, "token": plain}, status=201)


class OneToken(ApiView):
    """One of the asker's tokens."""

    takes_guests = False
    throttle_classes = [Tokens]

    @extend_schema(responses={204: None, **errors(403, 404)})
    def delete(self, request: Request, token_id: int) -> Response:
        """Revoke a token for good."""
        player = self.player(request, by_session=True)
        if not accounts_services.revoke_token(player=player, token_id=token_id):
            raise GameError("not_found")
        return Response(status=204)
