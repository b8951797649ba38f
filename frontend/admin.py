"""Announcements on the desk."""

from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import admin
from django.contrib.admin.widgets import AdminTextareaWidget
from django.db import models
from django.http import HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.desk import GuardedAdmin, daily_time
from frontend.models import Announcement


@admin.register(Announcement)
class AnnouncementAdmin(GuardedAdmin):
    """Texts for all pages, each with its start and its end, on the clock of the daily time zone."""

    list_display = ("text_de", "text_en", "shown_starts", "shown_ends", "shown_now")
    ordering = ("-ends",)
    fields = ("text_de", "text_en", "starts", "ends")
    show_full_result_count = False
    formfield_overrides: ClassVar = {
        models.CharField: {"widget": AdminTextareaWidget(attrs={"rows": 3})}
    }

    @admin.display(description=_("from"), ordering="starts")
    def shown_starts(self, announcement: Announcement) -> str:
        return daily_time(announcement.starts)

    @admin.display(description=_("until"), ordering="ends")
    def shown_ends(self, announcement: Announcement) -> str:
        return daily_time(announcement.ends)

    @admin.display(description=_("shown now"), boolean=True)
    def shown_now(self, announcement: Announcement) -> bool:
        return announcement.starts <= timezone.now() < announcement.ends

    def get_form(self, *args: Any, **kwargs: Any) -> Any:
        """The form; it says whose clock is meant, and names each half of a moment."""
        form = super().get_form(*args, **kwargs)
        words = gettext("On the clock of %(zone)s.") % {"zone": settings.DAILY_TIME_ZONE}
        for name in ("starts", "ends"):
            if name in form.base_fields:
                field = form.base_fields[name]
                field.help_text = words
                halves = zip(field.widget.widgets, (gettext("Date"), gettext("Time")), strict=True)
                for widget, half in halves:
                    widget.attrs["aria-label"] = f"{field.label}: {half}"
        return form

    def changeform_view(self, *args: Any, **kwargs: Any) -> HttpResponse:
        """The page of one announcement, read and written in the daily time zone."""
        with timezone.override(ZoneInfo(settings.DAILY_TIME_ZONE)):
            response = super().changeform_view(*args, **kwargs)
            if isinstance(response, TemplateResponse):
                # Fields show their times only now, so that it has to be while the zone is set.
                response.render()
        return response
