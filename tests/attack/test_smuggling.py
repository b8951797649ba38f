"""Requests whose end is told in two ways, so that proxy and process might read two of one."""

import socket
from urllib.parse import urlsplit

import pytest

from tests.attack.tally import counted
from tests.served.site import Site

HOST = b"Host: 127.0.0.1\r\n"
HIDDEN = b"GET /hidden HTTP/1.1\r\n" + HOST + b"\r\n"
LENGTH = str(len(HIDDEN)).encode()
POST = b"POST /healthz HTTP/1.1\r\n" + HOST
CHUNKED = b"Transfer-Encoding: chunked\r\n"


def statuses(site: Site, sent: bytes) -> list[bytes]:
    """The status of each answer on a connection, until the site closes it."""
    where = urlsplit(site.url)
    with socket.create_connection((where.hostname, where.port), timeout=30) as line:
        line.sendall(sent)
        got = b""
        while data := line.recv(65_536):
            got += data
    counted["requests with two ends"] += 1
    return [part.split(b" ")[1] for part in got.split(b"\r\n") if part.startswith(b"HTTP/1.1 ")]


@pytest.mark.parametrize(
    "sent",
    [
        POST + b"Content-Length: 4\r\n" + CHUNKED + b"\r\n0\r\n\r\n" + HIDDEN,
        POST + CHUNKED + b"Content-Length: 4\r\n\r\n0\r\n\r\n" + HIDDEN,
        POST + b"Content-Length: 0\r\nContent-Length: " + LENGTH + b"\r\n\r\n" + HIDDEN,
        POST + b"Content-Length: " + LENGTH + b"\r\nTransfer-Encoding: xchunked\r\n\r\n" + HIDDEN,
        POST + b"Content-Length: +" + LENGTH + b"\r\n\r\n" + HIDDEN,
        POST + b"Content-Length: 0x4\r\n\r\n" + HIDDEN,
        POST + b"Content-Length: -1\r\n\r\n" + HIDDEN,
        POST + b"Content-Length : " + LENGTH + b"\r\n\r\n" + HIDDEN,
        POST + b"Transfer-Encoding\x0b: chunked\r\n\r\n0\r\n\r\n" + HIDDEN,
        POST + CHUNKED + b"\r\n-1\r\n\r\n" + HIDDEN,
        POST + CHUNKED + b"\r\nzz\r\n\r\n" + HIDDEN,
        POST + b"X: a\nContent-Length: " + LENGTH + b"\r\n\r\n" + HIDDEN,
    ],
)
def test_a_request_with_two_ends_is_none(site: Site, sent: bytes) -> None:
    assert statuses(site, sent) in ([b"400"], [])


def test_a_request_is_no_longer_than_it_says(site: Site) -> None:
    first = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"
    last = b"GET /healthz HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n"
    body = POST + b"Content-Length: " + LENGTH + b"\r\n\r\n" + HIDDEN
    assert statuses(site, first + body + last) == [b"200", b"405", b"200"]
