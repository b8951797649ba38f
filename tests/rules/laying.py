"""Short ways to lay positions and packs, and to play on them by the text of moves."""

import random
from collections.abc import Iterable, Sequence

from games.rules import RULESETS, Move, Position
from tests.rules import oracle

RANKS = "A23456789TJQK"
FAN_SIZES = (1, 2, 3, 3, 3, 4, 6, 9)


def cards(written: str, suit: str) -> list[str]:
    """Read card codes; `A-4` and `K-T` are runs of one suit.

    >>> cards("2C 9H", "C"), cards("A-3", "H"), cards("K-J", "S")
    (['2C', '9H'], ['AH', '2H', '3H'], ['KS', 'QS', 'JS'])
    """
    return [rank + suit for rank in run(written)] if is_run(written) else written.split()


def is_run(written: str) -> bool:
    """Say whether cards are written as a run, such as `A-4`."""
    return len(written) == 3 and written[1] == "-"


def run(written: str) -> str:
    """Give the ranks of a run.

    >>> run("A-4"), run("K-T")
    ('A234', 'KQJT')
    """
    first, last = RANKS.index(written[0]), RANKS.index(written[2])
    return RANKS[first : last + 1] if first <= last else RANKS[last : first + 1][::-1]


def bare_table(slug: str) -> oracle.Table:
    """Give a table with the base cards that a ruleset takes out, and nothing else."""
    table = oracle.empty_table(slug)
    if slug in oracle.ARCHWAY:
        for name in list(table.piles)[:8]:
            table.piles[name] = [name[1:]]
    if slug in ("beleaguered-castle", "trefoil"):
        for suit in "CDHS":
            table.piles[f"F{suit}"] = ["A" + suit]
    return table


def lay_table(slug: str, coming: Sequence[Sequence[str]] = (), /, **lines: str) -> oracle.Table:
    """Lay an oracle's table, pile by pile; foundations not named hold their base card.

    `redeals` and `merci` are written like piles, and are 0 when they are not named.
    """
    table = bare_table(slug)
    redeals = int(lines.pop("redeals", "0"))
    merci = int(lines.pop("merci", "0"))
    if slug in oracle.BURGVOEGTIN:
        _fill(table, lines)
    for name, written in lines.items():
        assert name in table.piles, name
        if not (slug in oracle.BURGVOEGTIN and is_run(written)):
            table.piles[name] = cards(written, name[-1])
    if oracle.has_redeals(slug):
        table.redeals = redeals
        names = ("redeal-1", "redeal-2")[2 - redeals :]
        packs = coming or [oracle.one_pack()] * redeals
        table.coming = {name: list(pack) for name, pack in zip(names, packs, strict=True)}
    if slug in ("la-belle-lucie", "trefoil"):
        table.merci = merci
    return table


def _fill(table: oracle.Table, piles: dict[str, str]) -> None:
    """Fill the foundations that name no suits from the cards that lie nowhere else."""
    free = oracle.one_pack() * 2
    for written in piles.values():
        for card in [] if is_run(written) else written.split():
            free.remove(card)
    base = "" if table.slug == "burgvoegtin-offen" else "A-A"
    for number in range(1, 9):
        written = piles.get(f"F{number}", base)
        for rank in run(written) if is_run(written) else "":
            card = next(card for card in free if card[0] == rank)
            free.remove(card)
            table.piles[f"F{number}"].append(card)


def lay(slug: str, coming: Sequence[Sequence[str]] = (), /, **lines: str) -> Position:
    """Lay a position of the engine, written like an oracle's table."""
    return parse(lay_table(slug, coming, **lines))


def parse(table: oracle.Table) -> Position:
    """Give the engine's position of an oracle's table."""
    return Position.parse(RULESETS[table.slug], oracle.text(table))


def pack(first: str = "", *, packs: int = 1, last: str = "") -> list[str]:
    """Give a whole pack that begins and ends with the named cards."""
    front, back = first.split(), last.split()
    middle = oracle.one_pack() * packs
    for card in front + back:
        middle.remove(card)
    return front + middle + back


def shuffled(number: int, packs: int = 1) -> list[str]:
    """Give the whole pack of a numbered shuffle."""
    return oracle.shuffled(number.to_bytes(32, "big"), "deal", packs)


def some_deal(slug: str, number: int = 1) -> Position:
    """Give a ruleset's numbered deal."""
    return RULESETS[slug].deal_seed(number.to_bytes(32, "big"))


def moves(position: Position) -> set[str]:
    """Give the legal moves as text, and see that each is listed once."""
    listed = [str(move) for move in position.legal_moves()]
    assert len(listed) == len(set(listed))
    return set(listed)


def play(position: Position, *texts: str) -> Position:
    """Play moves given as text."""
    for text in texts:
        position = position.play(Move.parse(text))
    return position


