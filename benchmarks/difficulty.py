"""Print what makes a deal of each ruleset easy, medium or hard: the thirds of certified deals.

Run it with `python -m benchmarks.difficulty` from the repository, with numba installed, whenever
the searches have changed, and take the numbers over into frontend/difficulty.py.
"""

from __future__ import annotations

import argparse
import os
import time
from random import Random

DEALS = 300
SECONDS = 60


def certified_nodes(slug: str, *, deals: int, seconds: float) -> list[int]:
    """The nodes that certified deals of a ruleset took: as many as there is time for."""
    from games.background.certification import node_limit
    from games.rules import RULESETS
    from games.solver import solve

    rules, chance = RULESETS[slug], Random(slug)
    nodes: list[int] = []
    until = time.process_time() + seconds
    while len(nodes) < deals and time.process_time() < until:
        solution = solve(rules.deal_seed(chance.randbytes(32)), node_limit=node_limit(slug))
        if solution.line is not None:
            nodes.append(solution.nodes)
    return sorted(nodes)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of CPU, for each ruleset")
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("DEBUG", "1")
    import django

    django.setup()
    from games.rules import RULESETS
    from games.solver.compiled import IS_COMPILED

    if not IS_COMPILED:
        print("Uncompiled, the limits are lower: these are not the thirds of published dailies.")
    for slug in RULESETS:
        nodes = certified_nodes(slug, deals=given.deals, seconds=given.seconds)
        first, second = (nodes[len(nodes) * third // 3] for third in (1, 2))
        print(f'    "{slug}": ({first:_}, {second:_}),  # of {len(nodes)} deals', flush=True)


if __name__ == "__main__":
    main()
