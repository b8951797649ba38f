"""Print what a site under load costs: moves at a walking pace, watchers, starts, and how it grows.

Run it with `python -m benchmarks.load` from the repository. It starts a daphne of its own on a
database of its own, a new SQLite file; with DATABASE_URL (and REDIS_URL) in the environment on
that database, which it fills with players and games: give it an empty one.

Players sit at practice games of four families and play stored winning lines, a move every two
seconds each; a tenth as many look at a board. A few have signed in over HTTP like anybody; the
others' sessions are stored as a sign-in stores them, for the passwords' hashes alone would take
minutes. Beside it, in the same run at the same pace, as many sockets talk to a consumer that does
nothing and to one that reads JSON and sends it back. Latencies run from the moment when a message
was due, so that a late one counts in full; CPU is the server's, as Linux counts it.

Times depend on the machine. Ratios hardly do.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from benchmarks.live import cpu_seconds
from benchmarks.load_lines import Line, close_lines, open_line, open_lines
from benchmarks.load_site import Site, Table
from benchmarks.site import daphne, own_site

PACE = 2.0
FLAT_OUT = 50
WATCHERS = 1000
STARTS, STARTS_AT_ONCE = 2000, 100
SIGN_INS = 3
ROUNDS = 40
MESSAGE = json.dumps({"type": "play", "id": str(uuid4()), "move": "TH:T3>FH", "version": 100})


@dataclass(frozen=True, kw_only=True)
class Talk:
    """What messages took: seconds until each answer, and the server's CPU."""

    waits: list[float]
    seconds: float
    cpu: float

    @property
    def cpu_each(self) -> float:
        """Microseconds of CPU a message."""
        return self.cpu / len(self.waits) * 1e6

    def __str__(self) -> str:
        cuts = statistics.quantiles(self.waits, n=100, method="inclusive")
        p50, p95, p99 = (cuts[at - 1] * 1000 for at in (50, 95, 99))
        rate = len(self.waits) / self.seconds
        return (
            f"{rate:6.0f} a second   p50 {p50:6.1f}  p95 {p95:6.1f}  p99 {p99:6.1f} ms"
            f" {self.cpu_each:6.0f} µs of CPU each"
        )


def memory(pid: int) -> int:
    """The bytes of memory that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def say(line: Line, texts: Sequence[str], begin: float, pace: float) -> list[float]:
    """Say each text when it is due, or once the one before is answered; give the waits.

    With no pace a text is due as soon as the one before is answered.
    """
    waits = []
    for number, text in enumerate(texts):
        due = begin + number * pace if pace else time.perf_counter()
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        line.say(text)
        moment, answer = await line.hear()
        assert not answer.startswith(b'{"type":"error"'), answer
        waits.append(moment - due)
    return waits


async def talk(pid: int, lines: Sequence[Line], texts: Sequence[list[str]], pace: float) -> Talk:
    """Let every line say its texts, their beginnings spread over one pace."""
    began, cpu = time.perf_counter(), cpu_seconds(pid)
    said = [
        say(line, mine, began + pace * at / len(lines), pace)
        for at, (line, mine) in enumerate(zip(lines, texts, strict=True))
    ]
    waits = await asyncio.gather(*said)
    return Talk(
        waits=[wait for each in waits for wait in each],
        seconds=time.perf_counter() - began,
        cpu=cpu_seconds(pid) - cpu,
    )


def moves_of(table: Table, count: int) -> list[str]:
    """The next moves of a table's line as messages."""
    line = table.line[table.played : table.played + count]
    texts = [
        json.dumps({"type": "play", "id": str(uuid4()), "move": move, "version": version})
        for version, move in enumerate(line, start=table.played)
    ]
    table.played += len(texts)
    return texts


async def sit_down(port: int, tables: Sequence[Table]) -> list[Line]:
    """Open the sockets of tables, and hear how the games stand."""
    lines = await open_lines(port, [(f"/ws/games/{one.game}/", one.session) for one in tables])
    for line in lines:
        await line.hear()
    return lines


