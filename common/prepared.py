"""Statements that PostgreSQL parses and plans once for each connection instead of each time.

Django puts parameters into the text of a statement, so that to the database each is a new one. For
what is asked at every move planning takes longer than carrying out.

Only for statements of which one plan is right however much there is: it is made for the usual, and
a daily with a million entries isn't.
"""

from collections.abc import Sequence
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.utils import CursorWrapper


class _Cursor(psycopg.Cursor[Any]):
    """Keeps what it carries out, as those of Django do, for who looks at statements."""

    def _convert_query(self, *args: Any, **kwargs: Any) -> Any:
        self._query = super()._convert_query(*args, **kwargs)
        return self._query


def prepared_cursor() -> CursorWrapper:
    """A cursor of the present connection; on PostgreSQL its statements stay prepared."""
    ours: Any = connections[DEFAULT_DB_ALIAS]  # of which Django's types leave half out
    cursor: CursorWrapper
    if ours.vendor == "postgresql":
        ours.ensure_connection()
        cursor = ours._prepare_cursor(_Cursor(ours.connection))
    else:
        cursor = ours.cursor()
    return cursor


def row_of(sql: str, params: Sequence[Any]) -> tuple[Any, ...] | None:
    """The first row of a statement's answer."""
    with prepared_cursor() as cursor:
        cursor.execute(sql, params)
        row: tuple[Any, ...] | None = cursor.fetchone()
    return row


def rows_of(sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
    """All rows of a statement's answer."""
    with prepared_cursor() as cursor:
        cursor.execute(sql, params)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
