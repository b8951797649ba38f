"""Who may do what: the owner, others, guests, programs with a token, and nobody."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from games.models import Game
from tests.api.askers import Asker, Everybody
from tests.conftest import CaseDaily
from tests.support import publish_day

pytestmark = pytest.mark.django_db

SLUG = "beleaguered-castle"


@pytest.fixture
def daily(daily_of_case: Callable[..., CaseDaily]) -> CaseDaily:
    """Today's deal."""
    return daily_of_case(SLUG)


@pytest.fixture
def everybody() -> Everybody:
    return Everybody.arrive()


def start_daily(asker: Asker, daily: CaseDaily) -> str:
    status, game = asker.ask(f"/api/dailies/{daily.daily.day}/{SLUG}/start/", {})
    assert status == 200
    return f"/api/games/{game['id']}/"


def start_practice(asker: Asker) -> str:
    status, game = asker.ask("/api/practice/", {"ruleset": SLUG, "number": 7})
    assert status == 200
    return f"/api/games/{game['id']}/"


def test_only_a_signed_in_player_starts_todays_deal(everybody: Everybody, daily: CaseDaily) -> None:
    path = f"/api/dailies/{daily.daily.day}/{SLUG}/start/"
    assert everybody.statuses(path, {}) == {
        "owner": 200,
        "owners_program": 403,
        "other": 200,
        "others_program": 403,
        "guest": 401,
        "nobody": 401,
    }
    assert everybody.owners_program.ask(path, {})[1]["error"]["code"] == "token_plays_practice_only"
    assert everybody.nobody.ask(path, {})[1]["error"]["code"] == "sign_in_required"


def test_a_ranked_game_is_shown_to_its_owner_only(everybody: Everybody, daily: CaseDaily) -> None:
    path = start_daily(everybody.owner, daily)
    assert everybody.statuses(path) == {
        "owner": 200,
        "owners_program": 403,
        "other": 403,
        "others_program": 403,
        "guest": 403,
        "nobody": 403,
    }


@pytest.mark.parametrize("what", ["moves", "finish", "undo", "restart", "resign"])
def test_nothing_is_done_in_a_ranked_game_but_by_its_owner(
    everybody: Everybody, what: str, daily: CaseDaily
) -> None:
    path = start_daily(everybody.owner, daily)
    for name, asker in vars(everybody).items():
        if name != "owner":
            body = {"id": uuid4(), "version": 0, "move": daily.line[0]}
            status, answer = asker.ask(f"{path}{what}/", body)
            assert status == 403, name
            assert "game" not in answer
    assert Game.objects.get(daily__isnull=False).version == 0


@pytest.mark.parametrize("what", ["moves", "finish", "undo", "restart", "resign"])
def test_a_practice_game_is_played_by_its_owner_by_session_or_token(
    everybody: Everybody, what: str
) -> None:
    path = start_practice(everybody.owners_program)
    statuses = everybody.statuses(f"{path}{what}/", {"id": uuid4(), "version": 99, "move": "x"})
    assert statuses == {
        "owner": 409,
        "owners_program": 409,
        "other": 403,
        "others_program": 403,
        "guest": 403,
        "nobody": 403,
    }


def test_a_guests_game_is_the_guests_alone(everybody: Everybody) -> None:
    path = start_practice(everybody.guest)
    assert everybody.statuses(path) == {
        "owner": 403,
        "owners_program": 403,
        "other": 403,
        "others_program": 403,
        "guest": 200,
        "nobody": 403,
    }


def test_everybody_may_practise(everybody: Everybody) -> None:
    statuses = everybody.statuses("/api/practice/", {"ruleset": SLUG})
    assert set(statuses.values()) == {200}


def test_a_replay_of_a_finished_practice_game_is_public_and_of_a_running_one_nobodys(
    everybody: Everybody,
) -> None:
    path = start_practice(everybody.owner)
    assert everybody.statuses(f"{path}replay/") == {
        "owner": 409,
        "owners_program": 409,
        "other": 403,
        "others_program": 403,
        "guest": 403,
        "nobody": 403,
    }
    everybody.owner.ask(f"{path}resign/", {"id": uuid4(), "version": 0})
    assert set(everybody.statuses(f"{path}replay/").values()) == {200}


def test_lists_of_games_hold_the_askers_own(everybody: Everybody, daily: CaseDaily) -> None:
    start_daily(everybody.owner, daily)
    start_practice(everybody.owner)
    totals = {name: asker.ask("/api/games/")[1]["total"] for name, asker in vars(everybody).items()}
    assert totals == {
        "owner": 2,
        "owners_program": 1,
        "other": 0,
        "others_program": 0,
        "guest": 1,
        "nobody": 0,
    }


def test_the_state_of_a_daily_is_the_askers_own(everybody: Everybody, daily: CaseDaily) -> None:
    publish_day(daily.daily.day)
    start_daily(everybody.owner, daily)
    for name, asker in vars(everybody).items():
        _status, answer = asker.ask("/api/dailies/")
        states = {daily["ruleset"]: daily["state"] for daily in answer["dailies"]}
        assert len(states) == 12
        assert states.pop(SLUG) == ("playing" if name.startswith("owner") else None)
        assert set(states.values()) == {None}


def test_tokens_are_handled_by_session_only(everybody: Everybody) -> None:
    expected = {
        "owner": 200,
        "owners_program": 403,
        "other": 200,
        "others_program": 403,
        "guest": 401,
        "nobody": 401,
    }
    assert everybody.statuses("/api/tokens/") == expected
    made = everybody.statuses("/api/tokens/", {"label": "script"})
    assert made == {name: 201 if status == 200 else status for name, status in expected.items()}
    _status, tokens = everybody.owner.ask("/api/tokens/")
    path = f"/api/tokens/{tokens[0]['id']}/"
    assert everybody.other.ask(path, method="DELETE")[0] == 404
    assert everybody.owners_program.ask(path, method="DELETE")[0] == 403
    assert everybody.nobody.ask(path, method="DELETE")[0] == 401
    assert everybody.owner.ask(path, method="DELETE")[0] == 204
    assert everybody.owner.ask(path, method="DELETE")[0] == 404


def test_a_revoked_token_is_no_longer_good(everybody: Everybody) -> None:
    assert everybody.owners_program.ask("/api/me/")[0] == 200
    _status, (token,) = everybody.owner.ask("/api/tokens/")
    everybody.owner.ask(f"/api/tokens/{token['id']}/", method="DELETE")
    status, answer = everybody.owners_program.ask("/api/me/")
    assert (status, answer["error"]["code"]) == (401, "bad_token")


def test_everybody_learns_who_they_are(everybody: Everybody) -> None:
    who = {name: asker.ask("/api/me/")[1] for name, asker in vars(everybody).items()}
    assert {name: me["name"] for name, me in who.items()} == {
        "owner": "Anna",
        "owners_program": "Anna",
        "other": "Bert",
        "others_program": "Bert",
        "guest": None,
        "nobody": None,
    }
    assert [name for name, me in who.items() if me["via_token"]] == [
        "owners_program",
        "others_program",
    ]
