"""Everything that is stored about a player, as one JSON text."""

import json
from collections.abc import Iterable, Iterator

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone

from accounts import events, public_page
from accounts.models import NameReport, Player


def everything_about(player: Player) -> bytes:
    """Return a JSON object: `exported`, `account`, and a list for each part of the other apps.

    Secrets of the account (the password's, the tokens' and the recovery code's hashes) are left
    out, as they are of use only to who wants to break in.
    """
    return "".join(_text(player)).encode()


def _text(player: Player) -> Iterator[str]:
    """Write the object bit by bit: years of games are many rows."""
    yield f'{{\n"exported": {_json(timezone.now())},\n"account": {_json(_account(player))}'
    own = {
        "tokens": _tokens,
        "second_factors": _factors,
        "sign_ins": _sign_ins,
        "devices": _devices,
        "name_reports": _name_reports,
    }
    for name, records in {**own, **events.exported_parts()}.items():
        yield f",\n{_json(name)}: ["
        yield from _joined(records(player))
        yield "]"
    yield "\n}\n"


def _joined(records: Iterable[events.Stored]) -> Iterator[str]:
    comma = "\n"
    for record in records:
        yield comma + _json(record)
        comma = ",\n"


def _json(value: object) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)


def _account(player: Player) -> events.Stored:
    addresses = EmailAddress.objects.filter(user=player).order_by("pk")
    return {
        "name": player.username,
        "former_names": [
            {"name": former.username, "left": former.left, "withdrawn": former.withdrawn}
            for former in player.former_names.order_by("left")
        ],
        "mail": player.email,
        "mail_addresses": [
            {"address": address.email, "confirmed": address.verified} for address in addresses
        ],
        "language": player.language,
        "preferences": player.preferences,
        "page": {
            "shown_to": player.page_for,
            **{part: getattr(player, f"page_{part}") for part in public_page.PARTS},
        },
        "has_recovery_code": bool(player.recovery_hash),
        "active": player.is_active,
        "staff": player.is_staff,
        "joined": player.date_joined,
        "last_sign_in": player.last_login,
        "delete_after": player.delete_after,
    }


def _tokens(player: Player) -> Iterator[events.Stored]:
    for token in player.api_tokens.order_by("created"):
        yield {
            "label": token.label,
            "begins_with": token.prefix,
            "created": token.created,
            "last_used": token.last_used,
        }


def _factors(player: Player) -> Iterator[events.Stored]:
    for factor in Authenticator.objects.filter(user=player).order_by("created_at"):
        yield {
            "kind": factor.type,
            "name": factor.data.get("name"),
            "created": factor.created_at,
            "last_used": factor.last_used_at,
        }


def _sign_ins(player: Player) -> Iterator[events.Stored]:
    for each in player.sign_ins.order_by("created"):
        yield {"browser": each.agent, "since": each.created, "seen": each.seen}


def _devices(player: Player) -> Iterator[events.Stored]:
    for use in player.device_uses.order_by("latest"):
        yield {"number": use.device, "latest": use.latest}


def _name_reports(player: Player) -> Iterator[events.Stored]:
    """Return what the player has reported; what others have is theirs."""
    for each in NameReport.objects.filter(reporter=player).order_by("created"):
        yield {"name": each.name, "reported": each.created}
