"""Circles: who gets in, who leads, who goes, and what happens to the rest."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial

import pytest
from django.core.exceptions import ValidationError

from accounts import export
from accounts import services as accounts
from accounts.models import Player
from leaderboard.circles import reports, selectors, services
from leaderboard.circles.names import clean_name
from leaderboard.models import Circle, Membership
from tests.support import AtOnce

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def ticking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each who joins does so a minute after the one before."""
    moments = minutes()
    monkeypatch.setattr("django.utils.timezone.now", lambda: next(moments))


def minutes() -> Iterator[datetime]:
    """A minute after the other."""
    moment = datetime.fromisoformat("2026-11-29T12:00:00Z")
    while True:
        yield moment
        moment += timedelta(minutes=1)


@pytest.fixture
def club(player: Player) -> Circle:
    """Wilhelmine's circle."""
    return services.start_circle(player=player, name="Bridgeclub")


def new(name: str) -> Player:
    return Player.objects.create_user(name)


def enter(club: Circle, *names: str) -> list[Player]:
    """Somebody new, by the invitation as it is now."""
    club.refresh_from_db()
    players = [new(name) for name in names]
    for each in players:
        services.join(player=each, token=club.token)
    return players


def names(club: Circle) -> list[str]:
    return [each.name for each in selectors.members(club.pk)]


def owner(club: Circle) -> str:
    return next((each.name for each in selectors.members(club.pk) if each.is_owner), "")


def key(club: Circle, player: Player) -> int:
    """The key of a membership."""
    return Membership.objects.get(circle=club, player=player).pk


def refused(call: Callable[[], object]) -> str:
    """The code with which a call is refused."""
    with pytest.raises(ValidationError) as caught:
        call()
    return str(caught.value.code)


# --- Coming in ----------------------------------------------------------------------------------


def test_who_starts_a_circle_owns_it_and_is_its_first_member(club: Circle, player: Player) -> None:
    assert names(club) == ["Wilhelmine"]
    assert owner(club) == "Wilhelmine"
    assert len(club.token) > 20


def test_an_invitation_lets_in_once_and_again_does_no_harm(
    club: Circle, other_player: Player
) -> None:
    for _time in range(2):
        services.join(player=other_player, token=club.token)
    assert names(club) == ["Wilhelmine", "Ottokar"]
    assert [circle.name for circle in selectors.circles_of(other_player)] == ["Bridgeclub"]


def test_a_renewed_invitation_makes_the_old_one_worthless(
    club: Circle, player: Player, other_player: Player
) -> None:
    services.renew_invitation(owner=player, circle=club.pk)
    assert selectors.invitation(club.token, player=None) is None
    with pytest.raises(services.NotTheirs):
        services.join(player=other_player, token=club.token)
    assert names(club) == ["Wilhelmine"]


def test_a_circle_is_full_some_time(
    club: Circle, other_player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_MEMBERS", 3)
    enter(club, "Ida", "Emil")
    assert refused(lambda: services.join(player=other_player, token=club.token)) == "circle_full"
    assert names(club) == ["Wilhelmine", "Ida", "Emil"]


def test_nobody_is_in_more_circles_than_one_may_be(
    club: Circle, player: Player, other_player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_CIRCLES", 2)
    for name in ("Familie", "Nachbarn"):
        services.start_circle(player=other_player, name=name)
    started = partial(services.start_circle, player=other_player, name="Kolleginnen")
    assert refused(started) == "too_many_circles"
    joined = partial(services.join, player=other_player, token=club.token)
    assert refused(joined) == "too_many_circles"
    services.leave(player=other_player, circle=selectors.circles_of(other_player)[0].id)
    services.join(player=other_player, token=club.token)
    assert "Ottokar" in names(club)


@pytest.mark.django_db(transaction=True)
def test_many_who_join_at_once_don_t_outgrow_the_circle(
    at_once: AtOnce, club: Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_MEMBERS", 3)
    players = [new(f"Player-{number}") for number in range(5)]
    tries = [partial(services.join, player=player, token=club.token) for player in players]
    refusals = [each for each in at_once(tries) if isinstance(each, Exception)]
    assert [type(each) for each in refusals] == [ValidationError] * 3
    assert Membership.objects.count() == 3


# --- Names --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Familie \n Müller\t", "Familie Müller"),
        ("Ko\u0308ln\u00a0Süd", "Köln Süd"),
        ("♠ Bridgeclub e. V. (1908)", "♠ Bridgeclub e. V. (1908)"),
        ("מועדון", "מועדון"),
    ],
)
def test_a_name_is_kept_as_it_is_shown(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("Club\u202egnirts", "circle_name_invisible"),
        ("Club\u200b", "circle_name_invisible"),
        ("Club\x00", "circle_name_invisible"),
        ("Club\u3164", "circle_name_invisible"),
        ("C", "circle_name_length"),
        ("   ", "circle_name_length"),
        ("x" * 41, "circle_name_length"),
        ("♠ ♥", "circle_name_only_signs"),
        ("Cl\u0335\u0321\u0322\u0323ub", "circle_name_marks"),
    ],
)
def test_a_name_that_hides_or_disturbs_is_refused(
    club: Circle, player: Player, typed: str, code: str
) -> None:
    assert refused(lambda: services.start_circle(player=player, name=typed)) == code
    rename = partial(services.rename, owner=player, circle=club.pk, name=typed)
    assert refused(rename) == code
    assert Circle.objects.get().name == "Bridgeclub"


