"""The solver's answers to what players ask about their games.

This runs in the solver's process only; `games.help` hands it the questions.
"""

import logging
import time
import traceback
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db.utils import InterfaceError, OperationalError

from games import clock
from games.background.lines import KnownLines
from games.help import GOES_BEFORE, UNKNOWN, Kind, within
from games.models import Certificate, Deal, Game, HelpRequest
from games.record import standing_moves
from games.rules import RULESETS, Move, Position, practice_seed
from games.selectors.games import is_settled, state_of
from games.solver import Solution, Verdict, WrongSolution, solve
from games.solver.compiled import IS_COMPILED

logger = logging.getLogger(__name__)

# More than any search gets through in the time it has.
NODE_LIMIT = 10**9
NOT_SEARCHED = Solution(Verdict.UNDECIDED, None, 0)
WORDS = {Verdict.WINNABLE: "yes", Verdict.UNWINNABLE: "no", Verdict.UNDECIDED: "unknown"}
KNOWN = KnownLines()
# Left over of the time for an answer, for writing and reading it.
SPARE_SECONDS = 0.3
# How often a search looks whether somebody waits who goes before.
LOOK_SECONDS = 0.2


def warm_up() -> None:
    """Have all that searches run compiled before anybody waits for it: it takes up to a minute."""
    if not IS_COMPILED:
        return
    for rules in RULESETS.values():
        for redeal_when_stuck in (True, False):
            for number in range(1, 1000):
                solution = solve(
                    rules.deal_seed(practice_seed(number)),
                    node_limit=2_000,
                    redeal_when_stuck=redeal_when_stuck,
                )
                # How a line is put together is compiled with the first one that is found.
                if solution.line:
                    break


@dataclass(frozen=True, slots=True)
class Turn:
    """What may come in between while a question is being answered."""

    kind: str
    meanwhile: Callable[[], None]

    def is_asked_for(self) -> bool:
        """Whether a question waits that goes before this one."""
        first = GOES_BEFORE[self.kind]
        waiting = HelpRequest.objects.filter(answer__isnull=True, kind__in=first)
        return bool(first) and waiting.exists()

    def give_way(self) -> None:
        """Answer all that goes before."""
        while answer_next(kinds=GOES_BEFORE[self.kind], meanwhile=self.meanwhile):
            pass


def answer_next(
    *, kinds: Collection[str] = tuple(GOES_BEFORE), meanwhile: Callable[[], None] = lambda: None
) -> bool:
    """Answer the question that comes next; False where none of these kinds waits.

    Quick questions come before long ones, and those that have waited longest before others. What
    nobody waits for any more is dropped: questions too old, and those of games that have gone on.
    `meanwhile` is called a few times a second while there is a search.
    """
    waiting = HelpRequest.objects.filter(answer__isnull=True, kind__in=kinds)
    asked = min(
        waiting.select_related("game__deal__daily"),
        key=lambda each: (len(GOES_BEFORE[each.kind]), each.created),
        default=None,
    )
    if asked is None:
        return False
    now = clock.now()
    seconds = (asked.created + within(asked.kind) - now).total_seconds() - SPARE_SECONDS
    game = asked.game
    answer = UNKNOWN[asked.kind]
    try:
        # Asked once more here, where the position is at hand: nothing is searched that is secret.
        if seconds > 0 and game.version == asked.version and is_settled(game, now):
            answer = _answer(game, Turn(asked.kind, meanwhile), seconds)
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:
        # One game that can't be answered for doesn't keep everybody else from answers.
        _log(error, asked)
    HelpRequest.objects.filter(pk=asked.pk, question=asked.question).update(answer=answer)
    return True


def _log(error: Exception, asked: HelpRequest) -> None:
    """Log what has failed and where, without the error's own words: they may name cards."""
    failed = "The solver is wrong" if isinstance(error, WrongSolution) else "An answer has failed"
    at = traceback.extract_tb(error.__traceback__)[-1]
    logger.error(
        "%s: %s at %s:%s, asked %s of game %s",
        failed,
        type(error).__name__,
        Path(at.filename).name,
        at.lineno,
        asked.kind,
        asked.game_id,
    )


