"""What staff have done, kept in the log that the desk shows beside each row."""

from django.contrib.admin.models import CHANGE, LogEntry
from django.db.models import Model

from accounts.models import Player


def log_change(row: Model, *, by: Player, text: str) -> None:
    """Keep who has changed a row, and how."""
    LogEntry.objects.log_actions(
        user_id=by.pk,
        queryset=[row],
        action_flag=CHANGE,
        change_message=text,
        single_object=True,
    )
