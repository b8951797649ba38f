"""Entries, and the cases about them, on the desk."""

from leaderboard.admin.cases import CaseAdmin
from leaderboard.admin.decisions import DecisionAdmin
from leaderboard.admin.entries import EntryAdmin

__all__ = ["CaseAdmin", "DecisionAdmin", "EntryAdmin"]
