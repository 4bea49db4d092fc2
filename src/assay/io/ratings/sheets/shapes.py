"""Which column of a sheet is what: as `--columns` says, else by its name and its cells.

A sheet has one row a rating, with a column of raters, systems, segments and one of scores or more (one a question);
or a column of scores a system, or a rater; or one row a marked error. What stays open is asked in one message that
names the columns of the file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from assay.data import DEGRADED, FILLER, GENUINE, REFERENCE, REPEAT
from assay.errors import InputError, OptionError
from assay.io.opening import label, shown
from assay.io.ratings.sheets.values import is_numeric, listed, number_in
from assay.io.tables.headed import TOTALS
from assay.io.tables.names import (
    ERROR_ROLES,
    JUDGEMENT_ROLES,
    MACHINES,
    NO_SCORES,
    PEOPLE,
    TEXTS,
    aspect_of,
    key_of,
    parted,
    role_of,
    scale_of,
)
from assay.io.tables.table import Table

SCORE, ITEM = "score", "item"
KINDS = (GENUINE, REPEAT, DEGRADED, REFERENCE, FILLER)
CHOICES = (*JUDGEMENT_ROLES, SCORE)
MANY = ("rater", "system", SCORE)  # roles that several columns may have
YES, NO = ("yes", "y", "true", "ja", "oui", "1"), ("no", "n", "false", "nein", "non", "0")
WORDS = dict.fromkeys(YES, 1.0) | dict.fromkeys(NO, 0.0)


@dataclass(frozen=True)
class ScoreColumn:
    """A column of scores: of which question, and of whom where the column itself says so."""

    place: int
    aspect: str = ""
    system: str | None = None
    rater: str | None = None


@dataclass(frozen=True)
class Shape:
    """Where a sheet has what; `of_errors` says that a row is a marked error."""

    places: Mapping[str, int]
    scores: tuple[ScoreColumn, ...] = ()
    of_errors: bool = False
    guesses: tuple[str, ...] = field(default=())  # what was taken to be so, and is said


def parse_roles(texts: str | Sequence[str]) -> dict[str, list[str]]:
    """Read `--columns` texts, ROLE=COLUMN,ROLE=COLUMN; a piece without a role belongs to the name before it."""
    named: dict[str, list[str]] = {}
    for text in [texts] if isinstance(texts, str) else texts:
        last = ""
        for piece in text.split(","):
            role, equals, column = piece.partition("=")
            if equals and role.strip() in CHOICES:
                last = role.strip()
                named.setdefault(last, []).append(column.strip())
            elif last:
                named[last][-1] += f",{piece}"
            else:
                raise OptionError(
                    f'--columns "{shown(text)}": write ROLE=COLUMN separated by commas; '
                    f"a role is {', '.join(CHOICES)}"
                )
    for role, columns in named.items():
        if len(columns) > 1 and role not in MANY:
            raise OptionError(f"--columns: {role} may be one column only, not {listed(columns)}")
    return named


def shape_of(grid: Table, named: Mapping[str, Sequence[str]]) -> Shape:
    """Tell which column is what; what cannot be told is an error that names the columns."""
    absent = [column for columns in named.values() for column in columns if column not in grid.header]
    if absent:
        raise InputError(
            f"{label(grid.source)}: no column {listed(absent)}; it has the columns {listed(grid.header)}"
        )
    places = _places(grid, named)
    if "severity" in places and SCORE not in named:
        _check_segments(grid, places)
        return Shape(places, of_errors=True)
    places = {role: place for role, place in places.items() if role not in ERROR_ROLES}
    wide = next((role for role in ("system", "rater") if len(named.get(role, ())) > 1), "")
    if wide:
        columns = [_spoken(grid, grid.header.index(name), wide) for name in named[wide]]
        return Shape({role: place for role, place in places.items() if role != wide}, tuple(columns))
    return _with_scores(grid, places, [grid.header.index(name) for name in named.get(SCORE, ())])


def _places(grid: Table, named: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Return the column of each role: the one that was named, else the one whose name fits best."""
    places = {role: grid.header.index(columns[0]) for role, columns in named.items() if role != SCORE}
    taken = {grid.header.index(column) for columns in named.values() for column in columns}
    fits: dict[str, tuple[int, int]] = {}
    for place, name in enumerate(grid.header):
        role, rank = role_of(name)
        if role and role not in places and place not in taken and _is_of_role(grid, place, role):
            fits[role] = min(fits.get(role, (rank, place)), (rank, place))
    if "severity" not in {*fits, *places}:
        fits.pop("category", None)
    for place, name in enumerate(grid.header):
        if name.strip().casefold() == ITEM and _are_kinds(grid.column(place)):
            fits = {role: fit for role, fit in fits.items() if fit[1] != place} | {ITEM: (0, place)}
    return places | {role: place for role, (_, place) in fits.items()}


