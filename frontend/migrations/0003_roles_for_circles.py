"""Moderators and administrators may look after circles."""

from django.db import migrations

ROLES = ("moderator", "administrator")


def give_rights(apps, schema_editor=None):
    """Add the rights to the groups, as 0002 does with the others."""
    Group = apps.get_model("auth", "Group")
    Permission = apps.get_model("auth", "Permission")
    ContentType = apps.get_model("contenttypes", "ContentType")
    circle, _created = ContentType.objects.get_or_create(app_label="leaderboard", model="circle")
    for verb in ("view", "change"):
        permission, _created = Permission.objects.get_or_create(
            codename=f"{verb}_circle",
            content_type=circle,
            defaults={"name": f"Can {verb} circle"},
        )
        for group in Group.objects.filter(name__in=ROLES):
            group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [
        ("frontend", "0002_roles"),
        ("leaderboard", "0007_circles"),
    ]

    operations = [migrations.RunPython(give_rights, migrations.RunPython.noop)]
