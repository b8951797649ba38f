"""The only writers of cases: wins are examined, staff decide, players answer, signals go."""

from collections.abc import Iterator

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import devices
from accounts import events as comings_and_goings
from accounts import services as accounts
from accounts.log import log_change
from accounts.models import Player
from common.compiled import insert
from games import events
from games import selectors as games
from leaderboard import services as entries
from leaderboard.fairplay.models import Case, Decision, Examination, Sighting, Signal
from leaderboard.fairplay.signals import signals_of
from leaderboard.models import Entry

# Signals are forgotten after as long as the device's cookie lasts.
KEPT = devices.KEPT
AT_ONCE, A_FEW = 100, 10
LONGEST_ANSWER: int = Case._meta.get_field("answer").max_length or 0


def listen() -> None:
    """Ask the games to tell of wins and of devices that are shown ranked games."""
    events.on_won(note_win)
    events.on_sighting(note_sighting)
    events.on_purge(purge_signals)
    events.on_round(examine_some)
    comings_and_goings.export_part("cases", cases_of)
    comings_and_goings.export_part("sightings", sightings_of)
    comings_and_goings.on_deletion(forget_player)


def note_win(win: events.Win) -> None:
    """Remember, in the transaction of the win, that it is to be examined; all else comes later."""
    Examination.objects.create(game_id=win.game_id, daily_id=win.daily_id, won=win.finished)


def note_sighting(sighting: events.Sighting) -> None:
    """Remember when a device was shown a ranked game for the first time."""
    row = Sighting(
        device=sighting.device,
        game_id=sighting.game_id,
        daily_id=sighting.daily_id,
        seen=timezone.now(),
    )
    insert(row, unique=["device", "daily_id", "game_id"])


def examine_wins(*, most: int = AT_ONCE) -> int:
    """Look at wins that nobody has looked at yet, the earliest first; gives how many there were.

    It may run twice at the same time: what is found is stored once.
    """
    waiting = list(Examination.objects.filter(line="").order_by("won")[:most])
    found = Entry.objects.filter(game__in=[each.game_id for each in waiting])
    of_game = {entry.game_id: entry for entry in found}
    for examination in waiting:
        trace = games.trace_of(examination.game_id)
        entry = of_game.get(examination.game_id)
        with transaction.atomic():
            if entry is not None:
                _examine(entry, trace)
            Examination.objects.filter(pk=examination.pk).update(line=trace.digest)
    return len(waiting)


def examine_some() -> None:
    """Look at a few wins, between other work."""
    examine_wins(most=A_FEW)


def _examine(entry: Entry, trace: games.Trace) -> None:
    """Open a case where something is noticed about an entry, or where it is held."""
    signals = signals_of(entry, trace)
    if not signals and entry.state != Entry.State.HELD:
        return
    case = case_of(entry)
    now = timezone.now()
    Signal.objects.bulk_create(
        [Signal(case=case, kind=kind, facts=facts, found=now) for kind, facts in signals.items()],
        ignore_conflicts=True,
    )


def case_of(entry: Entry) -> Case:
    """The entry's case, opened now if there was none."""
    case, _created = Case.objects.get_or_create(
        entry=entry, defaults={"waiting_since": timezone.now()}
    )
    return case


# --- Deciding -----------------------------------------------------------------------------------


class Overtaken(Exception):
    """Somebody else has decided, or the player has answered, since the case was looked at."""


class MayNot(Exception):
    """The player is of the staff, or gone, so can't be deactivated here."""


@transaction.atomic
def decide(
    *, case: Case, kind: Decision.Kind, by: Player, reason: str = "", seen: int | None = None
) -> Decision:
    """Decide a case, and move its entry accordingly; it may be decided anew at any time.

    `seen` is what `state_number` gave when the case was looked at: Overtaken if it has changed.
    ValueError without a reason for what the player has to be told.
    """
    reason = reason.strip()
    _hold_player(case)
    locked = Case.objects.select_for_update(of=("self",)).select_related("entry__player")
    case = locked.get(pk=case.pk)
    if seen is not None and seen != state_number(case):
        raise Overtaken
    entry = case.entry
    if kind == Decision.Kind.CLEAR:
        reason = ""
        if entry.state != Entry.State.COUNTED:
            entries.reinstate_entry(entry=entry, by=by)
    else:
        if not reason:
            raise ValueError("a player is told why")
        if entry.state != Entry.State.VOID:
            entries.void_entry(entry=entry, reason=reason, by=by)
        else:
            Entry.objects.filter(pk=entry.pk).update(reason=reason)
    if kind == Decision.Kind.DEACTIVATE:
        if entry.player is None or entry.player.is_staff or entry.player.is_superuser:
            raise MayNot
        accounts.deactivate_player(player=entry.player, by=by, reason=reason)
    cleared = kind == Decision.Kind.CLEAR
    case.state = Case.State.CLEARED if cleared else Case.State.STRUCK
    case.save(update_fields=["state"])
    log_change(case, by=by, text=f"{Decision.Kind(kind).value}{f': {reason}' if reason else ''}")
    return Decision.objects.create(
        case=case, kind=kind, reason=reason, by=by, decided=timezone.now()
    )


