"""Boards of days, of months and of all time."""

from rest_framework import serializers as s

from games.api.forms.base import Form, Moment


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
