"""What this process has counted, and how far the site is prepared, in Prometheus' format."""

import secrets
from collections.abc import Iterator

from django.conf import settings
from django.db import Error as DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector, CollectorRegistry

from games import selectors

disable_created_metrics()  # type: ignore[no-untyped-call]  # the library's lacks its types


class Prepared(Collector):
    """What the database tells of the days ahead and of the solver, when it is asked."""

    def collect(self) -> Iterator[Metric]:
        """Each of these once."""
        solver = selectors.solver_state()
        for name, told, value in (
            (
                "patience_prepared_days",
                "Days from today on whose dailies are all published.",
                selectors.prepared().days,
            ),
            (
                "patience_solver_at_work",
                "1 while the solver's process shows that it is at work.",
                float(solver.at_work),
            ),
            (
                "patience_solver_overdue_questions",
                "Questions about games that should have been answered by now.",
                solver.overdue,
            ),
            (
                "patience_solver_requested_days",
                "Missing days that somebody has asked for.",
                solver.days_asked_for,
            ),
        ):
            yield GaugeMetricFamily(name, told, value=value)


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Tell the figures to whoever shows the token of METRICS_TOKEN; to others there are none."""
    shown = request.headers.get("Authorization", "")
    expected = f"Bearer {settings.METRICS_TOKEN}"
    if not settings.METRICS_TOKEN or not secrets.compare_digest(shown.encode(), expected.encode()):
        raise Http404
    return HttpResponse(
        generate_latest(REGISTRY) + _prepared(), headers={"Content-Type": CONTENT_TYPE_LATEST}
    )


def _prepared() -> bytes:
    """The database's part; nothing while it is away, so that the rest can still be read."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(Prepared())
    try:
        return generate_latest(registry)
    except DatabaseError:
        return b""
