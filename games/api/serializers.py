"""The forms of the API's answers and requests, which also make its schema."""

from datetime import datetime

from rest_framework import serializers as s

from games.events import iso
from games.requests import MAX_INTEGER, MAX_MOVE_LENGTH
from games.services.starting import LARGEST_NUMBER

OUTCOMES = [("playing", "playing"), ("won", "won"), ("given_up", "given_up")]
KINDS = [(kind, kind) for kind in ("deal", "play", "undo", "restart", "resign")]
HELP = [(kind, kind) for kind in ("hint", "winnable", "line", "turning_point")]
HELP_STATES = [(state, state) for state in ("none", "waiting", "answered")]
WINNABLE = [(word, word) for word in ("yes", "no", "unknown")]
STATES = [("counted", "counted"), ("held", "held"), ("void", "void")]


class Form(s.Serializer[object]):
    # Without a docstring: the schema would repeat it for every form that has none of its own.
    pass


class Moment(s.DateTimeField):
    def to_representation(self, value: object) -> str:
        """UTC, to the millisecond, as in a game."""
        assert isinstance(value, datetime)  # noqa: S101  # the models hold nothing else
        return iso(value)


class ErrorDetail(Form):
    code = s.CharField(help_text="What is wrong, for programs; docs/protocol.md lists them all.")
    message = s.CharField(help_text="What is wrong, for people, in the asker's language.")


class Error(Form):
    error = ErrorDetail()


# --- Rulesets and dailies -------------------------------------------------------------------


class PileGroup(Form):
    kind = s.CharField(help_text="foundation, tableau or reserve")
    piles = s.ListField(child=s.CharField())


class Ruleset(Form):
    slug = s.CharField()
    name = s.CharField()
    family = s.CharField()
    version = s.IntegerField(help_text="Goes up only when the rules change.")
    packs = s.IntegerField(help_text="1 or 2 packs of 52")
    redeals = s.IntegerField()
    has_merci = s.BooleanField()
    groups = PileGroup(many=True)


class Daily(Form):
    ruleset = s.CharField()
    day = s.DateField()
    opens = Moment()
    closes = Moment()
    settles = Moment(help_text="From then on the seed and all replays are public.")
    is_open = s.BooleanField(help_text="Whether a ranked game may be begun now.")
    is_settled = s.BooleanField()
    seed_sha256 = s.CharField(help_text="SHA-256 of the seed, in hex.")
    seed = s.CharField(allow_null=True, help_text="32 bytes in hex once settled, before null.")
    state = s.ChoiceField(choices=OUTCOMES, allow_null=True, help_text="Of the asker's game.")
    game = s.UUIDField(allow_null=True)
    hundredths = s.IntegerField(allow_null=True)
    rank = s.IntegerField(allow_null=True)
    result_state = s.ChoiceField(choices=STATES, allow_null=True)
    par = s.IntegerField(
        allow_null=True, help_text="Once settled, the moves of the line that the solver found."
    )
    nodes = s.IntegerField(
        allow_null=True, help_text="Once settled, the positions that the search looked at."
    )


class Proof(Form):
    ruleset = s.CharField()
    day = s.DateField()
    opens = Moment()
    settles = Moment(help_text="From then on seed and cards are public.")
    is_settled = s.BooleanField()
    seed_sha256 = s.CharField(help_text="SHA-256 of the seed, in hex.")
    seed = s.CharField(allow_null=True, help_text="32 bytes in hex once settled, before null.")
    pack = s.ListField(
        child=s.CharField(), allow_null=True, help_text="The cards in shuffled order once settled."
    )
    reshuffled = s.ListField(
        child=s.ListField(child=s.CharField()),
        allow_null=True,
        help_text="Likewise the packs of the redeals; empty where there are none.",
    )


class Dailies(Form):
    day = s.DateField()
    today = s.DateField()
    dailies = Daily(many=True)
    being_prepared = s.ListField(
        child=s.CharField(), help_text="Today's rulesets whose deal is not there yet."
    )


