"""The forms of the account pages: allauth's, with our fields and words."""

from collections.abc import Mapping
from typing import Any

from allauth.account import forms as allauth_forms
from allauth.core import context, ratelimit
from django import forms
from django.contrib.auth.password_validation import validate_password
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.names import name_key
from accounts.renaming import name_taken

NAME_HELP = _("3 to 20 letters or digits; - _ . may be among them. Everybody sees this name.")
PASSWORD_HELP = _("At least 8 characters, and nothing that everybody would try first.")


def name_field(*, help_text: Any = "") -> forms.CharField:
    """Return a field for a player's name; whether it will do is for others to say."""
    attrs = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
    return forms.CharField(
        label=_("Name"), help_text=help_text, max_length=200, widget=forms.TextInput(attrs)
    )


def password_field(
    label: Any, *, autocomplete: str = "current-password", help_text: Any = ""
) -> forms.CharField:
    """Return a field for a password, as it is typed: spaces at its ends count."""
    widget = forms.PasswordInput(
        {
            "autocomplete": autocomplete,
            "data-reveal": _("Show"),
            "data-reveal-name": _("Show the password"),
        }
    )
    # Far beyond every real password, so that nobody keeps the hash busy with megabytes.
    return forms.CharField(
        label=label, help_text=help_text, strip=False, max_length=1000, widget=widget
    )


def new_password_field(label: Any) -> forms.CharField:
    """Return a field for a password that is chosen now."""
    return password_field(label, autocomplete="new-password", help_text=PASSWORD_HELP)


def mail_field(*, required: bool = True, help_text: Any = "") -> forms.EmailField:
    """Return a field for a mail address."""
    return forms.EmailField(
        label=_("Mail address") if required else _("Mail address (optional)"),
        help_text=help_text,
        required=required,
        max_length=254,
        widget=forms.EmailInput({"autocomplete": "email"}),
    )


def _radios(label: Any, choices: Mapping[str, Any]) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label, choices=list(choices.items()), required=False, widget=forms.RadioSelect
    )


class NewPasswordMixin:
    """One new password, typed once: the page can show it."""

    fields: dict[str, forms.Field]
    user: Any  # the player; allauth leaves open who that is

    def ask_once(self) -> None:
        """Replace allauth's two password fields by one."""
        self.fields.pop("password2", None)
        self.fields["password1"] = new_password_field(_("New password"))

    def clean_password1(self) -> str:
        password: str = self.cleaned_data["password1"]  # type: ignore[attr-defined]  # the form's
        validate_password(password, self.user)
        return password


class SignupForm(allauth_forms.SignupForm):
    """Name, password and, who likes, a mail address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"] = name_field(help_text=NAME_HELP)
        self.fields["password1"] = new_password_field(_("Password"))
        self.fields["email"] = mail_field(
            required=False,
            help_text=_("Only to set a new password. Without it you get a recovery code."),
        )
        self.order_fields(["username", "password1", "email"])

    def try_save(self, request: HttpRequest) -> Any:
        """Save the player; raise a ValidationError if the name was taken a moment ago."""
        try:
            with transaction.atomic():
                return super().try_save(request)
        except IntegrityError:
            raise name_taken() from None


class LoginForm(allauth_forms.LoginForm):
    """Name and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"] = name_field()
        self.fields["password"] = password_field(_("Password"))
        self.order_fields(["login", "password"])


class AddEmailForm(allauth_forms.AddEmailForm):
    """A mail address for a player who has none, or another one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"] = mail_field()


class ChangePasswordForm(NewPasswordMixin, allauth_forms.ChangePasswordForm):
    """The old password and a new one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"] = password_field(_("Current password"))
        self.ask_once()


class ResetPasswordForm(allauth_forms.ResetPasswordForm):
    """The mail address that a link for a new password goes to."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"] = mail_field()


class ResetPasswordKeyForm(NewPasswordMixin, allauth_forms.ResetPasswordKeyForm):
    """A new password, on the page that the mailed link leads to."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ask_once()

    def save(self) -> None:
        super().save()
        forgive_failures(context.request, self.user.username)


