"""Deletes dailies that were dealt without a certificate and whose day has not begun.

They are dealt anew, certified, so their hashes change, this once. Days that have begun keep
their deals.
"""

from django.db import migrations
from django.utils import timezone


def drop_days_to_come(apps, schema_editor):
    dailies = apps.get_model("games", "DailyDeal").objects.filter(
        certificate=None, opens__gt=timezone.now()
    )
    deals = list(dailies.values_list("deal_id", flat=True))
    dailies.delete()
    apps.get_model("games", "Deal").objects.filter(pk__in=deals).delete()


class Migration(migrations.Migration):

    dependencies = [("games", "0003_certificates")]

    operations = [migrations.RunPython(drop_days_to_come, migrations.RunPython.noop)]