def targets(position: Position, source: str) -> set[str]:
    """Name the piles that the cards of one pile may go to."""
    return {move.split(">")[1] for move in moves(position) if f":{source}>" in move}


def pile(position: Position, name: str) -> str:
    """Give a pile's cards as one text."""
    return " ".join(position.piles[name])


def all_cards(position: Position) -> list[str]:
    """Give every card that lies anywhere, sorted."""
    return sorted(card for held in position.piles.values() for card in held)


def tables(slug: str, seeds: Iterable[int]) -> list[oracle.Table]:
    """Give tables in the middle and towards the end of a game, which random play seldom reaches."""
    return [random_table(slug, random.Random(f"{slug} {seed}")) for seed in seeds]


def random_table(slug: str, rng: random.Random) -> oracle.Table:
    """Lay foundations of random heights and spread the other cards at random."""
    table = oracle.empty_table(slug)
    rest = oracle.one_pack() * oracle.packs(slug)
    if slug in oracle.BURGVOEGTIN:
        _raise_whatever_suit(table, rest, rng)
    else:
        _raise_in_suit(table, rest, rng)
    if rng.random() < 0.25:
        rest = rng.sample(rest, min(len(rest), rng.randrange(1, 9)))
    rng.shuffle(rest)
    _spread(table, rest, rng)
    if oracle.has_redeals(slug):
        with_merci = slug in ("la-belle-lucie", "trefoil")
        table.redeals, merci = rng.choice([(2, 1), (1, 1), (0, 1), (0, 1), (0, 0)])
        table.merci = merci if with_merci else None
        for name in ("redeal-1", "redeal-2")[2 - table.redeals :]:
            table.coming[name] = rng.sample(oracle.one_pack(), 52)
    return table


def _raise_whatever_suit(table: oracle.Table, rest: list[str], rng: random.Random) -> None:
    lowest = 0 if table.slug == "burgvoegtin-offen" else 1
    middle = rng.randrange(lowest, 14)
    for number in range(1, 9):
        height = min(13, max(lowest, rng.randrange(middle - 2, middle + 3)))
        for rank in range(1, height + 1):
            card = rng.choice([card for card in rest if oracle.value(card) == rank])
            rest.remove(card)
            table.piles[f"F{number}"].append(card)


def _raise_in_suit(table: oracle.Table, rest: list[str], rng: random.Random) -> None:
    for suit in "CDHS":
        if table.slug in oracle.ARCHWAY:
            up = rng.randrange(1, 14)
            down = 13 - up if up < 13 and rng.random() < 0.5 else rng.randrange(1, 14)
            table.piles[f"FA{suit}"] = [rank + suit for rank in RANKS[:up]]
            table.piles[f"FK{suit}"] = [rank + suit for rank in RANKS[::-1][:down]]
            gone = table.piles[f"FA{suit}"] + table.piles[f"FK{suit}"]
        else:
            lowest = 1 if table.slug in ("beleaguered-castle", "trefoil") else 0
            height = rng.randrange(lowest, 13)
            table.piles[f"F{suit}"] = [rank + suit for rank in RANKS[:height]]
            gone = table.piles[f"F{suit}"]
        for card in gone:
            rest.remove(card)


def _spread(table: oracle.Table, rest: list[str], rng: random.Random) -> None:
    places = [name for name in table.piles if name.startswith("T")]
    if table.slug in oracle.BURGVOEGTIN + oracle.ARCHWAY:
        used = rng.sample(places, rng.randrange(1, 5))
        share = rng.choice([0.0, 0.1, 0.5, 0.9])
        for card in rest:
            name = rng.choice(used)
            ace_that_must_hide = table.slug in oracle.BURGVOEGTIN and oracle.value(card) == 1
            if ace_that_must_hide or (rng.random() < share and len(table.piles[name]) < 12):
                table.piles[name].append(card)
            else:
                table.piles[f"R{card[0]}"].append(card)
        for name in table.piles:
            if name.startswith("R"):
                table.piles[name].sort(key=oracle.suit)
        if table.slug == "burgvoegtin-offen":
            oracle.raise_aces(table)
    elif table.slug in oracle.CASTLE:
        used = rng.sample(places, rng.randrange(3, 9))
        for card in rest:
            table.piles[rng.choice([n for n in used if len(table.piles[n]) < 19])].append(card)
        for name in used:
            if rng.random() < 0.5:
                table.piles[name].sort(key=oracle.value, reverse=True)
    else:
        for name in rng.sample(places, len(places)):
            table.piles[name] = [rest.pop() for _ in range(min(len(rest), rng.choice(FAN_SIZES)))]
        while rest:
            table.piles[rng.choice(places)].append(rest.pop())