class Fingerprint(Form):
    ruleset = s.CharField()
    day = s.DateField()
    opens = Moment()
    seed_sha256 = s.CharField(help_text="SHA-256 of the seed, in hex.")


# --- Games ----------------------------------------------------------------------------------


class Result(Form):
    hundredths = s.IntegerField()
    state = s.ChoiceField(choices=STATES)
    rank = s.IntegerField(allow_null=True)
    total = s.IntegerField()


class Game(Form):
    id = s.UUIDField()
    ruleset = s.CharField()
    ranked = s.BooleanField()
    day = s.DateField(allow_null=True)
    number = s.IntegerField(allow_null=True, help_text="The practice deal's public number.")
    version = s.IntegerField(help_text="Counts everything that happened, undos too.")
    ply = s.IntegerField(help_text="The moves that stand.")
    undos = s.IntegerField()
    restarts = s.IntegerField()
    helped = s.BooleanField(help_text="Whether the solver has been asked about it.")
    outcome = s.ChoiceField(choices=OUTCOMES)
    lost = s.BooleanField(help_text="No move leads on; undo and restart may.")
    started = Moment()
    finished = Moment(allow_null=True)
    elapsed = s.IntegerField(help_text="Milliseconds on the server's clock.")
    piles = s.DictField(
        child=s.ListField(child=s.CharField()),
        help_text="Pile name to cards, the free card last; ?? is face down.",
    )
    redeals = s.IntegerField(allow_null=True)
    merci = s.IntegerField(allow_null=True)
    dests = s.DictField(
        child=s.ListField(child=s.CharField()), help_text="card:pile to the piles it may go to."
    )
    merci_dests = s.DictField(child=s.ListField(child=s.CharField()))
    sequence_dests = s.DictField(child=s.ListField(child=s.CharField()))
    redeal = s.BooleanField(help_text="Whether a redeal is legal now.")
    can_finish = s.BooleanField(help_text="Whether moves to foundations alone win the game.")
    can_undo = s.BooleanField()
    can_restart = s.BooleanField()
    result = Result(allow_null=True)


class StaleError(Error):
    game = Game(required=False, help_text="The game as it stands, where the request was stale.")


class GameSummary(Form):
    id = s.UUIDField()
    ruleset = s.CharField()
    ranked = s.BooleanField()
    day = s.DateField(allow_null=True)
    number = s.IntegerField(allow_null=True)
    outcome = s.ChoiceField(choices=OUTCOMES)
    ply = s.IntegerField()
    undos = s.IntegerField()
    restarts = s.IntegerField()
    helped = s.BooleanField()
    started = Moment()
    finished = Moment(allow_null=True)


class GamePage(Form):
    games = GameSummary(many=True)
    page = s.IntegerField()
    pages = s.IntegerField()
    total = s.IntegerField()


class Step(Form):
    version = s.IntegerField()
    kind = s.ChoiceField(choices=KINDS)
    move = s.CharField(allow_blank=True, help_text="Empty but for a played move.")
    ply = s.IntegerField()
    elapsed = s.IntegerField(help_text="Milliseconds since the start.")
    piles = s.DictField(child=s.ListField(child=s.CharField()))
    redeals = s.IntegerField(allow_null=True)
    merci = s.IntegerField(allow_null=True)


class Replay(Form):
    id = s.UUIDField()
    ruleset = s.CharField()
    ruleset_version = s.IntegerField()
    day = s.DateField(allow_null=True)
    number = s.IntegerField(allow_null=True)
    outcome = s.ChoiceField(choices=OUTCOMES)
    started = Moment()
    finished = Moment(allow_null=True)
    par = s.IntegerField(
        allow_null=True, help_text="Of a daily's deal: the moves of the line that was found."
    )
    nodes = s.IntegerField(
        allow_null=True, help_text="Of a daily's deal: the positions that the search looked at."
    )
    steps = Step(many=True)
    next = s.IntegerField(allow_null=True, help_text="Ask on with ?since= this; null at the end.")


