"""Frames of every wrong kind, by the thousand: each socket is told or closed, no other notices."""

import json
import random
from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest

from tests.attack.tally import counted, times
from tests.attack.wire import BINARY, CLOSE, PING, PONG, TEXT, frame, wire
from tests.attack.witness import Witness
from tests.live.test_live_malformed import MALFORMED
from tests.served.people import Person
from tests.served.site import Site

# So many messages that are no JSON of ours close a socket; one fewer, and then what closes it.
A_FEW = 9


def nonsense(chance: random.Random) -> Iterator[bytes]:
    """A message that is answered with an error and no more, in one frame or several."""
    kind = chance.randrange(5)
    if kind == 0:
        yield frame(chance.randbytes(chance.randrange(4096)), opcode=BINARY)
        return
    texts = [text for text in MALFORMED.values() if text.isascii() or "\ud800" not in text]
    text = chance.choice(texts).encode("utf-8", "replace")
    if kind < 3:
        yield frame(text)
        return
    # Parted anywhere, also within a letter, with a ping in between.
    cuts = sorted(chance.randrange(len(text) + 1) for _ in range(chance.randrange(1, 4)))
    parts = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    for at, part in enumerate(parts):
        last = at == len(parts) - 1
        yield frame(part, opcode=0 if at else TEXT, final=last)
        if not last:
            yield frame(b"?", opcode=PING)


def close_with(code: int, reason: bytes = b"") -> bytes:
    return frame(code.to_bytes(2) + reason, opcode=CLOSE)


# What ends a socket, and the code with which it does.
# Whoever breaks the protocol of the frames is hung up on without a word.
DROPPED = None
FATAL: dict[str, tuple[bytes, int | None]] = {
    "half a letter": (frame(b'"\xc3"'), DROPPED),
    "half a surrogate": (frame(b'"\xed\xa0\x80"'), DROPPED),
    "an endless letter": (frame(b"\xff" * 100), DROPPED),
    "not masked": (frame(b"{}", masked=False), DROPPED),
    "compressed": (frame(b"\xabV*\xa9,HU\xb2R*", reserved=4), DROPPED),
    "a reserved bit": (frame(b"{}", reserved=1), DROPPED),
    "an opcode that there isn't": (frame(b"{}", opcode=5), DROPPED),
    "a control opcode that there isn't": (frame(b"", opcode=13), DROPPED),
    "a continuation of nothing": (frame(b"{}", opcode=0), DROPPED),
    "a message within a message": (frame(b"{", final=False) + frame(b"}"), DROPPED),
    "a ping in parts": (frame(b"", opcode=PING, final=False), DROPPED),
    "a ping that is too long": (frame(b"x" * 126, opcode=PING), DROPPED),
    "a close that is too long": (frame(b"x" * 126, opcode=CLOSE), DROPPED),
    "a close with half a code": (frame(b"\x03", opcode=CLOSE), DROPPED),
    "a close with a code that nobody may send": (close_with(1005), DROPPED),
    "a close with a reason that is no text": (close_with(1000, b"\xff"), DROPPED),
    "a close as it should be": (close_with(1000), 1000),
    "a close without a code": (frame(b"", opcode=CLOSE), 1000),
    "a length of the wrong size": (b"\x81\xfe\x00\x05" + bytes(4) + b"xxxxx", DROPPED),
    "a length over 63 bits": (b"\x81\xff" + b"\xff" * 8 + bytes(4), DROPPED),
    "a length of a terabyte": (b"\x81\xff" + (1 << 40).to_bytes(8) + bytes(4), DROPPED),
    "two megabytes": (frame(b" " * (2 << 20)), DROPPED),
    "two megabytes in parts": (
        frame(b" " * 60_000, final=False) + frame(b" " * 60_000, opcode=0, final=False) * 34,
        DROPPED,
    ),
    "a little too long": (frame(b'"' + b"x" * 4096 + b'"'), 4413),
    "a little too long, binary": (frame(bytes(4097), opcode=BINARY), 4413),
    "as deep as it goes": (frame(b"[" * 500_000), 4413),
    "another handshake": (b"GET /ws/ HTTP/1.1\r\nHost: x\r\n\r\n", DROPPED),
    "nonsense, once more": (frame(b"nonsense"), 4400),
}


