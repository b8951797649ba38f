"""Whatever is refused is worded in both languages."""

import pytest
from django.utils import translation

from games import requests
from games.api.errors import OWN
from games.live import socket

WORDS = [
    *(words for _status, words in OWN.values()),
    *(value for name, value in vars(requests).items() if name.startswith(("NO_", "TOO_"))),
    socket.BINARY,
]


@pytest.mark.parametrize("words", WORDS)
def test_a_refusal_is_worded_in_german(words: str) -> None:
    with translation.override("en"):
        assert translation.gettext(words) == words
    with translation.override("de"):
        assert translation.gettext(words) != words
