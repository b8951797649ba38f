"""How often one asker may call which part of the API."""

from games.rates import PerAsker


class Everything(PerAsker):
    """All that has no rate of its own."""

    scope = "api"
    rate = "600/min"


class Moves(PerAsker):
    """Moves; a program may well play a whole line in one go."""

    scope = "api-moves"
    rate = "900/min"


class Help(PerAsker):
    """Help: asking is rare, looking for the answer isn't."""

    scope = "api-help"
    rate = "600/min"


class Tokens(PerAsker):
    """Making and revoking tokens."""

    scope = "api-tokens"
    rate = "20/hour"
