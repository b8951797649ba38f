"""Properties that hold in every game: found by random games, random tables and permuted secrets."""

import random
from collections.abc import Callable
from unittest import TestCase

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.rules import RULESETS, IllegalMove, Move, NotationError, Position, RulesError
from tests.rules import oracle
from tests.rules.laying import all_cards, moves, parse, some_deal, tables

QUICK = settings(
    max_examples=6,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)


class GameMachine(RuleBasedStateMachine):
    """Play any legal moves, take some back, try illegal ones, and look at every position."""

    slug: str

    @initialize(number=st.integers(0, 2**20), laid=st.booleans())
    def begin(self, number: int, laid: bool) -> None:
        """Begin with a deal, or with a table in the middle of a game."""
        table = tables(self.slug, [number])[0]
        self.position = parse(table) if laid else some_deal(self.slug, number)
        self.cards = all_cards(self.position)
        self.past: list[Position] = []

    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        """Play a legal move; the position before stays what it was."""
        listed = sorted(moves(self.position))
        if listed:
            before = str(self.position)
            later = self.position.play(Move.parse(data.draw(st.sampled_from(listed))))
            assert str(self.position) == before
            assert later != self.position
            self.past.append(self.position)
            self.position = later

    @precondition(lambda self: self.past)
    @rule()
    def take_back(self) -> None:
        """Read the position before from its text, and find the same game there."""
        before = self.past.pop()
        again = Position.parse(RULESETS[self.slug], str(before))
        assert again == before
        assert moves(again) == moves(before)
        self.position = again

    @rule(card=st.sampled_from(oracle.one_pack()), data=st.data())
    def try_any_move(self, card: str, data: st.DataObject) -> None:
        """See that any text of a move plays exactly when it is listed."""
        names = st.sampled_from(list(self.position.piles))
        text = f"{card}:{data.draw(names)}>{data.draw(names)}"
        assert plays(self.position, text) == (text in moves(self.position))

    @invariant()
    def cards_are_conserved(self) -> None:
        assert all_cards(self.position) == self.cards

    @invariant()
    def texts_read_back(self) -> None:
        again = Position.parse(RULESETS[self.slug], str(self.position))
        assert again == self.position
        assert hash(again) == hash(self.position)
        assert str(again) == str(self.position)
        for move in self.position.legal_moves():
            assert Move.parse(str(move)) == move
            assert hash(Move.parse(str(move))) == hash(move)

    @invariant()
    def a_view_with_hidden_cards_is_refused(self) -> None:
        view = str(self.position.view())
        if "??" in view:
            with pytest.raises(NotationError):
                Position.parse(RULESETS[self.slug], view)

    @invariant()
    def won_and_lost_exclude_each_other(self) -> None:
        assert not (self.position.is_won and self.position.is_lost)
        if self.position.is_won:
            assert moves(self.position) == set()
        if not moves(self.position):
            assert self.position.is_won or self.position.is_lost


def plays(position: Position, text: str) -> bool:
    """Say whether a move can be played; any error but that it is illegal is passed on."""
    try:
        position.play(Move.parse(text))
    except IllegalMove:
        return False
    return True


def machine(a_slug: str) -> type[TestCase]:
    """Make the test case of one ruleset's machine."""

    class Machine(GameMachine):
        slug = a_slug

    Machine.TestCase.settings = QUICK
    return Machine.TestCase


TestBurgvoegtin = machine("burgvoegtin")
TestBurgvoegtinStreng = machine("burgvoegtin-streng")
TestBurgvoegtinOffen = machine("burgvoegtin-offen")
TestBeleagueredCastle = machine("beleaguered-castle")
TestStreetsAndAlleys = machine("streets-and-alleys")
TestCitadel = machine("citadel")
TestArchway = machine("archway")
TestArchwayLeicht = machine("archway-leicht")
TestLaBelleLucie = machine("la-belle-lucie")
TestLaBelleLucieOhneMerci = machine("la-belle-lucie-ohne-merci")
TestTrefoil = machine("trefoil")
TestFan = machine("fan")


def every_text(position: Position) -> list[str]:
    """Write every move that can be thought of: each card of the pack from each pile to each."""
    names = list(position.piles)
    return [
        f"{card}:{source}>{target}"
        for card in oracle.one_pack()
        for source in names
        for target in names
    ]


def texts_of_what_lies_there(position: Position) -> list[str]:
    """Write the moves of every card from the pile where it lies to each pile, its own included."""
    return [
        f"{card}:{source}>{target}"
        for source, held in position.piles.items()
        for card in held
        for target in position.piles
    ]


def random_texts(position: Position, number: int) -> list[str]:
    """Write 300 moves that can be thought of."""
    rng = random.Random(number)
    names = list(position.piles)
    cards = oracle.one_pack()
    return [f"{rng.choice(cards)}:{rng.choice(names)}>{rng.choice(names)}" for _ in range(300)]


