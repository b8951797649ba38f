"""Cases: the queue, the three decisions, the player's answer, and a log that stays."""

import json
import re
import time
from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import events, leaving
from accounts.export import everything_about
from accounts.models import Player
from games import clock, services
from games.models import Certificate
from games.seats import Seat
from leaderboard.fairplay import plot
from leaderboard.fairplay import services as fairplay
from leaderboard.fairplay.models import Unchangeable
from leaderboard.fairplay.selectors import notices_of
from leaderboard.fairplay.services import MayNot, Overtaken
from leaderboard.models import Case, Decision, Entry, Signal
from leaderboard.selectors import board
from tests.support import CaseDaily, SetClock, SitDown, StoreDaily, store_win

pytestmark = pytest.mark.django_db

SLUG = "beleaguered-castle"
TODAY = date(2026, 11, 29)
DEACTIVATED = "/deactivated/"
QUEUE = "admin:leaderboard_case_changelist"


@pytest.fixture
def staff(db: None) -> Player:
    """Somebody at the desk who may do everything."""
    return Player.objects.create_user("Kunigunde", is_staff=True, is_superuser=True)


@pytest.fixture
def desk(staff: Player) -> Client:
    """Their browser, in English."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(staff)
    return client


@pytest.fixture
def castle(set_clock: SetClock, daily_of_case: StoreDaily) -> CaseDaily:
    """Today's castle, and a line that wins it."""
    set_clock("2026-11-29 12:00")
    return daily_of_case(SLUG)


@pytest.fixture
def opened(
    castle: CaseDaily, set_clock: SetClock, seat: Seat, table: SitDown, player: Player
) -> Case:
    """A case about a win that counts: the player waited, then sent everything in a burst."""
    at = table(services.start_daily(player=player, ruleset=SLUG, day=TODAY), seat)
    set_clock.advance(seconds=300)
    for text in castle.line:
        set_clock.advance(milliseconds=20)
        at.play(text)
    fairplay.examine_wins()
    return Case.objects.get()


@pytest.fixture
def others(opened: Case) -> list[Entry]:
    """A faster and a slower player on the same board."""
    return [enter(opened.entry, name, time) for name, time in (("Anna", 100), ("Zora", 90_000))]


def enter(like: Entry, name: str, hundredths: int) -> Entry:
    player = Player.objects.create_user(name)
    return store_win(like.daily, player, hundredths, finished=clock.now())


def ranks() -> list[tuple[int, str]]:
    return [(row.rank, row.name) for row in board(ruleset=SLUG, day=TODAY, player=None).entries]


def decide(desk: Client, case: Case, decision: str, reason: str = "", **more: Any) -> Any:
    """Press one of the buttons on the case's page."""
    seen = more.get("seen", fairplay.state_number(case))
    return desk.post(
        reverse("admin:leaderboard_case_change", args=[case.pk]),
        {"decision": decision, "reason": reason, "seen": seen},
        follow=True,
    )


def sign_in(browser: Client, player: Player, password: str) -> str:
    """Try to sign in, and give what is read then."""
    form = {"login": player.username, "password": password}
    answer = browser.post(reverse("account_login"), form, follow=True, secure=True)
    return answer.content.decode()


def queue(desk: Client, **query: str) -> list[Case]:
    return list(desk.get(reverse(QUEUE), query).context["cl"].result_list)


# --- From the signal to the reinstatement -------------------------------------------------------


def test_a_case_goes_from_signal_to_void_to_answer_to_reinstatement(
    desk: Client, opened: Case, others: list[Entry], player: Player
) -> None:
    assert ranks() == [(1, "Anna"), (2, "Wilhelmine"), (3, "Zora")]
    assert queue(desk) == [opened]
    decide(desk, opened, "strike", "Sent all at once.")
    assert ranks() == [(1, "Anna"), (2, "Zora")]
    assert queue(desk) == []
    (notice,) = notices_of(player)
    assert (notice.reason, notice.may_answer) == ("Sent all at once.", True)
    fairplay.answer(player=player, case_id=opened.pk, text=" My train was in a tunnel. ")
    assert queue(desk) == [opened]
    page = desk.get(reverse("admin:leaderboard_case_change", args=[opened.pk])).content.decode()
    assert "My train was in a tunnel." in page
    opened.refresh_from_db()
    decide(desk, opened, "clear")
    assert ranks() == [(1, "Anna"), (2, "Wilhelmine"), (3, "Zora")]
    assert notices_of(player) == []
    assert [decision.kind for decision in Decision.objects.order_by("pk")] == ["strike", "clear"]


