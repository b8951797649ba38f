"""Entries, the cases about them, and circles on the desk."""

from leaderboard.admin.cases import CaseAdmin
from leaderboard.admin.circle_reports import CircleReportAdmin
from leaderboard.admin.circles import CircleAdmin
from leaderboard.admin.decisions import DecisionAdmin
from leaderboard.admin.entries import EntryAdmin

__all__ = ["CaseAdmin", "CircleAdmin", "CircleReportAdmin", "DecisionAdmin", "EntryAdmin"]
