"""Pages that one reads, and the choice of the language to read them in."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language as choose_language

from accounts import services as accounts
from frontend import rulebook, texts
from frontend.views.common import page, patience_or_404
from games import selectors
from games.seats import seat_of_request

ROBOTS = """\
User-agent: *
Disallow: /account/
Disallow: /admin/
Disallow: /api/
Disallow: /circles/
Disallow: /language/
"""


@page
@require_safe
def rules_index(request: HttpRequest) -> HttpResponse:
    """List the rules of all patiences."""
    return render(
        request,
        "frontend/rules_index.html",
        {"families": texts.FAMILIES, "settling_minutes": settings.SETTLING_MINUTES},
    )


@page
@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the rules of one patience in the reader's language.

    A family's text tells its patiences apart by flags such as `is_burgvoegtin_streng`.
    """
    patience = patience_or_404(slug)
    family = texts.FAMILY_OF[slug]
    example = selectors.example_of(slug)
    return render(
        request,
        "frontend/rules.html",
        {
            "patience": patience,
            "family": family,
            "text": f"frontend/rules/{family.slug}.{texts.language()}.html",
            "example": example,
            "example_drawing": {
                "ruleset": slug,
                "piles": example.piles,
                "hint": {
                    "from": {"pile": example.pile, "index": example.index},
                    "to": example.target,
                },
            },
            "glance": rulebook.GLANCES[family.slug],
            "findings": rulebook.findings(slug),
            "estimates": rulebook.ESTIMATES[slug],
            "redeals": selectors.ruleset(slug).redeals,
            f"is_{slug.replace('-', '_')}": True,
        },
    )


@page
@require_safe
def winnability(request: HttpRequest) -> HttpResponse:
    """Show how often each patience can be won, and how that was measured."""
    patiences = [
        (patience, rulebook.findings(patience.slug))
        for family in texts.FAMILIES
        for patience in family.patiences
    ]
    return render(request, "frontend/winnability.html", {"patiences": patiences})


@page
@require_safe
def coming(request: HttpRequest) -> HttpResponse:
    """Show who stands first on which day, and the fingerprints of the deals to come.

    These prove later that the deals were fixed.
    """
    today = selectors.today()
    return render(
        request,
        "frontend/coming.html",
        {
            "today": today,
            "turns": selectors.patiences_to_come(today),
            "fingerprints": selectors.coming_fingerprints(),
        },
    )


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Remember the chosen language, for players for good, and go back where one came from."""
    chosen = request.POST.get("language", "")
    player = seat_of_request(request).player
    if player is not None and chosen in dict(settings.LANGUAGES):
        accounts.choose_language(player=player, language=chosen)
    return choose_language(request)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Tell crawlers to leave alone what is no page to find."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Lead browsers to the icon that ask where a page names none, as on the desk."""
    return redirect(static("frontend/img/icon.svg"))
