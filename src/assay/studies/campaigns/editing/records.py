"""Records of edits, as browsers send them and our log of post-editing has them: checked, and applied to a text.

A record holds events of one unit: `t` in milliseconds after `clock`, `kind` and `key` with a letter an event, and `at`,
`del` and `ins` with an entry a change, in code points. A blind record has lengths in `ins`, and the "text" that it
changes is a length, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from assay.data import CHANGES, EVENT_KINDS, KEY_CLASSES

RECORD = ("unit", "clock", "t", "kind", "key", "at", "del", "ins")
CHANGING = frozenset(islice(EVENT_KINDS.values(), CHANGES))
KINDS, CLASSES = frozenset(EVENT_KINDS.values()), frozenset(KEY_CLASSES.values())
LATEST, LONGEST_TIME = 2**52, 2**40  # milliseconds: since 1970, and within a record
LONGEST = 1_000_000  # characters of a text
Reached = str | int  # a text, or its length where the log is blind


class RecordError(ValueError):
    """A record that cannot be: what is wrong with it."""


def apply_record(reached: Reached, record: Mapping[str, Any]) -> Reached:
    """Return the text, or its length, after all changes of a record; one outside the text is refused."""
    for at, removed, inserted in zip(record["at"], record["del"], record["ins"], strict=True):
        size = _size(reached)
        if not 0 <= at <= at + removed <= size:
            raise RecordError(f"a change at {at} to {at + removed} is outside the text, which has {size}")
        if isinstance(reached, int):
            reached += inserted - removed
        else:
            reached = f"{reached[:at]}{inserted}{reached[at + removed :]}"
    return reached


def check_record(record: object, *, blind: bool) -> None:
    """Refuse what is no record."""
    if not isinstance(record, Mapping) or set(record) != set(RECORD):
        raise RecordError(f"a record has {', '.join(RECORD)}")
    _whole_number(record["clock"], "clock", LATEST)
    for name in ("t", "at", "del"):
        _listed(record[name], name, LONGEST_TIME if name == "t" else LONGEST)
    events = len(record["t"])
    for name, known in (("kind", KINDS), ("key", CLASSES)):
        letters = record[name]
        if not isinstance(letters, str) or len(letters) != events or not known.issuperset(letters):
            raise RecordError(f"{name} must have one of {''.join(sorted(known))} an event")
    _check_insertions(record["ins"], blind)
    changes = sum(letter in CHANGING for letter in record["kind"])
    if any(len(record[name]) != changes for name in ("at", "del", "ins")):
        raise RecordError(f"at, del and ins must have an entry a change, and so {changes} each")


def _check_insertions(given: object, blind: bool) -> None:
    if blind:
        _listed(given, "ins", LONGEST)
    elif not isinstance(given, list) or not all(isinstance(text, str) for text in given):
        raise RecordError("ins must be a list of texts")


def _listed(given: object, name: str, most: int) -> None:
    if not isinstance(given, list):
        raise RecordError(f"{name} must be a list")
    for number in given:
        _whole_number(number, name, most)


def _whole_number(given: object, name: str, most: int) -> None:
    if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given <= most:
        raise RecordError(f"{name} must have whole numbers from 0 to {most}")


def reached_by(
    begun: Mapping[str, Reached], records: Sequence[Mapping[str, Any]], *, blind: bool, longest: int = LONGEST
) -> dict[str, Reached]:
    """Return the texts of units after records, each checked; `begun` has all units that there are.

    A record may not make a text grow past the longest one: each change of a very long text takes its time.
    """
    reached = dict(begun)
    for record in records:
        check_record(record, blind=blind)
        unit = str(record["unit"])
        if unit not in reached:
            raise RecordError(f"there is no unit {unit[:20]!r}")
        after = apply_record(reached[unit], record)
        if _size(after) > max(longest, _size(reached[unit])):
            raise RecordError(f"the text has more than {longest} characters")
        reached[unit] = after
    return reached


def _size(reached: Reached) -> int:
    return reached if isinstance(reached, int) else len(reached)


def set_record(unit: str, before: Reached, after: Reached, clock: int) -> dict[str, Any]:
    """Return the record that sets a text to another: no edit of a person, but what makes the log whole."""
    if isinstance(before, int) or isinstance(after, int):
        at, removed, inserted = 0, before, after
    else:
        at, removed, inserted = _difference(before, after)
    return {
        "unit": unit,
        "clock": clock,
        "t": [0],
        "kind": "=",
        "key": "-",
        "at": [at],
        "del": [removed],
        "ins": [inserted],
    }


def _difference(before: str, after: str) -> tuple[int, int, str]:
    """Return the one change that makes a text another."""
    start, most = 0, min(len(before), len(after))
    while start < most and before[start] == after[start]:
        start += 1
    end = 0
    while end < most - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return start, len(before) - start - end, after[start : len(after) - end]
