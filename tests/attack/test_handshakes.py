"""Who gets a socket at all, and what becomes of connections that never ask for one properly."""

import re
import socket
from collections.abc import Callable
from contextlib import ExitStack

import pytest

from tests.attack.tally import counted, times
from tests.attack.wire import wire
from tests.attack.witness import Witness
from tests.conftest import Case
from tests.served.people import Person
from tests.served.site import HOST, Site

# With {host}, {port} and {other} for those of the site and another port.
FOREIGN: dict[str, str | None] = {
    "missing": None,
    "empty": "",
    "null": "null",
    "another site": "https://evil.example",
    "ours as a part of another's name": "http://{host}.evil.example:{port}",
    "ours at the end of another's name": "http://evil{host}:{port}",
    "another port": "http://{host}:{other}",
    "the usual port": "http://{host}",
    "another scheme": "https://{host}",
    "no web page": "file://{host}:{port}",
    "a program of the browser's": "chrome-extension://{host}:{port}",
    "a user's name before it": "http://{host}:{port}@evil.example",
    "a user's name in it": "http://evil.example@{host}:{port}",
    "a path after it": "http://{host}:{port}/ws/",
    "a question after it": "http://{host}:{port}?",
    "a mark after it": "http://{host}:{port}#",
    "a dot after the name": "http://{host}.:{port}",
    "another name of the same machine": "http://localhost:{port}",
    "another writing of the number": "http://127.1:{port}",
    "a number as one": "http://2130706433:{port}",
    "a name with a letter of another alphabet": "http://xn--lcalhost-5yh:{port}",
    "the same, not encoded": "http://l\xf3calhost:{port}",
    "wide digits": "http://\xb9\xb2\xb7.0.0.1:{port}",
    "two at once": "http://{host}:{port}, http://evil.example",
    "two at once, ours last": "http://evil.example, http://{host}:{port}",
    "two at once, parted by a blank": "http://evil.example http://{host}:{port}",
    "a back slash": "http://evil.example\\@{host}:{port}",
    "no scheme": "{host}:{port}",
    "no end of brackets": "http://[{host}:{port}",
    "a port that is none": "http://{host}:{port}x",
    "very long": "http://" + "a" * 8000,
}


@pytest.fixture
def board(site: Site, cases: dict[str, Case]) -> str:
    """The address of a socket that everybody may open."""
    return f"/ws/boards/fan/{site.today()}/"


@pytest.mark.parametrize("origin", FOREIGN.values(), ids=FOREIGN.keys())
def test_a_page_that_is_not_ours_gets_no_socket(site: Site, board: str, origin: str | None) -> None:
    names = {"host": HOST, "port": site.port, "other": site.port + 1}
    with wire(site) as line:
        answer = line.shake(board, {"Origin": origin and origin.format(**names)})
    counted["origins"] += 1
    assert re.match(r"HTTP/1\.1 4\d\d ", answer), answer


def test_another_host_is_not_ours_even_where_both_headers_name_it(site: Site, board: str) -> None:
    with wire(site) as line:
        answer = line.shake(board, {"Host": "evil.example", "Origin": "http://evil.example"})
    assert answer.startswith("HTTP/1.1 403 ")


def test_our_own_page_gets_one_and_nothing_is_compressed(site: Site, board: str) -> None:
    with wire(site) as line:
        answer = line.shake(
            board, {"Sec-WebSocket-Extensions": "permessage-deflate; client_max_window_bits"}
        )
    assert answer.startswith("HTTP/1.1 101 ")
    assert "permessage-deflate" not in answer


BROKEN: dict[str, dict[str, str | None]] = {
    "no key": {"Sec-WebSocket-Key": None},
    "a short key": {"Sec-WebSocket-Key": "short"},
    "no version": {"Sec-WebSocket-Version": None},
    "an old version": {"Sec-WebSocket-Version": "7"},
    "a version that is no number": {"Sec-WebSocket-Version": "x"},
    "no word of the connection": {"Connection": None},
    "a strange protocol": {"Sec-WebSocket-Protocol": "\xe4\xf6"},
    "a strange cookie": {"Cookie": "session=\xff\xfe; =; ;;"},
    "a strange language": {"Accept-Language": "\xff," * 2000},
    "an endless session": {"Cookie": "session=" + "a" * 12000},
    "strange extensions": {"Sec-WebSocket-Extensions": "\xff;;==,;"},
    "two hosts": {"Host": "127.0.0.1, evil.example"},
    "no host": {"Host": None},
}
PATHS = ["/ws/", "/ws/games/x/", "/ws/boards/fan/", "/ws/boards/%00/%ff/", "//", "/ws/../admin/"]


@pytest.mark.parametrize("headers", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_handshake_is_answered_and_breaks_nothing(
    site: Site, board: str, witness: Witness, headers: dict[str, str | None]
) -> None:
    with wire(site) as line:
        answer = line.shake(board, headers)
        counted["broken handshakes"] += 1
    assert re.match(r"HTTP/1\.1 (101|4\d\d) ", answer) or answer == "", answer
    witness.plays_on()


@pytest.mark.parametrize("path", PATHS)
def test_an_address_that_is_no_sockets_is_refused(site: Site, witness: Witness, path: str) -> None:
    with wire(site) as line:
        answer = line.shake(path)
    counted["broken handshakes"] += 1
    assert answer.startswith("HTTP/1.1 4"), answer


BEGINNINGS = [
    b"",
    b"G",
    b"GET /ws/boards/fan/ HTTP/1.1\r\nHost: x\r\n",
    b"POST /api/practice/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4000\r\n\r\n{",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(64),
    bytes(range(256)),
    b"\r\n" * 50,
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
]


def test_half_open_connections_keep_nobody_from_playing(
    site: Site, board: str, witness: Witness, newcomer: Callable[[], Person]
) -> None:
    number = times(200, whole=3000)
    open_ones = []
    try:
        for at in range(number):
            tcp = socket.create_connection((HOST, site.port), timeout=10)
            open_ones.append(tcp)
            tcp.sendall(BEGINNINGS[at % len(BEGINNINGS)])
            if at % 50 == 0:
                witness.plays_on()
        # Somebody who comes only now gets in, too.
        guest = newcomer()
        game = guest.start("fan")
        with guest.socket(f"/ws/games/{game['id']}/") as line:
            assert line.hear()["type"] == "game"
    finally:
        for tcp in open_ones:
            tcp.close()
    counted["half-open connections"] += number


def test_handshakes_whose_answer_nobody_reads_are_forgotten(
    site: Site, board: str, witness: Witness
) -> None:
    number = times(50, whole=900)
    with ExitStack() as stack:
        for at in range(number):
            stack.enter_context(wire(site)).ask_for_socket(board)
            if at % 50 == 0:
                witness.plays_on()
        witness.plays_on()
    counted["half-open connections"] += number
