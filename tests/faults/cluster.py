"""Several processes of one site behind a proxy, and a day whose deals have known lines."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from django.test import override_settings

from tests.faults.follower import Follower
from tests.faults.proxy import Proxy
from tests.faults.servers import OwnRedis
from tests.served.deals import new_player, sign_in
from tests.served.people import Person
from tests.served.site import Site, another_process, running_site
from tests.support import CERTIFIED, publish_day

# Those with the fewest moves, one pack each.
SLUGS = ("fan", "trefoil", "la-belle-lucie", "citadel", "beleaguered-castle")


@dataclass(frozen=True, kw_only=True)
class Cluster:
    """The processes, the proxy before them, and the site as it is seen through the proxy."""

    processes: list[Site]
    proxy: Proxy
    redis: OwnRedis
    site: Site
    _errors: set[str] = field(default_factory=set)

    def person(self, *, site: Site | None = None, like: Person | None = None) -> Person:
        """Somebody new, or another browser's tab of somebody; past the proxy at one process."""
        site = site or self.site
        key = like.session_key if like else sign_in(self.site, new_player(self.site))
        return Person(site=site, session_key=key)

    def follower(self, slug: str, *, ahead: int = 1, pause: float = 0.0) -> Follower:
        """Somebody new who plays a day's line by program."""
        return Follower(person=self.person(), line=line_of(slug), ahead=ahead, pause=pause)

    def new_errors(self, *others: Site) -> list[str]:
        """What the processes, and others, have written about errors since this was last asked."""
        everybody = (*self.processes, *others)
        errors = {line for process in everybody for line in process.errors()}
        new = errors - self._errors
        self._errors.update(new)
        return sorted(new)


def line_of(slug: str) -> list[str]:
    """The line that wins today's deal of a ruleset."""
    return list(CERTIFIED[slug]["line"].split())


@contextmanager
def running_cluster(
    folder: Path,
    *,
    unblocked: Callable[[], AbstractContextManager[None]],
    redis: OwnRedis,
    processes: int = 2,
) -> Iterator[Cluster]:
    """Run a site of several processes, with an empty database and today's deals."""
    variables = {"FASTEST_SECONDS_PER_MOVE": "0", "REDIS_URL": redis.start()}
    with ExitStack() as stack:
        first = stack.enter_context(running_site(folder, unblocked=unblocked, **variables))
        others = [stack.enter_context(another_process(first)) for _ in range(processes - 1)]
        everything = [first, *others]
        proxy = stack.enter_context(Proxy([process.port for process in everything]).running())
        site = replace(first, port=proxy.port, process=None)
        store_today(site)
        try:
            yield Cluster(processes=everything, proxy=proxy, redis=redis, site=site)
        finally:
            # Also those that a test has put in the place of others.
            for process in everything:
                process.stop()


def store_today(site: Site) -> None:
    """Publish today's deals as the solver does: by seed, with a line that wins."""
    # The days of the site, whose time zone is another than the tests'.
    with site.database(), override_settings(DAILY_TIME_ZONE=str(site.zone)):
        publish_day(site.today(), SLUGS)
