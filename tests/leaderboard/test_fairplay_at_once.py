"""Staff decide about players who leave in the same moment."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import leaving
from accounts import services as accounts
from accounts.models import Player
from leaderboard.fairplay import services as fairplay
from leaderboard.fairplay.services import MayNot
from leaderboard.models import Case, Decision, Entry
from leaderboard.standings.services import settle
from leaderboard.verification import faults_of_boards
from tests.leaderboard.conftest import Enter
from tests.support import AtOnce, SetClock


def shutting(case: Case, staff: Player) -> Callable[[], object]:
    """Strikes an entry off and deactivates its player, unless the player is gone."""

    def shut() -> None:
        try:
            fairplay.decide(case=case, kind=Decision.Kind.DEACTIVATE, reason="A bot.", by=staff)
        except MayNot:
            assert Entry.objects.get(case=case).player is None

    return shut


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_settled", [False, True])
def test_who_leaves_and_who_decides_about_them_never_lock_each_other_out(
    enter: Enter, at_once: AtOnce, set_clock: SetClock, staff: Player, is_settled: bool
) -> None:
    cases = [fairplay.case_of(enter(f"Player{number}", 100 + number)) for number in range(8)]
    if is_settled:
        set_clock("2026-12-01 12:00")
        assert settle() == 1
    leavers = Player.objects.filter(username__startswith="Player")
    leavers.update(delete_after=timezone.now() - timedelta(days=1))
    decisions = [shutting(case, staff) for case in cases]
    done = at_once([leaving.delete_leavers, *decisions, leaving.delete_leavers])
    assert [each for each in done if isinstance(each, Exception)] == []
    assert not leavers.exists()
    assert list(faults_of_boards()) == []


def test_who_is_gone_by_now_can_not_be_deactivated(enter: Enter, staff: Player) -> None:
    case = fairplay.case_of(enter("Anna", 100))
    assert case.entry.player is not None
    accounts.delete_player(player=Player.objects.get(username="Anna"))
    with pytest.raises(MayNot):
        fairplay.decide(case=case, kind=Decision.Kind.DEACTIVATE, reason="A bot.", by=staff)
    assert Entry.objects.get().state == Entry.State.COUNTED
