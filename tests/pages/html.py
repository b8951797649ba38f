"""A small reader of pages: elements with their attributes and text, for tests to ask about."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset({"br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})


@dataclass
class Element:
    """An element of a page."""

    tag: str
    attributes: dict[str, str]
    children: list["Element | str"] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All its text, with single spaces."""
        return " ".join("".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            else:
                yield " "
                yield from child._texts()

    def all(self, tag: str = "", /, **attributes: str) -> list["Element"]:
        """Every element below of that tag and with those attributes (`class_` for class)."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [
            element
            for element in self.walk()
            if (not tag or element.tag == tag)
            and all(
                value in element.attributes.get(name, "").split()
                if name == "class"
                else element.attributes.get(name) == value
                for name, value in wanted.items()
            )
        ]

    def one(self, tag: str = "", /, **attributes: str) -> "Element":
        """The one element below of that tag and with those attributes."""
        found = self.all(tag, **attributes)
        assert len(found) == 1, f"{len(found)} of {tag} {attributes}"
        return found[0]

    def find(self, accept: Callable[["Element"], bool]) -> list["Element"]:
        """Every element below that is accepted."""
        return [element for element in self.walk() if accept(element)]

    def walk(self) -> Iterator["Element"]:
        """Every element below, in the order of the page."""
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child.walk()


class _Reader(HTMLParser):
    """Builds elements and refuses what is not well nested."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open = [Element("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"<{tag}> says {names} more than once"
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read(page: str) -> Element:
    """Read a page; an AssertionError says what is not well nested in it."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    assert len(reader.open) == 1, f"<{reader.open[-1].tag}> is never closed"
    return reader.open[0]