def _answer(game: Game, turn: Turn, seconds: float) -> dict[str, Any]:
    _learn_the_certified_line(game)
    if turn.kind == Kind.TURNING_POINT:
        return _turning_point(game, turn, seconds)
    if turn.kind == Kind.LINE:
        return _line(game, turn, seconds)
    solution = solve_within(state_of(game).position, seconds, turn)
    answer: dict[str, Any] = {"winnable": WORDS[solution.verdict]}
    if turn.kind == Kind.HINT:
        answer["move"] = str(solution.line[0]) if solution.line else None
    return answer


def _learn_the_certified_line(game: Game) -> None:
    certificate = Certificate.objects.filter(daily__deal=game.deal_id).first()
    if certificate is not None and KNOWN.from_(dealt := _dealt(game)) is None:
        KNOWN.learn(dealt, list(map(Move.parse, certificate.line.split())))


def _line(game: Game, turn: Turn, seconds: float) -> dict[str, Any]:
    """A line that wins from where the game was given up, or else from the deal."""
    here = solve_within(state_of(game).position, seconds / 2, turn)
    if here.line:
        return {"winnable": "yes", "from_deal": False, "moves": list(map(str, here.line))}
    answer: dict[str, Any] = {"winnable": WORDS[here.verdict]}
    dealt = solve_within(_dealt(game), seconds / 2, turn)
    if dealt.line:
        answer |= {"from_deal": True, "moves": list(map(str, dealt.line))}
    return answer


def _turning_point(game: Game, turn: Turn, seconds: float) -> dict[str, Any]:
    """After how many of the moves that stand the game could still be won, and when no longer.

    What can be won at a move could be won at all moves before it, and what is lost stays lost, so
    both ends are halved in on. A position that isn't decided in time leaves a gap between them.
    """
    positions = _positions(game)
    last = len(positions) - 1
    if game.outcome == Game.Outcome.WON:
        return {"won_until": last, "lost_from": None}
    deadline = time.monotonic() + seconds
    verdicts: dict[int, Verdict] = {}

    def verdict(ply: int) -> Verdict:
        if ply not in verdicts:
            # A share of what is left, so that one hard position doesn't take it all.
            share = (deadline - time.monotonic()) / 4
            solution = solve_within(positions[ply], share, turn) if share > 0 else NOT_SEARCHED
            verdicts[ply] = solution.verdict
        return verdicts[ply]

    won_until = _last(last, lambda ply: verdict(ply) is Verdict.WINNABLE)
    lost_from = _last(last, lambda ply: verdict(ply) is not Verdict.UNWINNABLE) + 1
    return {
        "won_until": won_until if won_until >= 0 else None,
        "lost_from": lost_from if lost_from <= last else None,
    }


def _last(end: int, holds: Callable[[int], bool]) -> int:
    """The last number from 0 to `end` that something holds for, -1 if none: it holds at first.

    >>> _last(9, lambda number: number < 4)
    3
    """
    low, high = -1, end + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def _dealt(game: Game) -> Position:
    return Deal.objects.get(pk=game.deal_id).position()


def _positions(game: Game) -> list[Position]:
    """The positions before and after each of the moves that stand."""
    positions = [_dealt(game)]
    for text in standing_moves(game.moves.order_by("version")):
        positions.append(positions[-1].play(Move.parse(text)))
    return positions


def solve_within(position: Position, seconds: float, turn: Turn) -> Solution:
    """Search by the rules as played, where no line is known; undecided once the time is up.

    A search whose turn is asked for is ended and begins anew afterwards: all searches share the
    room that they work in.
    """
    deadline = time.monotonic() + seconds
    while True:
        known = KNOWN.from_(position)
        if known is not None:
            return Solution(Verdict.WINNABLE, known, 0)
        solution, is_over = _solve_until(position, deadline, turn)
        if solution.line:
            KNOWN.learn(position, solution.line)
        if is_over:
            return solution
        turn.give_way()


def _solve_until(position: Position, deadline: float, turn: Turn) -> tuple[Solution, bool]:
    """Search until a moment, and say whether that is all; not if the turn was asked for."""
    looked = time.monotonic()
    gives_way = False

    def stop() -> bool:
        nonlocal looked, gives_way
        now = time.monotonic()
        if now >= deadline:
            return True
        if now - looked >= LOOK_SECONDS:
            looked = now
            turn.meanwhile()
            gives_way = turn.is_asked_for()
        return gives_way

    solution = solve(position, node_limit=NODE_LIMIT, redeal_when_stuck=False, stop=stop)
    return solution, solution.verdict is not Verdict.UNDECIDED or not gives_way
