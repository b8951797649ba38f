"""What is read of cases: by staff, and by the player whom one is about."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, QuerySet

from accounts.models import Player
from leaderboard.fairplay.models import Case, Decision
from leaderboard.models import Entry


@dataclass(frozen=True, kw_only=True)
class Notice:
    """What a player is told about an entry of theirs that doesn't count."""

    case: int | None
    ruleset: str
    day: date
    hundredths: int
    is_held: bool
    reason: str
    answer: str
    answered: datetime | None
    # Whether staff have yet to look at it, or at the answer.
    is_open: bool

    @property
    def may_answer(self) -> bool:
        """Whether the player may say something to it: once, to what was struck off."""
        return self.case is not None and not self.is_held and self.answered is None


def notices_of(player: Player) -> list[Notice]:
    """The player's entries that don't count, the latest first."""
    entries = Entry.objects.filter(player=player).exclude(state=Entry.State.COUNTED)
    return [_notice(entry) for entry in _with_case(entries).order_by("-finished", "-pk")]


def notice_of(*, player: Player, ruleset: str, day: date) -> Notice | None:
    """The notice about the player's entry of a daily, if there is one."""
    entries = Entry.objects.filter(player=player, daily__ruleset=ruleset, daily__day=day)
    entry = _with_case(entries.exclude(state=Entry.State.COUNTED)).first()
    return _notice(entry) if entry else None


def _with_case(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    return entries.select_related("case", "daily").defer("daily__seed")


def _notice(entry: Entry) -> Notice:
    case: Case | None = getattr(entry, "case", None)
    return Notice(
        case=case.pk if case else None,
        ruleset=entry.daily.ruleset,
        day=entry.daily.day,
        hundredths=entry.hundredths,
        is_held=entry.state == Entry.State.HELD,
        # A reason from before there were cases was not written for the player.
        reason=entry.reason if case else "",
        answer=case.answer if case else "",
        answered=case.answered if case else None,
        is_open=case is None or case.state == Case.State.OPEN,
    )


@dataclass(frozen=True, kw_only=True)
class History:
    """What staff may know of a player beside the case that they look at."""

    counted: int
    held: int
    void: int
    cases: list[Case]


def history_of(player: Player, *, besides: Case) -> History:
    """How many entries a player has in each state, and the other cases about them."""
    rows = Entry.objects.filter(player=player).order_by().values_list("state")
    numbers = dict(rows.annotate(number=Count("pk")))
    cases = Case.objects.filter(entry__player=player).exclude(pk=besides.pk)
    return History(
        counted=numbers.get(Entry.State.COUNTED, 0),
        held=numbers.get(Entry.State.HELD, 0),
        void=numbers.get(Entry.State.VOID, 0),
        cases=list(
            cases.select_related("entry__daily")
            .defer("entry__daily__seed")
            .order_by("-waiting_since")[:20]
        ),
    )


def open_cases() -> int:
    """How many cases wait for a decision."""
    return Case.objects.filter(state=Case.State.OPEN).count()


def notice_in_case(*, player: Player, case_id: int) -> Notice | None:
    """The notice of a case, if it is about an entry of the player's that doesn't count."""
    entries = Entry.objects.filter(player=player, case=case_id)
    entry = _with_case(entries.exclude(state=Entry.State.COUNTED)).first()
    return _notice(entry) if entry else None


def deactivation_of(player: Player) -> Notice | None:
    """The notice about the entry for which a player was deactivated, the latest one."""
    decisions = Decision.objects.filter(kind=Decision.Kind.DEACTIVATE, case__entry__player=player)
    latest = decisions.order_by("-pk").first()
    return notice_in_case(player=player, case_id=latest.case_id) if latest else None
