"""How much the attacks do, and what they have counted."""

import os
from collections import Counter

# Shortened among all other tests; whole where the benchmark asks for it.
WHOLE = os.environ.get("ATTACK") == "whole"

counted: Counter[str] = Counter()


def times(short: int, *, whole: int) -> int:
    """How often to do something."""
    return whole if WHOLE else short
