"""The only readers: everything that leaves the games goes through here."""

from games.calendar import month_bounds
from games.selectors.dailies import (
    BoardDaily,
    DailyCard,
    DailyState,
    Fingerprint,
    being_prepared,
    board_daily,
    closes,
    coming_fingerprints,
    daily_card,
    daily_cards,
    daily_ids,
    daily_states,
    earliest_open_day,
    first_day,
    today,
)
from games.selectors.desk import DeskDay, Prepared, SolverState, desk_day, prepared, solver_state
from games.selectors.examples import Example, example_of
from games.selectors.games import (
    GamePage,
    GameSummary,
    game_for,
    game_payload,
    games_of,
    practised,
    ranked_counts,
)
from games.selectors.helping import help_of
from games.selectors.months import CalendarDay, begun_by_month, days_of_month
from games.selectors.proofs import Proof, proof_of
from games.selectors.replays import replay_of
from games.selectors.rulesets import (
    PileGroup,
    RulesetInfo,
    patience_of_the_day,
    patiences_to_come,
    ruleset,
    rulesets,
)
from games.selectors.settled import SettledDaily, settled_dailies
from games.selectors.solutions import solution_of
from games.selectors.traces import Asked, Trace, is_settled_game, times_of, trace_of
from games.winnability import Measured, measured

__all__ = [
    "Asked",
    "BoardDaily",
    "CalendarDay",
    "DailyCard",
    "DailyState",
    "DeskDay",
    "Example",
    "Fingerprint",
    "GamePage",
    "GameSummary",
    "Measured",
    "PileGroup",
    "Prepared",
    "Proof",
    "RulesetInfo",
    "SettledDaily",
    "SolverState",
    "Trace",
    "begun_by_month",
    "being_prepared",
    "board_daily",
    "closes",
    "coming_fingerprints",
    "daily_card",
    "daily_cards",
    "daily_ids",
    "daily_states",
    "days_of_month",
    "desk_day",
    "earliest_open_day",
    "example_of",
    "first_day",
    "game_for",
    "game_payload",
    "games_of",
    "help_of",
    "is_settled_game",
    "measured",
    "month_bounds",
    "patience_of_the_day",
    "patiences_to_come",
    "practised",
    "prepared",
    "proof_of",
    "ranked_counts",
    "replay_of",
    "ruleset",
    "rulesets",
    "settled_dailies",
    "solution_of",
    "solver_state",
    "times_of",
    "today",
    "trace_of",
]