class ReauthenticateForm(allauth_forms.ReauthenticateForm):
    """The password once more, before something that matters."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"] = password_field(_("Password"))


class RecoverForm(forms.Form):
    """Name, recovery code and a new password."""

    username = name_field()
    code = forms.CharField(
        label=_("Recovery code"),
        max_length=100,
        widget=forms.TextInput(
            {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )
    password1 = new_password_field(_("New password"))

    def clean(self) -> dict[str, Any]:
        """Check the password against the name that was typed, whether or not it exists."""
        data = super().clean() or self.cleaned_data
        if "password1" in data:
            try:
                validate_password(data["password1"], Player(username=data.get("username", "")))
            except forms.ValidationError as error:
                self.add_error("password1", error)
        return data


class PreferencesForm(forms.Form):
    """How somebody likes the pages and the table; a field for each name of preferences.VALUES."""

    language = _radios(
        _("Language"), {"": _("As the browser asks"), "de": "Deutsch", "en": "English"}
    )
    theme = _radios(
        _("Light or dark"),
        {"system": _("As the device is set"), "light": _("Light"), "dark": _("Dark")},
    )
    motion = _radios(
        _("Motion of the cards"),
        {"system": _("As the device is set"), "on": _("On"), "off": _("Off")},
    )
    letters = _radios(
        _("Letters on the cards"),
        {
            "language": _("As the language has them"),
            "german": _("A K D B"),
            "english": _("A K Q J"),
        },
    )
    suits = _radios(
        _("Colours of the suits"),
        {
            "two": _("Two: black and red"),
            "four": _("Four: black, green, red and blue"),
        },
    )
    indices = _radios(_("Figures on the cards"), {"ordinary": _("Ordinary"), "large": _("Large")})
    tap = _radios(
        _("A tap on a card"),
        {
            "target": _("takes it up; the next tap puts it down"),
            "direct": _("plays it at once where it can go to one place only"),
        },
    )
    hand = _radios(
        _("Buttons at the table"),
        {"right": _("for the right hand"), "left": _("for the left hand")},
    )
    keys = _radios(
        _("Single letters as keys"),
        {"on": _("On: Z takes back, ? lists them all"), "off": _("Off")},
    )


class PageForm(forms.Form):
    """Who may see a player's page, and a field for each of public_page.PARTS."""

    shown_to = forms.ChoiceField(
        label=_("Who sees your page"),
        choices=[
            (Player.Audience.EVERYBODY, _("Everybody")),
            (Player.Audience.PLAYERS, _("Only players who are signed in")),
            (Player.Audience.NOBODY, _("Only me")),
        ],
        widget=forms.RadioSelect,
    )
    results = forms.BooleanField(label=_("Results: wins, best times and ranks"), required=False)
    streaks = forms.BooleanField(label=_("Streaks: days in a row with a win"), required=False)
    months = forms.BooleanField(
        label=_("Months: how many deals I began, how many I won, and how fast"), required=False
    )


class NameForm(forms.Form):
    """A new name."""

    name = name_field(help_text=NAME_HELP)


class TokenForm(forms.Form):
    """What a new API token is for."""

    label = forms.CharField(
        label=_("What is it for?"), max_length=60, widget=forms.TextInput({"autocomplete": "off"})
    )


class PasswordForm(forms.Form):
    """The password, before something that matters."""

    password = password_field(_("Password"))


class DeleteForm(PasswordForm):
    """The password, and the word that it is meant."""

    sure = forms.BooleanField(label=_("I know that after a week this can’t be undone."))


def forgive_failures(request: HttpRequest, name: str) -> None:
    """Let somebody who has just set a new password sign in without a wait."""
    ratelimit.clear(request, action="login_failed", key=name_key(name))
