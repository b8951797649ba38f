"""Whether what is stored is what the deals and the rows of moves amount to."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import Model, Prefetch, Q, QuerySet

from games import boards, events
from games.calendar import day_bounds
from games.dailies import check_line
from games.models import Certificate, DailyDeal, Deal, Game
from games.models import Move as Row
from games.record import BrokenRecord, entries_of, fold
from games.rules import Move, practice_seed
from games.seals import sealed
from games.selectors.games import is_ranked

# However many games there are, no more of them than these are held at once.
CHUNK = 200
Stored = TypeVar("Stored", bound=Model)


def faults_of_games(*, since: date | None = None) -> Iterator[tuple[Game, list[str]]]:
    """Every stored game with what is wrong with it, an empty list where nothing is.

    With `since` only those begun on that day or later.
    """
    games = _games_with_rows()
    if since is not None:
        games = games.filter(started__gte=day_bounds(since)[0])
    for chunk in _chunks(games):
        results = boards.keeper().results_of_games([game.pk for game in chunk])
        for game in chunk:
            faults = faults_of_game(game, results)
            yield game, faults and _looked_at_again(game)


def _games_with_rows() -> QuerySet[Game]:
    rows = Prefetch("moves", Row.objects.order_by("version"))
    return Game.objects.select_related("deal__daily", "daily").prefetch_related(rows)


def _looked_at_again(game: Game) -> list[str]:
    """What is wrong with a game while nobody plays on: a move may have come between two reads."""
    with transaction.atomic():
        if Game.objects.select_for_update().filter(pk=game.pk).first() is None:
            return []
        again = _games_with_rows().get(pk=game.pk)
        return faults_of_game(again, boards.keeper().results_of_games([game.pk]))


def _chunks(stored: QuerySet[Stored]) -> Iterator[list[Stored]]:
    """All of them in the order of their keys, some at a time: each chunk is a query of its own."""
    stored = stored.order_by("pk")
    chunk = list(stored[:CHUNK])
    while chunk:
        yield chunk
        chunk = list(stored.filter(pk__gt=chunk[-1].pk)[:CHUNK])


def faults_of_game(game: Game, results: Mapping[UUID, boards.Result]) -> list[str]:
    """What is wrong with a game, given the results of it and others; nothing if all is well.

    Its rows are read in the order of their versions.
    """
    faults = _faults_of_rows(game, list(game.moves.all()))
    return faults + _faults_of_ranking(game, results.get(game.pk))


def _faults_of_rows(game: Game, rows: Sequence[Row]) -> list[str]:
    versions = [row.version for row in rows]
    if versions != list(range(1, len(rows) + 1)):
        missing = sorted(set(range(1, versions[-1] + 1)) - set(versions))
        return [f"row {missing[0]} is missing"] if missing else ["a row comes before the first"]
    try:
        state = fold(game.deal.position(), rows).state
    except (BrokenRecord, LookupError, ValueError) as error:
        return [str(error)]
    cached = {
        "position": (game.position, str(state.position)),
        "version": (game.version, state.version),
        "ply": (game.ply, state.ply),
        "undos": (game.undos, state.undos),
        "restarts": (game.restarts, state.restarts),
        "undoable": (game.undoable, state.undoable),
        "outcome": (game.outcome, state.outcome),
        "last_request": (game.last_request, rows[-1].request if rows else None),
        "finished": (game.finished, rows[-1].created if state.outcome else None),
    }
    faults = [
        f"{name} is not what the rows say" for name, (is_, ought) in cached.items() if is_ != ought
    ]
    times = [game.started, *(row.created for row in rows)]
    if times != sorted(times):
        faults.append("the rows' times go back")
    faults += [
        f"the rows up to {entry[-1].version} are no whole sequence"
        for entry in entries_of(rows)
        if [row.step for row in entry] != list(range(len(entry)))
    ]
    if game.seal != (sealed("", game, rows) if rows else ""):
        faults.append("the start, a move or a time is not what was sealed")
    return faults


def _faults_of_ranking(game: Game, result: boards.Result | None) -> list[str]:
    if game.daily_id is None:
        return ["a practice game has a result"] if result else []
    daily = game.daily
    assert daily is not None  # noqa: S101  # for the type checker
    faults = []
    if daily.deal_id != game.deal_id:
        faults.append("the deal is not the daily's")
    if not daily.is_open(game.started):
        faults.append("begun while the daily was not open")
    if game.finished and game.outcome == Game.Outcome.WON and is_ranked(game, game.finished):
        hundredths = (game.finished - game.started) // events.HUNDREDTH
        if result is None or result.hundredths != hundredths:
            faults.append("the result is not the time that was taken")
    elif result is not None:
        faults.append("a game that wasn't won ranked has a result")
    return faults


def faults_of_deals(*, since: date | None = None) -> Iterator[tuple[Deal, list[str]]]:
    """Every deal whose pack is not the one that its seed or number stands for.

    With `since` only the dailies of that day or later, and the practice deals stored since then.
    """
    deals = Deal.objects.select_related("daily__certificate")
    if since is not None:
        fresh = Q(daily=None, created__gte=day_bounds(since)[0])
        deals = deals.filter(Q(daily__day__gte=since) | fresh)
    for chunk in _chunks(deals):
        for deal in chunk:
            daily: DailyDeal | None = getattr(deal, "daily", None)
            faults = faults_of_daily(daily) if daily else faults_of_practice(deal)
            if faults:
                yield deal, faults


def faults_of_daily(daily: DailyDeal) -> list[str]:
    """What is wrong with a daily: its hash, its pack, its ruleset, or its certificate."""
    seed = bytes(daily.seed)
    faults = []
    if hashlib.sha256(seed).hexdigest() != daily.seed_sha256:
        faults.append("the SHA-256 is not the seed's")
    if daily.deal.ruleset != daily.ruleset:
        faults.append("the deal is another ruleset's")
    return faults + _faults_of_pack(daily.deal, seed) + _faults_of_certificate(daily)


def _faults_of_certificate(daily: DailyDeal) -> list[str]:
    """Dailies of before there were certificates have none."""
    certificate: Certificate | None = getattr(daily, "certificate", None)
    if certificate is None:
        return []
    line = certificate.line.split()
    faults = [] if len(line) == certificate.length else ["the line is not as long as it says"]
    try:
        check_line(daily.deal.position(), map(Move.parse, line))
    except (LookupError, ValueError) as error:
        faults.append(f"its line: {error}")
    return faults


def faults_of_practice(deal: Deal) -> list[str]:
    """What is wrong with a practice deal: its number or its pack."""
    if deal.number is None:
        return ["neither a daily's deal nor one with a number"]
    return _faults_of_pack(deal, practice_seed(deal.number))


def _faults_of_pack(deal: Deal, seed: bytes) -> list[str]:
    try:
        pack, reshuffled = deal.rules().shuffled(seed)
    except LookupError as error:
        return [str(error)]
    again = "".join(card for cards in reshuffled for card in cards)
    if (deal.pack, deal.reshuffled) != ("".join(pack), again):
        return ["the pack is not the seed's"]
    return []
