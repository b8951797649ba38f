"""What accounts tell others, and what they ask of whoever keeps something of players.

Accounts know nothing of games: other apps register here what they keep, and hear of comings and
goings. Names of parts are keys of the download of everything that is stored about a player.
"""

from collections.abc import Callable, Iterable, Mapping

from accounts.models import Player

# JSON values; what isn't JSON by itself may be a date, a moment or a UUID.
Stored = Mapping[str, object]

_parts: dict[str, Callable[[Player], Iterable[Stored]]] = {}
_on_deletion: list[Callable[[Player], None]] = []
_on_deactivation: list[Callable[[Player], None]] = []
_on_activation: list[Callable[[Player], None]] = []


def export_part(name: str, function: Callable[[Player], Iterable[Stored]]) -> None:
    """Have a function's records of a player be a part of the player's download.

    They hold what is stored about the player and may be seen by them: no secret of a game that is
    running, and nothing about other people.
    """
    _parts[name] = function


def exported_parts() -> Mapping[str, Callable[[Player], Iterable[Stored]]]:
    """Give the parts of a download by name, in the order they were registered."""
    return _parts


def on_deletion(function: Callable[[Player], None]) -> None:
    """Have a function called, in the same transaction, before a player is deleted."""
    if function not in _on_deletion:
        _on_deletion.append(function)


def tell_deletion(player: Player) -> None:
    """Tell those who asked that a player is about to be deleted."""
    for function in _on_deletion:
        function(player)


def on_deactivation(function: Callable[[Player], None]) -> None:
    """Have a function called, in the same transaction, after a player is deactivated."""
    if function not in _on_deactivation:
        _on_deactivation.append(function)


def tell_deactivation(player: Player) -> None:
    """Tell those who asked that a player is deactivated, which may be taken back."""
    for function in _on_deactivation:
        function(player)


def on_activation(function: Callable[[Player], None]) -> None:
    """Have a function called, in the same transaction, after a player is active again."""
    if function not in _on_activation:
        _on_activation.append(function)


def tell_activation(player: Player) -> None:
    """Tell those who asked that a player's deactivation was taken back."""
    for function in _on_activation:
        function(player)
