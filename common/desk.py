"""What the admin's pages of several apps share: they show a record, and don't change it."""

from datetime import datetime
from functools import cached_property
from typing import Any, ClassVar, cast
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied, SuspiciousOperation, ValidationError
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

MOST_PAGED = 10_000
PER_PAGE = 50


class CappedPaginator(Paginator):  # type: ignore[type-arg]  # not generic at run time
    """Pages through the first ten thousand rows, so that no page has to count a million."""

    @cached_property
    def count(self) -> int:
        """How many rows are paged through."""
        rows = cast(QuerySet[Any], self.object_list)
        return rows[:MOST_PAGED].count()


class GuardedAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    """Pages whose query strings may filter by `allowed_lookups` alone.

    Any other lookup would answer questions about columns that a page doesn't show.
    """

    allowed_lookups: ClassVar[frozenset[str]] = frozenset()

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Whether a query string may filter by this."""
        return lookup in self.allowed_lookups

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """The list; one that is filtered by what PostgreSQL takes for no text is asked anew."""
        if any("\0" in value for _name, values in request.GET.lists() for value in values):
            raise IncorrectLookupParameters
        return super().get_changelist_instance(request)

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The list's page; Django would ask the database for chosen rows as they are written."""
        try:
            for chosen in request.POST.getlist(ACTION_CHECKBOX_NAME):
                self.opts.pk.to_python(chosen)
        except ValidationError as error:
            raise SuspiciousOperation("a row is chosen by what is no key") from error
        return super().changelist_view(request, extra_context)


class RecordAdmin(GuardedAdmin):
    """Pages on which staff read rows that nobody adds, changes or deletes by hand."""

    paginator = CappedPaginator
    show_full_result_count = False
    list_per_page = PER_PAGE
    list_max_show_all = PER_PAGE

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Rows are written by services alone."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Rows are written by services alone."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Rows are written by services alone."""
        return False


class DecisionAdmin(RecordAdmin):
    """Records that staff read one by one, and decide about on their page."""

    def may_decide(self, request: HttpRequest) -> bool:
        """Whether somebody may decide."""
        return request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}")

    def decision_page(self, request: HttpRequest, record: Any) -> HttpResponse:
        """The record's page, or what follows where somebody who may has decided (POST)."""
        raise NotImplementedError

    def to_list(self) -> HttpResponse:
        """Lead back to the list, as after a decision."""
        name = f"admin:{self.opts.app_label}_{self.opts.model_name}_changelist"
        return HttpResponseRedirect(reverse(name))

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a record, or decide about it."""
        record = self.get_object(request, unquote(object_id))
        if not self.has_view_permission(request, record):
            raise PermissionDenied
        if record is None:
            return super().change_view(request, object_id)
        if request.method == "POST" and not self.may_decide(request):
            raise PermissionDenied
        return self.decision_page(request, record)


def daily_time(moment: datetime | None) -> str:
    """A moment as the clock in the daily time zone shows it, to the minute."""
    return "–" if moment is None else f"{_local(moment):%Y-%m-%d %H:%M}"


def exact_time(moment: datetime | None) -> str:
    """A moment as the clock in the daily time zone shows it, to the hundredth of a second."""
    if moment is None:
        return "–"
    local = _local(moment)
    return f"{local:%Y-%m-%d %H:%M:%S}.{local.microsecond // 10_000:02}"


def _local(moment: datetime) -> datetime:
    return timezone.localtime(moment, ZoneInfo(settings.DAILY_TIME_ZONE))
