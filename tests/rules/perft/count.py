"""Write the perft files anew: `python -m tests.rules.perft.count`.

The counts come from the naive oracle of these tests, never from the engine that they test.
"""

import json
from pathlib import Path

from tests.rules import oracle
from tests.rules.laying import tables

HERE = Path(__file__).parent
MOST_NODES = 20_000
DEEPEST = 6
LAID_TABLES = 4


def count(table: oracle.Table, depth: int) -> int:
    """Count the lines of play of a length."""
    if depth == 0:
        return 1
    legal = oracle.moves(table)
    if depth == 1:
        return len(legal)
    return sum(count(oracle.after(table, move), depth - 1) for move in legal)


def entry(name: str, table: oracle.Table) -> dict[str, object]:
    """Count as deep as the limit of nodes allows, the last depth move by move."""
    counts = [count(table, 1)]
    while len(counts) < DEEPEST and counts[-1] * max(counts[-1], 4) <= 4 * MOST_NODES:
        following = count(table, len(counts) + 1)
        if following > MOST_NODES:
            break
        counts.append(following)
    depth = len(counts)
    below = {
        move: count(oracle.after(table, move), depth - 1) for move in sorted(oracle.moves(table))
    }
    return {
        "name": name,
        "position": oracle.text(table).splitlines(),
        "counts": counts,
        "breakdown": below,
    }


def entries(slug: str) -> list[dict[str, object]]:
    """Count from a deal and from tables laid at random, as in the middle of a game."""
    seed = bytes(31) + b"\x07"
    found = [entry("a fresh deal", oracle.deal_seed(slug, seed))]
    number = 0
    while len(found) <= LAID_TABLES:
        (table,) = tables(slug, [number])
        if len(oracle.moves(table)) > 1:
            found.append(entry(f"laid table {number}", table))
        number += 1
    return found


if __name__ == "__main__":
    for slug in oracle.SLUGS:
        text = json.dumps(entries(slug), indent=1)
        (HERE / f"{slug}.json").write_text(text + "\n")
