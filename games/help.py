"""Help in practice: what request and solver agree on.

`services.ask_help` leaves a question as a row, the solver's process answers it, and
`selectors.help_of` reads the answer; so no request ever waits for a search.
"""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from games.models import HelpRequest, SolverPulse

Kind = HelpRequest.Kind
# What is not found within this time is not known.
ANSWER_WITHIN = timedelta(seconds=2)
# The point where a game was lost takes many searches, and nobody waits at the table for it.
LOOK_BACK_WITHIN = timedelta(seconds=10)
# The solver's process shows itself once a second; if it hasn't for this long, it is away.
PULSE_SECONDS = 1
PULSE_WITHIN = timedelta(seconds=10)

# What is answered before a question of each kind; a long one gives way while it is searched, too.
GOES_BEFORE: Mapping[str, Collection[str]] = {
    Kind.HINT: (),
    Kind.WINNABLE: (),
    Kind.LINE: (Kind.HINT, Kind.WINNABLE),
    Kind.TURNING_POINT: (Kind.HINT, Kind.WINNABLE, Kind.LINE),
}

# The answers of who has found nothing in time.
UNKNOWN: Mapping[str, dict[str, Any]] = {
    Kind.HINT: {"winnable": "unknown"},
    Kind.WINNABLE: {"winnable": "unknown"},
    Kind.LINE: {"winnable": "unknown"},
    Kind.TURNING_POINT: {},
}


def solver_is_at_work(now: datetime) -> bool:
    """Whether the solver's process has shown itself lately."""
    return SolverPulse.objects.filter(seen__gt=now - PULSE_WITHIN).exists()


def within(kind: str) -> timedelta:
    """How long after being asked a question may still be answered."""
    return LOOK_BACK_WITHIN if kind == Kind.TURNING_POINT else ANSWER_WITHIN
