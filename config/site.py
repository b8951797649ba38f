"""The desk's own site: Django's admin, with a first page that tells how the day goes."""

from dataclasses import dataclass
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, get_channel_layer
from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from redis.exceptions import RedisError

from accounts import selectors as accounts
from config.health import PARTS, answers
from config.patient import PatientLayer
from frontend.texts import SITE_NAME
from games import selectors as games
from leaderboard.circles import reports as circle_reports
from leaderboard.fairplay import selectors as fairplay

PRINTS_MAIL = "django.core.mail.backends.console.EmailBackend"
# So many days ahead are few.
FEW_DAYS = 3


@dataclass(frozen=True, kw_only=True)
class Part:
    """A part of the site, and what is wrong with it; nothing if it works."""

    name: str
    trouble: str = ""


class DeskSite(admin.AdminSite):
    """The admin under the site's own name."""

    site_header = site_title = SITE_NAME
    index_title = gettext_lazy("The desk")
    index_template = "admin/start.html"

    def index(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> TemplateResponse:
        """How the day goes, what is prepared, what waits and what fails; then all there is."""
        may = request.user.has_perm
        day = games.desk_day()
        context = {
            "day": day,
            "prepared": games.prepared(),
            "few_days": FEW_DAYS,
            "new_players": accounts.new_players(),
            "open_cases": fairplay.open_cases() if may("leaderboard.view_case") else None,
            "name_reports": (
                accounts.open_name_reports() if may("accounts.view_namereport") else None
            ),
            "circle_reports": (
                circle_reports.open_reports() if may("leaderboard.view_circlereport") else None
            ),
            "parts": parts(),
        }
        return super().index(request, {**context, **(extra_context or {})})


def parts() -> list[Part]:
    """The parts of the site, each with what is wrong with it."""
    silent = _("does not answer")
    found = [
        Part(name=_("database"), trouble="" if answers(PARTS["database"]) else silent),
        Part(name=_("cache"), trouble="" if answers(PARTS["cache"]) else silent),
        Part(name=_("messages between processes"), trouble="" if _messages_go() else silent),
    ]
    solver = games.solver_state()
    waiting = ""
    if solver.overdue or solver.days_asked_for:
        waiting = _("waiting: %(questions)s questions, %(days)s days") % {
            "questions": solver.overdue,
            "days": solver.days_asked_for,
        }
    trouble = ", ".join(filter(None, ["" if solver.at_work else _("is away"), waiting]))
    prints = settings.EMAIL_BACKEND == PRINTS_MAIL
    return [
        *found,
        Part(name=_("solver"), trouble=trouble),
        Part(name=_("mail"), trouble=_("is printed, not sent") if prints else ""),
    ]


def _messages_go() -> bool:
    """Whether a message can be handed to the channel layer."""
    layer = get_channel_layer()
    if layer is None:
        return False
    try:
        return async_to_sync(_hand_over)(layer)
    except (RedisError, OSError):
        return False


async def _hand_over(layer: BaseChannelLayer) -> bool:
    await layer.group_send("desk.nobody", {"type": "desk.nothing"})
    return not (isinstance(layer, PatientLayer) and layer.is_away)
