"""Two friends and a circle: founded, joined by its link, played in, and left by force."""

import re
from datetime import timedelta

from playwright.sync_api import Page, expect

from accounts.models import Player
from games import selectors
from leaderboard.circles import services
from leaderboard.standings.services import settle
from tests.browser.test_boards import A_DAY, HOLD_SLIDES, SLUG, Almost, slides_of
from tests.browser.visitors import Visits
from tests.conftest import Case
from tests.served.deals import PASSWORD, new_name, new_player
from tests.served.site import Site
from tests.support import circle_of, publish, store_win

ORIGINS = ["clipboard-read", "clipboard-write"]


def test_a_friend_comes_in_by_the_link_wins_and_is_removed(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    anna = new_player(site, "Anna")
    owners, friends = visits(anna), visits()
    owners.context.grant_permissions(ORIGINS)

    owner = owners.open("/circles/")
    owner.get_by_label("Name der Runde").fill("Bridgeclub")
    owner.get_by_role("button", name="Gründen").click()
    owner.get_by_role("button", name="Link kopieren").click()
    expect(owner.locator("#copying")).to_have_text("Der Link ist kopiert.")
    link = owner.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{site.url}/circles/join/")

    name = new_name("Bert")
    friend = friends.open(link.removeprefix(site.url))
    expect(friend.locator("h1")).to_have_text("Bridgeclub")
    expect(friend.locator("main")).to_contain_text(f"{anna} leitet diese Runde.")
    friend.get_by_role("link", name="Registrieren und beitreten").click()
    friend.locator('input[name="username"]').fill(name)
    friend.locator('input[name="password1"]').fill(PASSWORD)
    friend.locator('main button[type="submit"]').click()
    friend.locator("main a.button").click()
    friend.get_by_role("button", name="Beitreten").click()
    expect(friend.locator("h1")).to_have_text("Bridgeclub")
    assert re.search(r"/circles/[0-9]+/$", friend.url)

    with site.database():
        bert = type(anna).objects.get(username=name)
    Almost(site, bert, cases[SLUG].line).win()
    owner.get_by_role("link", name="Tagesliste").click()
    owner.get_by_role("link", name="Streets and Alleys").click()
    expect_rows(owner, rf"^\s*1\s*{name}")
    Almost(site, anna, cases[SLUG].line).win()
    expect(owner.locator("tbody tr")).to_have_count(2)
    expect(owner.locator("tr.is-me")).to_contain_text(str(anna))

    owner.get_by_role("link", name="Mitglieder").click()
    row = owner.get_by_role("row").filter(has_text=name)
    row.get_by_role("link", name="Entfernen").click()
    owner.get_by_role("button", name="Aus der Runde entfernen").click()
    expect(owner.locator(".messages")).to_contain_text("ist nicht mehr dabei")
    expect(owner.locator("tbody tr")).to_have_count(1)
    for words in ("404", "/circles/"):
        friends.forgive(words)
    friend.reload()
    expect(friend.locator("h1")).not_to_have_text("Bridgeclub")
    friend.goto(link)
    expect(friend.locator("h1")).to_have_text("Diese Einladung gilt nicht")


def test_a_members_win_slides_in_and_who_is_out_sees_no_more(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    anna, bert, carl = (new_player(site, stem) for stem in ("Anna", "Bert", "Carl"))
    with site.database():
        club = circle_of(anna, bert, carl)
        daily = publish("fan", site.today())
        store_win(daily, bert, A_DAY, finished=daily.opens)
    board = f"/circles/{club.pk}/fan/"
    lively, calm = visits(anna, reduced_motion="no-preference"), visits(bert)
    lively.context.add_init_script(HOLD_SLIDES)
    hers, his = lively.open(board), calm.open(board)
    for page in (hers, his):
        expect_rows(page, rf"^\s*1\s*{bert}")
        page.evaluate("window.untouched = true")
    his.get_by_role("link", name=str(bert)).last.focus()

    Almost(site, carl, cases["fan"].line, slug="fan").win()
    for page in (hers, his):
        expect_rows(page, rf"^\s*1\s*{carl}", rf"^\s*2\s*{bert}")
        expect(page.locator("[data-news]")).to_have_text(
            re.compile(f"Neu auf der Bestenliste: {carl}, .*, Rang 1.")
        )
        expect(page.locator("#others li").filter(has_text="Fan")).to_contain_text("von 2")
        assert page.evaluate("window.untouched") is True
    slides = slides_of(hers.locator("tbody tr"))
    assert slides == {str(carl): [1, -1, 0, 0], str(bert): [1, 0, -1, 1]}
    assert slides_of(his.locator("tbody tr")) == {str(each): [0, 0, 0, 1] for each in (carl, bert)}
    expect(his.get_by_role("link", name=str(bert)).last).to_be_focused()
    expect(his.get_by_role("row").filter(has_text=str(bert))).to_have_class("is-me")

    with site.database():
        gone = club.memberships.get(player=bert).pk
        services.remove(owner=anna, circle=club.pk, member=gone)
    for words in ("404", "/circles/"):
        calm.forgive(words)
    Almost(site, anna, cases["fan"].line, slug="fan").win()
    expect(hers.get_by_role("row").filter(has_text=str(anna))).to_have_class("is-me")
    expect(hers.locator("tbody")).not_to_contain_text(str(bert))
    expect(his.locator("h1")).not_to_have_text("Bridgeclub")


def test_points_move_on_open_boards_of_a_month_of_a_circle_and_of_all(
    site: Site, visits: Visits, operator: Player
) -> None:
    slug = "la-belle-lucie-ohne-merci"
    ida, anna, bert = (new_player(site, stem) for stem in ("Ida", "Anna", "Bert"))
    with site.database():
        club = circle_of(anna, bert)
        daily = publish(slug, site.today() - timedelta(days=6))
        for place, player in enumerate((ida, anna, bert)):
            store_win(daily, player, A_DAY + place, finished=daily.opens)
        settle()
    month = f"{slug}/{daily.day:%Y-%m}/"
    member, onlooker = visits(anna), visits()
    for visitor in (member, onlooker):
        # Nobody puts the look off for as long as many who look would.
        visitor.context.add_init_script("Math.random = () => 0")
    hers, all_players = (
        member.open(f"/circles/{club.pk}/{month}"),
        onlooker.open(f"/boards/{month}"),
    )
    expect_rows(hers, rf"^\s*1\s*{anna}\s*67\s*1", rf"^\s*2\s*{bert}\s*34\s*1")
    expect(all_players.locator("tbody tr")).to_have_count(3)
    for page in (hers, all_players):
        page.evaluate("window.untouched = true")
    hers.get_by_role("link", name=str(bert)).focus()

    desk = visits(operator).open(f"/admin/leaderboard/entry/?q={ida}")
    desk.locator("#result_list .action-select").check()
    desk.locator("select[name=action]").select_option("void")
    desk.locator("button[name=index]").click()
    desk.get_by_label("Grund").fill("Ein Programm.")
    desk.locator("input[name=apply]").click()
    for page in (hers, all_players):
        expect_rows(page, rf"^\s*1\s*{anna}\s*100\s*1", rf"^\s*2\s*{bert}\s*50\s*1")
        expect(page.locator("[data-news]")).to_have_text("Die Punkte sind neu gezählt.")
        assert page.evaluate("window.untouched") is True
    expect(hers.get_by_role("link", name=str(bert))).to_be_focused()
    expect(hers.get_by_role("row").filter(has_text=str(anna))).to_have_class("is-me")


def test_what_one_player_was_asked_is_never_done_in_anothers_name(
    site: Site, visits: Visits
) -> None:
    browser = visits(new_player(site, "Anna"))
    old = browser.open("/circles/")
    old.get_by_label("Name der Runde").fill("Familie")
    elsewhere = browser.open("/")
    bert = new_name("Bert")
    enter_instead(elsewhere, f"{site.url}/account/signup/", username=bert, password1=PASSWORD)

    # Bert has sat down at Anna's computer, where a page of hers is still open.
    browser.forgive("403")
    old.get_by_role("button", name="Gründen").click()
    expect(old.locator("h1")).to_have_text("Das Formular war nicht mehr gültig")
    elsewhere.goto(f"{site.url}/circles/")
    expect(elsewhere.locator("body")).to_have_attribute("data-player", bert)
    expect(elsewhere.locator(".circles")).to_have_count(0)
    elsewhere.get_by_label("Name der Runde").fill("Kegeln")

    # And a page of his own is as good as before after he has signed in once more.
    enter_instead(old, f"{site.url}/account/login/", login=bert, password=PASSWORD)
    elsewhere.get_by_role("button", name="Gründen").click()
    expect(elsewhere.locator("h1")).to_have_text("Kegeln")


def test_long_names_and_long_games_fit_a_small_phone(site: Site, visits: Visits) -> None:
    anna = new_player(site, "Anna")
    with site.database():
        daily = publish("trefoil", selectors.today())
        club = services.start_circle(player=anna, name="W" * 40)
        for number in range(3):
            friend = Player.objects.create_user(f"{number}{'W' * 18}{number}")
            services.join(player=friend, token=club.token)
            store_win(daily, friend, 2_600_000 + number, finished=daily.opens)
    visitor = visits(anna, viewport={"width": 320, "height": 640})
    board = f"/circles/{club.pk}/trefoil/"
    for address in (board, f"/circles/{club.pk}/members/", "/boards/trefoil/"):
        page = visitor.open(address)
        expect(page.locator("main .board").first.locator("tbody tr")).to_have_count(
            4 if "members" in address else 3
        )
        for width in (320, 360, 390):
            page.set_viewport_size({"width": width, "height": 640})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, address


def enter_instead(page: Page, address: str, **fields: str) -> None:
    """Have whoever is there signed out, and somebody sign up or in."""
    page.context.clear_cookies(name="session")
    page.goto(address)
    for name, text in fields.items():
        page.locator(f'input[name="{name}"]').fill(text)
    page.locator(f'main form:has([name="{name}"]) [type="submit"]').click()
    expect(page.locator("header nav").get_by_role("link", name="Anmelden")).to_have_count(0)
    expect(page).not_to_have_url(address)


def expect_rows(page: Page, *rows: str) -> None:
    """The board shows these."""
    expect(page.locator("tbody tr")).to_have_text([re.compile(row) for row in rows])
