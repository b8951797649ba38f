"""The one site that the tests of this folder look at."""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from tests.conftest import Case
from tests.served.deals import store_todays
from tests.served.site import Site, running_site


@pytest.fixture(scope="session")
def site(
    tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Iterator[Site]:
    """A running site."""
    folder = tmp_path_factory.mktemp("site")
    with running_site(folder, unblocked=django_db_blocker.unblock) as site:
        yield site


@pytest.fixture(scope="session")
def cases(site: Site) -> dict[str, Case]:
    """Today's deals, each with a line that wins it."""
    return store_todays(site)
