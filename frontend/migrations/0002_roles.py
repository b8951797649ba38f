"""The staff's roles, as groups: who of them may read and do what on the desk."""

from django.db import migrations

ENTRIES_AND_CASES = [
    ("leaderboard", "entry", ["view", "change"]),
    ("leaderboard", "case", ["view", "change"]),
    ("leaderboard", "decision", ["view"]),
    ("accounts", "namereport", ["view", "change"]),
    ("accounts", "player", ["view"]),
    ("games", "game", ["view"]),
    ("games", "move", ["view"]),
]
TEXTS = [("frontend", "announcement", ["view", "add", "change", "delete"])]
# Neither deleting players nor making staff, which superusers do.
THE_REST = [
    ("accounts", "player", ["view", "add", "change"]),
    ("games", "deal", ["view"]),
    ("games", "dailydeal", ["view", "add"]),
]
ROLES = {
    "moderator": ENTRIES_AND_CASES,
    "editor": TEXTS,
    "administrator": [*ENTRIES_AND_CASES, *TEXTS, *THE_REST],
}


def make_roles(apps, schema_editor=None):
    """Make the groups with their permissions, which Django itself makes only after migrating."""
    Group = apps.get_model("auth", "Group")
    Permission = apps.get_model("auth", "Permission")
    ContentType = apps.get_model("contenttypes", "ContentType")
    for role, rights in ROLES.items():
        group, _created = Group.objects.get_or_create(name=role)
        for app, model, verbs in rights:
            content_type, _created = ContentType.objects.get_or_create(app_label=app, model=model)
            name = apps.get_model(app, model)._meta.verbose_name_raw
            for verb in verbs:
                permission, _created = Permission.objects.get_or_create(
                    codename=f"{verb}_{model}",
                    content_type=content_type,
                    defaults={"name": f"Can {verb} {name}"},
                )
                group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [
        ("frontend", "0001_announcements"),
        ("accounts", "0006_name_reports"),
        ("games", "0004_drop_uncertified_days_to_come"),
        ("leaderboard", "0002_fairplay"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(make_roles, migrations.RunPython.noop)]
