"""Texts of the pages that the operator writes on the desk."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

LONGEST = 300


class Announcement(models.Model):
    """A short text that stands on all pages for a while."""

    text_de = models.CharField(_("text in German"), max_length=LONGEST)
    text_en = models.CharField(_("text in English"), max_length=LONGEST)
    starts = models.DateTimeField(_("from"))
    ends = models.DateTimeField(_("until"))

    class Meta:
        verbose_name = _("announcement")
        verbose_name_plural = _("announcements")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(starts__lt=F("ends")),
                name="announcement_starts_before_it_ends",
                violation_error_message=_("The end comes after the start."),
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["ends"], name="announcement_ends")]

    def __str__(self) -> str:
        return self.text_de
