"""What a request to a game looks like, over REST and over the socket: parsed strictly, once."""

import datetime
import json
from collections.abc import Mapping, Sequence
from typing import Never, get_args
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games import selectors
from games.boards import ALL, OF_THE_DAY, Place
from games.dates import read_day
from games.errors import GameError
from games.services import Basis, GameRequest, Kind

KINDS: tuple[Kind, ...] = get_args(Kind)

MAX_BYTES = 4096
MAX_MOVE_LENGTH = 40
MAX_INTEGER = 2**31 - 1

NO_JSON = gettext_noop("This is not a JSON object.")
TOO_LONG = gettext_noop("This is longer than a request may be.")
NO_UUID = gettext_noop("“%(field)s” must be a UUID, like 8d0c2f3e-5a8e-4d6e-9c0b-2f8a6d0e1b7c.")
NO_TEXT = gettext_noop("“%(field)s” must be a text of 1 to %(longest)s characters.")
NO_INTEGER = gettext_noop("“%(field)s” must be a whole number from %(least)s to %(most)s.")
NO_TRUTH = gettext_noop("“%(field)s” must be true or false.")
NO_DAY = gettext_noop("“%(field)s” must be a day like 2026-11-29.")
MISSING = gettext_noop("“%(field)s” is missing.")
NO_BASIS = gettext_noop(
    "What the request builds on is missing: “version”, or “after” for a request that is not"
    " answered yet."
)
TWO_BASES = gettext_noop("Say either “version” or “after”, not both.")
NO_KIND = gettext_noop("“%(field)s” must be one of: %(kinds)s.")
NO_PLACE = gettext_noop("“%(field)s” must be a place, as an answer has told it.")
TOO_MANY_WAYS = gettext_noop("Only one of these goes at a time: %(fields)s.")


class BadRequest(GameError):
    """A request that is not of the shape it must have; says which part and what it should be."""

    def __init__(self, wording: str, **params: object) -> None:
        super().__init__("bad_request", params)
        self.wording = wording

    def message(self) -> str:
        """Say in the active language what is wrong."""
        return _(self.wording) % self.params


def parse_game_request(kind: Kind, data: Mapping[str, object]) -> GameRequest:
    """Check the fields of a request; a BadRequest says which one is not as it must be."""
    request = uuid_field(data, "id")
    basis = parse_basis(data)
    if kind != "play":
        return GameRequest(kind=kind, request=request, basis=basis)
    return GameRequest(
        kind=kind,
        request=request,
        basis=basis,
        text=text_field(data, "move", longest=MAX_MOVE_LENGTH),
        sequence=truth_field(data, "sequence"),
    )


# --- Reading ----------------------------------------------------------------------------------


def _refuse_constant(name: str) -> Never:
    raise ValueError(f"{name} is not JSON")


def read_object(text: str | bytes) -> dict[str, object]:
    """The JSON object in a text of limited length; a BadRequest for anything else.

    >>> read_object('{"type": "ping"}')
    {'type': 'ping'}
    """
    if len(text) > MAX_BYTES:
        raise BadRequest(TOO_LONG)
    try:
        data = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise BadRequest(NO_JSON) from None
    if not isinstance(data, dict):
        raise BadRequest(NO_JSON)
    return data


def parse_kind(data: Mapping[str, object], kinds: Sequence[str], field: str = "type") -> str:
    """The `type` of a message, one of the given."""
    kind = data.get(field)  # where it is missing, the kinds there are say most
    if not isinstance(kind, str) or kind not in kinds:
        raise BadRequest(NO_KIND, field=field, kinds=", ".join(kinds))
    return kind


def parse_basis(data: Mapping[str, object]) -> Basis:
    """The state that a request builds on: a version, or the request before it."""
    if "version" in data and "after" in data:
        raise BadRequest(TWO_BASES)
    if "version" not in data and "after" not in data:
        raise BadRequest(NO_BASIS)
    if "version" in data:
        return Basis(version=integer_field(data, "version", least=0), after=None)
    return Basis(version=None, after=uuid_field(data, "after"))


def _field(data: Mapping[str, object], field: str) -> object:
    if field not in data:
        raise BadRequest(MISSING, field=field)
    return data[field]


def uuid_field(data: Mapping[str, object], field: str) -> UUID:
    """A UUID in its usual form of 36 characters."""
    value = _field(data, field)
    try:
        found = UUID(value) if isinstance(value, str) else None
    except ValueError:
        found = None
    if found is None or str(found) != str(value).lower():
        raise BadRequest(NO_UUID, field=field)
    return found


def text_field(data: Mapping[str, object], field: str, *, longest: int) -> str:
    """A text that isn't empty, isn't over-long and holds no control characters."""
    value = _field(data, field)
    if not isinstance(value, str) or not 0 < len(value) <= longest or not value.isprintable():
        raise BadRequest(NO_TEXT, field=field, longest=longest)
    return value


def integer_field(
    data: Mapping[str, object], field: str, *, least: int, most: int = MAX_INTEGER
) -> int:
    """A whole number in its range; true, 1.0 and "1" are none."""
    value = _field(data, field)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadRequest(NO_INTEGER, field=field, least=least, most=most)
    return value


def truth_field(data: Mapping[str, object], field: str) -> bool:
    """True or false; false where it is missing."""
    value = data.get(field, False)
    if not isinstance(value, bool):
        raise BadRequest(NO_TRUTH, field=field)
    return value


def parse_day(text: str, field: str = "day") -> datetime.date:
    """A calendar day written YYYY-MM-DD.

    >>> parse_day("2026-11-29")
    datetime.date(2026, 11, 29)
    """
    try:
        return read_day(text)
    except ValueError:
        raise BadRequest(NO_DAY, field=field) from None


def check_month_board(scope: str, month: datetime.date) -> None:
    """GameError not_found where nothing is added up under a name, or for a month before the site.

    not_open for a month to come.
    """
    if scope not in (ALL, OF_THE_DAY):
        selectors.ruleset(scope)
    if month < selectors.first_day().replace(day=1):
        raise GameError("not_found")
    if month > selectors.today():
        raise GameError("not_open")


def query_integer(text: str, field: str, *, least: int = 1) -> int:
    """A whole number from an address, in the range that `integer_field` allows."""
    value = int(text) if text.isascii() and text.isdigit() and len(text) < 11 else None
    return integer_field({field: value}, field, least=least)


def query_place(asked: Mapping[str, str], field: str) -> Place | None:
    """A place from an address, None where none is named."""
    text = asked.get(field)
    try:
        return None if text is None else Place.parse(text)
    except ValueError:
        raise BadRequest(NO_PLACE, field=field) from None


def check_one_way(asked: Mapping[str, str], ways: Sequence[str]) -> None:
    """Refuse more than one way at once to a part of a list."""
    if len(asked.keys() & set(ways)) > 1:
        raise BadRequest(TOO_MANY_WAYS, fields=", ".join(ways))
