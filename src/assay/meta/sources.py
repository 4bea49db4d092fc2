"""What people said and what metrics say, out of files: judgements, human scores, folders of mt-metrics-eval.

An output that is the reference in use is no system. Whether other human translations are is a matter of the campaign:
WMT23 left refA out of en-de, where it was the reference, and ranked it among the systems of he-en, where refB was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from assay.data import Preferences, Remark, Scores
from assay.errors import InputError, OptionError
from assay.human import ScoreOptions, from_rankings, score
from assay.human.preferences.shared_outputs import of_single_systems
from assay.io import (
    STDIN,
    Named,
    join_scores,
    label,
    open_judgements,
    open_tree,
    read_scores,
    recognised,
    single_systems,
)
from assay.io.knowledge import read_numbers
from assay.io.opening import is_folder
from assay.io.scores.mtme import Tree
from assay.io.texts.names import base_name
from assay.meta.material import Material, OutputTexts, common_systems
from assay.meta.options import FOR_RATINGS, CorrelateOptions, HumanOptions, PeopleOptions, refuse_changed
from assay.meta.reading.campaigns import CAMPAIGNS, HUMAN, MetricsTask, PairSetting
from assay.meta.reading.metric_files import (
    check_names,
    chosen_metrics,
    file_metrics,
    of_languages,
    together,
    warn_of,
    without_people,
)
from assay.meta.reading.own_scores import scores_of
from assay.meta.reading.shifted import warn_of_shift
from assay.metrics import Evaluation

Remarks = tuple[Remark, ...]
People = Preferences | Sequence[Material]


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
    metrics: Sequence[Scores] | Evaluation = (),
    *,
    scoring: ScoreOptions = ScoreOptions(),
) -> Source:
    """Read what people said, and bring the metrics beside it: those given or computed here, and those in files.

    A folder of mt-metrics-eval has its own metrics, and for the tasks of a campaign its settings; its texts are read if
    what is asked needs them.
    """
    _refuse_idle(options, scoring)
    if is_folder(options.judgements):
        if metrics:
            raise OptionError(
                f"{label(options.judgements)} is a folder with metric scores; outputs can be given only with a "
                "file of judgements"
            )
        tree = open_tree(str(options.judgements))
        texts = tree.texts(options.pair) if "contamination" in asked.parts and options.pair else None
        return Source(
            _tree_materials(tree, options, asked.tasks, ordered=asked.darr is not None),
            {},
            texts=None if texts is None else OutputTexts(*texts),
        )
    people, remarks = _read_people(options, scoring)
    if isinstance(metrics, Evaluation):
        metrics = scores_of(metrics, None if isinstance(people, Preferences) else people)
    others = without_people(people, file_metrics(options))
    every = chosen_metrics(together({each.name: each for each in metrics}, others), options)
    check_names(people, every, label(options.judgements))
    if isinstance(people, Preferences):
        refuse_changed(scoring, dict.fromkeys(FOR_RATERS, FOR_RATINGS))
        return Source(people, every, remarks)
    warn_of(people, {name: every[name] for name in others if name in every})
    warn_of_shift(people, every)
    material = Material(base_name(options.judgements), people, every, systems=people.systems)
    return Source([material], every, remarks)


def read_judged(
    options: HumanOptions, evaluation: Evaluation, *, scoring: ScoreOptions = ScoreOptions()
) -> tuple[Scores | Preferences, Remarks]:
    """Read what people said of the outputs of an evaluation; a column of numbers is of its one output."""
    numbers = read_numbers(options.judgements)
    if numbers is not None:
        return _of_one_output(options.judgements, numbers, evaluation), ()
    if is_folder(options.judgements):
        raise OptionError(
            f"{label(options.judgements)} is a folder; name its file of human scores, and the outputs"
        )
    _refuse_idle(options, scoring)
    people, remarks = _read_people(options, scoring)
    check_names(people, {each.name: each for each in scores_of(evaluation)}, label(options.judgements))
    return people, remarks


def _of_one_output(path: Named, numbers: Sequence[float], evaluation: Evaluation) -> Scores:
    if len(evaluation.systems) != 1 or len(numbers) != evaluation.segments:
        raise InputError(
            f"{label(path)}: {len(numbers)} numbers are the scores of one output with as many segments, and here are "
            f"{len(evaluation.systems)} with {evaluation.segments}; give a table with system, segment and score"
        )
    segments = tuple(str(number) for number in range(1, len(numbers) + 1))
    return Scores(base_name(path), evaluation.systems, segments, np.array([numbers], dtype=np.float64))


FOR_RATERS = ("standardise", "weights", "aspect")
FOR_JUDGEMENTS = ("scale", "set_aside", "filler")


def _refuse_idle(options: HumanOptions, scoring: ScoreOptions) -> None:
    """Refuse options that are for other kinds of files."""
    path, refused = options.judgements, dict[str, str]()
    folder = is_folder(path)
    if not folder:
        refused["reference_name"] = "applies to folders of mt-metrics-eval, and this is a file"
    if folder or not _read_as_judgements(options):
        why = "applies to judgements, and these are scores"
        refused |= dict.fromkeys(FOR_JUDGEMENTS, why)
        refuse_changed(scoring, dict.fromkeys(FOR_RATERS, why))
    else:
        refused["human"] = "names scores of a folder or file, and these are judgements"
    if folder and options.form is not None:
        raise OptionError("--from names the format of a file, and this is a folder; leave it out")
    refuse_changed(options, refused)


def _read_as_judgements(options: HumanOptions) -> bool:
    """Tell whether people's answers are to be read as judgements, not as scores that somebody made of them."""
    path = options.judgements
    return options.form is not None or path == STDIN or _is_judgements(path)


