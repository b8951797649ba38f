"""What the tests of figures share with those of the sockets."""

from tests.live.conftest import own_channels

__all__ = ["own_channels"]
