"""The ways into circles and out of them, and what their owners decide: asked first, then done."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.names import isolated
from frontend.throttles import looks_at_invitation
from frontend.views.circles import own_or_404, unlisted
from frontend.views.common import page
from games.circles import Member, OwnCircle
from games.seats import seat_of_request
from leaderboard.circles import selectors, services

either = require_http_methods(["GET", "HEAD", "POST"])


@page
@unlisted
@either
@looks_at_invitation
def circle_join(request: HttpRequest, token: str) -> HttpResponse:
    """Show into which circle an invitation leads, and let in whoever presses the button."""
    player = seat_of_request(request).player
    refusal = ""
    if request.method == "POST":
        if player is None:
            return redirect_to_login(request.path)
        try:
            return redirect("circle", services.join(player=player, token=token).pk)
        except services.NotTheirs:
            pass  # as the page says to who only looks
        except ValidationError as error:
            refusal = error.messages[0]
    found = selectors.invitation(token, player=player)
    status = 404 if found is None else 409 if refusal else 200
    context = {"invitation": found, "refusal": refusal}
    return render(request, "frontend/circle_join.html", context, status=status)


@page
@unlisted
@login_required
@either
def circle_leave(request: HttpRequest, key: int) -> HttpResponse:
    """Let the reader leave a circle, saying what comes of it."""
    own = own_or_404(request, key)
    name = isolated(own.name)
    heir = selectors.heir_of(player=own.player, circle=key)
    said = _("Its boards are closed to you then. You can come back by an invitation only.")
    if heir is None:
        said = _("You are the last one in it: the circle ends for good.")
    elif own.is_owner and heir.player.is_active:
        heirs = isolated(heir.player.username)
        said = _("It goes on without you: {name} will own it.").format(name=heirs)
    return _ask(
        request,
        own,
        question=_("Leave the circle?"),
        consequence=said,
        button=_("Leave the circle"),
        act=partial(services.leave, player=own.player, circle=key),
        done=_("You have left the circle “{name}”.").format(name=name),
        then=reverse("circles"),
    )


@page
@unlisted
@login_required
@either
def circle_end(request: HttpRequest, key: int) -> HttpResponse:
    """Let the owner end a circle."""
    own = _owner_or_404(request, key)
    name = isolated(own.name)
    return _ask(
        request,
        own,
        question=_("End the circle?"),
        consequence=_("Its boards are gone for all its members. What they have won stays theirs."),
        button=_("End the circle"),
        act=partial(services.end, owner=own.player, circle=key),
        done=_("The circle “{name}” has ended.").format(name=name),
        then=reverse("circles"),
    )


@page
@unlisted
@login_required
@either
def circle_remove(request: HttpRequest, key: int, member: int) -> HttpResponse:
    """Let the owner remove a member."""
    own = _owner_or_404(request, key)
    name = isolated(_other_or_404(own, member).name)
    return _ask(
        request,
        own,
        question=_("Remove {name}?").format(name=name),
        consequence=_(
            "The invitation link changes with that, so that the old one leads nobody back in. "
            "Whoever you have sent it to and isn’t in yet needs the new one."
        ),
        button=_("Remove from the circle"),
        act=partial(services.remove, owner=own.player, circle=key, member=member),
        done=_("{name} is out, and the invitation link is a new one.").format(name=name),
        then=reverse("circle_members", args=[key]),
    )


@page
@unlisted
@login_required
@either
def circle_hand_over(request: HttpRequest, key: int, member: int) -> HttpResponse:
    """Let the owner make another member the owner."""
    own = _owner_or_404(request, key)
    name = isolated(_other_or_404(own, member).name)
    return _ask(
        request,
        own,
        question=_("Hand the circle over to {name}?").format(name=name),
        consequence=_("You stay a member. The rest is up to {name} then.").format(name=name),
        button=_("Hand the circle over"),
        act=partial(services.hand_over, owner=own.player, circle=key, member=member),
        done=_("{name} owns the circle now.").format(name=name),
        then=reverse("circle_members", args=[key]),
    )


@page
@unlisted
def circle_renew(request: HttpRequest, key: int) -> HttpResponse:
    """Let the owner have a new invitation."""
    if request.method == "POST" and not request.user.is_authenticated:
        # The button is there, and nothing to come back to is here.
        return redirect_to_login(reverse("circle_members", args=[key]))
    return _renew(request, key)


@login_required
@require_POST
def _renew(request: HttpRequest, key: int) -> HttpResponse:
    own = _owner_or_404(request, key)
    _do(partial(services.renew_invitation, owner=own.player, circle=key))
    messages.success(request, _("This is the new invitation link. The old one is void."))
    return redirect("circle_members", key)


def _ask(
    request: HttpRequest,
    own: OwnCircle,
    *,
    question: str,
    consequence: str,
    button: str,
    act: Callable[[], object],
    done: str,
    then: str,
) -> HttpResponse:
    """Ask whether the reader means it (GET), or do it, say so and go on (POST)."""
    if request.method != "POST":
        context = {
            "own": own,
            "question": question,
            "consequence": consequence,
            "button": button,
        }
        return render(request, "frontend/circle_confirm.html", context)
    _do(act)
    messages.success(request, done)
    return redirect(then)


def _do(act: Callable[[], object]) -> None:
    try:
        act()
    except services.NotTheirs:
        raise Http404("somebody was faster") from None


def _owner_or_404(request: HttpRequest, key: int) -> OwnCircle:
    own = own_or_404(request, key)
    if not own.is_owner:
        raise Http404("the reader doesn't own this circle")
    return own


def _other_or_404(own: OwnCircle, member: int) -> Member:
    for each in own.members:
        if each.id == member and not each.is_owner:
            return each
    raise Http404("no other member")
