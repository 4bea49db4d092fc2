"""Metrics that other programs computed, out of files: which of them take part, and what is odd about them.

Names are all that brings people and metrics together, and a number does not say which end is the better one. So what
would pair the wrong outputs is refused: segments that one side counts from 0, systems under another spelling. What may
be meant is warned of: an error measure that nobody called one, outputs without a score, people among the metrics.
"""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

import numpy as np

from assay.data import Preferences, Scores
from assay.errors import AssayWarning, InputError, OptionError
from assay.io import join_scores, read_scores, split_names
from assay.meta.correlations import correlate_systems
from assay.meta.material import align, system_scores, upward
from assay.meta.options import PeopleOptions

LANGUAGES = "pair "  # what a table with a column of language pairs notes of each
NO_METRIC = "no metric to compare with human scores; name outputs with -r and -m, or files with --scores"
ERRORS = re.compile(
    r"(h?ter|wer|cer|per|mer|wil|cder|eed|character|metricx)([-_.:\d].*)?|.*error.*", re.IGNORECASE
)
FEW_OUTPUTS, FEW_SYSTEMS = 20, 6  # below so many, a negative correlation is as likely chance


def file_metrics(options: PeopleOptions) -> dict[str, Scores]:
    """Read the scores of metrics that other programs wrote; names must be told apart, and those to be negated known."""
    columns = join_scores([column for path in options.scores for column in read_scores(path)])
    if options.pair and len({column.name for column in columns}) < len(columns):
        columns = [column for column in columns if of_languages(column, options.pair)]
    names = [column.name for column in columns]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        kinds = "; ".join(", ".join(column.notes) or "no note" for column in columns if column.name == twice)
        raise InputError(
            f"--scores: {twice} occurs several times ({kinds}); choose a pair with --pair, or leave one out"
        )
    lower = split_names(options.lower)
    unknown = [name for name in lower if name not in names]
    if unknown:
        raise OptionError(
            f'--lower: no file has a metric "{unknown[0]}"; there are {", ".join(names) or "none"}'
        )
    return {
        column.name: replace(column, higher_is_better=False) if column.name in lower else column
        for column in columns
    }


def of_languages(scores: Scores, pair: str) -> bool:
    """Tell whether scores may be of a language pair: those that name another one are not."""
    named = [note for note in scores.notes if note.startswith(LANGUAGES)]
    return not named or f"{LANGUAGES}{pair}" in named


def together(own: Mapping[str, Scores], more: Mapping[str, Scores]) -> dict[str, Scores]:
    """Put two sets of metrics beside each other; a name may come once."""
    twice = [name for name in more if name in own]
    if twice:
        raise OptionError(f"--scores: there is a metric {twice[0]} already; rename the one in the file")
    return {**own, **more}


def chosen_metrics(metrics: Mapping[str, Scores], options: PeopleOptions) -> dict[str, Scores]:
    """Return the metrics that take part: those that --only names, without those that --except names."""
    only, gone = split_names(options.only), split_names(options.without_metrics)
    for flag, patterns in (("--only", only), ("--except", gone)):
        idle = [name for name in patterns if not any(fnmatchcase(metric, name) for metric in metrics)]
        if idle:
            raise OptionError(f'{flag}: no metric is called "{idle[0]}"; there are {", ".join(metrics)}')
    kept = {
        name: metric
        for name, metric in metrics.items()
        if (not only or _fits(name, only)) and not _fits(name, gone)
    }
    if metrics and not kept:
        raise OptionError("--only and --except leave no metric; choose from " + ", ".join(metrics))
    return kept


def _fits(name: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def check_names(people: Scores | Preferences, metrics: Mapping[str, Scores], path: str) -> None:
    """Refuse metrics that were given other outputs than people: names are what the two are matched by."""
    if not metrics:
        raise OptionError(NO_METRIC)
    segments = people.segment.names if isinstance(people, Preferences) else people.segments
    for name, metric in metrics.items():
        _check_spellings(people.systems, metric.systems, f"{path} and {name}")
        _check_shared(
            people.systems, metric.systems, f"{path} and {name} have no system in common", "NAME=PATH"
        )
        if metric.segments and segments:
            _check_counting(segments, metric.segments, path, name)
            _check_shared(
                *(segments, metric.segments, f"{path} and {name} have no segment in common"),
                "the same names, or numbers from 1",
            )


def _check_shared(ours: tuple[str, ...], theirs: tuple[str, ...], what: str, remedy: str) -> None:
    if not set(ours) & set(theirs):
        raise InputError(f"{what}: {_few(ours)} versus {_few(theirs)}; give them {remedy}")


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:4]) + (", …" if len(names) > 4 else "")