def test_a_player_answers_once(opened: Case, staff: Player, player: Player) -> None:
    fairplay.decide(case=opened, kind=Decision.Kind.STRIKE, by=staff, reason="A burst.")
    fairplay.answer(player=player, case_id=opened.pk, text="It wasn't me.")
    with pytest.raises(ValidationError):
        fairplay.answer(player=player, case_id=opened.pk, text="And another thing.")
    fairplay.decide(case=opened, kind=Decision.Kind.STRIKE, by=staff, reason="It stays so.")
    with pytest.raises(ValidationError):
        fairplay.answer(player=player, case_id=opened.pk, text="But!")
    (notice,) = notices_of(player)
    assert (notice.reason, notice.answer) == ("It stays so.", "It wasn't me.")
    assert (notice.may_answer, notice.is_open) == (False, False)


@pytest.mark.parametrize("text", ["", "   ", "x" * 1001])
def test_an_answer_says_something_and_not_too_much(
    text: str, opened: Case, staff: Player, player: Player
) -> None:
    fairplay.decide(case=opened, kind=Decision.Kind.STRIKE, by=staff, reason="A burst.")
    with pytest.raises(ValidationError):
        fairplay.answer(player=player, case_id=opened.pk, text=text)


def test_nobody_else_answers_or_sees_the_reason(
    opened: Case, staff: Player, other_player: Player
) -> None:
    fairplay.decide(case=opened, kind=Decision.Kind.STRIKE, by=staff, reason="A burst.")
    with pytest.raises(ValidationError):
        fairplay.answer(player=other_player, case_id=opened.pk, text="Me neither.")
    browser = Client()
    address = reverse("answer", args=[opened.pk])
    assert browser.get(address, secure=True).status_code == 302
    browser.force_login(other_player)
    assert browser.get(address, secure=True).status_code == 404
    assert browser.post(address, {"text": "x"}, secure=True).status_code == 404
    for page in ("/players/Wilhelmine/", f"/boards/{SLUG}/"):
        assert "A burst." not in browser.get(page, secure=True).content.decode()


def test_while_an_entry_counts_there_is_nothing_to_answer(opened: Case, player: Player) -> None:
    with pytest.raises(ValidationError):
        fairplay.answer(player=player, case_id=opened.pk, text="What is it?")
    assert notices_of(player) == []


def test_the_player_reads_reason_and_answers_on_the_pages(
    opened: Case, staff: Player, player: Player, desk: Client
) -> None:
    fairplay.decide(case=opened, kind=Decision.Kind.STRIKE, by=staff, reason="<b>A burst.</b>")
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(player)
    for page in ("/players/Wilhelmine/", f"/boards/{SLUG}/"):
        text = browser.get(page, secure=True).content.decode()
        assert "Struck off the board: &lt;b&gt;A burst.&lt;/b&gt;" in text
        assert reverse("answer", args=[opened.pk]) in text
    address = reverse("answer", args=[opened.pk])
    assert browser.post(address, {"text": " "}, secure=True).status_code == 400
    said = browser.post(address, {"text": "<script>1</script>"}, follow=True, secure=True)
    assert "Your answer is being looked at." in said.content.decode()
    text = desk.get(reverse("admin:leaderboard_case_change", args=[opened.pk])).content.decode()
    assert "&lt;script&gt;1&lt;/script&gt;" in text
    assert "<script>1" not in text


