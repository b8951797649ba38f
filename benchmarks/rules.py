"""Print what listing the legal moves and playing one costs in mid-game, for each ruleset.

Run it with `python -m benchmarks.rules` from the repository. Times depend on the
machine; the last column, the ratio to the fastest ruleset, hardly does.
"""

from __future__ import annotations

import random
import time

from games.rules import RULESETS, Position, practice_seed

DEALS = 12
SAMPLES_A_DEAL = 8
REPEATS = 9
LONGEST_GAME = 120


def mid_game(slug: str) -> list[Position]:
    """Give positions from the middle half of random games that prefer moves to the foundations."""
    rng = random.Random(slug)
    found = []
    for number in range(DEALS):
        position = RULESETS[slug].deal_seed(practice_seed(number))
        game = [position]
        while len(game) < LONGEST_GAME and (moves := position.legal_moves()):
            moves = tuple(m for m in moves if not m.is_redeal or rng.random() < 0.1) or moves
            up = [move for move in moves if str(move.target).startswith("F")]
            position = position.play(rng.choice(up if up and rng.random() < 0.5 else moves))
            game.append(position)
        middle = game[len(game) // 4 : 3 * len(game) // 4] or game
        found += [rng.choice(middle) for _ in range(SAMPLES_A_DEAL)]
    return [position for position in found if position.legal_moves()]


def microseconds(slug: str) -> tuple[float, float]:
    """Give the mean CPU time of legal_moves and play together, and how many moves there are."""
    rng = random.Random(slug)
    positions = mid_game(slug)
    chosen = [rng.choice(position.legal_moves()) for position in positions]
    moves = sum(len(position.legal_moves()) for position in positions) / len(positions)
    best = float("inf")
    for _ in range(REPEATS):
        # Positions remember their moves: fresh ones make the kernel work each time.
        fresh = [Position(p.ruleset, p.state, p.coming) for p in positions]
        start = time.process_time()
        for position, move in zip(fresh, chosen, strict=True):
            position.legal_moves()
            position.play(move)
        best = min(best, time.process_time() - start)
    return best / len(positions) * 1e6, moves


def main() -> None:
    """Measure every ruleset and print the table."""
    figures = {slug: microseconds(slug) for slug in RULESETS}
    fastest = min(time for time, _ in figures.values())
    print(f"{'ruleset':28}{'moves':>8}{'µs for legal_moves + play':>28}{'ratio':>8}")
    for slug, (time_, moves) in figures.items():
        print(f"{slug:28}{moves:8.1f}{time_:28.1f}{time_ / fastest:8.1f}")


if __name__ == "__main__":
    main()
