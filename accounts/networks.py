"""From where somebody asks, for limits: an address that nobody can choose."""

from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings

# So much of an address of version 6 is given to one household; the rest it chooses itself.
HOUSEHOLD_BITS = 64


def network_of(*, peer: str, forwarded: str) -> str:
    """The asker's network: what the trusted proxies wrote down last, else who is connected.

    An address of version 6 counts with all others of its household.
    """
    written = [each.strip() for each in forwarded.split(",")] if forwarded else []
    trusted: int = settings.TRUSTED_PROXY_COUNT
    address = written[-min(trusted, len(written))] if trusted and written else peer
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ip_network((int(parsed), HOUSEHOLD_BITS), strict=False))
