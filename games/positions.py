"""The positions that games came to last, kept so that the next move need not read their texts.

To read a position takes as long as to play a move and to show what it led to. A text says all that
there is to a position, so what is kept is never wrong, whichever process has gone on meanwhile.
"""

from collections import OrderedDict

from games.rules import Position, Ruleset

# Some three kilobytes each; what is older is read again.
MOST = 4096

_latest: OrderedDict[tuple[Ruleset, str], Position] = OrderedDict()


def read(rules: Ruleset, text: str) -> Position:
    """The position that a game's text stands for."""
    position = _latest.get((rules, text))
    if position is None:
        position = Position.parse(rules, text)
        keep(rules, text, position)
    return position


def keep(rules: Ruleset, text: str, position: Position) -> None:
    """Keep the position that a game has come to, from which somebody will soon go on."""
    _latest[rules, text] = position
    if len(_latest) > MOST:
        _latest.popitem(last=False)