def test_wrong_frames_are_answered_or_end_their_socket_and_disturb_nobody(
    site: Site, witness: Witness, newcomer: Callable[[], Person]
) -> None:
    chance = random.Random(20)
    attacker = newcomer()
    game = attacker.start("fan")["id"]
    addresses = [f"/ws/games/{game}/", f"/ws/boards/fan/{site.today()}/"]
    fatal = list(FATAL.items())
    for round_ in range(times(200, whole=10_000)):
        name, (last, code) = fatal[round_ % len(fatal)]
        messages = [b"".join(nonsense(chance)) for _ in range(A_FEW)]
        with wire(site) as line:
            head = line.shake(addresses[round_ // len(fatal) % 2], session=attacker.session_key)
            assert head.startswith("HTTP/1.1 101"), head
            line.send(b"".join(messages) + last)
            assert line.close_code() == code, name
        counted["wrong frames"] += A_FEW + 1
        if round_ % 20 == 0:
            witness.plays_on()


def test_what_comes_after_the_end_is_not_heard(
    site: Site, witness: Witness, newcomer: Callable[[], Person]
) -> None:
    attacker = newcomer()
    game = attacker.start("beleaguered-castle")
    card, targets = next(iter(game["dests"].items()))
    move = {"type": "play", "id": str(uuid4()), "version": 0, "move": f"{card}>{targets[0]}"}
    for ending in (close_with(1000), frame(b"\xff"), frame(b"[" * 5000)):
        with wire(site) as line:
            line.shake(f"/ws/games/{game['id']}/", session=attacker.session_key)
            line.send(ending + frame(json.dumps(move).encode()))
            line.close_code()
    assert attacker.ask(f"/api/games/{game['id']}/").json()["version"] == 0


@pytest.mark.parametrize("known", [True, False])
def test_nobody_plays_in_games_of_others(
    site: Site, witness: Witness, newcomer: Callable[[], Person], known: bool
) -> None:
    attacker = newcomer() if known else Person(site=site)
    theirs = witness.game["id"]
    stood = witness.game["version"]
    said = [
        {"type": kind, "id": str(uuid4()), "version": stood, "move": "2D:T4>FD"}
        for kind in ("play", "undo", "restart", "resign", "finish", "ping", "resync")
    ]
    for _ in range(times(10, whole=200)):
        with wire(site) as line:
            line.shake(f"/ws/games/{theirs}/", session=attacker.session_key)
            line.send(b"".join(frame(json.dumps(message).encode()) for message in said))
            heard = list(line.frames_until_closed())
        counted["messages for games of others"] += len(said)
        assert [opcode for opcode, _ in heard] == [CLOSE]
        assert int.from_bytes(heard[0][1][:2]) == (4403 if known else 4401)
    # Also over the socket of a game of one's own nothing reaches another game.
    if known:
        own = attacker.start("fan")
        with attacker.socket(f"/ws/games/{own['id']}/") as socket:
            socket.hear()
            for message in said:
                answer = socket.ask(**message, game=theirs, game_id=theirs)
                assert theirs not in json.dumps(answer)
    assert witness.person.ask(f"/api/games/{theirs}/").json()["version"] == stood


def test_pongs_and_pings_that_nobody_asked_for_change_nothing(site: Site, witness: Witness) -> None:
    number = times(2000, whole=50_000)
    with wire(site) as line:
        line.shake(f"/ws/boards/fan/{site.today()}/")
        pongs = 0
        for _ in range(number // 500):
            line.send(b"".join(frame(b"x" * 100, opcode=PING) for _ in range(250)))
            line.send(b"".join(frame(b"y" * 100, opcode=PONG) for _ in range(250)))
            for opcode, _payload in line.frames():
                pongs += opcode == PONG
                if pongs % 250 == 0 and pongs:
                    break
            witness.plays_on()
        line.send(close_with(1000))
        assert line.close_code() == 1000
    counted["pings and pongs"] += number
