"""What is asked of a game."""

from rest_framework import serializers as s

from games.api.forms.base import Form
from games.requests import MAX_INTEGER, MAX_MOVE_LENGTH


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
