"""Names that may be meant as one, such as "Anna" and "anna ": they are pointed out, and folded only on demand.

Two names are alike if they differ in case, in blanks or in dots alone; a dot between digits counts, since v1.0 and v10
are two.
"""

from __future__ import annotations

import re
import unicodedata
import warnings
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from assay.data import Codes, Judgements, Preferences, Remark
from assay.errors import AssayWarning, OptionError
from assay.io.opening import label, shown
from assay.io.ratings.cells import renamed

DOT = re.compile(r"(?<!\d)\.|\.(?!\d)")
NAMED = 5  # groups that a warning names


def spelt(name: str) -> str:
    """Return a name as it is compared: normalised, in lower case, without dots, with single blanks between words."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(DOT.sub(" ", plain).split()) or name


def alike(names: Sequence[str]) -> list[list[str]]:
    """Return the groups of names that differ in spelling alone."""
    groups: dict[str, list[str]] = {}
    for name in names:
        if name:
            groups.setdefault(spelt(name), []).append(name)
    return [group for group in groups.values() if len(group) > 1]


def warn_of_names(judgements: Judgements | Preferences) -> None:
    """Name raters and systems that may be the same and count as two."""
    for what, names in _named(judgements).items():
        groups = alike(names)
        if groups:
            listed = "; ".join(" and ".join(f'"{shown(name)}"' for name in group) for group in groups[:NAMED])
            more = f"; and {len(groups) - NAMED} more" if len(groups) > NAMED else ""
            warnings.warn(
                f"{label(judgements.path) or 'judgements'}: {what} whose names differ only in case, spaces "
                f"or dots count as different: {listed}{more}; if they are the same, give --fold-names",
                AssayWarning,
                3,
            )


def _named(judgements: Judgements | Preferences) -> dict[str, Sequence[str]]:
    """Return the names that occur in any row."""
    systems = judgements.systems if isinstance(judgements, Preferences) else _used(judgements.system)
    return {"raters": _used(judgements.rater), "systems": systems}


def _used(codes: Codes) -> list[str]:
    return [codes.names[number] for number in np.unique(codes.index).tolist()]


def with_folded_names(judgements: Judgements | Preferences) -> Judgements | Preferences:
    """Count raters and systems as one whose names are alike, under the name that comes first."""
    folded = {what: _folding(names) for what, names in _named(judgements).items()}
    if not any(folded.values()):
        raise OptionError(
            f"{label(judgements.path) or 'judgements'}: no two raters or systems have similar "
            "names, so --fold-names has no effect"
        )
    raters, systems = folded["raters"], folded["systems"]
    told = [f'"{shown(old)}" is "{shown(new)}"' for names in folded.values() for old, new in names.items()]
    remark = Remark("names treated as the same", len(told), tuple(told))
    rater = renamed(judgements.rater, lambda name: raters.get(name, name))
    remarks = (*judgements.remarks, remark)
    if isinstance(judgements, Judgements):
        system = renamed(judgements.system, lambda name: systems.get(name, name))
        return replace(judgements, rater=rater, system=system, remarks=remarks)
    names = Codes.of([systems.get(name, name) for name in judgements.systems])
    first, second = names.index[judgements.first], names.index[judgements.second]
    return replace(judgements, rater=rater, systems=names.names, first=first, second=second, remarks=remarks)


def _folding(names: Sequence[str]) -> dict[str, str]:
    return {other: group[0] for group in alike(names) for other in group[1:]}
