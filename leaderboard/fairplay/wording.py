"""Signals in plain words, for staff."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from common import times
from games import selectors as games
from leaderboard.fairplay.models import Signal
from leaderboard.models import Entry
from leaderboard.selectors import shown_name


def explained(signal: Signal) -> str:
    """What was noticed, in a sentence or two."""
    facts = signal.facts
    match signal.kind:
        case Signal.Kind.DEVICE:
            return _(
                "A device on which this game was played had been shown the same deal before, in a "
                "game of: %(players)s. People who share a device do that, too."
            ) % {"players": _players_of_games(facts["games"])}
        case Signal.Kind.FAST:
            return ngettext(
                "%(requests)s move in %(seconds)s seconds: hands need longer.",
                "%(requests)s moves in %(seconds)s seconds: hands need longer.",
                facts["requests"],
            ) % {"requests": facts["requests"], "seconds": times.seconds(facts["milliseconds"], 1)}
        case Signal.Kind.BURST:
            return _(
                "%(requests)s moves came within %(seconds)s seconds, after a pause of %(waited)s "
                "seconds. A connection that was away for a while looks alike."
            ) % {
                "requests": facts["requests"],
                "seconds": times.seconds(facts["milliseconds"], 1),
                "waited": times.seconds(facts["waited"], 1),
            }
        case Signal.Kind.SAME_LINE:
            return _("Move for move the same as the earlier win of: %(players)s.") % {
                "players": _players_of_games(facts["games"])
            }
        case Signal.Kind.STORED_LINE:
            return _("Move for move the line that the deal was certified by.")
        case _:
            return _("%(number)s accounts have used a device of this game: %(players)s.") % {
                "number": facts["number"],
                "players": _names(facts["players"]),
            }


def _players_of_games(keys: Iterable[str]) -> str:
    """The players of games, which need not have been won."""
    players = Player.objects.filter(games__in=list(keys)).order_by("username")
    return ", ".join(player.username for player in players) or _("deleted player")


def _names(players: Iterable[int]) -> str:
    found = Player.objects.filter(pk__in=list(players)).order_by("username")
    return ", ".join(player.username for player in found)


def about(entry: Entry) -> str:
    """Who and which day an entry is about."""
    return f"{shown_name(entry.player)}, {deal_of(entry)}"


def deal_of(entry: Entry) -> str:
    """Which patience and day an entry is of."""
    return f"{games.ruleset(entry.daily.ruleset).name}, {entry.daily.day}"
