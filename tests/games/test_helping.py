"""Help in practice: who may ask what, what is answered, and that nothing secret is searched."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from games import selectors, services
from games.background import answering
from games.background.answering import answer_next
from games.background.lines import KnownLines
from games.models import Certificate, Game, HelpRequest, SolverPulse
from games.rules import Move
from games.seats import Seat
from games.selectors.games import state_of
from games.solver import Solution, Verdict
from tests.support import CERTIFIED, SetClock, SitDown, Table, publish, refusal

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 29)
LINE = CERTIFIED["beleaguered-castle"]["line"].split()


@pytest.fixture
def at_work(set_clock: SetClock) -> SetClock:
    """It is noon, and the solver's process has just shown itself."""
    moment = set_clock("2026-11-29 12:00")
    SolverPulse.objects.create(seen=moment)
    return set_clock


@pytest.fixture
def practise(at_work: SetClock, table: SitDown) -> Callable[..., Table]:
    """Begins the certified deal of a day gone by as practice, and plays some of its line."""

    def begin(seat: Seat, *, played: int = 0, slug: str = "beleaguered-castle") -> Table:
        now = at_work.moment
        at_work("2026-11-20 12:00")
        publish(slug, date(2026, 11, 20))
        at_work(now)
        game = services.start_practice_of_daily(seat=seat, ruleset=slug, day=date(2026, 11, 20))
        at = table(game, seat)
        if played:
            at.play(*CERTIFIED[slug]["line"].split()[:played])
        return at

    return begin


def ask(at: Table, kind: str) -> dict[str, Any]:
    """Ask, have it answered, and tell what came of it."""
    services.ask_help(game_id=at.game_id, seat=at.seat, kind=kind)
    assert answer_next()
    return look(at)


def leave_the_line(at: Table) -> None:
    """Play a move that the certified line doesn't."""
    game = Game.objects.get()
    position, on_line = game.deal.position(), set()
    for text in LINE:
        on_line.add(position)
        position = position.play(Move.parse(text))
    here = state_of(game).position
    at.play(next(str(one) for one in here.legal_moves() if here.play(one) not in on_line))


def look(at: Table) -> dict[str, Any]:
    """What became of the last question."""
    return selectors.help_of(game_id=at.game_id, seat=at.seat)


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """Nobody waits here for what is compiled first."""
    answering.warm_up()


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """No line is known from other tests."""
    monkeypatch.setattr(answering, "KNOWN", KnownLines())


# --- Answers ------------------------------------------------------------------------------------


def test_hints_lead_to_the_win(practise: Callable[..., Table], guest_seat: Seat) -> None:
    at = practise(guest_seat, played=len(LINE) - 6)
    payload: dict[str, Any] = {}
    for _ in range(52):
        hint = ask(at, "hint")
        assert (hint["state"], hint["winnable"]) == ("answered", "yes")
        payload = at.play(hint["move"])
        if payload["outcome"] == "won":
            break
    assert payload["outcome"] == "won"
    assert payload["helped"]


