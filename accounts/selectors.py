"""Everything that reads players and their tokens."""

from datetime import timedelta

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models import Q, QuerySet, Subquery
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import ApiToken, NameReport, Player
from accounts.names import name_key
from accounts.sessions import SessionStore, is_session_key
from common.prepared import row_of

TOLD_OF_A_NAME = timedelta(days=30)


def public_player(name: str) -> Player | None:
    """Return the active player of that name, in whatever case it is written.

    A name that was given up still leads to who bore it: links stay good, and nobody else can
    stand behind them. One that staff have withdrawn leads nowhere.
    """
    active = Player.objects.filter(is_active=True)
    key = name_key(name)
    former = Q(former_names__name_key=key, former_names__withdrawn=False)
    return active.filter(name_key=key).first() or active.filter(former).first()


def withdrawn_name_of(player: Player) -> str | None:
    """Return the name that staff have taken from the player lately, to tell them of it."""
    since = timezone.now() - TOLD_OF_A_NAME
    former = player.former_names.filter(withdrawn=True, left__gt=since).order_by("-left").first()
    return former.username if former else None


def new_players() -> int:
    """Return how many players have signed up within a day."""
    return Player.objects.filter(date_joined__gt=timezone.now() - timedelta(days=1)).count()


def open_name_reports() -> int:
    """Return how many names wait for the staff to look at them."""
    waiting = NameReport.objects.filter(state=NameReport.State.OPEN)
    return waiting.values("player", "name").distinct().count()


def tokens_of(player: Player) -> QuerySet[ApiToken]:
    """Return the player's tokens, newest first."""
    return player.api_tokens.order_by("-created", "-pk")


def player_of_session(session_key: str | None, *, expected: int | None = None) -> Player | None:
    """Return who is signed in with a session, or ``None`` if nobody is any more.

    Signed out, expired, deactivated, deleted, or with another password since: all are nobody.
    Who knows whom to expect (a player's id) spends one query instead of two.
    """
    if not is_session_key(session_key):
        return None
    alive = Session.objects.filter(pk=session_key, expire_date__gt=timezone.now()).values(
        "session_data"
    )
    if expected is None:
        stored = alive.first()
        data = SessionStore().decode(stored["session_data"]) if stored else {}
        known = data.get(SESSION_KEY)  # a guest's session names nobody
        player = Player.objects.filter(pk=known).first() if known else None
    else:
        player = Player.objects.filter(pk=expected).annotate(stored=Subquery(alive)).first()
        stored_data = player.stored if player else None  # type: ignore[attr-defined]  # annotated
        data = SessionStore().decode(stored_data) if stored_data else {}
    if player is None or not player.is_active or data.get(SESSION_KEY) != str(player.pk):
        return None
    signed = data.get(HASH_SESSION_KEY, "")
    hashes = [player.get_session_auth_hash(), *player.get_session_auth_fallback_hash()]
    return player if any(constant_time_compare(signed, each) for each in hashes) else None


# Plain SQL: the ORM takes five times as long to write it as a database to answer it.
_MARK = f"""
    SELECT s.session_data, p.is_active, p.password, p.session_epoch
    FROM {Session._meta.db_table} s LEFT JOIN {Player._meta.db_table} p ON p.id = %s
    WHERE s.session_key = %s AND s.expire_date > %s
"""  # noqa: S608  # the names of two tables of ours


def session_mark(session_key: str, *, expected: int | None) -> tuple[object, ...] | None:
    """Return all that ``player_of_session`` answers from, ``None`` for a session that is over.

    As long as the mark of a session and its player stays the same, so does that answer: who asks
    again and again, as a socket does on every move, need only compare marks.
    """
    return row_of(_MARK, [expected, session_key, timezone.now()])
