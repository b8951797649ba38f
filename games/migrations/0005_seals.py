"""Gives games their seals; those that have rows already are sealed as they stand now."""

from itertools import groupby

from django.db import migrations, models

from games.seals import sealed

CHUNK = 500


def seal_what_there_is(apps, schema_editor):
    game_model, row_model = (apps.get_model("games", name) for name in ("Game", "Move"))
    games = game_model.objects.filter(version__gt=0).order_by("pk")
    last = None
    while chunk := list((games if last is None else games.filter(pk__gt=last))[:CHUNK]):
        rows = row_model.objects.filter(game__in=chunk).order_by("game", "version")
        rows_of = {key: list(group) for key, group in groupby(rows, key=lambda row: row.game_id)}
        for game in chunk:
            game.seal = sealed("", game, rows_of.get(game.pk, ()))
        game_model.objects.bulk_update(chunk, ["seal"])
        last = chunk[-1].pk


class Migration(migrations.Migration):
    dependencies = [("games", "0004_drop_uncertified_days_to_come")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="seal",
            field=models.CharField(blank=True, default="", editable=False, max_length=32),
        ),
        migrations.RunPython(seal_what_there_is, migrations.RunPython.noop),
    ]
