"""Finds out whether a position can be won with every card known, and how.

>>> from games.rules import RULESETS, practice_seed
>>> solve(RULESETS["burgvoegtin"].deal_seed(practice_seed(1)), node_limit=1000).verdict
<Verdict.WINNABLE: 'winnable'>
"""

from games.solver.shortening import shortened
from games.solver.solution import Solution, Verdict, WrongSolution
from games.solver.solving import solve

__all__ = ["Solution", "Verdict", "WrongSolution", "shortened", "solve"]