def test_hints_go_on_with_the_line_that_they_have_begun(
    practise: Callable[..., Table], seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    # From each position anew, a search finds lines that move the same card to and fro.
    at = practise(seat)
    Certificate.objects.all().delete()
    found = Solution(Verdict.WINNABLE, tuple(map(Move.parse, LINE)), 1)
    monkeypatch.setattr(answering, "solve", lambda *_args, **_options: found)
    for move in LINE[:12]:
        assert ask(at, "hint")["move"] == move
        at.play(move)
        monkeypatch.setattr(answering, "solve", None)


def test_what_is_certified_needs_no_search(
    practise: Callable[..., Table], seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = practise(seat, played=3)
    monkeypatch.setattr(answering, "solve", None)
    hint = ask(at, "hint")
    assert (hint["winnable"], hint["move"]) == ("yes", LINE[3])


def test_what_can_still_be_won_is_told_and_what_can_not(
    practise: Callable[..., Table], seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = practise(seat, played=len(LINE) - 6)
    assert ask(at, "winnable") == {
        "kind": "winnable",
        "version": len(LINE) - 6,
        "state": "answered",
        "ahead": None,
        "winnable": "yes",
        "move": None,
        "steps": None,
        "won_until": None,
        "lost_from": None,
    }
    unwinnable = Solution(Verdict.UNWINNABLE, None, 5)
    monkeypatch.setattr(answering, "solve", lambda *_args, **_options: unwinnable)
    leave_the_line(at)
    assert ask(at, "winnable")["winnable"] == "no"
    hint = ask(at, "hint")
    assert (hint["winnable"], hint["move"]) == ("no", None)


def test_a_search_is_ended_after_two_seconds(
    practise: Callable[..., Table], seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    def search_for_ever(*_args: Any, stop: Callable[[], bool], **_options: Any) -> Solution:
        while not stop():
            pass
        return Solution(Verdict.UNDECIDED, None, 0)

    monkeypatch.setattr(answering, "SPARE_SECONDS", 1.9)
    monkeypatch.setattr(answering, "solve", search_for_ever)
    at = practise(seat)
    leave_the_line(at)
    assert ask(at, "winnable")["winnable"] == "unknown"


def test_without_an_answer_it_is_unknown_after_two_seconds(
    practise: Callable[..., Table], seat: Seat, at_work: SetClock
) -> None:
    at = practise(seat)
    services.ask_help(game_id=at.game_id, seat=seat, kind="hint")
    at_work.advance(seconds=2)
    assert look(at)["state"] == "waiting"
    at_work.advance(seconds=0.1)
    told = look(at)
    assert (told["state"], told["winnable"], told["move"]) == ("answered", "unknown", None)
    assert answer_next()  # without searching for what nobody waits for any more
    assert look(at)["winnable"] == "unknown"


def test_the_line_goes_on_from_where_the_game_was_given_up(
    practise: Callable[..., Table], seat: Seat
) -> None:
    at = practise(seat, played=len(LINE) - 6)
    at.resign()
    steps = ask(at, "line")["steps"]
    assert (steps[0]["move"], steps[0]["ply"]) == ("", len(LINE) - 6)
    position = state_of(Game.objects.get()).position
    for step in steps[1:]:
        position = position.play(Move.parse(step["move"]))
        assert step["piles"] == {name: list(cards) for name, cards in position.piles.items()}
    assert position.is_won


def test_the_line_begins_with_the_deal_where_the_game_was_lost(
    practise: Callable[..., Table], seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = practise(seat, played=3)
    leave_the_line(at)
    at.resign()
    unwinnable = Solution(Verdict.UNWINNABLE, None, 5)
    monkeypatch.setattr(answering, "solve", lambda *_args, **_options: unwinnable)
    told = ask(at, "line")
    assert told["winnable"] == "no"
    assert [step["move"] for step in told["steps"]] == ["", *LINE]
    assert told["steps"][0]["ply"] == 0


def test_lines_show_no_face_down_card(practise: Callable[..., Table], seat: Seat) -> None:
    line = CERTIFIED["burgvoegtin"]["line"].split()
    at = practise(seat, played=len(line) - 40, slug="burgvoegtin")
    at.resign()
    steps = ask(at, "line")["steps"]
    covered = [card for name in ("T1", "T2", "T3", "T4") for card in steps[0]["piles"][name][:-1]]
    assert set(covered) <= {"??"}


def test_the_turning_point_is_where_a_game_could_no_longer_be_won(
    practise: Callable[..., Table], seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = practise(seat, played=9)
    Certificate.objects.all().delete()
    at.undo()
    at.play(LINE[8], LINE[9])
    at.resign()
    plies = {}
    position = Game.objects.get().deal.position()
    for ply, text in enumerate(["", *LINE[:10]]):
        position = position.play(Move.parse(text)) if text else position
        plies[position] = ply

    def lost_from_the_fourth_on(position: Any, **_options: Any) -> Solution:
        lost = plies[position] >= 4
        found = Verdict.UNWINNABLE if lost else Verdict.WINNABLE
        return Solution(found, None, 1)

    monkeypatch.setattr(answering, "solve", lost_from_the_fourth_on)
    told = ask(at, "turning_point")
    assert (told["won_until"], told["lost_from"]) == (3, 4)
    assert not Game.objects.get().helped


def test_a_won_game_was_never_lost(practise: Callable[..., Table], seat: Seat) -> None:
    at = practise(seat, played=len(LINE))
    told = ask(at, "turning_point")
    assert (told["won_until"], told["lost_from"]) == (len(LINE), None)


# --- Who may ask what, and when -----------------------------------------------------------------


def test_there_is_no_help_in_a_ranked_game_until_its_day_is_settled(
    at_work: SetClock, seat: Seat, table: SitDown
) -> None:
    publish("fan", TODAY)
    game = services.start_or_resume(seat=seat, ruleset="fan", day=TODAY)
    at = table(game, seat)
    for moment in ("2026-11-29 12:01", "2026-11-30 00:59:59"):
        SolverPulse.objects.update(seen=at_work(moment))
        for kind in ("hint", "winnable", "line", "turning_point"):
            error = refusal(services.ask_help, game_id=game.pk, seat=seat, kind=kind)
            assert (error.code, error.status) == ("help_in_practice_only", 403)
    at.resign()
    error = refusal(services.ask_help, game_id=game.pk, seat=seat, kind="line")
    assert error.code == "help_in_practice_only"
    assert not HelpRequest.objects.exists()
    assert not Game.objects.get().helped
    SolverPulse.objects.update(seen=at_work("2026-11-30 01:00"))
    assert services.ask_help(game_id=game.pk, seat=seat, kind="line")["state"] == "waiting"


def test_a_question_that_was_slipped_in_for_a_ranked_game_is_not_searched(
    at_work: SetClock, seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish("fan", TODAY)
    game = services.start_or_resume(seat=seat, ruleset="fan", day=TODAY)
    HelpRequest.objects.create(
        asker=f"player {game.player_id}",
        game=game,
        version=0,
        kind="hint",
        question=game.pk,
        created=at_work.moment,
    )
    monkeypatch.setattr(answering, "solve", None)
    assert answer_next()
    assert selectors.help_of(game_id=game.pk, seat=seat)["state"] == "none"


def test_what_fits_the_games_outcome_may_be_asked(
    practise: Callable[..., Table], seat: Seat
) -> None:
    at = practise(seat)
    playing = {"line": "not_given_up", "turning_point": "game_not_finished"}
    for kind, code in playing.items():
        assert refusal(services.ask_help, game_id=at.game_id, seat=seat, kind=kind).code == code
    at.resign()
    for kind in ("hint", "winnable"):
        error = refusal(services.ask_help, game_id=at.game_id, seat=seat, kind=kind)
        assert error.code == "game_finished"


def test_a_won_game_needs_no_line(practise: Callable[..., Table], seat: Seat) -> None:
    at = practise(seat, played=len(LINE))
    error = refusal(services.ask_help, game_id=at.game_id, seat=seat, kind="line")
    assert error.code == "not_given_up"


def test_nobody_asks_about_somebody_elses_game(
    practise: Callable[..., Table], seat: Seat, other_seat: Seat
) -> None:
    at = practise(seat)
    for call in (services.ask_help, selectors.help_of):
        extra = {"kind": "hint"} if call is services.ask_help else {}
        error = refusal(call, game_id=at.game_id, seat=other_seat, **extra)
        assert error.code == "not_your_game"


@pytest.mark.parametrize("seen", [None, "2026-11-29 11:59:50"])
def test_while_the_solver_is_away_help_is_not_available_and_nothing_changes(
    seen: str | None, practise: Callable[..., Table], seat: Seat, set_clock: SetClock
) -> None:
    at = practise(seat)
    SolverPulse.objects.all().delete()
    if seen:
        SolverPulse.objects.create(seen=set_clock(seen))
        set_clock("2026-11-29 12:00")
    before = selectors.game_payload(Game.objects.get())
    error = refusal(services.ask_help, game_id=at.game_id, seat=seat, kind="hint")
    assert (error.code, error.status) == ("help_unavailable", 503)
    assert selectors.game_payload(Game.objects.get()) == before
    assert not before["helped"]
    assert not HelpRequest.objects.exists()


# --- The queue ----------------------------------------------------------------------------------


def test_each_asker_has_one_question_and_the_last_one_counts(
    practise: Callable[..., Table], seat: Seat, guest_seat: Seat
) -> None:
    mine, theirs = practise(seat), practise(guest_seat)
    for kind in ("winnable", "hint"):
        services.ask_help(game_id=mine.game_id, seat=seat, kind=kind)
    services.ask_help(game_id=theirs.game_id, seat=guest_seat, kind="winnable")
    asked = HelpRequest.objects.order_by("pk").values_list("kind", flat=True)
    assert list(asked) == ["hint", "winnable"]
    assert [answer_next(), answer_next(), answer_next()] == [True, True, False]


def test_who_waits_is_told_how_many_come_first(
    practise: Callable[..., Table], seat: Seat, guest_seat: Seat, at_work: SetClock
) -> None:
    theirs, mine = practise(guest_seat), practise(seat)
    services.ask_help(game_id=theirs.game_id, seat=guest_seat, kind="winnable")
    at_work.advance(seconds=0.5)
    services.ask_help(game_id=mine.game_id, seat=seat, kind="hint")
    assert (look(theirs)["ahead"], look(mine)["ahead"]) == (0, 1)
    assert answer_next()
    assert look(mine)["ahead"] == 0
    mine.resign()
    theirs.resign()
    services.ask_help(game_id=mine.game_id, seat=seat, kind="turning_point")
    at_work.advance(seconds=0.5)
    services.ask_help(game_id=theirs.game_id, seat=guest_seat, kind="line")
    assert (look(theirs)["ahead"], look(mine)["ahead"]) == (0, 1)


def test_an_answer_does_not_reach_a_later_question(
    practise: Callable[..., Table], seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = practise(seat)
    leave_the_line(at)
    services.ask_help(game_id=at.game_id, seat=seat, kind="winnable")

    def asked_again_meanwhile(*_args: Any, **_options: Any) -> Solution:
        services.ask_help(game_id=at.game_id, seat=seat, kind="hint")
        return Solution(Verdict.UNWINNABLE, None, 1)

    monkeypatch.setattr(answering, "solve", asked_again_meanwhile)
    assert answer_next()
    assert (look(at)["kind"], look(at)["state"]) == ("hint", "waiting")


def test_a_question_is_dropped_once_the_game_has_gone_on(
    practise: Callable[..., Table], seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = practise(seat)
    services.ask_help(game_id=at.game_id, seat=seat, kind="winnable")
    at.play(LINE[0])
    assert look(at)["state"] == "none"
    monkeypatch.setattr(answering, "solve", None)
    assert answer_next()
    assert look(at)["state"] == "none"
    assert not answer_next()


def test_help_is_shown_wherever_a_game_is(practise: Callable[..., Table], seat: Seat) -> None:
    at = practise(seat)
    assert not selectors.games_of(seat=seat).games[0].helped
    services.ask_help(game_id=at.game_id, seat=seat, kind="winnable")
    assert selectors.games_of(seat=seat).games[0].helped
    assert at.play(LINE[0])["helped"]


# --- After a day is settled ---------------------------------------------------------------------


def test_the_stored_line_is_secret_until_the_day_is_settled(set_clock: SetClock) -> None:
    set_clock("2026-11-29 12:00")
    publish("beleaguered-castle", TODAY)
    nobody = Seat()
    look_at: dict[str, Any] = {"ruleset": "beleaguered-castle", "day": TODAY}
    for moment in ("2026-11-29 12:00", "2026-11-30 00:59:59"):
        set_clock(moment)
        assert refusal(selectors.solution_of, **look_at).code == "daily_not_settled"
        card = selectors.daily_card(seat=nobody, **look_at)
        assert (card.par, card.nodes) == (None, None)
    set_clock("2026-11-30 01:00")
    found = selectors.solution_of(**look_at)
    assert [step["move"] for step in found["steps"]] == ["", *LINE]
    assert all(len(found["steps"][-1]["piles"][pile]) == 13 for pile in ("FC", "FD", "FH", "FS"))
    card = selectors.daily_card(seat=nobody, **look_at)
    assert (card.par, card.nodes) == (len(LINE), CERTIFIED["beleaguered-castle"]["nodes"])
    assert (found["par"], found["nodes"]) == (card.par, card.nodes)
    assert selectors.daily_cards(day=TODAY, seat=nobody)[0].par == card.par


def test_a_replay_tells_the_par(practise: Callable[..., Table], seat: Seat) -> None:
    at = practise(seat)
    at.resign()
    replay = selectors.replay_of(game_id=at.game_id, seat=seat)
    assert replay["par"] == len(LINE)
    Certificate.objects.all().delete()
    assert selectors.replay_of(game_id=at.game_id, seat=seat)["par"] is None
    look_at: dict[str, Any] = {"ruleset": "beleaguered-castle", "day": date(2026, 11, 20)}
    assert refusal(selectors.solution_of, **look_at).code == "not_found"
