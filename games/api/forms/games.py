"""Games: as they stand, in lists, and looked through."""

from rest_framework import serializers as s

from games.api.forms.base import OUTCOMES, STATES, Error, Form, Moment
from games.services.starting import LARGEST_NUMBER

KINDS = [(kind, kind) for kind in ("deal", "play", "undo", "restart", "resign")]


class PracticeRequest(Form):
    ruleset = s.CharField(max_length=40, help_text="The ruleset's slug.")
    number = s.IntegerField(
        min_value=1,
        max_value=LARGEST_NUMBER,
        required=False,
        help_text="A deal's public number; without it a random one is taken.",
    )


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