# --- Leading ------------------------------------------------------------------------------------


def test_a_removed_member_does_not_come_back_by_the_same_invitation(
    club: Circle, player: Player, other_player: Player
) -> None:
    services.join(player=other_player, token=club.token)
    services.remove(owner=player, circle=club.pk, member=key(club, other_player))
    assert names(club) == ["Wilhelmine"]
    with pytest.raises(services.NotTheirs):
        services.join(player=other_player, token=club.token)
    club.refresh_from_db()
    services.join(player=other_player, token=club.token)
    assert names(club) == ["Wilhelmine", "Ottokar"]


def test_only_the_owner_leads(club: Circle, player: Player, other_player: Player) -> None:
    (ida,) = enter(club, "Ida")
    services.join(player=other_player, token=club.token)
    stranger = new("Kunibert")
    for who in (other_player, stranger):
        for refuse in (
            partial(services.rename, name="Anders"),
            partial(services.remove, member=key(club, ida)),
            partial(services.hand_over, member=key(club, ida)),
            services.renew_invitation,
            services.end,
        ):
            with pytest.raises(services.NotTheirs):
                refuse(owner=who, circle=club.pk)
    with pytest.raises(services.NotTheirs):
        services.leave(player=stranger, circle=club.pk)
    assert names(club) == ["Wilhelmine", "Ida", "Ottokar"]
    assert Circle.objects.get().token == club.token


def test_nobody_is_removed_from_or_set_over_another_circle(
    club: Circle, player: Player, other_player: Player
) -> None:
    theirs = services.start_circle(player=other_player, name="Nachbarn")
    (ida,) = enter(theirs, "Ida")
    for act in (services.remove, services.hand_over):
        with pytest.raises(services.NotTheirs):
            act(owner=player, circle=club.pk, member=key(theirs, ida))
        with pytest.raises(services.NotTheirs):
            act(owner=player, circle=club.pk, member=key(club, player))
    assert names(theirs) == ["Ottokar", "Ida"]


def test_an_owner_hands_over_and_stays(club: Circle, player: Player, other_player: Player) -> None:
    services.join(player=other_player, token=club.token)
    services.hand_over(owner=player, circle=club.pk, member=key(club, other_player))
    assert owner(club) == "Ottokar"
    assert names(club) == ["Wilhelmine", "Ottokar"]
    with pytest.raises(services.NotTheirs):
        services.end(owner=player, circle=club.pk)
    services.end(owner=other_player, circle=club.pk)
    assert not Circle.objects.exists()


# --- Going --------------------------------------------------------------------------------------


def test_who_leaves_is_followed_by_who_has_been_in_longest_and_the_last_ends_it(
    club: Circle, player: Player
) -> None:
    ida, emil = enter(club, "Ida", "Emil")
    services.leave(player=emil, circle=club.pk)
    assert names(club) == ["Wilhelmine", "Ida"]
    emil_again = services.join(player=emil, token=club.token)
    services.leave(player=player, circle=emil_again.pk)
    assert (owner(club), names(club)) == ("Ida", ["Ida", "Emil"])
    services.leave(player=ida, circle=club.pk)
    assert (owner(club), names(club)) == ("Emil", ["Emil"])
    services.leave(player=emil, circle=club.pk)
    assert not Circle.objects.exists()


def test_a_deleted_player_is_in_no_circle_and_others_go_on(club: Circle, player: Player) -> None:
    enter(club, "Ida")
    services.start_circle(player=player, name="Allein")
    accounts.delete_player(player=player)
    assert (owner(club), names(club)) == ("Ida", ["Ida"])
    assert [circle.name for circle in Circle.objects.all()] == ["Bridgeclub"]


