"""Passkeys in a real browser, with an authenticator that Chromium plays itself."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visitors import Visitor, Visits
from tests.served.deals import PASSWORD, new_name
from tests.served.site import Site

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Somebody:
    """A new player's page, on a device that keeps passkeys."""

    def __init__(self, visitor: Visitor) -> None:
        # Browsers have passkeys for a name, and the other tests visit a number.
        visitor.forgive("elsewhere: http://localhost")
        self.site = f"http://localhost:{visitor.site.port}"
        self.name = new_name("Passkey")
        self.page: Page = visitor.context.new_page()
        self.device = visitor.context.new_cdp_session(self.page)
        self.device.send("WebAuthn.enable")
        added: Any = self.device.send(
            "WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR}
        )
        self.authenticator = added["authenticatorId"]
        self.go("/account/signup/")
        self.fill(username=self.name, password1=PASSWORD)
        self.press("Sign up")
        self.page.get_by_role("link", name="I have kept it").click()

    def go(self, path: str) -> None:
        """Open a page."""
        self.page.goto(self.site + path)

    def fill(self, **texts: str) -> None:
        """Type into fields, by their names."""
        for name, text in texts.items():
            self.page.locator(f'input[name="{name}"]').fill(text)

    def press(self, button: str) -> None:
        """Press the page's button of that name."""
        self.page.get_by_role("main").get_by_role("button", name=button, exact=True).click()

    def add_passkey(self) -> None:
        """Add a passkey, and put the spare codes away."""
        self.go("/account/security/passkeys/add/")
        self.fill(password=PASSWORD)
        self.press("Go on")
        self.fill(name="my laptop")
        self.press("Add a passkey")
        expect(self.page.locator("#spare-codes code")).to_have_count(10)
        self.page.get_by_role("link", name="I have kept them").click()
        expect(self.page.get_by_role("rowheader", name="my laptop")).to_be_visible()

    def sign_out(self) -> None:
        """Sign out."""
        self.go("/account/logout/")
        self.press("Sign out")
        expect(self.page.locator(".menu-name")).to_have_count(0)

    def expect_to_be_in(self) -> None:
        """The page shows who is signed in."""
        expect(self.page.locator(".menu-name")).to_have_text(self.name)


@pytest.fixture
def somebody(site: Site, visits: Visits) -> Somebody:
    """A new player with such a device."""
    return Somebody(visits(locale="en-GB"))


def test_a_passkey_signs_in_without_name_and_password(somebody: Somebody) -> None:
    somebody.add_passkey()
    somebody.sign_out()
    somebody.go("/account/login/?next=/rules/")
    somebody.press("Sign in with a passkey")
    expect(somebody.page).to_have_url(re.compile("/rules/$"))
    somebody.expect_to_be_in()


def test_after_the_password_the_passkey_is_asked_for(somebody: Somebody) -> None:
    somebody.add_passkey()
    somebody.sign_out()
    somebody.go("/account/login/")
    somebody.fill(login=somebody.name, password=PASSWORD)
    somebody.press("Sign in")
    expect(somebody.page.get_by_role("heading", name="Second factor")).to_be_visible()
    somebody.press("Show the passkey")
    somebody.expect_to_be_in()


def test_who_shows_no_passkey_is_told_what_else_there_is(somebody: Somebody) -> None:
    somebody.add_passkey()
    somebody.sign_out()
    somebody.device.send(
        "WebAuthn.setUserVerified",
        {"authenticatorId": somebody.authenticator, "isUserVerified": False},
    )
    somebody.go("/account/login/")
    somebody.press("Sign in with a passkey")
    expect(somebody.page.get_by_text("No passkey was shown.")).to_be_visible()


def test_a_removed_passkey_signs_nobody_in(somebody: Somebody) -> None:
    somebody.add_passkey()
    somebody.page.get_by_role("link", name="Remove").click()
    somebody.press("Remove the passkey")
    somebody.sign_out()
    somebody.go("/account/login/")
    somebody.press("Sign in with a passkey")
    expect(somebody.page.get_by_text("That didn’t fit.")).to_be_visible()
