"""What a run of the faults counts, printed at its end."""

import threading
from collections import Counter
from dataclasses import dataclass, field


@dataclass(kw_only=True)
class Tally:
    """Counts by name, from many threads."""

    counts: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, name: str, number: int = 1) -> None:
        """Count some more of a kind."""
        with self._lock:
            self.counts[name] += number

    def line(self) -> str:
        """All counts as one line.

        >>> tally = Tally()
        >>> tally.add("kills", 200)
        >>> tally.line()
        '200 kills'
        """
        return ", ".join(f"{number} {name}" for name, number in sorted(self.counts.items()))


tally = Tally()
