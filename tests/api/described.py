"""The API by its own description, for tests that make requests up."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from games.rates import PerAsker

CHECKS: Final = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]
CSRF: Final = "c" * 32
EVERYTHING: Final = "/api/schema/?format=json"
# The caller of the tests does not unpack what is compressed.
PLAIN: Final = {"Accept-Encoding": "identity"}


@contextmanager
def unlimited(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The application without its limits of speed.

    As in Django's own test client, a request doesn't close the connection of the test.
    """
    monkeypatch.setattr(PerAsker, "allow_request", lambda *_: True)
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield get_wsgi_application()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)
