"""The line between a page and the site, to be cut and mended."""

from dataclasses import dataclass, field

from playwright.sync_api import Page, Route, WebSocketRoute


@dataclass(kw_only=True)
class Network:
    """Carries a page's sockets and API requests while it stands."""

    page: Page
    stands: bool = True
    swallows_answers: bool = False
    sent: list[str] = field(default_factory=list)
    _sockets: list[WebSocketRoute] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Step between the page and the site, before the page opens anything."""
        self.page.route_web_socket("**/ws/**", self._carry_socket)
        self.page.route("**/api/**", self._carry_request)

    def cut(self) -> None:
        """Break off what is open, and let nothing through from now on."""
        self.stands = False
        for socket in self._sockets:
            socket.close(code=3000)
        self._sockets.clear()

    def mend(self) -> None:
        """Let everything through again."""
        self.stands = True
        self.swallows_answers = False

    def _carry_socket(self, socket: WebSocketRoute) -> None:
        if not self.stands:
            socket.close(code=3000)
            return
        self._sockets.append(socket)
        server = socket.connect_to_server()

        def to_server(message: str | bytes) -> None:
            self.sent.append(str(message))
            server.send(message)

        def to_page(message: str | bytes) -> None:
            if not self.swallows_answers:
                socket.send(message)

        socket.on_message(to_server)
        server.on_message(to_page)

    def _carry_request(self, route: Route) -> None:
        if self.stands:
            route.continue_()
        else:
            route.abort()
