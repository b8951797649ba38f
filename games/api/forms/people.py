"""Players, and the asker."""

from rest_framework import serializers as s

from games.api.forms.base import Form, Moment


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
    current = s.IntegerField(help_text="The days in a row that a win can still go on with.")
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
