"""Searches one deal or position for a line that wins."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.rules import RULESETS, Position, practice_seed
from games.solver import solve

SEED_DIGITS = 64


class Command(BaseCommand):
    help = "Say whether a deal can be won with every card known, and how."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ruleset", choices=sorted(RULESETS))
        deal = parser.add_mutually_exclusive_group(required=True)
        deal.add_argument("--number", type=int, help="a practice deal's number")
        deal.add_argument("--seed", help=f"a seed of {SEED_DIGITS} hexadecimal digits")
        deal.add_argument("--position", type=Path, help="a file with a position's text")
        parser.add_argument("--nodes", type=int, default=5_000_000, help="where to give up")
        parser.add_argument(
            "--any-time",
            action="store_true",
            help="redeal and merci at any time, not only when nothing else is legal",
        )

    def handle(self, *args: Any, ruleset: str, nodes: int, any_time: bool, **options: Any) -> None:
        try:
            position = self._position(ruleset, options)
        except (OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        solution = solve(position, node_limit=nodes, redeal_when_stuck=not any_time)
        self.stdout.write(f"{solution.verdict} ({solution.nodes} nodes)")
        for move in solution.line or ():
            self.stdout.write(str(move))

    def _position(self, slug: str, options: dict[str, Any]) -> Position:
        if options["position"] is not None:
            return Position.parse(RULESETS[slug], options["position"].read_text("utf-8"))
        if options["seed"] is not None:
            return RULESETS[slug].deal_seed(bytes.fromhex(options["seed"]))
        return RULESETS[slug].deal_seed(practice_seed(options["number"]))
