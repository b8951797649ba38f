"""The cluster that most faults befall, how long a run is to be, and its counts in the end."""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from tests.faults.cluster import Cluster, running_cluster
from tests.faults.tally import tally


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
    """Two processes behind a proxy."""
    folder = tmp_path_factory.mktemp("cluster")
    with running_cluster(folder, unblocked=django_db_blocker.unblock) as cluster:
        yield cluster
