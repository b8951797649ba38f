"""The desk: what staff may read and when, what it costs, and what they may have done."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import override

from accounts.models import Player
from games import clock, services
from games.models import DailyDeal, DayRequest, Deal, Game, Move
from games.rules import RULESETS
from games.seats import Seat
from tests.support import SetClock, SitDown, StoreDaily, publish, publish_day

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 29)
SLUG = "la-belle-lucie"


@pytest.fixture
def desk(db: None) -> Client:
    """A superuser's browser, in English."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.create_user("Kunigunde", is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def played(set_clock: SetClock, seat: Seat, daily_of_case: StoreDaily, table: SitDown) -> Game:
    """A ranked game with moves, an undo and a redeal, on a day that isn't settled."""
    set_clock("2026-11-29 12:00")
    found = daily_of_case(SLUG)
    at = table(services.start_or_resume(seat=seat, ruleset=SLUG, day=TODAY), seat)
    before_redeal = found.line[: found.line.index("redeal") + 1]
    for text in before_redeal:
        set_clock.advance(seconds=3)
        at.play(text)
    at.play(found.line[len(before_redeal)])
    return Game.objects.get()


def page(desk: Client, name: str, *args: object, **query: str) -> Any:
    """A page of the desk."""
    return desk.get(reverse(f"admin:games_{name}", args=args), query)


def all_pages(desk: Client, game: Game) -> dict[str, str]:
    """Every page on which something about a game may be read, by name."""
    (a_move,) = game.moves.filter(version=1).values_list("pk", flat=True)
    found = {
        "deals": page(desk, "deal_changelist"),
        "deals found": page(desk, "deal_changelist", q="2026-11-29"),
        "deal": page(desk, "deal_change", game.deal_id),
        "deal's history": page(desk, "deal_history", game.deal_id),
        "dailies": page(desk, "dailydeal_changelist"),
        "daily": page(desk, "dailydeal_change", game.daily_id),
        "daily's history": page(desk, "dailydeal_history", game.daily_id),
        "games": page(desk, "game_changelist"),
        "games found": page(desk, "game_changelist", q=str(game.pk)),
        "game": page(desk, "game_change", game.pk),
        "game's history": page(desk, "game_history", game.pk),
        "moves": page(desk, "move_changelist", game__id__exact=str(game.pk)),
        "moves found": page(desk, "move_changelist", game__id__exact=str(game.pk), q="FC"),
        "move": desk.get(
            reverse("admin:games_move_change", args=[a_move]),
            {"game__id__exact": str(game.pk)},
        ),
    }
    return {name: answer.content.decode() for name, answer in found.items()}


def secrets_of(game: Game) -> list[str]:
    """Texts that tell something secret about a game."""
    deal, daily = game.deal, game.deal.daily
    return [
        deal.pack,
        deal.pack[:12],
        deal.reshuffled[:12],
        bytes(daily.seed).hex(),
        str(bytes(daily.seed))[2:20],
        *(line for line in game.position.splitlines() if len(line) > 8),
        *(row.text.partition(">")[0] for row in game.moves.all() if ":" in row.text),
        *(row.text.replace(">", "&gt;") for row in game.moves.all() if ":" in row.text),
        *(row.fingerprint for row in game.moves.all()),
    ]


# --- Secrets ------------------------------------------------------------------------------------


@pytest.mark.parametrize("when", ["2026-11-29 12:30", "2026-11-30 00:59:59"])
def test_until_the_day_is_settled_no_page_tells_a_secret(
    when: str, desk: Client, played: Game, set_clock: SetClock
) -> None:
    set_clock(when)
    for name, text in all_pages(desk, played).items():
        told = [secret for secret in secrets_of(played) if secret and secret in text]
        assert told == [], name


def test_once_the_day_is_settled_the_desk_shows_what_was_played(
    desk: Client, played: Game, set_clock: SetClock
) -> None:
    set_clock("2026-11-30 01:00:00")
    pages = all_pages(desk, played)
    assert played.deal.pack in pages["deal"]
    assert played.deal.reshuffled in pages["deal"]
    assert bytes(played.deal.daily.seed).hex() in pages["daily"]
    assert played.position.splitlines()[0] in pages["game"]
    for row in played.moves.all():
        assert row.text.replace(">", "&gt;") in pages["moves"]


def test_a_day_to_come_is_as_secret(desk: Client, set_clock: SetClock) -> None:
    set_clock("2026-11-29 12:00")
    daily = publish("fan", TODAY + timedelta(days=3))
    for answer in (
        page(desk, "dailydeal_change", daily.pk),
        page(desk, "deal_change", daily.deal_id),
    ):
        text = answer.content.decode()
        assert bytes(daily.seed).hex() not in text
        assert daily.deal.pack[:12] not in text
        assert "secret until the day is settled" in text


def test_times_and_counts_are_shown_before_a_day_is_settled(desk: Client, played: Game) -> None:
    text = page(desk, "move_changelist", game__id__exact=str(played.pk)).content.decode()
    assert "2026-11-29 12:00:03.00" in text
    assert "secret until the day is settled" in text


