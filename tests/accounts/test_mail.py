"""Mail addresses: confirmed when given, and nobody learns whose they are."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.messages import get_messages
from django.core import mail
from django.test import Client

from accounts.models import Player

from .conftest import PASSWORD, SignIn, post_with_password, text_of

pytestmark = pytest.mark.django_db
KNOWN, UNKNOWN = "berta@example.org", "niemand@example.org"


@pytest.fixture(autouse=True)
def berta(db: None) -> Player:
    """A player with a confirmed mail address."""
    player = Player.objects.create_user("Berta", KNOWN, PASSWORD)
    EmailAddress.objects.create(user=player, email=KNOWN, verified=True, primary=True)
    return player


def told(answer: Any) -> tuple[int, str, str, list[str]]:
    """Everything that an answer tells: status, target, page and messages."""
    messages = [str(message) for message in get_messages(answer.wsgi_request)]
    return answer.status_code, answer.headers.get("Location", ""), text_of(answer), messages


def test_sign_up_does_not_tell_whether_a_mail_address_is_known() -> None:
    seen = []
    for name, address in (("Emma", KNOWN), ("Emmy", UNKNOWN)):
        browser = Client()
        asked = {"username": name, "password1": PASSWORD, "email": address}
        answers = [told(browser.post("/account/signup/", asked))]
        answers += [told(browser.get(page)) for page in ("/account/", "/account/email/")]
        told_apart = [
            (*rest, page.replace(name, "").replace(address, ""), messages)
            for *rest, page, messages in answers
        ]
        seen.append((told_apart, len(mail.outbox), mail.outbox[-1].subject))
        mail.outbox.clear()
    assert seen[0] == seen[1]


def test_reset_does_not_tell_whether_a_mail_address_is_known() -> None:
    seen = []
    for address in (KNOWN, UNKNOWN):
        browser = Client()
        sent = browser.post("/account/password/reset/", {"email": address})
        page = browser.get(sent.headers["Location"])
        seen.append((told(sent), told(page), len(mail.outbox), mail.outbox[-1].subject))
        mail.outbox.clear()
    assert seen[0] == seen[1]


def test_changing_to_a_known_address_does_not_tell_so(anna: Player, sign_in: SignIn) -> None:
    seen = []
    for address in (KNOWN, UNKNOWN):
        browser = sign_in("Anna")
        page = post_with_password(browser, "/account/email/", {"email": address, "action_add": ""})
        status, target, text, messages = told(page)
        assert address in text
        seen.append((status, target, text.replace(address, ""), messages, len(mail.outbox)))
        mail.outbox.clear()
    assert seen[0] == seen[1]


def test_nobody_signs_in_by_mail_address(browser: Client) -> None:
    answer = browser.post("/account/login/", {"login": KNOWN, "password": PASSWORD})
    assert "don’t go together" in text_of(answer)


def test_only_the_first_account_to_confirm_an_address_owns_it(browser: Client) -> None:
    browser.post("/account/signup/", {"username": "Emma", "password1": PASSWORD, "email": KNOWN})
    link = next(word for word in mail.outbox[-1].body.split() if word.startswith("http"))
    assert "of another account already" in text_of(browser.get(link))
    browser.post(link)
    assert not EmailAddress.objects.get(user__username="Emma").verified


def test_a_reset_by_a_confirmed_address_is_for_its_owner_alone(browser: Client) -> None:
    browser.post("/account/signup/", {"username": "Emma", "password1": PASSWORD, "email": KNOWN})
    mail.outbox.clear()
    Client().post("/account/password/reset/", {"email": KNOWN})
    assert ["Berta" in message.body for message in mail.outbox] == [True]


def test_an_address_replaces_the_old_one_only_once_it_is_confirmed(sign_in: SignIn) -> None:
    browser = sign_in("Berta")
    post_with_password(browser, "/account/email/", {"email": "neu@example.org", "action_add": ""})
    player = Player.objects.get(username="Berta")
    assert player.email == KNOWN
    link = next(word for word in mail.outbox[-1].body.split() if word.startswith("http"))
    assert browser.post(link).headers["Location"] == "/account/"
    player.refresh_from_db()
    assert player.email == "neu@example.org"
    assert list(player.emailaddress_set.values_list("email", "verified")) == [
        ("neu@example.org", True)
    ]


def test_an_address_that_waits_can_be_forgotten(anna: Player, sign_in: SignIn) -> None:
    browser = sign_in("Anna")
    post_with_password(browser, "/account/email/", {"email": UNKNOWN, "action_add": ""})
    assert EmailAddress.objects.filter(email=UNKNOWN).exists()
    browser.post("/account/email/", {"email": UNKNOWN, "action_remove": ""})
    assert not EmailAddress.objects.filter(email=UNKNOWN).exists()


@pytest.mark.parametrize(
    ("language", "subject", "word"),
    [("de", "Ein neues Passwort", "hoffentlich du"), ("en", "A new password", "hopefully you")],
)
def test_mails_speak_the_language_of_the_page(language: str, subject: str, word: str) -> None:
    browser = Client(headers={"accept-language": language})
    browser.post("/account/password/reset/", {"email": KNOWN})
    assert mail.outbox[0].subject == subject
    assert word in mail.outbox[0].body
