"""The cluster that most faults befall, how long a run is to be, and its counts in the end."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from django.conf import settings
from pytest_django import DjangoDbBlocker

from tests.faults.cluster import Cluster, running_cluster
from tests.faults.servers import OwnRedis
from tests.faults.tally import tally

# Its own PostgreSQL is the same in each run of the tests: one of them is enough.
collect_ignore = [] if settings.ON_POSTGRESQL else ["test_postgresql_gone.py"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option by which `make bench ARGS=faults` asks for everything."""
    parser.addoption("--whole", action="store_true", help="let the faults happen more often")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what was counted."""
    if tally.counts:
        terminalreporter.write_line(f"faults: {tally.line()}")


@pytest.fixture(scope="session")
def whole(pytestconfig: pytest.Config) -> bool:
    """Whether the run is the long one."""
    return bool(pytestconfig.getoption("--whole", default=False))


@pytest.fixture(scope="session")
def cluster(
    tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Iterator[Cluster]:
    """Two processes behind a proxy, with a Redis between them whatever their database is."""
    folder = tmp_path_factory.mktemp("cluster")
    with ExitStack() as stack:
        redis = OwnRedis(folder)
        stack.callback(redis.stop)
        unblocked = django_db_blocker.unblock
        yield stack.enter_context(running_cluster(folder, unblocked=unblocked, redis=redis))
