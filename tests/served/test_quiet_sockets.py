"""A socket on which nothing happens stays open."""

import pytest

from tests.conftest import Case
from tests.served.deals import new_player, sign_in
from tests.served.people import Person
from tests.served.site import Site

# The layer that carries news waits for them 5 seconds at a time.
LONGER_THAN_THE_LAYER_WAITS = 7.0


def test_a_quiet_socket_outlives_the_channel_layers_own_waiting(
    site: Site, cases: dict[str, Case]
) -> None:
    person = Person(site=site, session_key=sign_in(site, new_player(site)))
    game = person.start("fan")
    with person.socket(f"/ws/games/{game['id']}/") as line:
        line.hear()
        with pytest.raises(TimeoutError):
            line.connection.recv(timeout=LONGER_THAN_THE_LAYER_WAITS)
        assert line.ask(type="ping")["type"] == "pong"
    assert site.errors() == []