class LineStep(Form):
    move = s.CharField(allow_blank=True, help_text="Empty where the line begins.")
    ply = s.IntegerField(help_text="The moves that stand after it.")
    piles = s.DictField(child=s.ListField(child=s.CharField()))
    redeals = s.IntegerField(allow_null=True)
    merci = s.IntegerField(allow_null=True)


class Solution(Form):
    ruleset = s.CharField()
    day = s.DateField()
    par = s.IntegerField(help_text="How many moves the line has.")
    nodes = s.IntegerField(help_text="The positions that the search looked at.")
    steps = LineStep(many=True)


class HelpRequest(Form):
    kind = s.ChoiceField(choices=HELP)


class Help(Form):
    kind = s.ChoiceField(choices=HELP, allow_null=True)
    version = s.IntegerField(help_text="The version that was asked about.")
    state = s.ChoiceField(choices=HELP_STATES)
    ahead = s.IntegerField(
        allow_null=True, help_text="waiting: how many questions are answered before this one."
    )
    winnable = s.ChoiceField(choices=WINNABLE, allow_null=True)
    move = s.CharField(allow_null=True, help_text="hint: the next move of a line that wins.")
    steps = LineStep(many=True, allow_null=True, help_text="line: from where to the win.")
    won_until = s.IntegerField(
        allow_null=True, help_text="turning_point: the last ply at which a win is known."
    )
    lost_from = s.IntegerField(
        allow_null=True, help_text="turning_point: the first ply at which none is possible."
    )


class PracticeRequest(Form):
    ruleset = s.CharField(max_length=40, help_text="The ruleset's slug.")
    number = s.IntegerField(
        min_value=1,
        max_value=LARGEST_NUMBER,
        required=False,
        help_text="A deal's public number; without it a random one is taken.",
    )


class OnVersion(Form):
    id = s.UUIDField(help_text="Made by the client; the same again gets the same answer.")
    version = s.IntegerField(
        min_value=0, max_value=MAX_INTEGER, help_text="The version that the player saw."
    )


class After(Form):
    id = s.UUIDField(help_text="Made by the client; the same again gets the same answer.")
    after = s.UUIDField(help_text="The id of the request before, not answered yet.")


class MoveOnVersion(OnVersion):
    move = s.CharField(
        max_length=MAX_MOVE_LENGTH, help_text="card:source>target, like TH:T3>FH, or redeal"
    )
    sequence = s.BooleanField(required=False, help_text="Move the cards above it along.")


class MoveAfter(After):
    move = s.CharField(
        max_length=MAX_MOVE_LENGTH, help_text="card:source>target, like TH:T3>FH, or redeal"
    )
    sequence = s.BooleanField(required=False, help_text="Move the cards above it along.")


# --- Boards and players ---------------------------------------------------------------------


class Row(Form):
    rank = s.IntegerField(help_text="Equal times share a rank: 1 2 2 4.")
    name = s.CharField(allow_null=True, help_text="null for a deleted player")
    is_me = s.BooleanField()
    hundredths = s.IntegerField(help_text="Hundredths of a second, rounded down.")
    moves = s.IntegerField()
    undos = s.IntegerField()
    restarts = s.IntegerField()
    clean = s.BooleanField(help_text="Neither undo nor restart.")
    finished = Moment()
    game = s.UUIDField(allow_null=True, help_text="For its replay, once the day is settled.")


class Board(Form):
    ruleset = s.CharField()
    day = s.DateField()
    entries = Row(many=True)
    total = s.IntegerField()
    page = s.IntegerField()
    pages = s.IntegerField()
    before = s.CharField(allow_null=True, help_text="Go on to faster ones with ?before= this.")
    after = s.CharField(allow_null=True, help_text="Go on to slower ones with ?after= this.")
    mine = Row(allow_null=True, help_text="The asker's own row, on whatever page it is.")
    near = Row(many=True, help_text="The asker's own row between its neighbours.")


