"""Whether what is stored is what the deals and the rows of moves amount to."""

import hashlib
from collections.abc import Iterator, Mapping
from uuid import UUID

from games import events
from games.dailies import check_line
from games.models import Certificate, DailyDeal, Deal, Game
from games.record import BrokenRecord, fold
from games.rules import Move, practice_seed
from games.selectors.games import is_ranked

CHUNK = 200


def faults_of_games() -> Iterator[tuple[Game, list[str]]]:
    """Every stored game with what is wrong with it, an empty list where nothing is."""
    last: UUID | None = None
    while True:
        games = Game.objects.select_related("deal__daily").order_by("pk")
        chunk = list((games if last is None else games.filter(pk__gt=last))[:CHUNK])
        if not chunk:
            return
        results = events.results_of_games([game.pk for game in chunk])
        for game in chunk:
            yield game, faults_of_game(game, results)
        last = chunk[-1].pk


def faults_of_game(game: Game, results: Mapping[UUID, events.Result]) -> list[str]:
    """What is wrong with a game, given the results of it and others; nothing if all is well."""
    rows = list(game.moves.order_by("version"))
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
    return faults + _faults_of_ranking(game, results.get(game.pk))


def _faults_of_ranking(game: Game, result: events.Result | None) -> list[str]:
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


def faults_of_deals() -> Iterator[tuple[Deal, list[str]]]:
    """Every deal whose pack is not the one that its seed or number stands for."""
    for deal in Deal.objects.select_related("daily").order_by("pk").iterator(CHUNK):
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
    certificate = Certificate.objects.filter(daily=daily).first()
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