@pytest.mark.parametrize(
    ("model", "query"),
    [
        ("deal", {"pack__startswith": "AC"}),
        ("deal", {"reshuffled__contains": "AC"}),
        ("deal", {"daily__seed": "00"}),
        ("deal", {"games__position__contains": "AC"}),
        ("deal", {"games__moves__text__startswith": "AC"}),
        ("dailydeal", {"seed": "00"}),
        ("dailydeal", {"deal__pack__startswith": "AC"}),
        ("game", {"position__contains": "T1: AC"}),
        ("game", {"deal__pack__startswith": "AC"}),
        ("game", {"moves__text__startswith": "AC"}),
        ("game", {"daily__seed": "00"}),
        ("game", {"guest": "4f1d7a"}),
        ("move", {"text__startswith": "AC"}),
        ("move", {"fingerprint": "00"}),
        ("move", {"game__position__contains": "AC"}),
    ],
)
def test_a_query_string_can_not_ask_for_secrets(
    model: str, query: dict[str, str], desk: Client, played: Game
) -> None:
    assert page(desk, f"{model}_changelist", **query).status_code == 400


@pytest.mark.parametrize("model", ["deal", "dailydeal", "game", "move"])
def test_no_column_that_can_be_sorted_by_is_secret(model: str, desk: Client, played: Game) -> None:
    with CaptureQueriesContext(connection) as queries:
        for column in range(1, 12):
            assert page(desk, f"{model}_changelist", o=str(column)).status_code == 200
    ordered = [query["sql"].split("ORDER BY")[-1] for query in queries]
    for secret in ("pack", "reshuffled", "seed", "position", "text", "fingerprint"):
        assert not any(f'"{secret}"' in order for order in ordered)


def test_secret_columns_are_not_even_read(desk: Client, played: Game) -> None:
    with CaptureQueriesContext(connection) as queries:
        all_pages(desk, played)
    read = " ".join(query["sql"] for query in queries)
    for column in ('"games_deal"."pack"', '"games_dailydeal"."seed"', '"games_game"."position"'):
        assert column not in read


# --- Reading only -------------------------------------------------------------------------------


def test_nobody_adds_changes_or_deletes_by_hand(desk: Client, played: Game) -> None:
    for model, key in (
        ("deal", played.deal_id),
        ("dailydeal", played.daily_id),
        ("game", played.pk),
        ("move", played.moves.get(version=1).pk),
    ):
        assert page(desk, f"{model}_add").status_code == 403
        assert page(desk, f"{model}_delete", key).status_code in (302, 403)
        change = reverse(f"admin:games_{model}_change", args=[key])
        assert desk.post(change, {"outcome": "won", "ply": 0}).status_code in (302, 403)
    assert "delete_selected" not in page(desk, "game_changelist").content.decode()
    before = Game.objects.get()
    assert (before.outcome, before.ply) == (played.outcome, played.ply)
    assert Move.objects.count() == played.version


def test_staff_without_the_right_see_nothing(played: Game) -> None:
    client = Client()
    client.force_login(Player.objects.create_user("Knecht", is_staff=True))
    for model in ("deal", "dailydeal", "game", "move"):
        assert page(client, f"{model}_changelist").status_code == 403
    assert page(client, "dailydeal_prepare").status_code == 403


# --- Finding ------------------------------------------------------------------------------------


def test_games_are_found_by_name_id_and_day(
    desk: Client, played: Game, set_clock: SetClock, other_seat: Seat
) -> None:
    other = services.start_practice(seat=other_seat, ruleset="fan", number=7)

    def found(**query: str) -> set[Game]:
        answer = page(desk, "game_changelist", **query)
        return set(answer.context["cl"].result_list)

    assert found() == {played, other}
    assert found(q="wilhel") == {played}
    assert found(q=str(other.pk)) == {other}
    assert found(q="2026-11-29") == {played}
    assert found(q="nobody") == set()
    assert found(kind="ranked") == {played}
    assert found(kind="practice") == {other}
    assert found(kind="guest") == set()
    assert found(ruleset="fan") == {other}
    assert found(outcome__exact="won") == set()


def test_deals_are_found_by_number_and_day(desk: Client, played: Game, seat: Seat) -> None:
    services.start_practice(seat=seat, ruleset="fan", number=7)

    def found(**query: str) -> list[Deal]:
        return list(page(desk, "deal_changelist", **query).context["cl"].result_list)

    assert [deal.number for deal in found(q="7")] == [7]
    assert found(q="2026-11-29") == [played.deal]
    assert found(q="x") == []
    assert [deal.ruleset for deal in found(ruleset="fan")] == ["fan"]


def test_moves_are_those_of_one_game(
    desk: Client, played: Game, seat: Seat, table: SitDown
) -> None:
    game = services.start_practice(seat=seat, ruleset="fan", number=7)
    table(game, seat).resign()
    answer = page(desk, "move_changelist", game__id__exact=str(game.pk))
    assert [row.kind for row in answer.context["cl"].result_list] == ["resign"]
    assert len(page(desk, "move_changelist").context["cl"].result_list) == 0
    assert page(desk, "move_changelist", game__id__exact="x").status_code in (302, 400)


