"""Rulesets and dailies."""

from rest_framework import serializers as s

from games.api.forms.base import OUTCOMES, STATES, Form, Moment


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
