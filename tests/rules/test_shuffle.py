"""Which cards a deal has: the shuffle, the seeds and what a deal is made from."""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from games.rules import RULESETS, find_ruleset, practice_seed, shuffle
from games.rules.cards import FRESH_PACK

EXAMPLES = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "cases" / "shuffle.jsonl").read_text().splitlines()
]
SEED = bytes(range(32))
ONE_PACK = [slug for slug, ruleset in RULESETS.items() if ruleset.packs == 1]
WITH_REDEALS = [slug for slug, ruleset in RULESETS.items() if ruleset.redeals]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["seed"][:8])
def test_the_shuffle_agrees_with_the_worked_examples(example: Any) -> None:
    seed = bytes.fromhex(example["seed"])
    assert hashlib.sha256(seed).hexdigest() == example["sha256"]
    assert list(shuffle(seed)) == example["one_pack"]
    assert list(shuffle(seed, 2)) == example["two_packs"]
    assert list(shuffle(seed, label="redeal-1")) == example["redeal-1"]
    assert list(shuffle(seed, label="redeal-2")) == example["redeal-2"]


def words(seed: bytes, label: str) -> Iterator[int]:
    """Give the 32-bit words of the stream, written anew from its description."""
    counter = 0
    while True:
        block = hashlib.sha256(seed + label.encode() + counter.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        counter += 1


@pytest.mark.parametrize("number", range(5))
def test_the_shuffle_is_fisher_yates_from_the_last_place_down(number: int) -> None:
    seed = practice_seed(number)
    stream, cards = words(seed, "deal"), list(FRESH_PACK)
    for last in range(51, 0, -1):
        word = next(stream)
        while word >= 2**32 - 2**32 % (last + 1):
            word = next(stream)
        chosen = word % (last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    assert shuffle(seed) == tuple(cards)


def test_a_practice_seed_is_the_hash_of_its_public_number() -> None:
    assert practice_seed(7) == hashlib.sha256(b"practice 7").digest()
    assert practice_seed(10**12) == hashlib.sha256(b"practice 1000000000000").digest()


@pytest.mark.parametrize("number", [-1, True, 1.0, "1", None])
def test_a_practice_number_is_a_whole_number(number: Any) -> None:
    with pytest.raises(ValueError, match="whole number"):
        practice_seed(number)


@pytest.mark.parametrize("slug", RULESETS)
def test_a_seed_deals_its_shuffled_packs(slug: str) -> None:
    ruleset = RULESETS[slug]
    pack, reshuffled = ruleset.shuffled(SEED)
    assert len(reshuffled) == ruleset.redeals
    assert ruleset.deal_seed(SEED) == ruleset.deal(list(pack), [list(p) for p in reshuffled])
    assert ruleset.deal_seed(SEED) != ruleset.deal_seed(bytes(32))


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33), bytearray(32), "0" * 32, None, 0])
def test_anything_but_32_bytes_is_no_seed(seed: Any) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        RULESETS["fan"].deal_seed(seed)


Change = Callable[[list[Any]], Any]


@pytest.mark.parametrize(
    "change",
    [
        lambda pack: pack[:-1],
        lambda pack: [*pack, "AC"],
        lambda pack: [pack[1], *pack[1:]],
        lambda pack: ["XX", *pack[1:]],
        lambda pack: ["??", *pack[1:]],
        lambda pack: [1, *pack[1:]],
        lambda pack: [["AC"], *pack[1:]],
        lambda pack: [pack[0].lower(), *pack[1:]],
        lambda pack: "".join(pack),
        lambda pack: set(pack),
        lambda pack: iter(pack),
        lambda pack: None,
        lambda pack: [],
    ],
)
@pytest.mark.parametrize("slug", ["fan", "archway"])
def test_anything_but_a_whole_pack_is_not_dealt(slug: str, change: Change) -> None:
    ruleset = RULESETS[slug]
    with pytest.raises(ValueError, match="pack"):
        ruleset.deal(change(list(shuffle(SEED, ruleset.packs))))


@pytest.mark.parametrize("slug", WITH_REDEALS)
@pytest.mark.parametrize(
    "reshuffled",
    [
        (),
        (FRESH_PACK,),
        (FRESH_PACK,) * 3,
        (FRESH_PACK, FRESH_PACK[:-1]),
        (FRESH_PACK, ("AC", *FRESH_PACK[:-1])),
        (FRESH_PACK, None),
        None,
        "AC",
    ],
)
def test_redeals_need_exactly_two_whole_packs(slug: str, reshuffled: Any) -> None:
    with pytest.raises(ValueError, match="pack"):
        RULESETS[slug].deal(FRESH_PACK, reshuffled)


@pytest.mark.parametrize("slug", [slug for slug in ONE_PACK if slug not in WITH_REDEALS])
def test_without_redeals_no_reshuffled_packs_are_taken(slug: str) -> None:
    with pytest.raises(ValueError, match="0 reshuffled packs"):
        RULESETS[slug].deal(FRESH_PACK, [FRESH_PACK, FRESH_PACK])


@pytest.mark.parametrize("slug", RULESETS)
def test_any_sequence_of_codes_is_dealt(slug: str) -> None:
    ruleset = RULESETS[slug]
    pack: Sequence[str] = FRESH_PACK * ruleset.packs
    packs = [list(FRESH_PACK)] * ruleset.redeals
    assert ruleset.deal(list(pack), packs) == ruleset.deal(tuple(pack), tuple(packs))


@pytest.mark.parametrize("slug", RULESETS)
def test_a_ruleset_is_found_by_slug_and_version(slug: str) -> None:
    assert find_ruleset(slug, RULESETS[slug].version) is RULESETS[slug]


@pytest.mark.parametrize(("slug", "version"), [("fan", 0), ("fan", 99), ("nonesuch", 1)])
def test_an_unknown_ruleset_or_version_is_a_lookup_error(slug: str, version: int) -> None:
    with pytest.raises(LookupError, match=slug):
        find_ruleset(slug, version)
