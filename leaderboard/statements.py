"""Statements of our own that PostgreSQL keeps prepared: to plan them takes longer than to answer.

Only such as have one plan that is right for dailies of any size. It is made for a usual daily, and
one with a million entries isn't.
"""

from collections.abc import Sequence
from typing import Any

from django.db import connection

from config.prepared import prepared_cursor


def answer_to(sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
    """All rows of a statement's answer."""
    cursor = prepared_cursor() if connection.vendor == "postgresql" else connection.cursor()
    with cursor:
        cursor.execute(sql, params)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows
