"""Starting games: the ranked game of a day, and practice."""

import secrets
from datetime import date, datetime

from django.db import IntegrityError, transaction

from accounts.models import Player
from common.compiled import Query, insert
from games import clock, events
from games.dailies import deal_from_seed, find_daily, known_ruleset
from games.errors import GameError
from games.models import DailyDeal, Deal, Game
from games.rules import Ruleset, practice_seed
from games.seats import Seat
from games.selectors.games import GAMES, is_settled

# Numbers that nobody has chosen have up to nine digits, so that people can pass them on.
RANDOM_NUMBERS = 999_999_999
LARGEST_NUMBER = 2**53 - 1  # the largest whole number that JavaScript holds exactly

_RANKED_GAME = Query(GAMES.filter(player=0, daily=0))


def start_daily(*, player: Player, ruleset: str, day: date) -> Game:
    """Start the player's ranked game of a daily, or resume it however late it is.

    The clock starts with this. However often it is asked at once there is one game: the
    constraint on player and daily decides. GameError daily_closed for who comes too late.
    """
    return _start_ranked(player, find_daily(ruleset=ruleset, day=day))


def _start_ranked(player: Player, daily: DailyDeal) -> Game:
    with transaction.atomic():
        now = clock.now()
        if daily.is_open(now):
            game = Game(
                player=player,
                deal=daily.deal,
                daily=daily,
                started=now,
                position=str(daily.deal.position()),
            )
            if insert(game, unique=["player_id", "daily_id"]):
                return game
    own = _RANKED_GAME.first(player_id=player.pk, daily_id=daily.pk)
    if own is None:
        raise GameError("daily_closed")
    return own


def start_practice(*, seat: Seat, ruleset: str, number: int | None = None) -> Game:
    """Start a game that isn't ranked, of a random deal or of one by its public number.

    ValueError for a number that no deal has: who asks has been told so before.
    """
    rules = known_ruleset(ruleset)
    if number is None:
        number = secrets.randbelow(RANDOM_NUMBERS) + 1
    elif not 1 <= number <= LARGEST_NUMBER:
        raise ValueError(number)
    try:
        return _start_unranked(seat, _practice_deal(rules, number))
    except IntegrityError:
        # Somebody stored the same deal just now, or it was purged just now.
        return _start_unranked(seat, _practice_deal(rules, number))


def start_practice_of_daily(*, seat: Seat, ruleset: str, day: date) -> Game:
    """Start a game of a settled daily that isn't ranked; GameError until it is settled."""
    daily = find_daily(ruleset=ruleset, day=day)
    if not daily.is_settled(clock.now()):
        raise GameError("daily_not_settled")
    return _start_unranked(seat, daily.deal)


def start_or_resume(*, seat: Seat, ruleset: str, day: date) -> Game:
    """What a player wants who opens a daily.

    That is the ranked game while it can be begun or finished, and once the day is settled the
    latest game of its deal that the seat hasn't finished, or a new one, as practice.
    """
    moment = clock.now()
    daily = find_daily(ruleset=ruleset, day=day, moment=moment)
    if daily.is_settled(moment):
        return _unfinished_game(seat, daily) or _start_unranked(seat, daily.deal)
    if seat.via_token:
        raise GameError("token_plays_practice_only")
    if seat.player is None:
        raise GameError("sign_in_required")
    return _start_ranked(seat.player, daily)


def note_sighting(*, game: Game, device: str | None, moment: datetime) -> None:
    """Tell who looks after fair play that a device, if it is known, is shown a ranked game."""
    if device is None or game.daily_id is None or is_settled(game, moment):
        return
    events.tell_sighting(events.Sighting(device=device, game_id=game.pk, daily_id=game.daily_id))


def _unfinished_game(seat: Seat, daily: DailyDeal) -> Game | None:
    owned = seat.owned()
    if owned is None:
        return None
    games = Game.objects.select_related("deal__daily").filter(owned, deal=daily.deal)
    return games.filter(outcome=Game.Outcome.PLAYING).order_by("-started").first()


def _practice_deal(rules: Ruleset, number: int) -> Deal:
    deal = Deal.objects.filter(
        ruleset=rules.slug, ruleset_version=rules.version, number=number
    ).first()
    if deal is None:
        seed = practice_seed(number)
        deal = deal_from_seed(rules, seed, number=number, now=clock.now())
        with transaction.atomic():
            deal.save(force_insert=True)
    return deal


def _start_unranked(seat: Seat, deal: Deal) -> Game:
    if seat.player is None and not seat.guest:
        raise GameError("sign_in_required")
    with transaction.atomic():
        return Game.objects.create(
            player=seat.player,
            guest="" if seat.player else seat.guest,
            deal=deal,
            started=clock.now(),
            position=str(deal.position()),
        )
