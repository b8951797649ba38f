"""Players and reports of their names on the desk."""

from accounts.admin.players import PlayerAdmin
from accounts.admin.reported_names import NameReportAdmin

__all__ = ["NameReportAdmin", "PlayerAdmin"]
