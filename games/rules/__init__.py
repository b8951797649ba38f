"""The rules of the patiences: a pure library that knows no server, no clock and no randomness.

>>> position = RULESETS["beleaguered-castle"].deal_seed(practice_seed(1))
>>> move = position.legal_moves()[0]
>>> position.play(move).is_won
False
"""

from games.rules.dealing import practice_seed, shuffle
from games.rules.game_text import GameText
from games.rules.moves import MESSAGES, IllegalMove, Move, NotationError, Reason, RulesError
from games.rules.position import Position
from games.rules.rulesets import RULESETS, find_ruleset
from games.rules.spec import Family, Feature, Ruleset
from games.rules.view import View

__all__ = [
    "MESSAGES",
    "RULESETS",
    "Family",
    "Feature",
    "GameText",
    "IllegalMove",
    "Move",
    "NotationError",
    "Position",
    "Reason",
    "RulesError",
    "Ruleset",
    "View",
    "find_ruleset",
    "practice_seed",
    "shuffle",
]