class MonthRow(Form):
    rank = s.IntegerField(help_text="Equal points share a rank: 1 2 2 4.")
    name = s.CharField(allow_null=True, help_text="null for a deleted player")
    is_me = s.BooleanField()
    points = s.IntegerField()
    wins = s.IntegerField(help_text="The dailies that brought the points.")


class MonthBoard(Form):
    scope = s.CharField(help_text="A ruleset, all, or of-the-day.")
    month = s.CharField(help_text="Like 2026-11.")
    entries = MonthRow(many=True)
    total = s.IntegerField()
    page = s.IntegerField()
    pages = s.IntegerField()
    mine = MonthRow(allow_null=True, help_text="The asker's own row, on whatever page it is.")


class RecordRow(Form):
    rank = s.IntegerField(help_text="Equal wins and best times share a rank.")
    name = s.CharField(allow_null=True, help_text="null for a deleted player")
    is_me = s.BooleanField()
    wins = s.IntegerField()
    best = s.IntegerField(help_text="Hundredths of a second.")
    median = s.IntegerField(help_text="Hundredths of a second.")
    streak = s.IntegerField(help_text="The most days in a row.")


class AllTimeBoard(Form):
    ruleset = s.CharField()
    entries = RecordRow(many=True)
    total = s.IntegerField()
    page = s.IntegerField()
    pages = s.IntegerField()
    mine = RecordRow(allow_null=True, help_text="The asker's own row, on whatever page it is.")


class PatienceOfTheDay(Form):
    day = s.DateField()
    ruleset = s.CharField()


class PatiencesOfTheDay(Form):
    days = PatienceOfTheDay(many=True)


class PlayerResult(Form):
    ruleset = s.CharField()
    day = s.DateField()
    hundredths = s.IntegerField()
    rank = s.IntegerField()
    total = s.IntegerField()
    moves = s.IntegerField()
    clean = s.BooleanField()
    finished = Moment()


class Counts(Form):
    begun = s.IntegerField()
    won = s.IntegerField()
    given_up = s.IntegerField()


class Streak(Form):
    current = s.IntegerField(help_text="The days in a row up to today or yesterday.")
    longest = s.IntegerField()


class Streaks(Form):
    overall = Streak(help_text="Days on which any daily was won.")
    by_ruleset = s.DictField(child=Streak(), help_text="Of the rulesets that were won.")


class PlayerPage(Form):
    name = s.CharField()
    private = s.BooleanField(help_text="Whether the asker sees nothing of it.")
    results = PlayerResult(many=True, allow_null=True, help_text="null where not shown")
    before = s.CharField(allow_null=True, help_text="Go on to newer results with ?before= this.")
    after = s.CharField(allow_null=True, help_text="Go on to older results with ?after= this.")
    streaks = Streaks(allow_null=True, help_text="null where not shown")
    dailies = s.DictField(
        child=Counts(),
        allow_null=True,
        help_text="By ruleset: the dailies that were begun; null where not shown.",
    )


# --- The asker ------------------------------------------------------------------------------


class Me(Form):
    name = s.CharField(allow_null=True, help_text="null for a guest")
    language = s.CharField(help_text="In which the asker is answered.")
    via_token = s.BooleanField()


class TokenRequest(Form):
    label = s.CharField(  # type: ignore[assignment]  # the stubs take it for a field's own label
        max_length=60, help_text="What the token is for."
    )


class Token(Form):
    id = s.IntegerField()
    label = s.CharField()  # type: ignore[assignment]  # the stubs take it for a field's own label
    prefix = s.CharField(help_text="How the token begins, to know it by.")
    created = Moment()
    last_used = Moment(allow_null=True)


class NewToken(Token):
    token = s.CharField(help_text="The token itself, shown this once.")
