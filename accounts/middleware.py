"""What happens around every request of somebody who is signed in."""

import logging
from collections.abc import Callable

from django.db import OperationalError
from django.http import HttpRequest, HttpResponseBase

from accounts import sign_ins

logger = logging.getLogger(__name__)


class NoteSignIn:
    """Notes where a player is signed in, after the answer: it may have signed somebody in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        # Who has not been asked for needn't be looked up for this.
        if request.session.accessed:
            try:
                sign_ins.note(request, request.user)
            except OperationalError as error:
                # The answer is there; nobody is to go without it for this.
                logger.warning("A sign-in could not be noted: %s", error)
        return response
