"""Every refusal in people's words, with cards and piles as they call them."""

import re
from collections.abc import Mapping

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as later
from django.utils.translation import pgettext
from django.utils.translation import pgettext_lazy as name

from games.rules import RULESETS

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
# Rank and suit in people's letters: German has B and D where English has J and Q.
LETTERS = {"T": later("10"), "J": later("J"), "Q": later("Q")}
RANKS_WITH_ARTICLE = {
    "A": later("an ace"),
    "8": later("an 8"),
    "T": later("a 10"),
    "J": later("a jack"),
    "Q": later("a queen"),
    "K": later("a king"),
}
TABLEAU = {
    "packet": later("packet %(number)s"),
    "row": later("row %(number)s"),
    "column": later("column %(number)s"),
    "fan": later("fan %(number)s"),
    "": later("pile %(number)s"),
}
NAMES = {
    "burgvoegtin": name("ruleset", "Lady of the Manor"),
    "burgvoegtin-streng": name("ruleset", "Lady of the Manor, strict"),
    "burgvoegtin-offen": name("ruleset", "Lady of the Manor, open packets"),
    "beleaguered-castle": name("ruleset", "Beleaguered Castle"),
    "streets-and-alleys": name("ruleset", "Streets and Alleys"),
    "citadel": name("ruleset", "Citadel"),
    "archway": name("ruleset", "Archway"),
    "archway-leicht": name("ruleset", "Archway, easier"),
    "la-belle-lucie": name("ruleset", "La Belle Lucie"),
    "la-belle-lucie-ohne-merci": name("ruleset", "La Belle Lucie without merci"),
    "trefoil": name("ruleset", "Trefoil"),
    "fan": name("ruleset", "Fan"),
}

WORDS = {
    # Of the service.
    "bad_request": later("This request is not of the form it must have."),
    "sign_in_required": later("Please sign in first."),
    "not_your_game": later("This is not your game."),
    "token_plays_practice_only": later("With an API token only practice games can be played."),
    "not_found": later("There is no such thing here."),
    "not_open": later("This day has not begun yet."),
    "stale_version": later("The game has gone on meanwhile; this is how it stands."),
    "request_reused": later("This request's id has been used for something else before."),
    "game_finished": later("This game is over."),
    "game_not_finished": later("This game is still being played."),
    "daily_closed": later("This day is over; its deal can no longer be started."),
    "daily_not_settled": later("This day is not settled yet; until then its games stay secret."),
    "nothing_to_undo": later("There is nothing to take back."),
    "cannot_undo_reveal": later("What has been seen can't be unseen: this stays as it is."),
    "nothing_to_finish": later("The rest doesn't go up by itself yet."),
    "too_many_requests": later("That is too much at once; please wait a moment."),
    "help_in_practice_only": later("There is help in practice games only."),
    "not_given_up": later("The way to win is shown once a game has been given up."),
    "help_unavailable": later("Help isn't available at the moment."),
    "being_prepared": later("This deal is being prepared; it takes a moment."),
    "unavailable": later("That couldn't be done just now. Please try again in a moment."),
    "server_error": later("Something went wrong on our side. Please try again in a minute."),
    # Of the rules, where a text can't be read.
    "unreadable_move": later(
        "“%(text)s” is not a move: write card:source>target, like TH:T3>FH, or redeal."
    ),
    "unreadable_card": later("“%(text)s” is not a card: write rank and suit, like TH."),
    "unreadable_line": later("Line %(line)s can't be read: “%(text)s”."),
    "hidden_card": later("A card in %(pile)s is face down; a position needs every card."),
    "unknown_pile": later("Line %(line)s names “%(text)s”, which there is not in this patience."),
    "line_twice": later("Line %(line)s names %(text)s a second time."),
    "line_missing": later("The line of %(text)s is missing."),
    "number_out_of_range": later("%(text)s takes a whole number from 0 to %(most)s."),
    "too_many_copies": later("%(card)s occurs more than %(most)s times."),
    "not_built_right": later("%(card)s can't lie where it does in %(pile)s."),
    "wrong_reserve_pile": later("%(card)s does not belong in %(pile)s."),
    "wrong_pack": later("%(text)s is not a whole pack."),
    "wrong_seed": later("“%(text)s” is not a seed: write 64 hexadecimal digits."),
    "redeal_is_spent": later("%(text)s is spent already."),
    "unknown_ruleset": later("There is no patience “%(text)s”."),
    # Of the rules, where a move isn't legal.
    "game_won": later("The game is won; there is nothing left to move."),
    "no_such_pile": later("There is no pile %(pile)s here."),
    "own_pile": later("%(card)s lies in %(source)s already."),
    "card_not_in_pile": later("There is no %(card)s to be seen in %(source)s."),
    "card_covered": later("%(card)s can't leave %(source)s: it lies under %(top)s."),
    "merci_spent": later(
        "%(card)s can't leave %(source)s: it lies under %(top)s, and the merci is spent."
    ),
    "merci_too_early": later(
        "%(card)s can't leave %(source)s: it lies under %(top)s, and the merci comes only after "
        "the last redeal."
    ),
    "strict_reserve": later("%(card)s has to wait: %(top)s in %(pile)s fits on a foundation."),
    "foundation_keeps_cards": later(
        "%(card)s stays in %(source)s: a foundation gives nothing back."
    ),
    "base_stays": later("%(card)s stays in %(source)s: it is the base card."),
    "exchange_not_open": later(
        "%(card)s can't go to %(target)s: for that the ace pile must end one below the king pile."
    ),
    "wrong_rank": later("%(card)s can't go to %(target)s: there lies %(top)s, it takes %(wants)s."),
    "wrong_suit": later("%(card)s can't go to %(target)s: there lies %(top)s, it takes %(wants)s."),
    "wrong_base": later("%(card)s can't go to %(target)s: empty, it takes %(wants)s."),
    "foundation_full": later("%(card)s can't go to %(target)s: that is complete."),
    "nothing_fits_on_ace": later(
        "%(card)s can't go to %(target)s: there lies %(top)s, and nothing is lower than an ace."
    ),
    "pile_takes_nothing": later("%(card)s can't go to %(target)s: nothing is laid there."),
    "space_takes_nothing": later("%(card)s can't go to %(target)s: it is empty and stays empty."),
    "space_takes_kings_only": later("%(card)s can't go to %(target)s: empty, it takes a king."),
    "space_is_taken": later(
        "%(card)s can't go to %(target)s: there lies %(top)s, and only a gap takes a card."
    ),
    "reserve_takes_nothing": later(
        "%(card)s can't go to %(target)s: nothing is put back into the arch."
    ),
    "reserve_pile_of_other_rank": later("%(card)s can't go to %(target)s: it takes %(wants)s."),
    "no_redeals": later("In this patience there is no redeal."),
    "no_redeal_left": later("No redeal is left."),
    "no_sequences": later("In this patience cards move one at a time."),
    "not_a_sequence": later("The cards from %(card)s on in %(source)s are not a sequence."),
    "sequence_not_between_rows": later(
        "A sequence goes from row to row, not from %(source)s to %(target)s."
    ),
    "sequence_too_long": later(
        "%(cards)s cards at once are too many from %(source)s to %(target)s: the empty rows "
        "allow %(most)s."
    ),
}


