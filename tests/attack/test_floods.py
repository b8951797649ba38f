"""Too much at once: by one socket, by one player, from one address, over HTTP."""

import json
import select
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from typing import Any
from uuid import uuid4

import pytest
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport

from config.bounds import BoundedFactory
from tests.attack.tally import counted, times
from tests.attack.wire import CLOSE, PING, Wire, frame, wire
from tests.attack.witness import SECONDS_TO_SETTLE, Witness
from tests.served.people import Person
from tests.served.site import HOST, Site, another_process

PLAYERS_SOCKETS = 20
TOO_FAST = 4429
FLOOD = 1000
# How many messages a second are answered, and how many at once, of one socket and one player.
OF_ONE, AT_ONCE = 15, 250
OF_A_PLAYER, AT_ONCE_OF_A_PLAYER = 30, 500


def message(kind: str, **rest: Any) -> bytes:
    return frame(json.dumps({"type": kind, **rest}).encode())


def answered(line: Wire) -> int:
    """How many of a flood's messages were answered, and not as too many, until the socket ended.

    A machine too busy to see a flood in it comes to the flood's end. What closes a socket is
    looked at in tests/live.
    """
    heard = number = 0
    for opcode, payload in line.frames_until_closed():
        if opcode == CLOSE:
            assert int.from_bytes(payload[:2]) == TOO_FAST
            continue
        heard += 1
        number += b"too_many_requests" not in payload
        if heard > FLOOD:
            break
    # The first word is the game.
    return number - 1


def test_a_flood_of_valid_messages_is_answered_at_a_walking_pace_and_stalls_nobody(
    site: Site, witness: Witness, newcomer: Callable[[], Person]
) -> None:
    attacker = newcomer()
    game = attacker.start("fan")["id"]
    ill = {"version": 0, "move": "redeal"}
    floods = [
        b"".join(message("ping") for _ in range(FLOOD)),
        b"".join(message("resync") for _ in range(FLOOD)),
        b"".join(message("play", id=str(uuid4()), **ill) for _ in range(FLOOD)),
        b"".join(message("ping", padding="x" * 4000) for _ in range(FLOOD)),
    ]
    for round_ in range(times(4, whole=100)):
        began = time.monotonic()
        with wire(site) as line:
            line.shake(f"/ws/games/{game}/", session=attacker.session_key)
            line.send(floods[round_ % len(floods)])
            witness.plays_on()
            number = answered(line)
        assert number <= AT_ONCE + OF_ONE * (time.monotonic() - began)
        counted["valid messages in floods"] += FLOOD
    assert attacker.ask(f"/api/games/{game}/").json()["version"] == 0


def test_many_sockets_of_one_player_flood_no_faster_than_one(
    site: Site, witness: Witness, newcomer: Callable[[], Person]
) -> None:
    attacker = newcomer()
    game = attacker.start("fan")["id"]
    number = 0
    began = time.monotonic()
    with ExitStack() as stack:
        lines = [stack.enter_context(wire(site)) for _ in range(PLAYERS_SOCKETS)]
        for line in lines:
            line.shake(f"/ws/games/{game}/", session=attacker.session_key)
        for line in lines:
            line.send(b"".join(message("ping") for _ in range(290)))
        witness.plays_on()
        for line in lines:
            # The first word is the game; each message has an answer.
            heard = [payload for _, payload in islice(line.frames(), 1 + 290)]
            number += sum(b'"pong"' in payload for payload in heard)
    counted["valid messages in floods"] += 290 * PLAYERS_SOCKETS
    # Each socket of its own would be let ask AT_ONCE and more.
    most = AT_ONCE_OF_A_PLAYER + OF_A_PLAYER * (time.monotonic() - began)
    assert AT_ONCE_OF_A_PLAYER <= number <= most


def opens(line: Wire, path: str, *, session: str = "", **headers: str) -> bool:
    """Whether a socket is told something; else it is closed as one too many."""
    assert line.shake(path, headers, session=session).startswith("HTTP/1.1 101")
    opcode, payload = next(line.frames())
    if opcode == CLOSE:
        assert int.from_bytes(payload[:2]) == TOO_FAST
    return opcode != CLOSE


def test_a_player_may_open_so_many_sockets_and_gets_each_back(
    site: Site, witness: Witness, newcomer: Callable[[], Person]
) -> None:
    attacker, other = newcomer(), newcomer()
    games = [attacker.start(slug)["id"] for slug in ("fan", "citadel")]
    key = attacker.session_key
    for _ in range(times(2, whole=30)):
        with ExitStack() as stack:
            for at in range(PLAYERS_SOCKETS):
                line = stack.enter_context(wire(site))
                assert opens(line, f"/ws/games/{games[at % 2]}/", session=key)
            for game in games:
                with wire(site) as line:
                    assert not opens(line, f"/ws/games/{game}/", session=key)
            counted["sockets of one player"] += PLAYERS_SOCKETS + 2
            with wire(site) as line:
                theirs = other.start("fan")["id"]
                assert opens(line, f"/ws/games/{theirs}/", session=other.session_key)
            # REST goes on.
            assert attacker.ask(f"/api/games/{games[0]}/").status_code == 200
        witness.is_alone()


