"""People with a browser each, who notice everything that goes wrong in it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    WebError,
)

from tests.served.site import Site


@dataclass(kw_only=True)
class Visitor:
    """Somebody with a browser context of their own; `problems` must be empty in the end."""

    site: Site
    context: BrowserContext
    problems: list[str] = field(default_factory=list)
    forgiven: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Listen to everything that a browser complains about."""
        self.context.on("console", self._hear)
        self.context.on("weberror", self._fail)
        self.context.on("request", self._ask)
        self.context.on("requestfailed", self._miss)
        self.context.on("response", self._see)

    def open(self, path: str) -> Page:
        """Open a page of the site in a new tab."""
        page = self.context.new_page()
        page.goto(self.site.url + path)
        return page

    def forgive(self, words: str) -> None:
        """Expect problems that hold some words: the test brings them about itself."""
        self.forgiven.append(words)

    def check(self) -> None:
        """Fail where something went wrong that the test has not brought about."""
        left = [
            problem
            for problem in self.problems
            if not any(words in problem for words in self.forgiven)
        ]
        assert not left, "\n".join(left)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(f"console: {message.text} ({message.location['url']})")

    def _fail(self, error: WebError) -> None:
        self.problems.append(f"script: {error.error}")

    def _ask(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme != "data" and f"{address.scheme}://{address.netloc}" != self.site.url:
            self.problems.append(f"elsewhere: {request.url}")

    def _miss(self, request: Request) -> None:
        # Whoever leaves a page breaks off what it was still loading.
        if request.failure != "net::ERR_ABORTED":
            self.problems.append(f"failed: {request.url} {request.failure}")

    def _see(self, response: Response) -> None:
        if response.status >= 400:
            self.problems.append(f"answer {response.status}: {response.url}")


Visits = Callable[..., Visitor]
