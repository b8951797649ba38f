"""The pages: each looks things up through the apps' selectors and asks services to change them."""

from frontend.views.announcing import dismiss_announcement
from frontend.views.app import manifest, offline, service_worker
from frontend.views.boards import board, boards
from frontend.views.calendar import calendar, calendar_day
from frontend.views.circle_reports import circle_join_report, circle_report
from frontend.views.circle_ways import (
    circle_end,
    circle_hand_over,
    circle_join,
    circle_leave,
    circle_remove,
    circle_renew,
)
from frontend.views.circles import (
    circle,
    circle_members,
    circle_month,
    circle_month_news,
    circle_news,
    circles,
)
from frontend.views.fairplay import answer, deactivated
from frontend.views.history import history
from frontend.views.legal import imprint, privacy
from frontend.views.lobby import lobby
from frontend.views.play import daily, practice, settled_daily, solution, table
from frontend.views.player import player
from frontend.views.proof import proof
from frontend.views.reading import (
    coming,
    favicon,
    robots,
    rules,
    rules_index,
    set_language,
    winnability,
)
from frontend.views.standings import all_time, month, month_news
from frontend.views.watching import replay

__all__ = [
    "all_time",
    "answer",
    "board",
    "boards",
    "calendar",
    "calendar_day",
    "circle",
    "circle_end",
    "circle_hand_over",
    "circle_join",
    "circle_join_report",
    "circle_leave",
    "circle_members",
    "circle_month",
    "circle_month_news",
    "circle_news",
    "circle_remove",
    "circle_renew",
    "circle_report",
    "circles",
    "coming",
    "daily",
    "deactivated",
    "dismiss_announcement",
    "favicon",
    "history",
    "imprint",
    "lobby",
    "manifest",
    "month",
    "month_news",
    "offline",
    "player",
    "practice",
    "privacy",
    "proof",
    "replay",
    "robots",
    "rules",
    "rules_index",
    "service_worker",
    "set_language",
    "settled_daily",
    "solution",
    "table",
    "winnability",
]
