"""What a guest has played and chosen goes along when the guest signs up or signs in."""

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import Player
from games.models import Game

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse battery"
SETTINGS = "/account/preferences/"


@pytest.fixture(autouse=True)
def uncounted() -> None:
    """No attempt is counted yet."""
    cache.clear()


def practise(guest: Client, ruleset: str = "fan") -> Game:
    """Begin a practice game as a guest, through the page."""
    answer = guest.post(f"/practice/{ruleset}/")
    return Game.objects.get(pk=answer.headers["Location"].split("/")[2])


def sign_in(guest: Client, name: str = "Wilhelmine") -> None:
    """Sign the guest in."""
    answer = guest.post("/account/login/", {"login": name, "password": PASSWORD})
    assert answer.status_code == 302, answer.content


def test_who_signs_up_keeps_the_practice(guest: Client) -> None:
    games = [practise(guest), practise(guest, "archway")]
    form = {"username": "Kunigunde", "password1": "Kreuz-Pik-Herz-Karo"}
    assert guest.post("/account/signup/", form).status_code == 302
    player = Player.objects.get()
    assert {game.pk for game in Game.objects.filter(player=player, guest="")} == {
        game.pk for game in games
    }
    assert guest.get(f"/games/{games[0].pk}/").status_code == 200
    assert guest.get(f"/api/games/{games[1].pk}/").status_code == 200


def test_who_signs_in_adds_it_to_what_the_account_has(player: Player, guest: Client) -> None:
    elsewhere = Client()
    sign_in(elsewhere)
    before = practise(elsewhere)
    game = practise(guest)
    sign_in(guest)
    assert set(player.games.values_list("pk", flat=True)) == {before.pk, game.pk}


def test_the_practice_is_nobody_elses_any_more(
    player: Player, other_player: Player, guest: Client
) -> None:
    game = practise(guest)
    sign_in(guest)
    guest.post("/account/logout/")
    assert guest.get(f"/api/games/{game.pk}/").status_code in (401, 403)
    new = practise(guest)
    sign_in(guest, "Ottokar")
    assert list(other_player.games.values_list("pk", flat=True)) == [new.pk]
    assert Game.objects.get(pk=game.pk).player == player


def test_other_guests_games_stay_theirs(player: Player, guest: Client) -> None:
    theirs = practise(Client())
    practise(guest)
    sign_in(guest)
    assert Game.objects.get(pk=theirs.pk).player is None


def test_settings_that_the_account_lacks_come_from_the_device_once(
    player: Player, guest: Client
) -> None:
    Player.objects.update(preferences={"theme": "light"})
    guest.post(SETTINGS, {"theme": "dark", "suits": "four", "hand": "left"})
    sign_in(guest)
    player.refresh_from_db()
    assert player.preferences == {"theme": "light", "suits": "four", "hand": "left"}
    # What the player changes back stays so on this device as well.
    guest.post(SETTINGS, {"theme": "light", "suits": "two", "hand": "right"})
    guest.post("/account/logout/")
    assert 'data-suits="four"' in guest.get("/rules/").content.decode()
    sign_in(guest)
    player.refresh_from_db()
    assert player.preferences == {"theme": "light"}


def test_a_new_account_speaks_the_language_that_was_chosen(guest: Client) -> None:
    guest.post("/language/", {"language": "en", "next": "/"})
    guest.post("/account/signup/", {"username": "Kunigunde", "password1": "Kreuz-Pik-Herz-Karo"})
    assert Player.objects.get().language == "en"
