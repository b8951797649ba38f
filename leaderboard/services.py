"""The only writers of entries: the winning move, and staff who void or reinstate."""

from datetime import date

from django.conf import settings
from django.db import transaction

from accounts import events as accounts
from accounts.log import log_change
from accounts.models import Player
from games import boards, events, players
from games import selectors as games
from leaderboard import belongings, profile, results, selectors, steps
from leaderboard.models import Entry
from leaderboard.standings import selectors as standings_read
from leaderboard.standings import services as standings
from leaderboard.standings.rounds import Rounds


class AlreadySo(Exception):
    """The entry has the state that was asked for."""


def listen() -> None:
    """Ask the games to tell of every ranked game that is won, and offer them the results.

    A player's entries are part of what the player may download.
    """
    events.on_won(record_win)
    events.on_round(Rounds())
    boards.boards_from(selectors, standings=standings_read)
    players.results_from(results)
    players.streaks_from(profile)
    accounts.export_part("entries", belongings.entries_of)
    accounts.export_part("months", belongings.months_of)
    accounts.export_part("records", belongings.records_of)


def record_win(win: events.Win) -> None:
    """Write the entry of a won ranked game, in the transaction of its winning move.

    It is held for staff where hands would have needed longer. A hand is needed once for all moves
    that are entered at once, as in a sequence or when the rest of a game is played.
    """
    seconds = win.hundredths / steps.HUNDREDTHS
    held = seconds < settings.FASTEST_SECONDS_PER_MOVE * win.requests
    entry = enter(
        Entry(
            game_id=win.game_id,
            daily_id=win.daily_id,
            player_id=win.player_id,
            hundredths=win.hundredths,
            moves=win.moves,
            undos=win.undos,
            restarts=win.restarts,
            finished=win.finished,
            state=Entry.State.HELD if held else Entry.State.COUNTED,
        )
    )
    if not held:
        _tell_board(daily_id=win.daily_id, ruleset=win.ruleset, day=win.day, new=entry.pk)


@transaction.atomic
def enter(entry: Entry) -> Entry:
    """Store a new entry, and count it where it counts."""
    entry.save(force_insert=True)
    if entry.state == Entry.State.COUNTED:
        steps.count(entry, by=1)
    return entry


def void_entry(*, entry: Entry, reason: str, by: Player) -> Entry:
    """Take an entry off the board, whether it counted or was held; AlreadySo if it is void."""
    if not reason.strip():
        raise ValueError("an entry is void for a reason")
    return _decide(entry, state=Entry.State.VOID, reason=reason.strip(), by=by)


def reinstate_entry(*, entry: Entry, by: Player) -> Entry:
    """Put an entry that was held or void on the board; AlreadySo if it is there."""
    return _decide(entry, state=Entry.State.COUNTED, reason="", by=by)


def _decide(entry: Entry, *, state: Entry.State, reason: str, by: Player) -> Entry:
    with transaction.atomic():
        standings.take_turns(entry.daily_id)
        # Ordered by its key alone, so that two of the staff can't lock each other out.
        held = (
            Entry.objects.select_for_update(of=("self",))
            .select_related("daily")
            .defer("daily__seed")
            .get(pk=entry.pk)
        )
        if held.state == state:
            raise AlreadySo
        before = held.state
        held.state, held.reason = state, reason
        held.save(update_fields=["state", "reason"])
        if Entry.State.COUNTED in (before, state):
            steps.count(held, by=1 if state == Entry.State.COUNTED else -1)
        said = f"{before} → {state.value}{f': {reason}' if reason else ''}"
        log_change(held, by=by, text=said)
        daily = games.SettledDaily(
            key=held.daily_id, ruleset=held.daily.ruleset, day=held.daily.day
        )
        standings.settle_anew(daily, entry=held, before=before)
        new = held.pk if state == Entry.State.COUNTED else None
        _tell_board(daily_id=daily.key, ruleset=daily.ruleset, day=daily.day, new=new)
    return held


def _tell_board(*, daily_id: int, ruleset: str, day: date, new: int | None) -> None:
    """Tell those who look at the board how it stands, once this transaction is committed."""
    transaction.on_commit(
        lambda: events.board_changed(
            scope=ruleset, when=f"{day}", payload=selectors.top_payload(daily_id, new=new)
        ),
        robust=True,
    )
