"""What forms have in common, and the form of a refusal."""

from datetime import datetime

from rest_framework import serializers as s

from games.events import iso

OUTCOMES = [("playing", "playing"), ("won", "won"), ("given_up", "given_up")]
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
