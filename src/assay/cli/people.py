"""What people said, as `assay meta` needs it: judgements turned to scores, pairs, or scores that somebody else made."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from assay.cli import chosen, human, judged
from assay.data.judgements import Preferences, Remark
from assay.data.readers.ratings.formats import recognised
from assay.data.readers.scores import join_scores, read_scores
from assay.data.scores import Scores
from assay.errors import InputError, OptionError
from assay.human.preferences import from_rankings
from assay.human.scores import score

Remarks = tuple[Remark, ...]
NO_METRIC = "no metric to compare with people; name outputs with -r and -m, or files with --scores"


def read_people(arguments: argparse.Namespace) -> tuple[Scores | Preferences, Remarks]:
    """Read what people said, and what was odd about it."""
    if arguments.form is None and arguments.judgements != "-" and not _is_judgements(arguments.judgements):
        return _scores(arguments), ()
    found = human.read(arguments)
    if isinstance(found, Preferences):
        return chosen.single_systems(found, arguments), found.remarks
    if found.scheme == "ranking":
        pairs = from_rankings(found)
        return pairs, pairs.remarks
    scored = score(found, judged.scoring(arguments))
    return scored.scores, (*found.remarks, *scored.remarks)


def _scores(arguments: argparse.Namespace) -> Scores:
    path = arguments.judgements
    found = join_scores(read_scores(path))
    named = [one for one in found if one.name == arguments.human] or found
    if len(named) > 1:
        names = ", ".join(one.name for one in found)
        raise OptionError(f"{path} has the scores {names}; say with --human which are people's")
    return named[0].for_systems(chosen.systems(named[0].systems, arguments))


def _is_judgements(path: str) -> bool:
    try:
        recognised(path)
    except InputError:
        return False
    return True


def check_names(people: Scores | Preferences, metrics: Mapping[str, Scores], path: str) -> None:
    """Refuse metrics that were given nothing that people judged: names are what the two are matched by."""
    if not metrics:
        raise OptionError(NO_METRIC)
    segments = people.segment.names if isinstance(people, Preferences) else people.segments
    for name, one in metrics.items():
        _check_shared(people.systems, one.systems, f"{path} and {name} have no system in common", "NAME=PATH")
        if one.segments and segments:
            _check_shared(
                *(segments, one.segments, f"{path} and {name} have no segment in common"),
                "the same names, or numbers from 1",
            )


def _check_shared(ours: tuple[str, ...], theirs: tuple[str, ...], what: str, remedy: str) -> None:
    if not set(ours) & set(theirs):
        raise InputError(f"{what}: {_few(ours)} against {_few(theirs)}; give them {remedy}")


def _few(names: tuple[str, ...]) -> str:
    return ", ".join(names[:4]) + (", …" if len(names) > 4 else "")
