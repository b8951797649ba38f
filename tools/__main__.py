"""The commands: `python3 -m tools play`, `... test` and so on; `make help` lists them."""

import argparse
import os
import signal
import sys
from types import FrameType

from tools import audit, licences, play, screenshots, upkeep, verify
from tools.shell import Failure


def stop(signum: int, frame: FrameType | None) -> None:
    """Leave as Ctrl-C does, so that everything that was started is stopped."""
    raise KeyboardInterrupt


def parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    result = argparse.ArgumentParser(prog="python3 -m tools", description=__doc__)
    commands = result.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play")
    playing.add_argument("--port", default="8000")
    testing = commands.add_parser("test")
    testing.add_argument("--only", default="", help="names of steps, parted by spaces")
    testing.add_argument("arguments", nargs="*")
    auditing = commands.add_parser("audit")
    auditing.add_argument("--report", action="store_true", help="end well whatever is found")
    for name in ("manage", "bench", "screenshots"):
        commands.add_parser(name).add_argument("arguments", nargs="*")
    for name in ("admin", "check", "format", "licences", "lock", "translations"):
        commands.add_parser(name)
    return result


def main() -> int:
    """Carry out one command and return its exit code."""
    given = parser().parse_args()
    match given.command:
        case "play":
            return play.play(port_text=given.port)
        case "admin":
            return upkeep.admin()
        case "manage":
            return play.manage(given.arguments)
        case "test":
            return verify.test(only=given.only.split(), pytest_arguments=given.arguments)
        case "audit":
            return audit.audit(only_report=given.report)
        case "check":
            return verify.check()
        case "format":
            return upkeep.format_code()
        case "bench":
            return upkeep.bench(given.arguments)
        case "screenshots":
            return screenshots.screenshots(given.arguments)
        case "licences":
            return licences.write()
        case "lock":
            return upkeep.lock()
        case _:
            return upkeep.translations()


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, stop)
    # The terminal is closed; what nohup has made deaf to that stays so.
    if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        signal.signal(signal.SIGHUP, stop)
    # Without compiled files each start of Django would compile some 900 modules anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        code = main()
    except Failure as failure:
        print(f"\n{failure}", file=sys.stderr)
        code = 1
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        code = 130
    sys.exit(code)
