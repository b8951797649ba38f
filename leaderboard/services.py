"""Who writes entries."""


def listen() -> None:
    """Ask the games to tell of every ranked game that is won."""
