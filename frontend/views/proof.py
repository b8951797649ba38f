"""Whether a daily's deal is the one that was fixed beforehand: checked by the visitor's browser."""

import datetime
from dataclasses import asdict

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from frontend.views.common import page, patience_or_404, refused
from games import selectors
from games.errors import GameError


@page
@require_safe
def proof(request: HttpRequest, slug: str, day: datetime.date) -> HttpResponse:
    """Show a deal's hash, also of one to come, and once it is settled what it is checked by."""
    patience = patience_or_404(slug)
    try:
        told = selectors.proof_of(ruleset=slug, day=day)
    except GameError as error:
        return refused(request, error, back_to=reverse("lobby"))
    return render(
        request,
        "frontend/proof.html",
        {
            "patience": patience,
            "proof": told,
            "payload": asdict(told) if told.is_settled else None,
            "has_begun": day <= selectors.today(),
            "site": f"{request.scheme}://{request.get_host()}",
        },
    )