@contextmanager
def few_sockets(site: Site, **variables: str) -> Iterator[Site]:
    with another_process(site, SOCKETS_PER_ADDRESS="5", **variables) as few:
        yield few


def test_an_address_may_open_so_many_sockets_whatever_it_says_of_itself(
    site: Site, cases: object
) -> None:
    board = f"/ws/boards/fan/{site.today()}/"
    with few_sockets(site) as few, ExitStack() as stack:
        for at in range(5):
            forged = {"X-Forwarded-For": f"192.0.2.{at}", "X-Real-IP": f"192.0.2.{at}"}
            assert opens(stack.enter_context(wire(few)), board, **forged)
        with wire(few) as line:
            assert not opens(line, board, **{"X-Forwarded-For": "192.0.2.99"})
        # One that breaks off gives its place back.
        broken = stack.pop_all()
        broken.close()
        deadline = time.monotonic() + SECONDS_TO_SETTLE
        taken = False
        while not taken and time.monotonic() < deadline:
            with wire(few) as line:
                taken = opens(line, board)
        assert taken
        assert few.errors() == []


def test_behind_a_proxy_it_is_the_proxys_word_that_counts(site: Site, cases: object) -> None:
    board = f"/ws/boards/fan/{site.today()}/"
    with few_sockets(site, TRUSTED_PROXY_COUNT="1") as few, ExitStack() as stack:

        def told(says: str) -> bool:
            return opens(stack.enter_context(wire(few)), board, **{"X-Forwarded-For": says})

        assert all(told(f"198.51.100.{at}, 192.0.2.1") for at in range(5))
        assert not told("198.51.100.99, 192.0.2.1")
        assert told("192.0.2.1, 192.0.2.2")
        # A household of IPv6 has as many addresses as it likes.
        assert all(told(f"2001:db8:0:1:{at:x}::{at:x}") for at in range(1, 6))
        assert not told("2001:db8:0:1:ffff::1")
        assert told("2001:db8:0:2::1")
        assert few.errors() == []


def test_who_reads_nothing_is_heard_no_longer(site: Site, witness: Witness) -> None:
    most, sent = 48 << 20, 0
    pings = frame(b"x" * 125, opcode=PING) * 1000
    with socket.socket() as tcp:
        tcp.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        tcp.settimeout(30)
        tcp.connect((HOST, site.port))
        Wire(site=site, tcp=tcp).shake(f"/ws/boards/fan/{site.today()}/")
        tcp.setblocking(False)
        while sent < most and select.select([], [tcp], [], 5)[1]:
            sent += tcp.send(pings)
        counted["bytes that nobody reads"] += sent
        assert sent < most
        witness.plays_on()
        tcp.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def test_who_hangs_up_in_the_midst_of_everything_leaves_no_trace(
    site: Site, witness: Witness, newcomer: Callable[[], Person]
) -> None:
    attacker = newcomer()
    game = attacker.start("fan")["id"]
    number = times(60, whole=2000)
    for at in range(number):
        with wire(site) as line:
            line.tcp.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            path = f"/ws/boards/fan/{site.today()}/" if at % 2 else f"/ws/games/{game}/"
            line.ask_for_socket(path, session=attacker.session_key)
            line.send(message("resync") * (at % 20))
        if at % 20 == 0:
            witness.plays_on()
    counted["half-open connections"] += number


BODIES = {
    "a length of terabytes": b"Content-Length: 9999999999999\r\n\r\n{",
    "a length just over the limit": b"Content-Length: 262145\r\n\r\n{",
    "endless chunks": b"Transfer-Encoding: chunked\r\n\r\n"
    + b"10000\r\n%b\r\n" % (b"x" * 65536) * 6,
}


@pytest.mark.parametrize("rest", BODIES.values(), ids=BODIES.keys())
def test_a_huge_request_is_refused_before_it_is_taken_in(
    site: Site, witness: Witness, rest: bytes
) -> None:
    with wire(site) as line:
        line.send(b"POST /api/practice/ HTTP/1.1\r\nHost: 127.0.0.1\r\n" + rest)
        assert line.tcp.recv(100).startswith(b"HTTP/1.1 413 ")
    witness.plays_on()


def test_a_request_that_comes_byte_by_byte_has_as_long_as_an_idle_connection() -> None:
    clock = Clock()
    channel = BoundedFactory(server=None).buildProtocol(None)
    channel.callLater = clock.callLater
    transport = StringTransport()  # type: ignore[no-untyped-call]  # Twisted's
    channel.makeConnection(transport)
    for byte in b"GET / HTTP/1.1":
        channel.dataReceived(bytes([byte]))
        clock.advance(channel.timeOut / 20)
    assert not transport.disconnecting
    clock.advance(channel.timeOut / 2)
    assert transport.disconnecting
