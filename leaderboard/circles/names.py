"""Which names circles may bear: words with spaces and signs, but nothing that can't be seen."""

import unicodedata
from itertools import groupby

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.names import is_drawn

MIN_LENGTH = 2
MAX_LENGTH = 40
# No language puts more on a letter, and towers of marks run over the lines around them.
MOST_MARKS = 2


def clean_name(text: str) -> str:
    """Return the name as it is shown, or raise a ValidationError that says what is wrong.

    >>> clean_name("  Bridgeclub   Köln-Süd e. V. ")
    'Bridgeclub Köln-Süd e. V.'
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not all(character == " " or is_drawn(character) for character in name):
        raise ValidationError(
            _("A name can’t hold invisible characters."), code="circle_name_invisible"
        )
    if not MIN_LENGTH <= len(name) <= MAX_LENGTH:
        raise ValidationError(
            _("A circle’s name has %(least)d to %(most)d characters."),
            code="circle_name_length",
            params={"least": MIN_LENGTH, "most": MAX_LENGTH},
        )
    if not any(character.isalnum() for character in name):
        raise ValidationError(
            _("A name needs at least one letter or digit."), code="circle_name_only_signs"
        )
    if _longest_run_of_marks(name) > MOST_MARKS:
        raise ValidationError(
            _("A letter can’t bear so many marks in a name."), code="circle_name_marks"
        )
    return name


def _longest_run_of_marks(name: str) -> int:
    kinds = (unicodedata.category(character)[0] for character in name)
    return max((len([*run]) for kind, run in groupby(kinds) if kind == "M"), default=0)
