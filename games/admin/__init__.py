"""Deals, dailies, games and their moves on the desk.

What is secret until a day is settled is shown to nobody before, staff included: neither on a
page nor by a query string that filters, sorts or searches by it. So pages list their columns by
name, secret ones are worded by `Secretive`, and filters are those of `allowed_lookups`.
"""

from games.admin.deals import DailyDealAdmin, DealAdmin
from games.admin.games import GameAdmin, MoveAdmin

__all__ = ["DailyDealAdmin", "DealAdmin", "GameAdmin", "MoveAdmin"]
