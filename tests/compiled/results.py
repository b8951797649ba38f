"""What searches find of some deals, as JSON; run as a program it tells it of this interpreter."""

import json

from games.rules import RULESETS, practice_seed
from games.solver import solve

DEALS = range(1, 7)
LIMIT = 700


def results() -> dict[str, list[object]]:
    """Give verdict, nodes and line of some deals of every ruleset, under both readings."""
    found: dict[str, list[object]] = {}
    for slug, ruleset in RULESETS.items():
        for when_stuck in (True, False) if ruleset.redeals else (True,):
            for number in DEALS:
                deal = ruleset.deal_seed(practice_seed(number))
                solution = solve(deal, node_limit=LIMIT, redeal_when_stuck=when_stuck)
                line = " ".join(map(str, solution.line or ()))
                found[f"{slug} {number} {when_stuck}"] = [solution.verdict, solution.nodes, line]
    return found


if __name__ == "__main__":
    print(json.dumps(results()))
