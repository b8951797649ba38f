"""The certificates of settled dailies, and lines step by step."""

from collections.abc import Collection, Iterable
from datetime import date
from typing import Any

from games import clock
from games.dailies import find_daily
from games.errors import GameError
from games.models import Certificate, DailyDeal
from games.rules import Move, Position
from games.rules.view import visible_piles


def solution_of(*, ruleset: str, day: date) -> dict[str, Any]:
    """The line that a settled daily was certified by, step by step.

    GameError daily_not_settled before; not_found for a day of before there were certificates.
    """
    daily = find_daily(ruleset=ruleset, day=day)
    if not daily.is_settled(clock.now()):
        raise GameError("daily_not_settled")
    certificate = Certificate.objects.filter(daily=daily).first()
    if certificate is None:
        raise GameError("not_found")
    return {
        "ruleset": ruleset,
        "day": day,
        "par": certificate.length,
        "nodes": certificate.nodes,
        "steps": steps_of(daily.deal.position(), certificate.line.split()),
    }


def pars_of(dailies: Collection[DailyDeal]) -> dict[int, tuple[int, int]]:
    """By daily the moves of its line and the nodes of the search; ask for settled ones alone."""
    if not dailies:
        return {}
    rows = Certificate.objects.filter(daily__in=dailies).values_list("daily", "length", "nodes")
    return {daily: (length, nodes) for daily, length, nodes in rows}


def steps_of(position: Position, moves: Iterable[str], *, ply: int = 0) -> list[dict[str, Any]]:
    """What is to be seen before and after each of some moves."""
    steps = [_step(position, move="", ply=ply)]
    for ply_after, text in enumerate(moves, start=ply + 1):
        position = position.play(Move.parse(text))
        steps.append(_step(position, move=text, ply=ply_after))
    return steps


def _step(position: Position, *, move: str, ply: int) -> dict[str, Any]:
    return {"move": move, "ply": ply, **seen(position)}


def seen(position: Position) -> dict[str, Any]:
    """What is to be seen of a position; nothing of what may be done in it."""
    return {
        "piles": {name: list(cards) for name, cards in visible_piles(position).items()},
        "redeals": position.redeals_left,
        "merci": position.merci_left,
    }
