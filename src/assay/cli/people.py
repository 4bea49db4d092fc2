"""What people said, as `assay meta` needs it: judgements turned to scores, pairs, or scores that somebody else made."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from dataclasses import replace

from assay.cli import chosen, human, judged, meta
from assay.data import Preferences, Remark, Scores
from assay.errors import InputError, OptionError
from assay.human import from_rankings, score
from assay.io import join_scores, read_scores, recognised

Remarks = tuple[Remark, ...]
PAIR = "pair "  # what a table with a column of language pairs notes of each
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


def file_metrics(arguments: argparse.Namespace) -> dict[str, Scores]:
    """Read the scores of metrics that other programs wrote; names must be told apart, and those to be negated known."""
    read = join_scores([one for path in arguments.scores for one in read_scores(path)])
    if arguments.pair and len({one.name for one in read}) < len(read):
        read = [one for one in read if _of_pair(one, arguments.pair)]
    names = [one.name for one in read]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        kinds = "; ".join(", ".join(one.notes) or "no note" for one in read if one.name == twice)
        raise InputError(
            f"--scores: {twice} is there several times ({kinds}); choose a pair with --pair, or leave one out"
        )
    lower = chosen.names(arguments.lower)
    unknown = [name for name in lower if name not in names]
    if unknown:
        raise OptionError(
            f'--lower: no file has a metric "{unknown[0]}"; there are {", ".join(names) or "none"}'
        )
    return {one.name: replace(one, higher_is_better=False) if one.name in lower else one for one in read}


def _of_pair(scores: Scores, pair: str) -> bool:
    named = [note for note in scores.notes if note.startswith(PAIR)]
    return not named or f"{PAIR}{pair}" in named


UNUSED_BY_PAIRS = ("test", "tasks", "darr", "common", "standardise", "weights", "aspect", "show")


def refuse_unused(arguments: argparse.Namespace, *, pairs: bool) -> None:
    """Refuse options that would change nothing, rather than let somebody believe that they did."""
    refused: dict[str, str] = {}
    if pairs:
        refused |= dict.fromkeys(
            UNUSED_BY_PAIRS, "is for ratings and scores, and these are rankings of outputs"
        )
    if not os.path.isdir(arguments.judgements):
        refused["reference_name"] = "is for folders of mt-metrics-eval, and this is a file"
    if arguments.judgements == "-" or (
        os.path.isfile(arguments.judgements) and _is_judgements(arguments.judgements)
    ):
        refused["human"] = "names scores of a folder or file, and these are judgements"
    if arguments.test == "none":
        refused["correction"] = "adjusts the p-values of --test, which was not asked for"
    defaults = meta.parser()
    for name, why in refused.items():
        if getattr(arguments, name) != defaults.get_default(name) and not (
            name == "show" and _only_remarks(arguments)
        ):
            raise OptionError(f"--{name.replace('_', '-')} {why}; leave it out")


def _only_remarks(arguments: argparse.Namespace) -> bool:
    return set(arguments.show.split(",")) <= {"tasks", "counts", "remarks"}


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
