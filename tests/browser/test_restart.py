"""The server is killed under an open table."""

from tests.browser.steps import start
from tests.browser.visitors import Visits
from tests.conftest import Case
from tests.served.deals import new_player
from tests.served.site import Site, another_process


def test_the_open_table_comes_back_by_itself_after_a_kill(
    site: Site, visits: Visits, cases: dict[str, Case]
) -> None:
    line = cases["la-belle-lucie"].line
    with another_process(site) as doomed:
        visitor = visits(new_player(site), at=doomed)
        visitor.forgive("WebSocket connection to")
        visitor.forgive("ERR_CONNECTION_REFUSED")
        table = start(visitor, "la-belle-lucie")
        table.play(line[:5], by=table.click)
        table.page.evaluate("window.untouched = true")
        doomed.kill()
        table.expect_notice("Die Verbindung ist unterbrochen")
        table.click(line[5])
        doomed.start()
        table.settle(6)
        table.play(line[6:9], by=table.click)
        table.expect_moves("9 Züge")
        assert table.page.evaluate("window.untouched") is True
