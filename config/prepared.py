"""Statements that PostgreSQL parses and plans once for each connection instead of each time.

Django puts parameters into the text of a statement, so that to the database each is a new one. For
what is asked at every move planning takes longer than carrying out.
"""

from collections.abc import Sequence
from typing import Any

import psycopg
from django.db import connection
from django.db.backends.utils import CursorWrapper


def prepared_cursor() -> CursorWrapper:
    """A cursor of the present connection whose statements stay prepared; PostgreSQL only."""
    connection.ensure_connection()
    ours: Any = connection  # of which Django's types leave half out
    cursor: CursorWrapper = ours._prepare_cursor(psycopg.Cursor(ours.connection))
    return cursor


def row_of(sql: str, params: Sequence[Any]) -> tuple[Any, ...] | None:
    """The first row of a statement's answer."""
    with prepared_cursor() as cursor:
        cursor.execute(sql, params)
        row: tuple[Any, ...] | None = cursor.fetchone()
    return row