def test_whoever_knows_a_deactivated_accounts_password_reads_why_and_answers_once(
    opened: Case, staff: Player, player: Player
) -> None:
    player.set_password("Kreuz-Pik-Herz-Karo")
    player.save()
    fairplay.decide(case=opened, kind=Decision.Kind.DEACTIVATE, by=staff, reason="Five accounts.")
    guesser, browser = (Client(headers={"accept-language": "en"}) for _browser in range(2))
    wrong = sign_in(guesser, player, "Karo-Herz-Pik-Kreuz")
    assert "don’t go together" in wrong
    assert "deactivated" not in wrong
    assert guesser.get(DEACTIVATED, secure=True)["Location"] == reverse("account_login")
    told = sign_in(browser, player, "Kreuz-Pik-Herz-Karo")
    assert "Account deactivated" in told
    assert "The reason: Five accounts." in told
    assert browser.post(DEACTIVATED, {"text": ""}, secure=True).status_code == 400
    said = browser.post(DEACTIVATED, {"text": "A family."}, follow=True, secure=True)
    text = said.content.decode()
    assert "Your answer is being looked at." in text
    assert "<blockquote>A family.</blockquote>" in text
    assert '<form method="post" class="panel"' not in text
    browser.post(DEACTIVATED, {"text": "And another thing."}, secure=True)
    opened.refresh_from_db()
    assert (opened.state, opened.answer) == (Case.State.OPEN, "A family.")
    assert browser.get("/account/", secure=True).status_code == 302


