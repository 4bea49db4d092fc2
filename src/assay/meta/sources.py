"""What people said and what metrics say, out of files: judgements, human scores, folders of mt-metrics-eval.

An output that is the reference in use is no system. Whether other human translations are is a matter of the campaign:
WMT23 left refA out of en-de, where it was the reference, and ranked it among the systems of he-en, where refB was.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from assay.data import Preferences, Remark, Scores
from assay.errors import InputError, OptionError
from assay.human import ScoreOptions, from_rankings, of_single_systems, score
from assay.io import (
    STDIN,
    Tree,
    base_name,
    join_scores,
    label,
    open_judgements,
    open_tree,
    read_scores,
    recognised,
    single_systems,
    split_names,
)
from assay.meta.material import Material, OutputTexts, common_systems
from assay.meta.options import FOR_RATINGS, WMT23_TASKS, CorrelateOptions, PeopleOptions, refuse_changed

Remarks = tuple[Remark, ...]
People = Preferences | Sequence[Material]
LANGUAGES = "pair "  # what a table with a column of language pairs notes of each
NO_METRIC = "no metric to compare with people; name outputs with -r and -m, or files with --scores"


@dataclass(frozen=True)
class Setting:
    """Human scores, the reference of metrics, and outputs that are no systems, of one language pair."""

    human: str = "mqm"
    reference: str = ""  # none given: that of the only reference there is
    left_out: tuple[str, ...] = ()


WMT23: Mapping[str, Setting] = {  # as Freitag et al. (2023) set them up
    "en-de": Setting("mqm", "refA", ("synthetic_ref",)),
    "he-en": Setting("mqm", "refB"),
    "zh-en": Setting("mqm", "refA", ("synthetic_ref",)),
}


@dataclass(frozen=True)
class Source:
    """What files hold: rankings of outputs with the metrics to compare, or the material of every language pair."""

    people: People
    metrics: Mapping[str, Scores]  # of rankings; a material has its own
    remarks: Remarks = ()
    texts: OutputTexts | None = None


def read_source(
    options: PeopleOptions,
    asked: CorrelateOptions,
    metrics: Sequence[Scores] = (),
    *,
    scoring: ScoreOptions = ScoreOptions(),
) -> Source:
    """Read what people said, and bring the metrics beside it: those given and those in files.

    A folder of mt-metrics-eval has its own metrics, and for the tasks of WMT23 its own settings; its texts are read if
    what is asked needs them.
    """
    _refuse_idle(options)
    if os.path.isdir(options.judgements):
        tree = open_tree(options.judgements)
        texts = tree.texts(options.pair) if "contamination" in asked.parts and options.pair else None
        return Source(
            _tree_materials(tree, options, asked.tasks),
            {},
            texts=None if texts is None else OutputTexts(*texts),
        )
    people, remarks = _read_people(options, scoring)
    every = _together({each.name: each for each in metrics}, file_metrics(options))
    check_names(people, every, label(options.judgements))
    if isinstance(people, Preferences):
        refuse_changed(scoring, dict.fromkeys(("standardise", "weights", "aspect"), FOR_RATINGS))
        return Source(people, every, remarks)
    material = Material(base_name(options.judgements), people, every, systems=people.systems)
    return Source([material], every, remarks)


def _refuse_idle(options: PeopleOptions) -> None:
    """Refuse options that are for other kinds of files."""
    refused: dict[str, str] = {}
    path = options.judgements
    if not os.path.isdir(path):
        refused["reference_name"] = "is for folders of mt-metrics-eval, and this is a file"
    if path == STDIN or (os.path.isfile(path) and _is_judgements(path)):
        refused["human"] = "names scores of a folder or file, and these are judgements"
    refuse_changed(options, refused)


def _is_judgements(path: str) -> bool:
    try:
        recognised(path)
    except InputError:
        return False
    return True


def _read_people(options: PeopleOptions, scoring: ScoreOptions) -> tuple[Scores | Preferences, Remarks]:
    """Read what people said, and what was odd about it."""
    if options.form is None and options.judgements != STDIN and not _is_judgements(options.judgements):
        return _human_scores(options), ()
    judgements = open_judgements(options)
    if isinstance(judgements, Preferences):
        pairs = of_single_systems(judgements, single_systems(judgements, options))
        return pairs, judgements.remarks
    if judgements.scheme == "ranking":
        pairs = from_rankings(judgements)
        return pairs, pairs.remarks
    scored = score(judgements, scoring)
    return scored.scores, (*judgements.remarks, *scored.remarks)


def _human_scores(options: PeopleOptions) -> Scores:
    columns = join_scores(read_scores(options.judgements))
    named = [column for column in columns if column.name == options.human] or columns
    if len(named) > 1:
        names = ", ".join(column.name for column in columns)
        raise OptionError(f"{options.judgements} has the scores {names}; say with --human which are people's")
    return named[0].for_systems(options.chosen_systems(named[0].systems))


def file_metrics(options: PeopleOptions) -> dict[str, Scores]:
    """Read the scores of metrics that other programs wrote; names must be told apart, and those to be negated known."""
    columns = join_scores([column for path in options.scores for column in read_scores(path)])
    if options.pair and len({column.name for column in columns}) < len(columns):
        columns = [column for column in columns if _of_languages(column, options.pair)]
    names = [column.name for column in columns]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        kinds = "; ".join(", ".join(column.notes) or "no note" for column in columns if column.name == twice)
        raise InputError(
            f"--scores: {twice} is there several times ({kinds}); choose a pair with --pair, or leave one out"
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


def _of_languages(scores: Scores, pair: str) -> bool:
    named = [note for note in scores.notes if note.startswith(LANGUAGES)]
    return not named or f"{LANGUAGES}{pair}" in named


def _together(own: Mapping[str, Scores], more: Mapping[str, Scores]) -> dict[str, Scores]:
    twice = [name for name in more if name in own]
    if twice:
        raise OptionError(f"--scores: there is a metric {twice[0]} already; rename the one in the file")
    return {**own, **more}


def check_names(people: Scores | Preferences, metrics: Mapping[str, Scores], path: str) -> None:
    """Refuse metrics that were given nothing that people judged: names are what the two are matched by."""
    if not metrics:
        raise OptionError(NO_METRIC)
    segments = people.segment.names if isinstance(people, Preferences) else people.segments
    for name, metric in metrics.items():
        _check_shared(
            people.systems, metric.systems, f"{path} and {name} have no system in common", "NAME=PATH"
        )
        if metric.segments and segments:
            _check_shared(
                *(segments, metric.segments, f"{path} and {name} have no segment in common"),
                "the same names, or numbers from 1",
            )


def _check_shared(ours: tuple[str, ...], theirs: tuple[str, ...], what: str, remedy: str) -> None:
    if not set(ours) & set(theirs):
        raise InputError(f"{what}: {_few(ours)} against {_few(theirs)}; give them {remedy}")


def _few(names: tuple[str, ...]) -> str:
    return ", ".join(names[:4]) + (", …" if len(names) > 4 else "")


def _tree_materials(tree: Tree, options: PeopleOptions, tasks: str) -> list[Material]:
    pairs = [options.pair] if options.pair else []
    if tasks == WMT23_TASKS:
        materials = wmt23_materials(tree, pairs)
    else:
        setting = Setting(options.human, options.reference_name)
        materials = [tree_material(tree, pair, setting) for pair in pairs or tree.pairs()]
    more = file_metrics(options)
    return [
        replace(
            material,
            metrics=_together(material.metrics, more),
            systems=tuple(options.chosen_systems(material.systems)),
        )
        for material in materials
    ]


def tree_material(tree: Tree, pair: str, setting: Setting, metrics: Sequence[str] = ()) -> Material:
    """Read one language pair: every metric with the reference or without any, or only those that are named."""
    reference = setting.reference or _only_reference(tree, pair)
    references = tree.references(pair)
    if references and reference not in references:
        raise InputError(f'{pair} has no reference "{reference}"; it has {", ".join(references)}')
    human = tree.human(pair, setting.human)
    scores = [_renamed(metric) for metric in tree.metrics(pair, reference)]
    known = {metric.name: metric for metric in scores}
    missing = [name for name in metrics if name not in known]
    if missing:
        raise InputError(f"{pair} has no scores of {missing[0]} with {reference}; it has {', '.join(known)}")
    out = {reference, *setting.left_out}
    systems = tuple(name for name in common_systems(human, human) if name not in out)
    others = tuple(name for name in references if name != reference)
    chosen = {name: known[name] for name in metrics or known}
    return Material(pair, human, chosen, reference, systems, translations=others)


def wmt23_materials(tree: Tree, pairs: Sequence[str] = (), metrics: Sequence[str] = ()) -> list[Material]:
    """Read the language pairs of WMT23 that are there, set up as the organisers did."""
    chosen = pairs or [pair for pair in WMT23 if pair in tree.pairs()]
    unknown = [pair for pair in chosen if pair not in WMT23]
    if unknown:
        raise InputError(f"{unknown[0]} is no official language pair of WMT23; these are {', '.join(WMT23)}")
    return [tree_material(tree, pair, WMT23[pair], metrics) for pair in chosen]


def _only_reference(tree: Tree, pair: str) -> str:
    references = tree.references(pair)
    if len(references) != 1:
        raise InputError(
            f"{pair} has the references {', '.join(references)}; say which one the metrics are to have used "
            "(--reference-name)"
        )
    return references[0]


def _renamed(scores: Scores) -> Scores:
    """Name a metric without its reference: it is the same metric in every language pair."""
    return replace(scores, name=scores.name.rpartition("-")[0])
