"""Moderators and administrators may decide about circles' names that are reported."""

from django.db import migrations

ROLES = ("moderator", "administrator")


def give_rights(apps, schema_editor=None):
    """Add the rights to the groups, as 0003 does with circles themselves."""
    Group = apps.get_model("auth", "Group")
    Permission = apps.get_model("auth", "Permission")
    ContentType = apps.get_model("contenttypes", "ContentType")
    report, _created = ContentType.objects.get_or_create(
        app_label="leaderboard", model="circlereport"
    )
    for verb in ("view", "change"):
        permission, _created = Permission.objects.get_or_create(
            codename=f"{verb}_circlereport",
            content_type=report,
            defaults={"name": f"Can {verb} report of a circle’s name"},
        )
        for group in Group.objects.filter(name__in=ROLES):
            group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [
        ("frontend", "0003_roles_for_circles"),
        ("leaderboard", "0009_circle_reports"),
    ]

    operations = [migrations.RunPython(give_rights, migrations.RunPython.noop)]
