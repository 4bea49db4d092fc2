"""The layout of a database: which tables with which columns, by a number that it holds.

A version that needs another layout adds a migration to the end of `MIGRATIONS`: the number of a layout is how many
migrations lead to it. 0 is whatever versions made that knew no number. A migration may find tables as they are now,
for in a new database the first makes them all: it changes what it finds to be otherwise.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, inspect, select

from assay.errors import InputError
from assay.studies.store.log import keep_answers, read_events
from assay.studies.store.tables import ANSWERS, LAYOUT, METADATA


def bring_up_to_date(connection: Connection) -> None:
    """Make what a database lacks; one of a later version is refused."""
    number = layout_of(connection)
    for migrate in MIGRATIONS[number:]:
        migrate(connection)
    if number < len(MIGRATIONS):
        connection.execute(delete(LAYOUT))
        connection.execute(insert(LAYOUT).values(number=len(MIGRATIONS)))


def check_readable(connection: Connection) -> None:
    """Refuse a database that would have to be changed before it is read."""
    number = layout_of(connection)
    if number < len(MIGRATIONS) and (number > 0 or _lacks_columns(connection)):
        raise InputError(
            "it is of an earlier version and has to be brought up to date first, where it can be written: copy it to "
            "a folder of yours, and read the copy"
        )


def layout_of(connection: Connection) -> int:
    """Return the number of a layout; one that only later versions know is refused."""
    known = inspect(connection).has_table(LAYOUT.name)
    number: int = (connection.execute(select(LAYOUT.c.number)).scalar() or 0) if known else 0
    if number > len(MIGRATIONS):
        raise InputError(
            f"a later version of this program made it (layout {number}, and this version knows layouts up to "
            f"{len(MIGRATIONS)}); install that version, from its wheel or its sources"
        )
    return number


def _number(connection: Connection) -> None:
    """Make all tables, and what versions added since one made them.

    Answers that lack a column are made again from the log, of which they are a view.
    """
    stale = _lacks_columns(connection)
    if stale:
        ANSWERS.drop(connection)
    METADATA.create_all(connection)
    for table in METADATA.tables.values():
        for index in table.indexes:
            index.create(connection, checkfirst=True)
    if stale:
        keep_answers(connection, read_events(connection))


def _lacks_columns(connection: Connection) -> bool:
    known = inspect(connection)
    if not known.has_table(ANSWERS.name):
        return False
    return {each["name"] for each in known.get_columns(ANSWERS.name)} != {*ANSWERS.columns.keys()}


MIGRATIONS = (_number,)