def _are_kinds(cells: Sequence[str]) -> bool:
    """Tell whether cells say what an item is there for, and not which it is."""
    return {*filter(None, cells)} <= {*KINDS} and any(cells)


def _is_of_role(grid: Table, place: int, role: str) -> bool:
    """Tell whether the cells of a column could be what its name says."""
    if role == "seconds":
        return all(not cell.strip() or seconds_in(cell) is not None for cell in grid.column(place))
    if role in TEXTS:  # scores of the reference, where it was judged as a system
        return not is_numeric(grid.column(place))
    return scale_of(grid.header[place])[1] is None or role in ("segment", "document")


def seconds_in(text: str) -> float | None:
    """Return the seconds of a cell such as 12.5, 1:05 or 00:01:05, NaN where it says that there are none."""
    if re.fullmatch(r"\d+(:[0-5]?\d){1,2}([.,]\d+)?", text.strip()):
        total = 0.0
        for part in text.strip().replace(",", ".").split(":"):
            total = 60 * total + float(part)
        return total
    return number_in(text)


def _with_scores(grid: Table, places: Mapping[str, int], named: Sequence[int]) -> Shape:
    """Add the columns of scores: those that were named, or that are called so, or the numbers that are left."""
    free = [place for place in range(len(grid.header)) if place not in {*places.values()}]
    numeric = [place for place in free if is_numeric(grid.column(place)) or is_worded(grid, place)]
    called = list(named) or [place for place in numeric if _is_called_score(grid.header[place])]
    candidates = [place for place in numeric if key_of(grid.header[place]) not in (*NO_SCORES, *TOTALS)]
    if called and (named or not _sum_up(grid, called) or not _whose(grid, places, candidates)):
        aspects = _aspects(grid, called)
        _check_segments(grid, places, has_scores=True)
        columns = tuple(ScoreColumn(place, aspect) for place, aspect in zip(called, aspects, strict=True))
        return Shape(places, columns)
    both = [place for place in candidates if parted(grid.header[place])]
    chosen = both or candidates
    whose = _whose(grid, places, chosen)
    if whose:
        return Shape(places, tuple(_spoken(grid, place, whose) for place in chosen))
    if len(chosen) == 1 and {"rater", "system", "segment"} <= {*places}:
        guess = f'score: "{shown(grid.header[chosen[0]])}", the only column of numbers that is left'
        return Shape(places, (ScoreColumn(chosen[0]),), guesses=(guess,))
    raise question(grid, places, [grid.header[place] for place in chosen])


def _sum_up(grid: Table, columns: Sequence[int]) -> bool:
    """Tell whether columns are means of others, by their names."""
    return all(key_of(grid.header[place]) in TOTALS for place in columns)


def _is_called_score(name: str) -> bool:
    bare, scale = scale_of(name)
    return aspect_of(name) is not None or (scale is not None and parted(name) is None and not _is_one(bare))


def _is_one(name: str) -> bool:
    """Tell whether a name is that of a system or a rater, by the words for them."""
    return bool(PEOPLE.fullmatch(name.strip().casefold()) or MACHINES.fullmatch(name.strip().casefold()))


def is_worded(grid: Table, place: int) -> bool:
    """Tell whether the cells of a column say yes and no."""
    words = {cell.strip().casefold() for cell in grid.column(place) if cell.strip()}
    return bool(words) and words <= {*WORDS}


