"""The views of rulesets, dailies and games."""

import datetime
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import devices
from games import clock, selectors, services
from games.api.forms import dailies as daily_forms
from games.api.forms import games as game_forms
from games.api.http import ApiView
from games.api.schema import PAGE, errors
from games.rates import Starts
from games.requests import (
    integer_field,
    parse_day,
    query_integer,
    text_field,
)
from games.seats import seat_of_request
from games.services.starting import LARGEST_NUMBER

MAX_SLUG = 40


class Rulesets(ApiView):
    """The rulesets that can be played."""

    cache_control = "public, max-age=300"

    @extend_schema(responses={200: daily_forms.Ruleset(many=True), **errors()})
    def get(self, request: Request) -> Response:
        """List all rulesets."""
        return Response(daily_forms.Ruleset(selectors.rulesets(), many=True).data)


class OneRuleset(ApiView):
    """One ruleset."""

    cache_control = "public, max-age=300"

    @extend_schema(responses={200: daily_forms.Ruleset, **errors(404)})
    def get(self, request: Request, slug: str) -> Response:
        """Tell of one ruleset."""
        return Response(daily_forms.Ruleset(selectors.ruleset(slug)).data)


class Dailies(ApiView):
    """The deals of a day, one for each ruleset."""

    @extend_schema(
        operation_id="dailies_list",
        parameters=[OpenApiParameter("day", datetime.date, description="Today's if not given.")],
        responses={200: daily_forms.Dailies, **errors(400, 404)},
    )
    def get(self, request: Request) -> Response:
        """List a day's dailies and how far the asker has come with each."""
        asked = request.query_params.get("day")
        today = selectors.today()
        day = today if asked is None else parse_day(asked)
        dailies = selectors.daily_cards(day=day, seat=seat_of_request(request))
        return Response(
            {
                "day": day,
                "today": today,
                "dailies": daily_forms.Daily(dailies, many=True).data,
                "being_prepared": selectors.being_prepared(day=day),
            }
        )


class ComingDailies(ApiView):
    """The hashes of the deals to come."""

    @extend_schema(
        operation_id="dailies_coming",
        responses={200: daily_forms.Fingerprint(many=True), **errors()},
    )
    def get(self, request: Request) -> Response:
        """List the hashes of the deals to come that are prepared; nothing else of them is told."""
        return Response(daily_forms.Fingerprint(selectors.coming_fingerprints(), many=True).data)


class OneDaily(ApiView):
    """One ruleset's deal of a day."""

    @extend_schema(responses={200: daily_forms.Daily, **errors(404, 503)})
    def get(self, request: Request, day: datetime.date, slug: str) -> Response:
        """Tell of one daily and how far the asker has come with it."""
        daily = selectors.daily_card(day=day, ruleset=slug, seat=seat_of_request(request))
        return Response(daily_forms.Daily(daily).data)


class DailyProof(ApiView):
    """What a daily's deal is checked by."""

    @extend_schema(responses={200: daily_forms.Proof, **errors(404, 503)})
    def get(self, request: Request, day: datetime.date, slug: str) -> Response:
        """Tell the hash, of a deal to come, too; once the day is settled the seed and the cards."""
        return Response(daily_forms.Proof(selectors.proof_of(ruleset=slug, day=day)).data)


class StartDaily(ApiView):
    """Begins the game of a daily."""

    throttle_classes = [Starts]

    @extend_schema(request=None, responses={200: game_forms.Game, **errors(403, 404, 409, 503)})
    def post(self, request: Request, day: datetime.date, slug: str) -> Response:
        """Start or resume the ranked game; a settled daily is begun as practice.

        With this request the clock starts: it is the first to show a card.
        """
        seat = seat_of_request(request, create_guest=False)
        game = services.start_or_resume(seat=seat, ruleset=slug, day=day)
        moment = clock.now()
        response = Response(selectors.game_payload(game, moment=moment))
        if seat.player is not None and game.daily_id is not None:
            device = devices.recognise(request, response, seat.player)
            services.note_sighting(game=game, device=device, moment=moment)
        return response


class Practice(ApiView):
    """Begins practice games."""

    throttle_classes = [Starts]

    @extend_schema(
        request=game_forms.PracticeRequest,
        responses={200: game_forms.Game, **errors(400, 403, 404, 415)},
    )
    def post(self, request: Request) -> Response:
        """Start a game that isn't ranked, of a random deal or of one by its number."""
        body = self.body(request)
        slug = text_field(body, "ruleset", longest=MAX_SLUG)
        number = None
        if "number" in body:
            number = integer_field(body, "number", least=1, most=LARGEST_NUMBER)
        seat = seat_of_request(request, create_guest=True)
        game = services.start_practice(seat=seat, ruleset=slug, number=number)
        return Response(selectors.game_payload(game))


class Games(ApiView):
    """The asker's own games."""

    @extend_schema(
        operation_id="games_list",
        parameters=[PAGE],
        responses={200: game_forms.GamePage, **errors(400)},
    )
    def get(self, request: Request) -> Response:
        """List the asker's games, the newest first."""
        page = query_integer(request.query_params.get("page", "1"), "page")
        seat = seat_of_request(request)
        return Response(game_forms.GamePage(selectors.games_of(seat=seat, page=page)).data)


class OneGame(ApiView):
    """One game of the asker's."""

    @extend_schema(responses={200: game_forms.Game, **errors(403, 404)})
    def get(self, request: Request, game_id: UUID) -> Response:
        """Show the game as its player may see it now."""
        game = selectors.game_for(game_id=game_id, seat=seat_of_request(request))
        return Response(selectors.game_payload(game))


class Replay(ApiView):
    """A finished game, move by move."""

    @extend_schema(
        parameters=[
            OpenApiParameter("since", int, description="The first version; 0 if not given.")
        ],
        responses={200: game_forms.Replay, **errors(400, 403, 404, 409)},
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        """Tell the moves of a finished game, or of any game of a settled daily.

        Until its day is settled a ranked game is told to its player alone.
        """
        since = query_integer(request.query_params.get("since", "0"), "since", least=0)
        seat = seat_of_request(request)
        return Response(selectors.replay_of(game_id=game_id, seat=seat, since=since))
