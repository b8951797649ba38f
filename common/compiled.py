"""Statements that are asked with every request, put together once.

The ORM takes several times as long to write a statement as to have it carried out and to read the
answer, and writes it anew each time. Here it writes it once, for whichever database there is; on
PostgreSQL it stays prepared.
"""

from collections.abc import Sequence
from functools import cache, cached_property
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.models import query as orm

from common.prepared import prepared_cursor

M = TypeVar("M", bound=models.Model)


class Query(Generic[M]):
    """A queryset that is asked for its first row, each time with other values in its filters.

    Those that it was made with only hold the places.
    """

    def __init__(self, queryset: models.QuerySet[M]) -> None:
        self.queryset = queryset

    def first(self, **values: object) -> M | None:
        """The row that is found with a value for each column of the filters."""
        ours = connections[DEFAULT_DB_ALIAS]
        params = [field.get_db_prep_value(values[field.attname], ours) for field in self._fields]
        with prepared_cursor() as cursor:
            cursor.execute(self._compiled[0], params)
            found = cursor.fetchone()
        return None if found is None else self._read(found)

    @cached_property
    def _fields(self) -> list[Any]:
        """What the filters look at, in the order of the statement's parameters."""
        lookups: list[Any] = self.queryset.query.where.children
        return [lookup.lhs.target for lookup in lookups]

    @cached_property
    def _compiled(self) -> tuple[str, Any]:
        """The statement, and what the ORM knows of its columns."""
        compiler: Any = self.queryset.query.get_compiler(using=DEFAULT_DB_ALIAS)
        sql, _ = compiler.as_sql()
        return sql, compiler

    @cached_property
    def _reading(self) -> tuple[Any, slice, list[str], list[Any]]:
        """How columns are converted, which are the object's own, and what fills the related."""
        _, compiler = self._compiled
        converters = compiler.get_converters([column for column, *_ in compiler.select])
        own = compiler.klass_info["select_fields"]
        populators: Any = orm.get_related_populators  # whose types are of another version
        return (
            converters,
            slice(own[0], own[-1] + 1),
            [compiler.select[at][0].target.attname for at in own],
            populators(compiler.klass_info, compiler.select, DEFAULT_DB_ALIAS),
        )

    def _read(self, found: Sequence[Any]) -> M:
        """The object that a row stands for, with those that are selected along with it."""
        converters, own, names, related = self._reading
        (row,) = self._compiled[1].apply_converters([found], converters)
        read = self.queryset.model.from_db(DEFAULT_DB_ALIAS, names, row[own])
        for populator in related:
            populator.populate(row, read)
        return read


def insert(row: models.Model, *, unique: Sequence[str], update: Sequence[str] = ()) -> bool:
    """Store a new row, unless there is one with the same values in a constraint's columns.

    That one stays, with the new values in the columns to be updated. False where nothing was done.
    """
    sql, fields = _insertion(type(row), tuple(unique), tuple(update))
    ours = connections[DEFAULT_DB_ALIAS]
    values = [field.get_db_prep_save(getattr(row, field.attname), ours) for field in fields]
    with prepared_cursor() as cursor:
        cursor.execute(sql, values)
        stored = bool(cursor.rowcount)
    row._state.adding, row._state.db = not stored, DEFAULT_DB_ALIAS
    return stored


@cache
def _insertion(
    model: type[models.Model], unique: tuple[str, ...], update: tuple[str, ...]
) -> tuple[str, list[Any]]:
    """An INSERT, and the fields whose values it takes; a row's number the database gives."""
    fields: list[Any] = [
        field
        for field in model._meta.concrete_fields
        if not isinstance(field, models.AutoField | models.BigAutoField)
    ]
    columns = ", ".join(field.column for field in fields)
    changes = ", ".join(f"{column} = excluded.{column}" for column in update)
    sql = f"""
        INSERT INTO {model._meta.db_table} ({columns}) VALUES ({", ".join(["%s"] * len(fields))})
        ON CONFLICT ({", ".join(unique)}) DO {f"UPDATE SET {changes}" if changes else "NOTHING"}
    """  # noqa: S608  # the names of tables and columns of ours
    return sql, fields
