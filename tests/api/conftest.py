"""What every test of the API starts with."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.utils import translation


@pytest.fixture(autouse=True)
def nobody_has_asked_yet() -> Iterator[None]:
    """Forget the throttles' counts, and the language of the last request afterwards."""
    cache.clear()
    yield
    translation.deactivate()
