"""Everything that is a player's: all of it in the download, none of it left after deletion."""

import json
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from accounts import renaming
from accounts import services as accounts
from accounts.models import Player
from games import services
from games.models import DailyDeal, Game, HelpRequest, Move
from games.seats import Seat
from leaderboard import selectors as boards
from tests.pages.conftest import DAY, Won, page
from tests.support import SitDown

PAGE = "/account/data/"
PASSWORD = {"password": "correct horse battery"}


@pytest.fixture(autouse=True)
def uncounted() -> None:
    """No attempt is counted yet."""
    cache.clear()


def download(client: Client) -> dict[str, Any]:
    """What the player is given."""
    answer = client.post(PAGE, PASSWORD)
    assert answer.status_code == 200
    assert "attachment" in answer.headers["Content-Disposition"]
    assert "no-store" in answer.headers["Cache-Control"]
    given: dict[str, Any] = json.loads(answer.content)
    return given


def test_the_download_holds_the_account_its_games_and_its_results(
    player: Player, mine: Client, seat: Seat, won: Won, table: SitDown
) -> None:
    won(player, "citadel", 20_000)
    won(player, "fan", 30_000, state="void")
    practice = services.start_practice(seat=seat, ruleset="fan", number=7)
    at = table(practice, seat)
    at.resign()
    renaming.change_name(player=player, name="Elfriede")
    accounts.create_token(player=player, label="my bot")
    given = download(mine)
    assert given["account"]["name"] == "Elfriede"
    assert [former["name"] for former in given["account"]["former_names"]] == ["Wilhelmine"]
    assert [token["label"] for token in given["tokens"]] == ["my bot"]
    games = {game["id"]: game for game in given["games"]}
    assert len(games) == 3
    assert games[str(practice.pk)]["number"] == 7
    assert games[str(practice.pk)]["outcome"] == "given_up"
    assert [move["kind"] for move in games[str(practice.pk)]["moves"]] == ["resign"]
    assert [(entry["hundredths"], entry["state"]) for entry in given["entries"]] == [
        (20_000, "counted"),
        (30_000, "void"),
    ]


def test_it_holds_nothing_secret_and_nothing_of_others(
    player: Player, other_player: Player, mine: Client, won: Won
) -> None:
    theirs = won(other_player, "citadel", 10_000)
    running = services.start_daily(player=player, ruleset="archway", day=DAY)
    _token, plain = accounts.create_token(player=player, label="my bot")
    accounts.renew_recovery_code(player=player)
    player.refresh_from_db()
    answer = mine.post(PAGE, PASSWORD)
    text = answer.content.decode()
    daily = DailyDeal.objects.select_related("deal").get(ruleset="archway", day=DAY)
    assert str(running.pk) in text
    secrets = [
        daily.deal.pack,
        daily.deal.pack[:20],
        bytes(daily.seed).hex(),
        running.position[:20],
        player.password,
        player.recovery_hash,
        plain,
        accounts.token_digest(plain),
        str(theirs),
        other_player.username,
    ]
    assert [secret for secret in secrets if secret in text] == []


def test_it_takes_the_password_and_is_given_a_few_times_an_hour(mine: Client) -> None:
    assert page(mine.get(PAGE)).one("h1").text == "Meine Daten"
    assert mine.post(PAGE, {"password": "falsch"}).headers["Content-Type"].startswith("text/html")
    for _time in range(6):
        download(mine)
    refused = mine.post(PAGE, PASSWORD)
    assert "Bitte warte eine Stunde." in refused.content.decode()


def test_after_deletion_the_boards_keep_their_ranks_and_nothing_else_is_left(
    player: Player, other_player: Player, seat: Seat, won: Won, yesterday: Callable[[], date]
) -> None:
    won(other_player, "citadel", 20_000)
    third = Player.objects.create_user("Kunigunde")
    first, tied = won(player, "citadel", 10_000), won(third, "citadel", 20_000)
    practice = services.start_practice(seat=seat, ruleset="fan")
    given_up = services.start_daily(player=player, ruleset="archway", day=DAY)
    Game.objects.filter(pk=given_up.pk).update(outcome="given_up", finished=given_up.started)
    HelpRequest.objects.create(
        asker=f"player {player.pk}",
        game=practice,
        version=0,
        kind="hint",
        question=practice.pk,
        created=practice.started,
    )

    def ranks() -> list[tuple[int, int, int]]:
        board = boards.board(ruleset="citadel", day=DAY, player=None)
        return [(row.rank, row.hundredths, row.moves) for row in board.entries]

    before = ranks()
    assert [rank for rank, _, _ in before] == [1, 2, 2]
    accounts.delete_player(player=player)
    assert ranks() == before
    assert boards.board(ruleset="citadel", day=DAY, player=None).entries[0].deleted
    assert set(Game.objects.values_list("pk", flat=True)) >= {first, tied}
    assert not Game.objects.filter(pk__in=[practice.pk, given_up.pk]).exists()
    assert not HelpRequest.objects.exists()
    assert not Move.objects.filter(game__in=[practice.pk, given_up.pk]).exists()
    assert tables_that_name(player.username) == []


def tables_that_name(text: str) -> list[str]:
    """The tables in which a text stands anywhere."""
    found = []
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{name}"')  # noqa: S608  # the database's own names
            if any(text in str(value) for row in cursor.fetchall() for value in row):
                found.append(name)
    return found