@pytest.mark.parametrize("slug", oracle.SLUGS)
def test_every_listed_move_plays_and_no_other_text_does(slug: str) -> None:
    dealt = some_deal(slug)
    assert moves(dealt) == {text for text in [*every_text(dealt), "redeal"] if plays(dealt, text)}
    for number, table in enumerate(tables(slug, range(6))):
        position = parse(table)
        texts = {*texts_of_what_lies_there(position), *random_texts(position, number), "redeal"}
        assert {text for text in texts if plays(position, text)} == moves(position)


# Secrets


SECRETIVE = ["burgvoegtin", "burgvoegtin-streng", "la-belle-lucie", "trefoil"]
SECRETIVE += ["la-belle-lucie-ohne-merci"]


def with_secrets_permuted(table: oracle.Table, rng: random.Random) -> oracle.Table:
    """Shuffle what no player can know: the face-down cards and the coming packs."""
    other = table.copy()
    places = [
        (name, index)
        for name, seen in oracle.view_piles(table).items()
        for index, card in enumerate(seen)
        if card == "??"
    ]
    hidden = [table.piles[name][index] for name, index in places]
    rng.shuffle(hidden)
    for (name, index), card in zip(places, hidden, strict=True):
        other.piles[name][index] = card
    for coming in other.coming.values():
        rng.shuffle(coming)
    return other


def pairs(slug: str) -> list[tuple[Position, Position]]:
    """Give pairs of positions that differ in nothing but their secrets."""
    deals = [oracle.deal_seed(slug, number.to_bytes(32, "big")) for number in range(5)]
    found = []
    for number, table in enumerate([*deals, *tables(slug, range(2000, 2040))]):
        other = with_secrets_permuted(table, random.Random(number))
        if other != table:
            found.append((parse(table), parse(other)))
    assert len(found) > 10
    return found


@pytest.mark.parametrize("slug", SECRETIVE)
def test_secrets_make_positions_differ_but_not_what_may_be_known_of_them(slug: str) -> None:
    for one, other in pairs(slug):
        assert one != other
        assert one.view() == other.view()
        assert repr(one.view()) == repr(other.view())
        assert str(one.view()) == str(other.view())
        assert moves(one) == moves(other)
        assert (one.is_won, one.is_lost) == (other.is_won, other.is_lost)
        for move in one.legal_moves():
            assert one.reveals(move) == other.reveals(move)
            assert one.is_pointless(move) == other.is_pointless(move)


@pytest.mark.parametrize("slug", SECRETIVE)
def test_refusals_tell_nothing_of_secrets(slug: str) -> None:
    """A move that names a face-down card is refused as one that names a card elsewhere is."""
    for number, (one, other) in enumerate(pairs(slug)[:12]):
        for text in random_texts(one, number):
            assert refusal(one.play, text) == refusal(other.play, text)
            assert refusal(one.expand, text) == refusal(other.expand, text)


def refusal(attempt: Callable[[Move], object], text: str) -> object:
    """Give everything that a refusal says, None where there is none."""
    try:
        attempt(Move.parse(text))
    except RulesError as error:
        return type(error), error.code, dict(error.params), str(error), repr(error)
    return None


@pytest.mark.parametrize("slug", SECRETIVE)
def test_a_view_holds_exactly_the_cards_that_lie_face_up(slug: str) -> None:
    for table in tables(slug, range(40)):
        seen = oracle.view_piles(table)
        view = parse(table).view()
        assert {name: list(held) for name, held in view.piles.items()} == seen
        known = {card for held in seen.values() for card in held} - {"??"}
        written = str(view).replace(":", " ").split()
        assert {word for word in written if word in oracle.one_pack()} == known


@pytest.mark.parametrize("slug", oracle.SLUGS)
def test_what_a_view_offers_is_what_is_legal(slug: str) -> None:
    for table in tables(slug, range(60)):
        position = parse(table)
        view = position.view()
        offered = {str(move) for move in (*view.moves, *view.merci_moves)}
        mercis = {text for text in moves(position) if oracle.is_merci(table, text)}
        assert offered == moves(position) - {"redeal"}
        assert {str(move) for move in view.merci_moves} == mercis
        assert view.redeal_allowed == ("redeal" in moves(position))
        assert (view.redeals, view.merci) == (table.redeals, table.merci)
        assert (view.is_won, view.is_lost) == (position.is_won, position.is_lost)


@pytest.mark.parametrize("slug", oracle.SLUGS)
def test_equal_positions_are_equal_however_they_came_about(slug: str) -> None:
    dealt = some_deal(slug, 7)
    read = parse(oracle.deal_seed(slug, (7).to_bytes(32, "big")))
    assert dealt == read
    assert len({dealt, read, some_deal(slug, 8)}) == 2
    assert dealt != str(dealt)
