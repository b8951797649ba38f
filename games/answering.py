"""The solver's answers to what players ask about their games.

This runs in the solver's process only; `games.help` hands it the questions.
"""

import time
from collections.abc import Callable
from typing import Any

from games import clock
from games.help import UNKNOWN, Kind, within
from games.lines import KnownLines
from games.models import Certificate, Deal, Game, HelpRequest
from games.rules import RULESETS, Move, Position, practice_seed
from games.selectors.games import is_settled, state_of
from games.solver import Solution, Verdict, solve
from games.solver.compiled import IS_COMPILED

# More than any search gets through in the time it has.
NODE_LIMIT = 10**9
NOT_SEARCHED = Solution(Verdict.UNDECIDED, None, 0)
WORDS = {Verdict.WINNABLE: "yes", Verdict.UNWINNABLE: "no", Verdict.UNDECIDED: "unknown"}
KNOWN = KnownLines()
# Left over of the time for an answer, for writing and reading it.
SPARE_SECONDS = 0.3


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


def answer_next() -> bool:
    """Answer the question that has waited longest; False where none waits.

    Quick questions come before searches for a turning point. What nobody waits for any more is
    dropped: questions too old, and those of games that have gone on.
    """
    waiting = HelpRequest.objects.filter(answer__isnull=True).select_related("game__deal__daily")
    asked = next(
        iter(sorted(waiting, key=lambda each: (each.kind == Kind.TURNING_POINT, each.created))),
        None,
    )
    if asked is None:
        return False
    now = clock.now()
    seconds = (asked.created + within(asked.kind) - now).total_seconds() - SPARE_SECONDS
    game = asked.game
    answer = UNKNOWN[asked.kind]
    # Asked once more here, where the position is at hand: nothing is searched that is secret.
    if seconds > 0 and game.version == asked.version and is_settled(game, now):
        answer = _answer(game, asked.kind, seconds)
    HelpRequest.objects.filter(pk=asked.pk, question=asked.question).update(answer=answer)
    return True


def _answer(game: Game, kind: str, seconds: float) -> dict[str, Any]:
    _learn_the_certified_line(game)
    if kind == Kind.TURNING_POINT:
        return _turning_point(game, seconds)
    if kind == Kind.LINE:
        return _line(game, seconds)
    solution = solve_within(state_of(game).position, seconds)
    answer: dict[str, Any] = {"winnable": WORDS[solution.verdict]}
    if kind == Kind.HINT:
        answer["move"] = str(solution.line[0]) if solution.line else None
    return answer


def _learn_the_certified_line(game: Game) -> None:
    certificate = Certificate.objects.filter(daily__deal=game.deal_id).first()
    if certificate is not None and KNOWN.from_(dealt := _dealt(game)) is None:
        KNOWN.learn(dealt, list(map(Move.parse, certificate.line.split())))


def _line(game: Game, seconds: float) -> dict[str, Any]:
    """A line that wins from where the game was given up, or else from the deal."""
    here = solve_within(state_of(game).position, seconds / 2)
    if here.line:
        return {"winnable": "yes", "from_deal": False, "moves": list(map(str, here.line))}
    answer: dict[str, Any] = {"winnable": WORDS[here.verdict]}
    dealt = solve_within(_dealt(game), seconds / 2)
    if dealt.line:
        answer |= {"from_deal": True, "moves": list(map(str, dealt.line))}
    return answer


def _turning_point(game: Game, seconds: float) -> dict[str, Any]:
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
            solution = solve_within(positions[ply], share) if share > 0 else NOT_SEARCHED
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
    standing: list[str] = []
    for row in game.moves.order_by("version"):
        if row.kind == row.Kind.PLAY:
            standing[row.ply - 1 :] = [row.text]
        del standing[row.ply :]
    positions = [_dealt(game)]
    for text in standing:
        positions.append(positions[-1].play(Move.parse(text)))
    return positions


def solve_within(position: Position, seconds: float) -> Solution:
    """Search by the rules as played, where no line is known; undecided once the time is up."""
    known = KNOWN.from_(position)
    if known is not None:
        return Solution(Verdict.WINNABLE, known, 0)
    deadline = time.monotonic() + seconds
    solution = solve(
        position,
        node_limit=NODE_LIMIT,
        redeal_when_stuck=False,
        stop=lambda: time.monotonic() >= deadline,
    )
    if solution.line:
        KNOWN.learn(position, solution.line)
    return solution
