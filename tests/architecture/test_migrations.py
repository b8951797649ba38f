"""Old and new processes run side by side while an update goes on: docs/operations.md, Updates."""

from collections.abc import Iterator

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation

# Up to these the site stood still for updates.
BASELINE = {"accounts": 7, "frontend": 3, "games": 5, "leaderboard": 8}
# Migrations that may do all the same what the version before can't live with, and why.
ALLOWED: dict[tuple[str, str], str] = {}

BREAKING = (
    migrations.RemoveField,
    migrations.RenameField,
    migrations.RenameModel,
    migrations.DeleteModel,
    migrations.AlterModelTable,
)


def troubles(operation: Operation) -> Iterator[str]:
    """What of an operation the version before can't live with."""
    if isinstance(operation, BREAKING):
        yield f"{operation.describe()}: it still uses that"
    if isinstance(operation, migrations.AddField | migrations.AlterField):
        field = operation.field
        has_column = not isinstance(field, models.ManyToManyField)
        if has_column and not field.null and not field.has_db_default():
            yield f"{operation.describe()}: it writes rows without that (null or db_default)"


def test_new_migrations_leave_the_version_before_at_work() -> None:
    found = []
    for (app, name), migration in MigrationLoader(None).disk_migrations.items():
        is_new = app in BASELINE and int(name[:4]) > BASELINE[app]
        if is_new and (app, name) not in ALLOWED:
            found += [
                f"{app} {name}: {trouble}"
                for operation in migration.operations
                for trouble in troubles(operation)
            ]
    assert found == []


FLAG = models.BooleanField(default=True)


@pytest.mark.parametrize(
    ("operation", "is_trouble"),
    [
        (migrations.AddField("game", "flag", FLAG), True),
        (migrations.AddField("game", "flag", models.BooleanField(db_default=True)), False),
        (migrations.AddField("game", "flag", models.BooleanField(null=True)), False),
        (migrations.AlterField("game", "flag", FLAG), True),
        (migrations.RemoveField("game", "flag"), True),
        (migrations.RenameField("game", "flag", "banner"), True),
        (migrations.DeleteModel("Game"), True),
        (migrations.CreateModel("Flag", [("id", models.AutoField(primary_key=True))]), False),
    ],
)
def test_what_the_version_before_cannot_live_with_is_known(
    operation: Operation, is_trouble: bool
) -> None:
    assert bool(list(troubles(operation))) is is_trouble
