"""From where somebody asks, as limits count it."""

from typing import Any

import pytest

from accounts.networks import network_of

PEER = "192.0.2.7"


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "network"),
    [
        (0, PEER, "", PEER),
        (0, PEER, "198.51.100.1", PEER),
        (1, PEER, "", PEER),
        (1, PEER, "198.51.100.1", "198.51.100.1"),
        (1, PEER, "203.0.113.9, 198.51.100.1", "198.51.100.1"),
        (1, PEER, "203.0.113.9,  198.51.100.1 ", "198.51.100.1"),
        (2, PEER, "203.0.113.9, 198.51.100.1, 10.0.0.2", "198.51.100.1"),
        (2, PEER, "198.51.100.1", "198.51.100.1"),
        (0, "::ffff:192.0.2.7", "", PEER),
        (0, "2001:db8:1:2:3:4:5:6", "", "2001:db8:1:2::/64"),
        (0, "2001:db8:1:2:ffff::", "", "2001:db8:1:2::/64"),
        (0, "fe80::1%eth0", "", "fe80::/64"),
        (1, PEER, "unknown", "unknown"),
        (0, "", "", ""),
    ],
)
def test_a_network_is_what_the_trusted_proxies_say_else_who_is_connected(
    settings: Any, proxies: int, peer: str, forwarded: str, network: str
) -> None:
    settings.TRUSTED_PROXY_COUNT = proxies
    assert network_of(peer=peer, forwarded=forwarded) == network