def test_times_are_those_of_the_daily_time_zone(desk: Client, played: Game) -> None:
    assert "2026-11-29 12:00:00.00" in page(desk, "game_changelist").content.decode()


def test_dailies_begin_with_todays_and_are_found_by_state(
    desk: Client, set_clock: SetClock
) -> None:
    set_clock("2026-11-28 12:00")
    for ahead in (-1, 0, 1):
        publish("fan", TODAY + timedelta(days=ahead))
    set_clock("2026-11-29 00:30")

    def days(**query: str) -> list[int]:
        rows = page(desk, "dailydeal_changelist", **query).context["cl"].result_list
        return [(row.day - TODAY).days for row in rows]

    assert days() == [0, -1, 1]
    assert days(state="to come") == [1]
    assert days(state="open") == [0]
    assert days(state="closed") == [-1]
    assert days(state="settled") == []


def test_the_desk_bears_the_name_of_the_site(desk: Client) -> None:
    text = desk.get(reverse("admin:index")).content.decode()
    assert "Tagesblatt" in text
    assert "Django administration" not in text


def test_days_and_patiences_are_named_on_their_own_pages_as_in_the_lists(
    desk: Client, set_clock: SetClock
) -> None:
    set_clock("2026-11-29 12:00")
    daily = publish("beleaguered-castle", TODAY)
    for name, key in (("dailydeal_change", daily.pk), ("deal_change", daily.deal_id)):
        shown = page(desk, name, key).content.decode()
        assert "Beleaguered Castle" in shown
        assert "2026-11-29" in shown
    assert "2026-11-30 00:00<" in page(desk, "dailydeal_change", daily.pk).content.decode()


# --- What it costs ------------------------------------------------------------------------------


@pytest.mark.parametrize("model", ["deal", "dailydeal", "game"])
def test_a_full_page_costs_as_many_queries_as_a_short_one(
    model: str, desk: Client, set_clock: SetClock, player: Player
) -> None:
    set_clock("2026-11-29 12:00")

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert page(desk, f"{model}_changelist").status_code == 200
        return len(captured)

    start_all(player, TODAY)
    few = queries()
    for day in range(1, 4):
        set_clock.advance(days=1)
        start_all(player, TODAY + timedelta(days=day))
    assert Game.objects.count() == 4 * len(RULESETS)
    assert queries() == few <= 8


def start_all(player: Player, day: date) -> None:
    """Begin every daily of a day."""
    publish_day(day)
    for slug in RULESETS:
        services.start_daily(player=player, ruleset=slug, day=day)


def test_no_page_counts_or_lists_without_a_bound(desk: Client, played: Game) -> None:
    deal = played.deal
    Game.objects.bulk_create(
        Game(deal=deal, started=clock.now(), position="", player=None) for _ in range(120)
    )
    with CaptureQueriesContext(connection) as queries:
        answer = page(desk, "game_changelist")
    assert len(answer.context["cl"].result_list) == 50
    selects = [query["sql"] for query in queries if '"games_game"' in query["sql"]]
    assert selects
    assert all("LIMIT" in sql for sql in selects)


# --- Preparing a day ----------------------------------------------------------------------------


def test_the_desk_asks_the_solver_for_a_day(desk: Client, set_clock: SetClock) -> None:
    set_clock("2026-11-29 12:00")
    assert "dailydeal/prepare/" in page(desk, "dailydeal_changelist").content.decode()
    address = reverse("admin:games_dailydeal_prepare")
    assert 'value="2026-11-30"' in desk.get(address).content.decode()
    for _ in range(2):
        answer = desk.post(address, {"day": "2026-12-24"}, follow=True)
        assert "The solver has been asked" in answer.content.decode()
    assert DayRequest.objects.get().day == date(2026, 12, 24)
    assert not DailyDeal.objects.exists()


@pytest.mark.parametrize("day", ["2026-11-28", "2028-01-01", "tomorrow", ""])
def test_a_day_that_is_over_or_far_away_is_not_prepared(
    day: date, desk: Client, set_clock: SetClock
) -> None:
    set_clock("2026-11-29 12:00")
    answer = desk.post(reverse("admin:games_dailydeal_prepare"), {"day": day})
    assert answer.status_code == 200
    assert answer.context["form"].errors
    assert not DayRequest.objects.exists()


def test_looking_prepares_nothing(desk: Client, set_clock: SetClock) -> None:
    set_clock("2026-11-29 12:00")
    page(desk, "dailydeal_prepare")
    page(desk, "dailydeal_changelist")
    assert not DayRequest.objects.exists()


def test_the_desk_speaks_german(desk: Client, played: Game) -> None:
    with override(None):
        answer = desk.get(reverse("admin:games_game_changelist"), headers={"accept-language": "de"})
    text = answer.content.decode()
    assert "gewertet, 2026-11-29" in text
    assert "Ausgang" in text
