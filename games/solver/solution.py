"""What a search finds: a verdict, and the line that wins where there is one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.rules import Move


class Verdict(StrEnum):
    """Whether a position can be won with every card known."""

    WINNABLE = "winnable"
    UNWINNABLE = "unwinnable"
    UNDECIDED = "undecided"
    """The limit was reached first."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A verdict with the nodes it took; `line` wins where the verdict is winnable."""

    verdict: Verdict
    line: tuple[Move, ...] | None
    nodes: int


class WrongSolution(RuntimeError):
    """A line that the rules refuse, or that doesn't win: an error of the solver."""
