"""Passwords that this site's visitors would try first."""

from typing import Final

from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

# What the site and its games are called, and what stands on its cards.
_TEXT: Final = """
tagesblatt patience patiencen solitaire solitär klondike kartenspiel kartenspiele spielkarte
spielkarten burgvoegtin burgvögtin burgvogtin citadel zitadelle archway torbogen trefoil kleeblatt
fan fächer beleagueredcastle belagerteburg streetsandalleys labellelucie bellelucie lucie
karo herz pik kreuz herzdame herzkönig kreuzbube kreuzdame pikdame pikass karodame karoass
hearts spades diamonds clubs queenofhearts aceofspades kingofhearts
admin moderator password passwort kennwort
"""
WORDS: Final = frozenset(_TEXT.split())


class NoWordOfOurs:
    """Refuses a password that is one of our words, whatever digits and signs stand around it."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Raise a ValidationError for such a password."""
        letters = "".join(sign for sign in password.casefold() if sign.isalpha())
        if letters in WORDS:
            # Django's own words for what is on its list.
            raise ValidationError(_("This password is too common."), code="password_too_common")

    def get_help_text(self) -> str:
        """What a form says beforehand: the field's own help text says it already."""
        return ""
