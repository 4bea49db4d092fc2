"""Weights of metrics learnt from human judgements, as a model that scores like any metric (`combined:model=FILE`).

The methods and their trial on data that they have not seen are those of `combine`; here the one that was chosen is
fitted on everything, and written down with what it rests on. Rankings of outputs become shares: of the outputs that an
output was compared with in its segment, how many it beat less how many beat it. They are judged within segments
(tau-b), scores over all of them (Pearson).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from assay.data import Preferences, Remark, Scores
from assay.errors import InputError, OptionError
from assay.io import CombinedModel
from assay.io.models.combinations import ModelMember, rounded_model
from assay.meta.contests.trio import Criterion
from assay.meta.learning.combinations import Combination, Members, combine, members
from assay.meta.learning.weights import METHODS
from assay.meta.options import LearnOptions
from assay.meta.reading.own_scores import scores_of
from assay.metrics import Evaluation
from assay.version import installed_version

ON_HUMAN_SCALE = ("linear", "ridge", "svr")
# Fewer tell little about systems that the model has not seen
FEW_SYSTEMS = 5


@dataclass(frozen=True)
class Learnt:
    """A model, every method on data that it had not seen, and remarks on the judgements."""

    model: CombinedModel
    combinations: tuple[Combination, ...]
    remarks: tuple[Remark, ...] = ()


def learn_combination(
    people: Scores | Preferences,
    evaluation: Evaluation,
    options: LearnOptions = LearnOptions(),
    *,
    data: Mapping[str, Any] | None = None,
    remarks: Sequence[Remark] = (),
) -> Learnt:
    """Learn a combination of the evaluation's metrics; `data` says in the card where judgements and texts are from."""
    ranked = isinstance(people, Preferences)
    human = _with_documents(win_shares(people) if isinstance(people, Preferences) else people, evaluation)
    if options.lower_is_better:
        human = replace(human, higher_is_better=False)
    criterion = Criterion("tau-b", "item") if ranked else Criterion()
    scores = scores_of(evaluation, human)
    if len(scores) == 1:
        raise OptionError(f"{scores[0].name} is alone, and a combination needs two metrics; give -m again")
    table = members(human, scores)
    methods = _methods(table, options.method)
    units = [unit for unit, number in table.units.items() if number > 1]
    combinations = [
        each
        # All methods where segments are left out, then the chosen one alone
        for unit in units
        for each in combine(
            human,
            scores,
            criterion,
            methods=methods if unit == units[0] else [options.method],
            left_out=[unit],
            folds=options.folds,
            settings=options.settings,
        )
    ]
    chosen = [each for each in combinations if each.method == options.method]
    if not chosen:
        raise InputError("there is one judged output, and nothing can be left out of it; give more")
    model = _model(table, evaluation, chosen[0])
    card = {**(data or {}), **_card(table, human, model, chosen)}
    return Learnt(rounded_model(replace(model, card=card)), tuple(combinations), tuple(remarks))


def win_shares(people: Preferences) -> Scores:
    """Return of every output the share of comparisons in its segment that it won, less those that it lost."""
    shape = (len(people.systems), len(people.segment.names))
    won, compared = np.zeros(shape), np.zeros(shape)
    for side, sign in ((people.first, 1), (people.second, -1)):
        np.add.at(won, (side, people.segment.index), sign * people.outcome)
        np.add.at(compared, (side, people.segment.index), 1)
    with np.errstate(invalid="ignore"):
        return Scores("rankings", people.systems, people.segment.names, won / compared)


def _with_documents(human: Scores, evaluation: Evaluation) -> Scores:
    """Take the documents of the texts where the judgements name none."""
    if human.document is not None or evaluation.document is None:
        return human
    segments = tuple(str(number) for number in range(1, evaluation.segments + 1))
    return replace(human.for_segments(segments), document=evaluation.document)


def _methods(table: Members, wanted: str) -> list[str]:
    """Return the methods that the judgements allow; pairs need two judged outputs of a segment."""
    paired = bool((table.known.sum(axis=0) > 1).any())
    if wanted == "logistic" and not paired:
        raise OptionError(
            "--method logistic learns from pairs of outputs of one segment, and no segment has two judged ones; "
            "choose ridge"
        )
    return [method for method in METHODS if paired or method != "logistic"]


def _model(table: Members, evaluation: Evaluation, fitted: Combination) -> CombinedModel:
    """Write the weights down with the means and deviations by which members are standardised."""
    parts = []
    known, scaled = table.known, fitted.method in ON_HUMAN_SCALE
    for row, metric in enumerate(evaluation.metrics):
        weight, values = fitted.weights[table.names[row]], table.metrics[row][known]
        mean = float(values.mean()) * (1 if metric.higher_is_better else -1)
        deviation = float(values.std()) or 1.0
        if weight:
            parts.append(ModelMember(table.names[row], evaluation.signature(metric), mean, deviation, weight))
    if not parts:
        raise InputError(
            "no metric helps to predict these judgements: all weights are 0; check the judgements"
        )
    return CombinedModel(fitted.method, float(table.human[known].mean()) if scaled else 0.0, tuple(parts))


def _card(
    table: Members, human: Scores, model: CombinedModel, chosen: Sequence[Combination]
) -> dict[str, Any]:
    systems, segments = table.human.shape
    return {
        "judgements": {
            "name": human.name,
            "notes": list(human.notes),
            "direction": "higher is better" if human.higher_is_better else "turned: higher is better here",
            "systems": systems,
            "segments": segments,
            "scores": int(table.known.sum()),
        },
        "scale": "that of the human scores" if model.method in ON_HUMAN_SCALE else "standard deviations",
        "tried": list(table.names),
        "figures": [_figure(each) for each in chosen],
        "limits": _limits(table, chosen),
        "made_with": f"assay {installed_version()}",
        "seed": chosen[0].seed,
    }


def _figure(each: Combination) -> dict[str, Any]:
    """Return what one round of cross-validation says; what is not known is left out."""
    figures = {
        "held_out": each.held_out,
        "best_single": each.best_single,
        "best_single_in_hindsight": each.best_hindsight,
        "gain": each.gain,
        "gain_low": each.contest.low,
        "gain_high": each.contest.high,
        "p_two_sided": each.contest.p_two_sided,
        "in_sample": each.in_sample,
    }
    return {
        "left_out": f"{each.left_out}s",
        "folds": each.folds,
        "statistic": each.contest.statistic,
        "test": each.contest.test,
        **{name: round(figure, 6) for name, figure in figures.items() if np.isfinite(figure)},
    }


def _limits(table: Members, chosen: Sequence[Combination]) -> list[str]:
    """Say in plain words what the figures do not show."""
    systems, segments = table.human.shape
    limits = [f"learnt from {int(table.known.sum())} scores of {segments} segments; other texts may differ"]
    if systems < FEW_SYSTEMS:
        limits.append(
            f"{systems} judged {'system' if systems == 1 else 'systems'}: how well it ranks new systems is not known"
        )
    if "document" not in table.units:
        limits.append("documents are not known: segments of one document may stand on both sides of a fold")
    worse = [f"{each.left_out}s" for each in chosen if not each.gain > 0]
    if worse:
        limits.append(f"no better than the best single metric with {' and '.join(worse)} left out")
    doubtful = [
        f"{each.left_out}s" for each in chosen if each.gain > 0 and not each.contest.p_two_sided < 0.05
    ]
    if doubtful:
        limits.append(f"the gain with {' and '.join(doubtful)} left out is not significant at 5 %")
    return limits