def _hold_player(case: Case) -> None:
    """Wait for a deletion of the player whom a case is about, and have none begin meanwhile.

    It comes before all other locks, as in deletions. What only refers to the player needn't wait.
    """
    about = Player.objects.filter(entries__case=case).order_by("pk")
    about.select_for_update(of=("self",), no_key=True).first()


def decide_on(*, entry: Entry, kind: Decision.Kind, by: Player, reason: str = "") -> bool:
    """Decide about an entry from the list of them; False where it has that state already."""
    clears = kind == Decision.Kind.CLEAR
    if entry.state == (Entry.State.COUNTED if clears else Entry.State.VOID):
        return False
    decide(case=case_of(entry), kind=kind, by=by, reason=reason)
    return True


def state_number(case: Case) -> int:
    """A number that grows with every decision and with the answer."""
    return case.decisions.count() * 2 + bool(case.answered)


@transaction.atomic
def answer(*, player: Player, case_id: int, text: str) -> Case:
    """Keep what a player says to an entry that was struck off, once, and reopen the case.

    ValidationError for nothing, for too much, and where there is nothing to answer.
    """
    text = text.strip()
    if not 0 < len(text) <= LONGEST_ANSWER:
        raise ValidationError(
            _("An answer has 1 to %(most)d characters."),
            code="answer_length",
            params={"most": LONGEST_ANSWER},
        )
    case = (
        Case.objects.select_for_update(of=("self",))
        .filter(pk=case_id, entry__player=player, entry__state=Entry.State.VOID, answered=None)
        .first()
    )
    if case is None:
        raise ValidationError(
            _("There is nothing to answer here, or you have answered already."), code="no_answer"
        )
    case.answer, case.answered = text, timezone.now()
    case.state, case.waiting_since = Case.State.OPEN, case.answered
    case.save(update_fields=["answer", "answered", "state", "waiting_since"])
    return case


# --- Forgetting ---------------------------------------------------------------------------------


def purge_signals() -> int:
    """Forget signals, and what they are found by, after 90 days; gives how many signals went."""
    before = timezone.now() - KEPT
    Sighting.objects.filter(seen__lt=before).delete()
    Examination.objects.filter(won__lt=before).delete()
    devices.purge()
    deleted, _each = Signal.objects.filter(found__lt=before).delete()
    return deleted


def forget_player(player: Player) -> None:
    """Forget what a player who is about to be deleted has said, and what was noticed of them."""
    Case.objects.filter(entry__player=player).update(answer="")
    Signal.objects.filter(case__entry__player=player).delete()
    Sighting.objects.filter(game__player=player).delete()


def cases_of(player: Player) -> Iterator[comings_and_goings.Stored]:
    """What a player may know of the cases about them, for their download.

    Cases about entries that count, which no decision has ever changed, are the staff's own notes.
    Of signals the kind is told and not the facts, which name other people's games.
    """
    told = Q(decisions__isnull=False) | ~Q(entry__state=Entry.State.COUNTED)
    cases = Case.objects.filter(told, entry__player=player).distinct().order_by("pk")
    for case in cases.select_related("entry").prefetch_related("decisions", "signals"):
        yield {
            "game": str(case.entry.game_id),
            "state": case.state,
            "answer": case.answer,
            "answered": case.answered,
            "signals": [{"kind": each.kind, "found": each.found} for each in case.signals.all()],
            "decisions": [
                {"kind": each.kind, "reason": each.reason, "decided": each.decided}
                for each in case.decisions.all()
            ],
        }


def sightings_of(player: Player) -> Iterator[comings_and_goings.Stored]:
    """On which devices a player's ranked games were shown first, and when, for their download."""
    for each in Sighting.objects.filter(game__player=player).order_by("seen", "pk"):
        yield {"device": each.device, "game": str(each.game_id), "seen": each.seen}
