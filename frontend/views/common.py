"""What all pages have in common: how they are kept, and what a refusal looks like."""

import dataclasses
import datetime
import functools
from collections.abc import Callable
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control

from frontend import texts
from games import selectors
from games.errors import GameError

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]

ONE_DAY = datetime.timedelta(days=1)


def page(view: View[P]) -> View[P]:
    """A page that shows who is signed in: kept by nobody but the reader's own browser."""

    @functools.wraps(view)
    def kept_private(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        patch_cache_control(response, private=True, no_cache=True)
        return response

    return kept_private


def refused(request: HttpRequest, error: GameError, *, back_to: str) -> HttpResponse:
    """Answer a refusal of the games as a page: not found, forbidden, sign in, wait, or go back.

    What has no better page is said as a message on the page that one came from.
    """
    if error.status == 404:
        raise Http404(error.code) from error
    if error.status == 403:
        raise PermissionDenied(error.code) from error
    if error.status == 401:
        return redirect_to_login(back_to)
    if error.code == "being_prepared":
        return being_prepared(request, error)
    messages.error(request, error.message())
    return redirect(back_to)


def being_prepared(request: HttpRequest, error: GameError) -> HttpResponse:
    """Say calmly that today's deal is on its way; the page looks again by itself.

    It looks by GET at `back`, so that nothing that was sent is sent again unasked.
    """
    seconds = error.retry_after or 2
    response = render(
        request, "frontend/preparing.html", {"seconds": seconds, "back": request.path}, status=503
    )
    response.headers["Retry-After"] = str(seconds)
    return response


def patience_or_404(slug: str) -> texts.Patience:
    """The patience of that slug in words."""
    try:
        return texts.PATIENCES[slug]
    except KeyError:
        raise Http404(slug) from None


def patience_asked_for(request: HttpRequest) -> texts.Patience | None:
    """The patience in `?patience=`, None where there is none."""
    slug = request.GET.get("patience", "")
    return patience_or_404(slug) if slug else None


def page_asked_for(request: HttpRequest) -> int:
    """The number in `?page=`, 1 where there is none."""
    asked = request.GET.get("page", "1")
    if not asked.isascii() or not asked.isdigit() or len(asked) > 6:
        raise Http404("no such page")
    return int(asked)


def days_beside(day: datetime.date, *, today: datetime.date) -> dict[str, datetime.date | None]:
    """The days `before` and `after` a day, as far as there are deals."""
    return {
        "before": day - ONE_DAY if day > selectors.first_day() else None,
        "after": day + ONE_DAY if day < today else None,
    }


@dataclasses.dataclass(frozen=True)
class ShownMonth:
    """A month by its first day, and those beside it as far as there are deals."""

    month: datetime.date
    before: datetime.date | None
    after: datetime.date | None


def month_or_404(month: datetime.date | None) -> ShownMonth:
    """The month asked for, this one if none is; one without deals, or to come, is not there."""
    first, last = (day.replace(day=1) for day in (selectors.first_day(), selectors.today()))
    shown = month or last
    if not first <= shown <= last:
        raise Http404("no such month")
    before, after = (shown + datetime.timedelta(days=days) for days in (-1, 31))
    return ShownMonth(
        month=shown,
        before=before.replace(day=1) if shown > first else None,
        after=after.replace(day=1) if shown < last else None,
    )