def test_the_reason_is_told_while_it_holds_and_not_for_long(
    opened: Case, staff: Player, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.set_password("Kreuz-Pik-Herz-Karo")
    player.save()
    fairplay.decide(case=opened, kind=Decision.Kind.DEACTIVATE, by=staff, reason="Five accounts.")
    browser = Client(headers={"accept-language": "en"})
    sign_in(browser, player, "Kreuz-Pik-Herz-Karo")
    fairplay.decide(case=opened, kind=Decision.Kind.CLEAR, by=staff)
    told = browser.get(DEACTIVATED, secure=True).content.decode()
    assert "Account deactivated" in told
    assert "Five accounts." not in told
    signed_in = Client(headers={"accept-language": "en"})
    sign_in(signed_in, player, "Kreuz-Pik-Herz-Karo")
    assert signed_in.get(DEACTIVATED, secure=True).status_code == 200
    signed_in.force_login(Player.objects.create_user("Brother"))
    assert signed_in.get(DEACTIVATED, secure=True).status_code == 302
    later = time.time() + 2 * 60 * 60
    monkeypatch.setattr(time, "time", lambda: later)
    assert browser.get(DEACTIVATED, secure=True).status_code == 302


# --- Deciding -----------------------------------------------------------------------------------


def test_a_held_entry_is_in_the_queue_and_cleared_onto_the_board(
    desk: Client,
    castle: CaseDaily,
    set_clock: SetClock,
    seat: Seat,
    table: SitDown,
    player: Player,
) -> None:
    at = table(services.start_daily(player=player, ruleset=SLUG, day=TODAY), seat)
    for text in castle.line:
        set_clock.advance(milliseconds=20)
        at.play(text)
    Signal.objects.all().delete()
    fairplay.examine_wins()
    (opened,) = queue(desk)
    assert ranks() == []
    (notice,) = notices_of(player)
    assert (notice.is_held, notice.may_answer) == (True, False)
    decide(desk, opened, "clear")
    assert ranks() == [(1, "Wilhelmine")]


def test_striking_off_needs_a_reason(desk: Client, opened: Case) -> None:
    for decision in ("strike", "shut"):
        page = decide(desk, opened, decision, "  ")
        assert "Please give a reason" in page.content.decode()
    assert not Decision.objects.exists()
    assert Entry.objects.get(pk=opened.entry_id).state == "counted"


def test_deactivating_strikes_the_entry_and_ends_the_sessions(
    desk: Client, opened: Case, player: Player
) -> None:
    browser = Client()
    browser.force_login(player)
    decide(desk, opened, "shut", "Five accounts.")
    player.refresh_from_db()
    assert not player.is_active
    assert ranks() == []
    assert browser.get("/account/", secure=True).status_code == 302


def test_staff_are_not_deactivated_by_a_case(
    desk: Client, opened: Case, player: Player, staff: Player
) -> None:
    Player.objects.filter(pk=player.pk).update(is_staff=True)
    page = decide(desk, opened, "shut", "Envy.")
    assert "Staff, and players who are gone" in page.content.decode()
    with pytest.raises(MayNot):
        fairplay.decide(case=opened, kind=Decision.Kind.DEACTIVATE, by=staff, reason="Envy.")
    assert Player.objects.get(pk=player.pk).is_active
    assert Entry.objects.get(pk=opened.entry_id).state == "counted"
    assert not Decision.objects.exists()


def test_who_decides_on_an_old_page_is_told_so(
    desk: Client, opened: Case, staff: Player, player: Player
) -> None:
    seen = fairplay.state_number(opened)
    fairplay.decide(case=opened, kind=Decision.Kind.STRIKE, by=staff, reason="A burst.", seen=seen)
    page = decide(desk, opened, "clear", seen=seen)
    assert "Something has happened meanwhile" in page.content.decode()
    seen = fairplay.state_number(opened)
    fairplay.answer(player=player, case_id=opened.pk, text="A tunnel.")
    with pytest.raises(Overtaken):
        fairplay.decide(case=opened, kind=Decision.Kind.CLEAR, by=staff, seen=seen)
    assert Decision.objects.count() == 1


def test_what_is_voided_from_the_list_of_entries_has_a_case_too(
    desk: Client, others: list[Entry]
) -> None:
    desk.post(
        reverse("admin:leaderboard_entry_changelist"),
        {
            "action": "void",
            "_selected_action": [others[0].pk],
            "apply": "1",
            "reason": "A machine.",
        },
    )
    assert others[0].player is not None
    (notice,) = notices_of(others[0].player)
    assert (notice.reason, notice.may_answer) == ("A machine.", True)
    assert Decision.objects.get().case.entry == others[0]


# --- The log ------------------------------------------------------------------------------------


def test_decisions_are_neither_changed_nor_deleted(opened: Case, staff: Player) -> None:
    decision = fairplay.decide(case=opened, kind=Decision.Kind.CLEAR, by=staff)
    decision.reason = "Something else."
    written = {"case": opened, "kind": decision.kind, "by": staff, "decided": decision.decided}
    another = Decision(pk=decision.pk, reason="Something else.", **written)
    upsert = {"update_conflicts": True, "unique_fields": ["id"], "update_fields": ["reason"]}
    for attempt in (
        another.save,
        lambda: Decision.objects.bulk_create([another], **upsert),
        decision.save,
        decision.delete,
        Decision.objects.all().delete,
        lambda: Decision.objects.update(reason="Something else."),
        lambda: Decision.objects.bulk_update([decision], ["reason"]),
        opened.decisions.all().delete,
    ):
        with pytest.raises((Unchangeable, IntegrityError)), transaction.atomic():
            attempt()
    assert Decision.objects.get().reason == ""


@pytest.mark.parametrize("kind", Decision.Kind.values)
def test_every_decision_stands_in_the_log_of_the_desk_once_more(
    opened: Case, staff: Player, kind: str
) -> None:
    fairplay.decide(case=opened, kind=Decision.Kind(kind), by=staff, reason="By lot.")
    told = LogEntry.objects.get(object_id=str(opened.pk), content_type__model="case")
    assert (told.user, told.change_message.split(":")[0]) == (staff, kind)


@pytest.mark.parametrize("is_logged", [True, False])
def test_who_has_decided_stays_and_stops_nobody_else_from_leaving(
    opened: Case, player: Player, is_logged: bool
) -> None:
    moderator = Player.objects.create_user("Adelheid", is_staff=True)
    fairplay.decide(case=opened, kind=Decision.Kind.CLEAR, by=moderator)
    if not is_logged:
        LogEntry.objects.all().delete()
    Player.objects.update(is_staff=False, delete_after=timezone.now() - timedelta(days=1))
    assert leaving.delete_leavers() == 1
    assert Player.objects.get() == moderator
    assert Player.objects.get().delete_after is None


def test_the_desk_shows_the_log_and_has_no_way_to_change_it(
    desk: Client, opened: Case, staff: Player
) -> None:
    decision = fairplay.decide(case=opened, kind=Decision.Kind.STRIKE, by=staff, reason="A burst.")
    listed = desk.get(reverse("admin:leaderboard_decision_changelist")).content.decode()
    assert "A burst." in listed
    assert "delete_selected" not in listed
    change = reverse("admin:leaderboard_decision_change", args=[decision.pk])
    assert desk.post(change, {"reason": "x"}).status_code == 403
    assert desk.get(reverse("admin:leaderboard_decision_add")).status_code == 403
    delete = reverse("admin:leaderboard_decision_delete", args=[decision.pk])
    assert desk.post(delete, {"post": "yes"}).status_code == 403
    desk.post(
        reverse("admin:leaderboard_decision_changelist"),
        {"action": "delete_selected", "_selected_action": [decision.pk], "post": "yes"},
    )
    assert Decision.objects.get().reason == "A burst."


# --- What a case shows --------------------------------------------------------------------------


def test_a_case_shows_times_as_plot_and_numbers_and_no_move_until_the_day_is_settled(
    desk: Client, opened: Case, castle: CaseDaily, set_clock: SetClock
) -> None:
    Certificate.objects.create(
        daily=castle.daily, line=" ".join(castle.line), length=1, nodes=1, created=clock.now()
    )
    address = reverse("admin:leaderboard_case_change", args=[opened.pk])
    text = desk.get(address).content.decode()
    assert text.count('<rect class="gap') == len(castle.line)
    assert "300.02" in text
    assert "moves came within" in text
    assert "once the day is settled" in text
    assert not any(move in text or move.replace(">", "&gt;") in text for move in castle.line)
    set_clock("2026-11-30 01:00:00")
    later = desk.get(address).content.decode()
    assert f"game__id__exact={opened.entry.game_id}" in later


def test_no_time_is_too_short_to_be_seen_in_the_plot() -> None:
    at_once = [plot.Gap(number=1, kind="play", moves=1, milliseconds=0, elapsed=0)]
    height = re.search(r'<rect class="gap[^>]* height="([0-9.]+)"', plot.drawn(at_once, hands=0.25))
    assert height
    assert float(height[1]) > 1


def test_the_queue_costs_as_many_queries_however_long_it_is(
    desk: Client, opened: Case, others: list[Entry]
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert desk.get(reverse(QUEUE)).status_code == 200
        assert not any('"seed"' in query["sql"] for query in captured)
        return len(captured)

    few = queries()
    for number in range(20):
        fairplay.case_of(enter(opened.entry, f"Another{number}", 500 + number))
    assert len(queue(desk)) == 21
    assert queries() == few <= 9


def test_the_queue_is_found_through_by_state_and_name(
    desk: Client, opened: Case, others: list[Entry], staff: Player
) -> None:
    other = fairplay.case_of(others[0])
    fairplay.decide(case=other, kind=Decision.Kind.CLEAR, by=staff)
    assert queue(desk) == [opened]
    assert queue(desk, state="decided") == [other]
    assert len(queue(desk, state="all")) == 2
    assert queue(desk, state="all", q="anna") == [other]


def test_a_deleted_players_case_can_still_be_decided(
    desk: Client, opened: Case, player: Player
) -> None:
    player.delete()
    page = desk.get(reverse("admin:leaderboard_case_change", args=[opened.pk]))
    assert "deleted player" in page.content.decode()
    decide(desk, opened, "strike", "A burst.")
    assert ranks() == []


def test_a_player_who_goes_takes_words_and_signals_along(
    opened: Case, staff: Player, player: Player
) -> None:
    # What nobody has decided on is the staff's own note.
    assert json.loads(everything_about(player))["cases"] == []
    fairplay.decide(case=opened, kind=Decision.Kind.STRIKE, by=staff, reason="A burst.")
    fairplay.answer(player=player, case_id=opened.pk, text="A tunnel.")
    (told,) = json.loads(everything_about(player))["cases"]
    assert told["answer"] == "A tunnel."
    assert [decision["reason"] for decision in told["decisions"]] == ["A burst."]
    assert [(each["kind"], [*each]) for each in told["signals"]] == [("burst", ["kind", "found"])]
    events.tell_deletion(player)
    player.delete()
    assert Case.objects.get().answer == ""
    assert not Signal.objects.exists()
    assert Decision.objects.count() == 1


def test_an_unknown_case_leads_back(desk: Client, opened: Case) -> None:
    for key in ("x", "99999"):
        page = desk.get(reverse("admin:leaderboard_case_change", args=[key]))
        assert page.status_code == 302