def reason(code: str, params: Mapping[str, object]) -> str:
    """Say in the active language why something was refused.

    `params` are those of the rules' errors, with the ruleset's slug if the piles' own names are
    wanted, and for an unreadable move the rules' own code as `reason`.
    """
    slug = str(params.get("ruleset", ""))
    words = _(WORDS[str(params.get("reason", code))])
    return capfirst(words % {key: _piece(key, str(value), slug) for key, value in params.items()})


def card(code: str) -> str:
    """A card as people write it.

    >>> card("9S")
    '9♠'
    """
    return _letter(code[0]) + SUITS[code[1]]


def pile(code: str, slug: str = "") -> str:
    """A pile as people call it, in the words of a ruleset; an unknown one as it was written."""
    if number := re.fullmatch(r"T([0-9]+)", code):
        kind = str(RULESETS[slug].tableau.kind) if slug in RULESETS else ""
        return _(TABLEAU[kind]) % {"number": number[1]}
    if number := re.fullmatch(r"F([1-8])", code):
        return _("foundation %(number)s") % {"number": number[1]}
    if suit := re.fullmatch(r"F([CDHS])", code):
        return _("the %(suit)s foundation") % {"suit": SUITS[suit[1]]}
    if suit := re.fullmatch(r"FA([CDHS])", code):
        return _("the %(suit)s ace pile") % {"suit": SUITS[suit[1]]}
    if suit := re.fullmatch(r"FK([CDHS])", code):
        return _("the %(suit)s king pile") % {"suit": SUITS[suit[1]]}
    if rank := re.fullmatch(r"R([A2-9TJQK])", code):
        return _("the arch’s pile of %(rank)s") % {"rank": _letter(rank[1])}
    return code


def ruleset_name(slug: str) -> str:
    """A ruleset's name in the active language; the slug where there is none."""
    return str(NAMES.get(slug, slug))


def _letter(rank: str) -> str:
    return _(LETTERS[rank]) if rank in LETTERS else rank


def _rank_with_article(rank: str) -> str:
    words = RANKS_WITH_ARTICLE.get(rank)
    return _(words) if words else _("a %(rank)s") % {"rank": rank}


def _piece(key: str, value: str, slug: str) -> str:
    if key in ("source", "target", "pile"):
        return pile(value, slug)
    if key in ("card", "top", "other", "wants"):
        if len(value) == 2:
            return card(value)
        return _rank_with_article(value) if value else pgettext("card", "none")
    return value