def _aspects(grid: Table, places: Sequence[int]) -> list[str]:
    """Name the questions: adequacy and fluency always, others where there are several."""
    known = [aspect_of(grid.header[place]) or "" for place in places]
    if len(places) == 1:
        return [known[0] if known[0] in ("adequacy", "fluency") else ""]
    names = [scale_of(grid.header[place])[0] for place in places]
    return [
        aspect if aspect in ("adequacy", "fluency") else name
        for aspect, name in zip(known, names, strict=True)
    ]


def _spoken(grid: Table, place: int, whose: str) -> ScoreColumn:
    """Return a column that is a system's or a rater's, with the question that its name may give."""
    bare = scale_of(grid.header[place])[0]
    name, aspect = parted(grid.header[place]) or (bare, "")
    return ScoreColumn(place, aspect, **{whose: name})


def _whose(grid: Table, places: Mapping[str, int], columns: Sequence[int]) -> str:
    """Tell whether columns of numbers are those of systems or of raters, "" where nothing says so."""
    if not columns or {"rater", "system"} <= {*places}:
        return ""
    if "rater" in places and len(columns) > 1:
        return "system"
    if "system" in places:
        return "rater" if len(columns) > 1 or _all(PEOPLE, grid, columns) else ""
    return "rater" if _all(PEOPLE, grid, columns) else "system" if _some(MACHINES, grid, columns) else ""


def _owners(grid: Table, columns: Sequence[int]) -> list[str]:
    owners = [parted(grid.header[place]) or (scale_of(grid.header[place])[0], "") for place in columns]
    return [name.strip().casefold() for name, _ in owners]


def _all(words: re.Pattern[str], grid: Table, columns: Sequence[int]) -> bool:
    return all(words.fullmatch(name) for name in _owners(grid, columns))


def _some(words: re.Pattern[str], grid: Table, columns: Sequence[int]) -> bool:
    return any(words.fullmatch(name) for name in _owners(grid, columns))


def _check_segments(grid: Table, places: Mapping[str, int], *, has_scores: bool = False) -> None:
    """Refuse a sheet of one row a rating, or an error, that names no segments and has no sources to tell them by."""
    if "segment" not in places and "source" not in places:
        raise question(grid, places, [], has_scores=has_scores)


def question(
    grid: Table, places: Mapping[str, int], numbers: Sequence[str], *, has_scores: bool = False
) -> InputError:
    """Ask for what could not be told, with the columns of the file, in a message that fits a screen."""
    told = [f'{role} "{shown(grid.header[place])}"' for role, place in places.items() if role not in TEXTS]
    recognised = f"recognised: {', '.join(told)}; " if told else ""
    missing = [role for role in ("rater", "system", "segment") if role not in places]
    missing += [] if has_scores else [SCORE]
    example = ",".join(f"{role}={column}" for role, column in _proposed(grid, places, missing).items())
    wide = (
        f" (or, if systems have a column each, system={shown(numbers[0])},system=…)"
        if len(numbers) > 1
        else ""
    )
    return InputError(
        f"{label(grid.source)}: it has the columns {listed(grid.header)}; {recognised}which is the "
        f'{" and which the ".join(missing)}? Say so, as in --columns "{shown(example)}"{wide}, or name '
        "the format (--from)"
    )


def _proposed(grid: Table, places: Mapping[str, int], missing: Sequence[str]) -> dict[str, str]:
    """Propose columns for roles: one with numbers for the score, the others in their order."""
    free = [place for place in range(len(grid.header)) if place not in {*places.values()}]
    numbers = [place for place in free if is_numeric(grid.column(place))]
    names = [place for place in free if place not in numbers[-1:]]
    proposed = {
        role: grid.header[place] for role, place in zip(missing, names, strict=False) if role != SCORE
    }
    if SCORE in missing and numbers:
        proposed[SCORE] = grid.header[numbers[-1]]
    return {role: proposed.get(role, "…") for role in missing}