def _is_judgements(path: Named) -> bool:
    try:
        recognised(path)
    except InputError:
        return False
    return True


def _read_people(options: HumanOptions, scoring: ScoreOptions) -> tuple[Scores | Preferences, Remarks]:
    """Read what people said, and what was odd about it."""
    if not _read_as_judgements(options):
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


def _human_scores(options: HumanOptions) -> Scores:
    columns = join_scores(read_scores(options.judgements))
    if options.pair:
        columns = [column for column in columns if of_languages(column, options.pair)]
    names = ", ".join(column.name for column in columns)
    if options.human is not None and all(column.name != options.human for column in columns):
        raise OptionError(f'{options.judgements} has no scores "{options.human}"; it has {names}')
    wanted = options.human or HUMAN[0]
    named = [column for column in columns if column.name == wanted] or columns
    if len(named) > 1:
        raise OptionError(f"{options.judgements} has the scores {names}; name the human scores with --human")
    return named[0].for_systems(options.chosen_systems(named[0].systems))


def _tree_materials(
    tree: Tree, options: PeopleOptions, tasks: str, *, ordered: bool = False
) -> list[Material]:
    """Read every language pair; outputs as well where pairs of them are put in `ordered` form, lest copies count."""
    pairs = [options.pair] if options.pair else []
    campaign = CAMPAIGNS.get(tasks, ANY)
    settings = campaign_settings(tree, campaign, pairs)
    more, materials = file_metrics(options), []
    for pair, setting in settings.items():
        asked = replace(
            setting,
            human=options.human or setting.human,
            reference=options.reference_name or setting.reference,
        )
        material = tree_material(tree, pair, asked)
        check_names(material.human, more or material.metrics, label(tree.folder))
        warn_of(material.human, more)
        asks_pairs = ordered or any(part.startswith("seg:darr") for part in tasks.split(","))
        materials.append(
            replace(
                material,
                texts=dict(tree.texts(pair)[1]) if asks_pairs else {},
                metrics=chosen_metrics(together(material.metrics, more), options),
                systems=tuple(options.chosen_systems(material.systems)),
            )
        )
    return materials


def tree_material(tree: Tree, pair: str, setting: PairSetting, metrics: Sequence[str] = ()) -> Material:
    """Read one language pair: every metric with the reference or without any, or only those that are named."""
    reference = setting.reference or _only_reference(tree, pair)
    references = tree.references(pair)
    if references and reference not in references:
        raise InputError(f'{pair} has no reference "{reference}"; it has {", ".join(references)}')
    names = tree.human_names(pair)
    human = tree.human(pair, setting.human or next((name for name in HUMAN if name in names), HUMAN[0]))
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
    return [
        tree_material(tree, pair, setting, metrics)
        for pair, setting in campaign_settings(tree, CAMPAIGNS["wmt23"], pairs).items()
    ]


ANY = MetricsTask(lambda languages: (), others=True)


def campaign_settings(tree: Tree, campaign: MetricsTask, pairs: Sequence[str] = ()) -> dict[str, PairSetting]:
    """Return how the organisers set the language pairs up that are there, or those that are named."""
    there = tree.pairs()
    usual = [pair for pair in campaign.settings or there if pair in there]
    unknown = [pair for pair in pairs if pair not in campaign.settings and not campaign.others]
    if unknown:
        known = ", ".join(campaign.settings)
        raise InputError(
            f"{unknown[0]} is not an official language pair of these tasks, which are for {known}"
        )
    if not (pairs or usual):
        known = ", ".join(campaign.settings)
        raise InputError(
            f"{label(tree.folder)} has none of the language pairs {known}; choose one with --pair"
        )
    return {pair: campaign.settings.get(pair, PairSetting()) for pair in pairs or usual}


def _only_reference(tree: Tree, pair: str) -> str:
    references = tree.references(pair)
    if len(references) != 1:
        raise InputError(
            f"{pair} has the references {', '.join(references)}; name the one that the metrics "
            "used (--reference-name)"
        )
    return references[0]


def _renamed(scores: Scores) -> Scores:
    """Name a metric without its reference: it is the same metric in every language pair."""
    return replace(scores, name=scores.name.rpartition("-")[0])
