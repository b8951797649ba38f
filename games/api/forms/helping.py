"""What the solver is asked, and what it has found."""

from rest_framework import serializers as s

from games.api.forms.base import Form

HELP = [(kind, kind) for kind in ("hint", "winnable", "line", "turning_point")]
HELP_STATES = [(state, state) for state in ("none", "waiting", "answered")]
WINNABLE = [(word, word) for word in ("yes", "no", "unknown")]


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
