"""Circles and their boards."""

from rest_framework import serializers as s

from games.api.forms.base import Form, Moment
from games.api.forms.boards import MonthRow, Row


class Circle(Form):
    id = s.IntegerField()
    name = s.CharField()
    owner = s.CharField(help_text="Empty where no owner's account is active.")
    is_owner = s.BooleanField(help_text="Whether the asker owns it.")
    members = s.IntegerField()
    joined = Moment(help_text="When the asker came in.")


class Circles(Form):
    circles = Circle(many=True)


class CircleRow(Row):
    rank = s.IntegerField(help_text="Among the members; equal times share a rank: 1 2 2 4.")
    overall = s.IntegerField(help_text="The rank on the board of all players.")


class CircleBoard(Form):
    circle = s.IntegerField()
    ruleset = s.CharField()
    day = s.DateField()
    entries = CircleRow(many=True)


class CircleMonth(Form):
    circle = s.IntegerField()
    scope = s.CharField(help_text="A ruleset, all, or of-the-day.")
    month = s.CharField(help_text="Like 2026-11.")
    entries = MonthRow(many=True)
