"""Who gets what at every address of the site: a table that no address may be missing from.

The things asked for are the owner's: a ranked game, a token, a circle, a case. Whatever anybody
else asks for changes none of them. The desk's pages have a table of their own, and so have the
sockets (test_frames).
"""

from typing import Any

import pytest

from tests.attack.access import ASKERS, World, addresses, settle_world
from tests.attack.tally import counted
from tests.conftest import SetClock

pytestmark = pytest.mark.django_db

# What is looked at by everybody alike: pages and lists, also those that hold what is one's own.
ALIKE = {
    "api/rulesets/": 200,
    "api/rulesets/<slug:slug>/": 200,
    "api/dailies/": 200,
    "api/dailies/coming/": 200,
    "api/dailies/<day:day>/<slug:slug>/": 200,
    "api/dailies/<day:day>/<slug:slug>/proof/": 200,
    "api/dailies/<day:day>/<slug:slug>/solution/": 409,
    "api/games/": 200,
    "api/boards/<slug:slug>/<day:day>/": 200,
    "api/boards/of-the-day/": 200,
    "api/boards/<slug:scope>/<month:month>/": 200,
    "api/boards/<slug:slug>/all-time/": 200,
    "api/players/<str:name>/": 200,
    "api/me/": 200,
    "api/schema/": 200,
    "api/docs/": 200,
    "api/nothing/": 404,
    "account/preferences/": 200,
    "account/email/sent/": 200,
    "account/email/confirm/x:y:z/": 200,
    "account/password/change/": 302,
    "account/password/reset/": 200,
    "account/password/reset/sent/": 200,
    "account/password/reset/key/1-x/": 200,
    "account/password/reset/done/": 200,
    "account/recover/": 200,
    "account/security/check/": 302,
    "account/security/passkeys/": 302,
    "account/login/passkey/": 302,
    "": 200,
    "daily/<slug:slug>/": 200,
    "daily/<slug:slug>/<day:day>/": 302,
    "daily/<slug:slug>/<day:day>/solution/": 302,
    "daily/<slug:slug>/<day:day>/proof/": 200,
    "practice/<slug:slug>/": 200,
    "games/<uuid:game_id>/replay/": 302,
    "boards/": 302,
    "boards/<slug:slug>/": 200,
    "boards/<slug:slug>/<day:day>/": 200,
    "calendar/": 200,
    "calendar/<month:month>/": 200,
    "calendar/<day:day>/": 302,
    "boards/<slug:scope>/<month:month>/": 200,
    "boards/<slug:scope>/<month:month>/news/": 200,
    "boards/<slug:slug>/all-time/": 200,
    "circles/join/<str:token>/": 404,
    "players/<str:name>/": 200,
    "deactivated/": 302,
    "coming/": 200,
    "rules/": 200,
    "rules/<slug:slug>/": 200,
    "imprint/": 200,
    "privacy/": 200,
    "winnability/": 200,
    "manifest.webmanifest": 200,
    "service-worker.js": 200,
    "offline/": 200,
    "robots.txt": 200,
    "favicon.ico": 302,
}
# All else that there is, by what each of them is answered; 302 is the way to sign in or back.
#   owner, a program with a token of the owner's, another player, a guest with a game, a moderator,
#   somebody deactivated who is still signed in, nobody
TABLE = {
    "POST api/dailies/<day:day>/<slug:slug>/start/": "200 403 200 401 200 401 401",
    "POST api/practice/": "200 200 200 200 200 200 200",
    "GET api/games/<uuid:game_id>/": "200 403 403 403 403 403 403",
    "POST api/games/<uuid:game_id>/moves/": "422 403 403 403 403 403 403",
    "POST api/games/<uuid:game_id>/finish/": "422 403 403 403 403 403 403",
    "POST api/games/<uuid:game_id>/undo/": "422 403 403 403 403 403 403",
    "POST api/games/<uuid:game_id>/restart/": "422 403 403 403 403 403 403",
    "POST api/games/<uuid:game_id>/resign/": "200 403 403 403 403 403 403",
    "GET api/games/<uuid:game_id>/replay/": "409 403 409 409 409 409 409",
    "GET api/games/<uuid:game_id>/help/": "200 403 403 403 403 403 403",
    "POST api/games/<uuid:game_id>/help/": "403 403 403 403 403 403 403",
    "GET api/circles/": "200 200 200 401 200 401 401",
    "GET api/circles/<int:circle>/<slug:slug>/<day:day>/": "200 200 404 401 404 401 401",
    "GET api/circles/<int:circle>/<slug:scope>/<month:month>/": "200 200 404 401 404 401 401",
    "GET api/tokens/": "200 403 200 401 200 401 401",
    "POST api/tokens/": "201 403 201 401 201 401 401",
    "DELETE api/tokens/<int:token_id>/": "204 403 404 401 404 401 401",
    "POST api/nothing/": "404 404 404 404 404 404 404",
    "GET account/": "200 302 200 302 200 302 302",
    "POST account/": "200 302 200 302 200 302 302",
    "POST account/preferences/": "302 302 302 302 302 302 302",
    "GET account/name/": "200 302 200 302 200 302 302",
    "POST account/name/": "403 302 403 302 403 302 302",
    "GET account/page/": "200 302 200 302 200 302 302",
    "POST account/page/": "422 302 422 302 422 302 302",
    "POST account/report-name/<str:name>/": "302 302 302 302 302 302 302",
    "GET account/signup/": "302 200 302 200 302 200 200",
    "POST account/signup/": "302 200 302 200 302 200 200",
    "GET account/login/": "302 200 302 200 302 200 200",
    "POST account/login/": "302 200 302 200 302 200 200",
    "GET account/logout/": "200 302 200 302 200 302 302",
    "POST account/logout/": "302 302 302 302 302 302 302",
    "GET account/reauthenticate/": "403 302 403 302 403 302 302",
    "POST account/reauthenticate/": "403 302 403 302 403 302 302",
    "GET account/email/": "200 302 200 302 200 302 302",
    "POST account/email/": "302 302 302 302 302 302 302",
    "POST account/email/confirm/x:y:z/": "404 404 404 404 404 404 404",
    "POST account/password/change/": "302 302 302 302 302 302 302",
    "GET account/password/set/": "403 302 403 302 403 302 302",
    "POST account/password/set/": "403 302 403 302 403 302 302",
    "POST account/password/reset/": "200 200 200 200 200 200 200",
    "POST account/password/reset/key/1-x/": "200 200 200 200 200 200 200",
    "POST account/recover/": "200 200 200 200 200 200 200",
    "GET account/recovery-code/": "200 302 200 302 200 302 302",
    "POST account/recovery-code/": "403 302 403 302 403 302 302",
    "GET account/security/": "200 302 200 302 200 302 302",
    "POST account/security/": "405 302 405 302 405 302 302",
    "POST account/security/check/": "302 302 302 302 302 302 302",
    "GET account/security/app/": "403 302 403 302 403 302 302",
    "POST account/security/app/": "403 302 403 302 403 302 302",
    "GET account/security/app/remove/": "404 302 404 302 404 302 302",
    "POST account/security/app/remove/": "404 302 404 302 404 302 302",
    "GET account/security/codes/": "404 302 404 302 404 302 302",
    "POST account/security/codes/": "405 302 405 302 405 302 302",
    "GET account/security/codes/new/": "403 302 403 302 403 302 302",
    "POST account/security/codes/new/": "403 302 403 302 403 302 302",
    "POST account/security/passkeys/": "302 302 302 302 302 302 302",
    "GET account/security/passkeys/add/": "403 302 403 302 403 302 302",
    "POST account/security/passkeys/add/": "403 302 403 302 403 302 302",
    "GET account/security/passkeys/<int:pk>/remove/": "403 302 403 302 403 302 302",
    "POST account/security/passkeys/<int:pk>/remove/": "403 302 403 302 403 302 302",
    "POST account/login/passkey/": "302 302 302 302 302 302 302",
    "POST account/tokens/": "403 302 403 302 403 302 302",
    "POST account/tokens/<int:token_id>/revoke/": "302 302 302 302 302 302 302",
    "GET account/devices/": "200 302 200 302 200 302 302",
    "POST account/devices/": "200 302 200 302 200 302 302",
    "POST account/devices/elsewhere/": "302 302 302 302 302 302 302",
    "POST account/devices/<int:sign_in_id>/": "302 302 302 302 302 302 302",
    "GET account/data/": "200 302 200 302 200 302 302",
    "POST account/data/": "200 302 200 302 200 302 302",
    "GET account/delete/": "200 302 200 302 200 302 302",
    "POST account/delete/": "200 302 200 302 200 302 302",
    "POST account/keep/": "302 302 302 302 302 302 302",
    "POST daily/<slug:slug>/": "302 302 302 302 302 302 302",
    "POST daily/<slug:slug>/<day:day>/": "302 302 302 302 302 302 302",
    "POST practice/<slug:slug>/": "302 302 302 302 302 302 302",
    "GET games/<uuid:game_id>/": "200 302 403 302 403 302 302",
    "GET months/": "200 302 200 302 200 302 302",
    "POST months/": "405 302 405 302 405 302 302",
    "GET circles/": "200 302 200 302 200 302 302",
    "POST circles/": "302 302 302 302 302 302 302",
    "POST circles/join/<str:token>/": "404 302 404 302 404 302 302",
    "GET circles/join/<str:token>/report/": "405 405 405 405 405 405 405",
    "POST circles/join/<str:token>/report/": "404 302 404 302 404 302 302",
    "GET circles/<int:key>/": "200 302 404 302 404 302 302",
    "POST circles/<int:key>/": "405 302 405 302 405 302 302",
    "GET circles/<int:key>/members/": "200 302 404 302 404 302 302",
    "POST circles/<int:key>/members/": "302 302 404 302 404 302 302",
    "GET circles/<int:key>/invitation/": "405 302 405 302 405 302 302",
    "POST circles/<int:key>/invitation/": "302 302 404 302 404 302 302",
    "GET circles/<int:key>/report/": "405 405 405 405 405 405 405",
    "POST circles/<int:key>/report/": "302 302 404 302 404 302 302",
    "GET circles/<int:key>/leave/": "200 302 404 302 404 302 302",
    "POST circles/<int:key>/leave/": "302 302 404 302 404 302 302",
    "GET circles/<int:key>/end/": "200 302 404 302 404 302 302",
    "POST circles/<int:key>/end/": "302 302 404 302 404 302 302",
    "GET circles/<int:key>/members/<int:member>/remove/": "200 302 404 302 404 302 302",
    "POST circles/<int:key>/members/<int:member>/remove/": "302 302 404 302 404 302 302",
    "GET circles/<int:key>/members/<int:member>/owner/": "200 302 404 302 404 302 302",
    "POST circles/<int:key>/members/<int:member>/owner/": "302 302 404 302 404 302 302",
    "GET circles/<int:key>/<slug:slug>/": "200 302 404 302 404 302 302",
    "POST circles/<int:key>/<slug:slug>/": "405 302 405 302 405 302 302",
    "GET circles/<int:key>/<slug:slug>/<day:day>/": "200 302 404 302 404 302 302",
    "POST circles/<int:key>/<slug:slug>/<day:day>/": "405 302 405 302 405 302 302",
    "GET circles/<int:key>/<slug:slug>/<day:day>/news/": "200 302 404 302 404 302 302",
    "POST circles/<int:key>/<slug:slug>/<day:day>/news/": "405 302 405 302 405 302 302",
    "GET circles/<int:key>/<slug:scope>/<month:month>/": "200 302 404 302 404 302 302",
    "POST circles/<int:key>/<slug:scope>/<month:month>/": "405 302 405 302 405 302 302",
    "GET circles/<int:key>/<slug:scope>/<month:month>/news/": "200 302 404 302 404 302 302",
    "POST circles/<int:key>/<slug:scope>/<month:month>/news/": "405 302 405 302 405 302 302",
    "POST announcements/<int:key>/dismiss/": "302 302 302 302 302 302 302",
    "GET answers/<int:case_id>/": "200 302 404 302 404 302 302",
    "POST answers/<int:case_id>/": "302 302 404 302 404 302 302",
    "POST deactivated/": "302 302 302 302 302 302 302",
    "POST language/": "302 302 302 302 302 302 302",
}
NOT_TAKEN = 405


@pytest.fixture
def world(set_clock: SetClock, settings: Any) -> World:
    """The owner's things, and all who ask for them."""
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    return settle_world(set_clock)


def test_everybody_gets_what_the_table_says_and_changes_nothing_of_others(world: World) -> None:
    found = {}
    for row in TABLE:
        method, _, route = row.partition(" ")
        found[row] = " ".join(str(world.status(asker, method, route)) for asker in ASKERS)
        counted["addresses tried"] += len(ASKERS)
    assert found == TABLE


def test_what_is_looked_at_by_all_alike_is(world: World) -> None:
    for route, status in ALIKE.items():
        assert [world.status(asker, "GET", route) for asker in ("owner", "nobody")] == [
            status,
            status,
        ], route
        counted["addresses tried"] += 2


def test_no_address_is_missing(world: World) -> None:
    known = {*TABLE, *(f"GET {route}" for route in ALIKE)}
    there = {f"{method} {route}": (method, route) for method, route in addresses()}
    assert known <= set(there)
    missing = [
        row
        for row, (method, route) in there.items()
        if row not in known
        and {world.status(asker, method, route) for asker in ("owner", "nobody")} != {NOT_TAKEN}
    ]
    assert missing == [], "add them to the table, by who may do what"
