"""What the pages' forms send."""

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.services.starting import LARGEST_NUMBER
from leaderboard.circles.names import MAX_LENGTH, MIN_LENGTH
from leaderboard.fairplay.services import LONGEST_ANSWER


class DailyForm(forms.Form):
    """The day that the page was about when the reader pressed the button."""

    day = forms.DateField(input_formats=["%Y-%m-%d"])


class PracticeForm(forms.Form):
    """The number of a practice deal; none asks for a fresh one."""

    number = forms.IntegerField(
        label=_("Number of the deal"),
        required=False,
        min_value=1,
        max_value=LARGEST_NUMBER,
        error_messages={
            "invalid": _("A deal's number is a whole number, such as 4711."),
            "min_value": _("Deal numbers begin with 1."),
            "max_value": _("Deal numbers end at %(limit_value)s."),
        },
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


class CircleForm(forms.Form):
    """The name of a circle; whether it will do is for others to say."""

    name = forms.CharField(
        label=_("Name of the circle"),
        help_text=format_lazy(
            _("{least} to {most} characters. Everybody who has the invitation sees it."),
            least=MIN_LENGTH,
            most=MAX_LENGTH,
        ),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class AnswerForm(forms.Form):
    """What a player says to a decision of the staff's."""

    text = forms.CharField(
        label=_("Your answer"),
        max_length=LONGEST_ANSWER,
        widget=forms.Textarea(attrs={"rows": 6}),
    )
