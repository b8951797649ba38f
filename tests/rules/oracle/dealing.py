"""The shuffle, worked out from its description and nothing else."""

import hashlib
from collections.abc import Iterator

from .common import one_pack


def words(seed: bytes, label: str) -> Iterator[int]:
    """Give the endless stream of 32-bit words of a seed and a label."""
    counter = 0
    while True:
        block = hashlib.sha256(seed + label.encode("ascii") + counter.to_bytes(8, "big")).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def shuffled(seed: bytes, label: str, packs: int) -> list[str]:
    """Shuffle one pack or two from the last place down."""
    cards = one_pack() * packs
    stream = words(seed, label)
    for place in range(len(cards) - 1, 0, -1):
        limit = 2**32 // (place + 1) * (place + 1)
        word = next(stream)
        while word >= limit:
            word = next(stream)
        other = word % (place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return cards