async def compare(
    port: int, pid: int, tables: Sequence[Table], *, messages: int, pace: float
) -> None:
    """Let as many sockets do nothing, echo and play, and print what each costs."""
    number, talks = len(tables), {}
    for path in ("nothing", "echo"):
        lines = await open_lines(port, [(f"/{path}/", "")] * number)
        talks[path] = await talk(pid, lines, [[MESSAGE] * messages] * number, pace)
        close_lines(lines)
    lines = await sit_down(port, tables)
    talks["moves"] = await talk(pid, lines, [moves_of(table, messages) for table in tables], pace)
    close_lines(lines)
    for name, one in talks.items():
        print(f"  {name:8}{one}")
    each = talks["moves"].cpu_each
    print(f"  a move's CPU is {each / talks['nothing'].cpu_each:.1f} times nothing's,", end=" ")
    print(f"{each / talks['echo'].cpu_each:.1f} times an echo's")


async def weigh(port: int, pid: int, tables: Sequence[Table]) -> None:
    """Print what an idle player weighs."""
    # What grows once, with the first games, is no idle player's.
    close_lines(await sit_down(port, tables[: len(tables) // 10]))
    await asyncio.sleep(1)
    before = memory(pid)
    lines = await sit_down(port, tables)
    print(f"  {(memory(pid) - before) / len(tables) / 1000:.0f} kB of memory an idle player")
    close_lines(lines)
    await asyncio.sleep(1)


async def players(port: int, pid: int, board: str, tables: Sequence[Table], seconds: float) -> None:
    """Have players play at a walking pace, a tenth as many watch, and weigh the idle."""
    watchers = await open_lines(port, [(board, "")] * (len(tables) // 10))
    print(f"\n{len(tables)} players, a move every {PACE:g} seconds; {len(watchers)} at a board")
    await weigh(port, pid, tables)
    await compare(port, pid, tables, messages=round(seconds / PACE), pace=PACE)
    close_lines(watchers)


async def flat_out(port: int, pid: int, tables: Sequence[Table], messages: int) -> None:
    """Have some players send each move as soon as the one before is answered."""
    print(f"\n{len(tables)} players as fast as they can, {messages} moves each")
    await compare(port, pid, tables, messages=messages, pace=0)


async def watch(port: int, pid: int, board: str, tables: Sequence[Table], number: int) -> None:
    """Have ranked games won before a crowd, one after the other."""
    watchers = await open_lines(port, [(board, "")] * number)
    for watcher in watchers:
        await watcher.hear()
    took, answered, cpu = [], [], []
    for table in tables:
        winner = await open_line(port, f"/ws/games/{table.game}/", table.session)
        await winner.hear()
        *rest, last = moves_of(table, len(table.line))
        for text in rest:
            winner.say(text)
            await winner.hear()
        before, began = cpu_seconds(pid), time.perf_counter()
        winner.say(last)
        moment, _ = await winner.hear()
        heard = [(await watcher.hear())[0] for watcher in watchers]
        took.append(max(heard) - began)
        answered.append(moment - began)
        cpu.append(cpu_seconds(pid) - before)
        close_lines([winner])
        await asyncio.sleep(1)
    close_lines(watchers)
    print(f"\na win before {number} watchers, median of {len(took)}")
    print(f"  the winner has the answer after {statistics.median(answered) * 1000:.0f} ms,", end="")
    print(f" the last watcher the entry after {statistics.median(took) * 1000:.0f} ms;", end="")
    print(f" {statistics.median(cpu) * 1000:.0f} ms of CPU")


async def start(port: int, pid: int, path: str, sessions: Sequence[str]) -> None:
    """Have many players start one daily at the same moment."""
    waiting = iter(sessions)
    waits: list[float] = []
    refused: list[str] = []

    async def one_after_the_other() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for session in waiting:
            due = time.perf_counter()
            writer.write(start_request(port, path, session))
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            size = int(head.partition("content-length:")[2].partition("\r\n")[0])
            body = await reader.readexactly(size)
            waits.append(time.perf_counter() - due)
            if " 200 " not in head.partition("\r\n")[0]:
                refused.append(head.partition("\r\n")[0] + body.decode()[:200])
        writer.close()

    began, cpu = time.perf_counter(), cpu_seconds(pid)
    await asyncio.gather(*(one_after_the_other() for _ in range(STARTS_AT_ONCE)))
    said = Talk(waits=waits, seconds=time.perf_counter() - began, cpu=cpu_seconds(pid) - cpu)
    print(f"\n{len(sessions)} starts of one daily, {STARTS_AT_ONCE} at once")
    print(f"  starts  {said}")
    print(f"  {said.seconds:.1f} seconds, {len(refused)} errors {refused[:1] or ''}")


def start_request(port: int, path: str, session: str) -> bytes:
    """A page's request for a game of today's daily."""
    token = "c" * 32
    lines = [
        f"POST {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Content-Length: 0",
        f"Cookie: session={session}; csrftoken={token}",
        f"X-CSRFToken: {token}",
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def go_back_and_forth(port: int, pid: int, tables: Sequence[Table], rows: int) -> None:
    """Play and take back in games that have so many rows already."""
    cpu = {"play": 0.0, "undo": 0.0}
    lines = await sit_down(port, tables)
    for version in range(rows, rows + 2 * ROUNDS):
        kind = "undo" if version % 2 else "play"
        texts = [
            [
                json.dumps(
                    {"type": kind, "id": str(uuid4()), "move": one.line[0], "version": version}
                )
            ]
            for one in tables
        ]
        cpu[kind] += (await talk(pid, lines, texts, 0)).cpu
    close_lines(lines)
    each = {kind: spent / ROUNDS / len(tables) * 1e6 for kind, spent in cpu.items()}
    print(f"  {rows:4} rows before: a move {each['play']:6.0f} µs of CPU,", end=" ")
    print(f"an undo {each['undo']:6.0f} µs, for which all rows are read")


def measure(port: int, pid: int, site: Site, given: argparse.Namespace) -> None:
    """Measure part by part; each sees to its people first."""
    site.sign_in(port, SIGN_INS)
    if "players" in given.parts:
        for number in given.players:
            tables = site.tables(number)
            asyncio.run(players(port, pid, site.board, tables, given.seconds))
    if "flat-out" in given.parts:
        asyncio.run(flat_out(port, pid, site.tables(FLAT_OUT), given.moves))
    if "watchers" in given.parts:
        asyncio.run(watch(port, pid, site.board, site.winners(), given.watchers))
    if "starts" in given.parts:
        asyncio.run(start(port, pid, site.start, site.sessions(given.starts)))

    if "rows" in given.parts:
        print("\nhow many rows a game has")
        for rows in given.rows:
            asyncio.run(go_back_and_forth(port, pid, site.worn_tables(rows), rows))
    if "games" in given.parts:
        for number in given.games:
            site.grow(number)
            print(f"\n{number} games in the database", end="")
            asyncio.run(flat_out(port, pid, site.tables(FLAT_OUT), given.moves))


PARTS = ("players", "flat-out", "watchers", "starts", "rows")
LONG_PARTS = ("games",)  # PostgreSQL alone: it fills the database itself


def main() -> None:
    """Set everything up, measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", choices=[*PARTS, *LONG_PARTS, []], default=[])
    parser.add_argument("--players", type=int, nargs="*", default=[500], metavar="N")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--moves", type=int, default=80)
    parser.add_argument("--rows", type=int, nargs="*", default=[10, 400], metavar="N")
    parser.add_argument("--games", type=int, nargs="*", default=[10_000, 1_000_000], metavar="N")
    parser.add_argument("--watchers", type=int, default=WATCHERS)
    parser.add_argument("--starts", type=int, default=STARTS)
    given = parser.parse_args()
    given.parts = given.parts or PARTS
    # Whoever wins here is faster than hands, and is to be on the board all the same; everybody
    # comes from one address.
    os.environ |= {"FASTEST_SECONDS_PER_MOVE": "0", "SOCKETS_PER_ADDRESS": "100000"}
    with own_site() as database:
        from django.core.management import call_command

        call_command("collectstatic", interactive=False, verbosity=0)
        site = Site()
        with daphne() as (port, pid):
            print(f"one process, {database}, two sides on the same cores")
            measure(port, pid, site, given)


if __name__ == "__main__":
    main()
