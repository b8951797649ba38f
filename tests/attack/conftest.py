"""The site under attack, and somebody who plays on it meanwhile."""

from collections.abc import Callable, Iterator

import pytest
from pytest_django import DjangoDbBlocker

from tests.attack.tally import counted
from tests.attack.witness import Witness, sit_down
from tests.conftest import Case
from tests.served.deals import new_player, sign_in, store_todays
from tests.served.people import Person
from tests.served.site import Site, running_site

METRICS_TOKEN = "figures"


@pytest.fixture(scope="session")
def site(
    tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Iterator[Site]:
    """A running site."""
    folder = tmp_path_factory.mktemp("attacked")
    with running_site(
        folder, unblocked=django_db_blocker.unblock, METRICS_TOKEN=METRICS_TOKEN
    ) as site:
        yield site


@pytest.fixture(scope="session")
def cases(site: Site) -> dict[str, Case]:
    """Today's deals, each with a line that wins it."""
    return store_todays(site)


@pytest.fixture
def newcomer(site: Site, cases: dict[str, Case]) -> Callable[[], Person]:
    """Makes players who are signed in."""
    return lambda: Person(site=site, session_key=sign_in(site, new_player(site)))


@pytest.fixture
def witness(site: Site, newcomer: Callable[[], Person]) -> Iterator[Witness]:
    """Somebody else, who notices when the site fails; in the end all must be as before."""
    with sit_down(newcomer(), token=METRICS_TOKEN) as witness:
        yield witness
        witness.sees_all_well()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what has been done."""
    if counted:
        terminalreporter.section("attacks")
        for what, number in sorted(counted.items()):
            terminalreporter.write_line(f"{number:8d} {what}")
