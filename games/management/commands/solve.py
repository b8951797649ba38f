"""Searches one deal or position for a line that wins."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.rules import RULESETS, Position, practice_seed
from games.solver import WrongSolution, solve

SEED_DIGITS = 64
STDIN = "-"
INTERRUPTED = 130


class Command(BaseCommand):
    help = (
        "Say whether a deal can be won with every card known; if so, the moves follow, one a line."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ruleset", choices=sorted(RULESETS), metavar="RULESET")
        deal = parser.add_mutually_exclusive_group(required=True)
        deal.add_argument("--number", type=int, default=0, help="a practice deal's number")
        deal.add_argument("--seed", help=f"a seed of {SEED_DIGITS} hexadecimal digits")
        deal.add_argument("--position", help=f"a file with a position's text, {STDIN} for stdin")
        parser.add_argument(
            "--nodes", type=int, default=5_000_000, help="where to give up (5000000)"
        )
        parser.add_argument(
            "--any-time",
            action="store_true",
            help="redeal and merci at any time, not only when nothing else is legal",
        )

    def handle(self, *args: Any, ruleset: str, nodes: int, any_time: bool, **options: Any) -> None:
        if nodes < 1:
            raise CommandError("--nodes starts at 1.")
        try:
            position = self._position(ruleset, **options)
            solution = solve(position, node_limit=nodes, redeal_when_stuck=not any_time)
        except (OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        except WrongSolution as error:
            raise CommandError(f"The solver is wrong: {error}") from error
        except KeyboardInterrupt as error:
            raise CommandError("Stopped.", returncode=INTERRUPTED) from error
        self.stdout.write(f"{solution.verdict} ({solution.nodes} nodes)")
        for move in solution.line or ():
            self.stdout.write(str(move))

    def _position(
        self,
        slug: str,
        *,
        number: int,
        seed: str | None,
        position: str | None,
        **_options: Any,
    ) -> Position:
        if position is not None:
            text = sys.stdin.read() if position == STDIN else Path(position).read_text("utf-8")
            return Position.parse(RULESETS[slug], text)
        if seed is not None:
            return RULESETS[slug].deal_seed(_seed_of(seed))
        return RULESETS[slug].deal_seed(practice_seed(number))


def _seed_of(digits: str) -> bytes:
    try:
        seed = bytes.fromhex(digits)
    except ValueError:
        seed = b""
    if len(digits) != SEED_DIGITS or 2 * len(seed) != SEED_DIGITS:
        raise ValueError(f"A seed is {SEED_DIGITS} hexadecimal digits.")
    return seed