def test_a_deactivated_player_is_not_seen_and_owns_nothing_any_more(
    club: Circle, player: Player
) -> None:
    staff = new("Staff")
    (ida, emil) = enter(club, "Ida", "Emil")
    alone = services.start_circle(player=player, name="Allein")
    accounts.deactivate_player(player=ida, by=staff)
    accounts.deactivate_player(player=player, by=staff)
    assert (owner(club), names(club)) == ("Emil", ["Emil"])
    assert [circle.members for circle in selectors.circles_of(emil)] == [1]
    accounts.activate_player(player=player, by=staff)
    assert (owner(club), names(club)) == ("Emil", ["Wilhelmine", "Emil"])
    assert owner(alone) == "Wilhelmine"


def test_who_comes_into_a_circle_whose_owner_is_deactivated_owns_it(
    club: Circle, player: Player
) -> None:
    staff = new("Staff")
    accounts.deactivate_player(player=player, by=staff)
    (ida, _emil) = enter(club, "Ida", "Emil")
    assert (owner(club), names(club)) == ("Ida", ["Ida", "Emil"])
    services.rename(owner=ida, circle=club.pk, name="Kegeln")
    accounts.activate_player(player=player, by=staff)
    assert (owner(club), names(club)) == ("Ida", ["Wilhelmine", "Ida", "Emil"])


def test_who_is_active_again_owns_a_circle_that_nobody_leads(club: Circle, player: Player) -> None:
    staff = new("Staff")
    ida, emil = enter(club, "Ida", "Emil")
    for each in (ida, emil, player):
        accounts.deactivate_player(player=each, by=staff)
    accounts.activate_player(player=emil, by=staff)
    assert (owner(club), names(club)) == ("Emil", ["Emil"])
    accounts.activate_player(player=ida, by=staff)
    assert owner(club) == "Emil"


def test_what_the_last_active_one_leaves_behind_is_led_again_by_who_comes_back(
    club: Circle, player: Player
) -> None:
    staff = new("Staff")
    ida, emil = enter(club, "Ida", "Emil")
    for each in (ida, emil):
        accounts.deactivate_player(player=each, by=staff)
    services.leave(player=player, circle=club.pk)
    accounts.activate_player(player=emil, by=staff)
    assert (owner(club), names(club)) == ("Emil", ["Emil"])


@pytest.mark.django_db(transaction=True)
def test_who_joins_while_the_owner_is_deactivated_is_never_in_a_circle_without_one(
    at_once: AtOnce, player: Player
) -> None:
    clubs = [services.start_circle(player=player, name=f"Club {number}") for number in range(4)]
    ida = new("Ida")
    join = [partial(services.join, player=ida, token=club.token) for club in clubs]
    go = partial(accounts.deactivate_player, player=player, by=player)
    failed = [each for each in at_once([*join[:2], go, *join[2:]]) if isinstance(each, Exception)]
    assert failed == []
    assert [owner(club) for club in clubs] == ["Ida"] * 4


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_deleted", [True, False])
def test_who_is_removed_or_loses_the_circle_in_that_moment_goes_all_the_same(
    at_once: AtOnce, player: Player, other_player: Player, is_deleted: bool
) -> None:
    clubs = [services.start_circle(player=player, name=f"Club {number}") for number in range(6)]
    for club in clubs:
        services.join(player=other_player, token=club.token)
    out = [
        partial(services.remove, owner=player, circle=club.pk, member=key(club, other_player))
        for club in clubs[::2]
    ]
    out += [partial(services.end, owner=player, circle=club.pk) for club in clubs[1::2]]
    go = partial(accounts.deactivate_player, player=other_player, by=player)
    if is_deleted:
        go = partial(accounts.delete_player, player=other_player)
    failed = [each for each in at_once([*out[:3], go, *out[3:]]) if isinstance(each, Exception)]
    assert [type(each) for each in failed if not isinstance(each, services.NotTheirs)] == []
    assert Player.objects.filter(pk=other_player.pk, is_active=True).count() == 0
    assert {tuple(names(club)) for club in Circle.objects.all()} == {("Wilhelmine",)}


def test_nothing_is_handed_over_to_who_is_deactivated(club: Circle, player: Player) -> None:
    (ida,) = enter(club, "Ida")
    accounts.deactivate_player(player=ida, by=player)
    with pytest.raises(services.NotTheirs):
        services.hand_over(owner=player, circle=club.pk, member=key(club, ida))
    assert owner(club) == "Wilhelmine"


def test_the_download_holds_ones_circles_and_nobody_else(club: Circle, player: Player) -> None:
    (ida,) = enter(club, "Ida")
    reports.replace_name(circle=club, name="Canasta", by=ida)
    mine, idas = (export.everything_about(who).decode() for who in (player, ida))
    assert '"name": "Canasta"' in mine
    assert '"replaced_name": "Bridgeclub"' in mine
    assert '"name": "Canasta"' in idas
    assert "Bridgeclub" not in idas
    assert club.token in mine
    assert club.token not in idas
    assert "Wilhelmine" not in idas