def _check_spellings(ours: Sequence[str], theirs: Sequence[str], who: str) -> None:
    """Refuse a system that the other side knows under another spelling: it would be left out without a word."""
    lone = {_spelt(name): name for name in ours if name not in theirs}
    for name in theirs:
        if name not in ours and _spelt(name) in lone:
            raise InputError(
                f'{who} spell a system "{lone[_spelt(name)]}" and "{name}"; give it one name in both'
            )


def _spelt(name: str) -> str:
    """Return a name without what people spell differently: case, blanks, an ending, hyphens and underscores."""
    return re.sub(r"[\s_-]+", "", name.lower().removesuffix(".txt"))


def _check_counting(ours: Sequence[str], theirs: Sequence[str], path: str, name: str) -> None:
    """Refuse segments that one side counts from 0 and the other from 1: every output would meet its neighbour."""
    known, other = set(ours), set(theirs)
    if not all(segment.isdecimal() for segment in (*ours, *theirs)) or ("0" in known) == ("0" in other):
        return
    zero, one = (path, name) if "0" in known else (name, path)
    if "1" in known & other:
        raise InputError(f"{zero} counts segments from 0 and {one} from 1; number both from 1")


def without_people(people: Scores | Preferences, metrics: Mapping[str, Scores]) -> dict[str, Scores]:
    """Leave out people's own scores, which a table may have beside those of metrics, and say so."""
    same = [name for name, metric in metrics.items() if _is_people(people, metric)]
    for name in same:
        warnings.warn(
            f"--scores: {name} holds the human scores themselves and is not used as a metric",
            AssayWarning,
            stacklevel=2,
        )
    return {name: metric for name, metric in metrics.items() if name not in same}


def _is_people(people: Scores | Preferences, metric: Scores) -> bool:
    """Tell whether a metric is people's scores: the same name, and the same value wherever both have one."""
    if isinstance(people, Preferences) or metric.name != people.name:
        return False
    shared = [name for name in people.systems if name in metric.systems]
    if not shared:
        return False
    if not (metric.judged.any() and people.judged.any()):
        ours, theirs = (each.for_systems(shared).totals for each in (people, metric))
        return ours is not None and theirs is not None and np.array_equal(ours, theirs, equal_nan=True)
    both = align(people, metric, shared)
    return bool(both.judged.any()) and np.array_equal(both.human[both.judged], both.metric[both.judged])


def warn_of(people: Scores, metrics: Mapping[str, Scores]) -> None:
    """Warn of scores out of files that may not be what they seem: their direction, and what they leave out."""
    for metric in metrics.values():
        for doubt in (_direction, _gaps):
            words = doubt(people, metric)
            if words:
                warnings.warn(f"{metric.name}: {words}", AssayWarning, stacklevel=2)


def _direction(people: Scores, metric: Scores) -> str:
    """Doubt that higher is better where the name is that of an error measure, or people say the opposite."""
    if not metric.higher_is_better:
        return ""
    r, values, unit = _agreement(people, metric)
    remedy = f"if lower is better, give --lower {metric.name}"
    if values >= (FEW_OUTPUTS if unit == "outputs" else FEW_SYSTEMS) and r < -2 / math.sqrt(values):
        return f"correlates negatively with people (r = {r:.2f} over {values} {unit}); {remedy}"
    known = metric.values[metric.judged] if metric.judged.any() else metric.totals
    positive = known is not None and len(known) and bool(np.nanmean(known) > 0)
    if positive and ERRORS.fullmatch(metric.name):
        return f"is named like an error measure, but higher is taken to be better; {remedy}"
    return ""


def _agreement(people: Scores, metric: Scores) -> tuple[float, int, str]:
    """Return Pearson's r over all outputs that both have scores of, or else all systems, and their number."""
    systems = [name for name in people.systems if name in metric.systems]
    if metric.segments and people.segments and systems:
        both = align(people, metric, systems)
        judged = both.judged
        return correlate_systems(both.human[judged], both.metric[judged]), int(judged.sum()), "outputs"
    sides = [system_scores(side.for_systems(systems), None, "mean") for side in (people, metric)]
    known = ~np.isnan(sides[0] + sides[1])
    return correlate_systems(sides[0][known], sides[1][known]), int(known.sum()), "systems"


def _gaps(people: Scores, metric: Scores) -> str:
    """Count the judged outputs without a score, and say where the first of them is."""
    systems = [name for name in people.systems if name in metric.systems]
    if not metric.segments or not systems:
        return ""
    judged = people.for_systems(systems).judged
    bare = judged & np.isnan(upward(metric.for_systems(systems).for_segments(people.segments)))
    if not bare.any():
        return ""
    row, column = np.argwhere(bare)[0].tolist()
    return (
        f"no score for {int(bare.sum())} of the {int(judged.sum())} outputs that people judged, which are left "
        "out; the "
        f"first is {systems[row]}, segment {people.segments[column]}"
    )
