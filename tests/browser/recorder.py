"""Keeps what a browser is told: pages, answers and frames."""

from dataclasses import dataclass, field

from playwright.sync_api import BrowserContext, Page, Response, WebSocket

from tests.served.people import Heard
from tests.served.secrecy import views_in


@dataclass(kw_only=True)
class Recorder:
    """Listens to one context from its beginning; each thing is kept with the game's version."""

    context: BrowserContext
    heard: list[tuple[int, Heard]] = field(default_factory=list)
    _responses: list[Response] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Listen to every page that there will be."""
        self.context.on("response", self._see)
        self.context.on("page", self._watch)

    @property
    def version(self) -> int:
        """The newest version that was told of so far."""
        return self.heard[-1][0] if self.heard else 0

    def gather(self) -> None:
        """Take down the bodies of what has been loaded; call it before the page is left."""
        for response in self._responses:
            if "/static/" not in response.url and not 300 <= response.status < 400:
                self._keep(f"{response.request.method} {response.url}", response.body())
        self._responses.clear()

    def _see(self, response: Response) -> None:
        self._responses.append(response)

    def _watch(self, page: Page) -> None:
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._keep("frame", str(frame).encode()))

    def _keep(self, what: str, content: bytes) -> None:
        views = views_in(content.decode(errors="replace"))
        version = max([self.version, *(view["version"] for view in views)])
        self.heard.append((version, Heard(what=what, content=content)))
