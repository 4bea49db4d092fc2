"""Trains the combination that is part of Assay: `python tools/train_combined.py DA-SEG FOLDER/assay-en.json`.

DA-SEG holds the direct assessments of WMT15 (cs, de, fi, ru) and WMT16 (cs, fi, ro) into English, as the folders
`wmt15/cs-en` and so on with `mt-system.txt`, `reference.txt` and `human.txt`, one segment a line: 3 680 segments.
Scores are standardised set by set, and put on a scale with mean 50 and deviation 10.

Without a second argument nothing is written, and a table is printed: combinations that were trained on one year, tested
on the other, by their mean correlation (Pearson) with people over the sets of that year. `--meaning` adds metrics that
need resources (METEOR with synonyms and paraphrases; BERTScore and sentence cosine by MiniLM).
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from assay.data import Array, Codes, EvalSet, Scores
from assay.io.models.combinations import combined_model_file
from assay.meta import Learnt
from assay.meta.learning.learn import learn_combination
from assay.meta.options import LearnOptions
from assay.metrics import Evaluation, evaluate, parse_metric
from assay.text import Column

SIMPLE = (
    "bleu:effective_order",
    "chrf",
    "chrf++",
    "ter",
    "eed",
    "character",
)
LEXICAL = (*SIMPLE, "meteor", "meteor:task=adq", "yisi")
MEANING = (*LEXICAL, "bertscore", "cosine")
METHODS = ("ridge", "svr", "linear", "greedy", "uniform")
LIMITS = (
    "into English only; trained on news of 2015 and 2016, translated by statistical systems for the most part",
    "scores of one segment are noisy: compare systems over a whole test set",
    "trained on the same assessments as the weights of beer, which is therefore no member",
)


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def read_sets(folder: Path, years: Sequence[str]) -> tuple[EvalSet, list[str], Array]:
    """Return all sets of some years as one, each a document; its outputs; and human scores on a scale around 50."""
    references, outputs, names, scores = [], [], [], []
    for place in sorted(place for year in years for place in (folder / year).iterdir()):
        human = np.array([float(line) for line in _lines(place / "human.txt")])
        scores.append(50 + 10 * (human - human.mean()) / human.std())
        references += _lines(place / "reference.txt")
        outputs += _lines(place / "mt-system.txt")
        names += [f"{place.parent.name}.{place.name}"] * len(human)
    evalset = EvalSet("da-seg", ("", "en"), None, {"ref": Column.of(references)}, Codes.of(names))
    return evalset, outputs, np.concatenate(scores)


def train(evaluation: Evaluation, human: Array, method: str = "ridge") -> Learnt:
    """Learn one method; folds leave out segments, and whole sets."""
    segments = tuple(str(number) for number in range(1, evaluation.segments + 1))
    people = Scores("direct assessment", evaluation.systems, segments, human[None, :])
    return learn_combination(people, evaluation, LearnOptions(method))


def part_of(evaluation: Evaluation, specs: Sequence[str]) -> Evaluation:
    """Return an evaluation with some of its metrics alone."""
    return replace(evaluation, metrics=tuple(parse_metric(spec) for spec in specs))


def mean_r(evaluation: Evaluation, scores: Array, human: Array) -> float:
    """Return the mean correlation over sets."""
    assert evaluation.document is not None
    index = evaluation.document.index
    return float(
        np.mean([np.corrcoef(scores[index == n], human[index == n])[0, 1] for n in np.unique(index)])
    )


def predicted(learnt: Learnt, evaluation: Evaluation) -> Array:
    """Return the scores that a model gives to the segments of another evaluation."""
    total = np.full(evaluation.segments, learnt.model.intercept)
    for member in learnt.model.members:
        metric = parse_metric(member.metric)
        sign = 1 if metric.higher_is_better else -1
        each = evaluation.stats[metric, "outputs"].each()
        total += sign * member.weight * (each - member.mean) / member.deviation
    return total


def across_years(folder: Path, groups: Mapping[str, Sequence[str]]) -> list[tuple[str, str, float, float]]:
    """Return group, method, and the mean correlation on WMT16 (trained on WMT15) and on WMT15 (trained on WMT16)."""
    specs = list(dict.fromkeys(spec for group in groups.values() for spec in group))
    metrics = [parse_metric(spec) for spec in specs]
    sets = {}
    for year in ("wmt15", "wmt16"):
        evalset, outputs, human = read_sets(folder, [year])
        sets[year] = evaluate([(evalset, {"outputs": outputs})], metrics), human
    rows = []
    for spec, metric in zip(specs, metrics, strict=True):
        values = []
        for year in ("wmt16", "wmt15"):
            evaluation, human = sets[year]
            sign = 1 if metric.higher_is_better else -1
            values.append(mean_r(evaluation, sign * evaluation.stats[metric, "outputs"].each(), human))
        rows.append((spec, "alone", *values))
    for name, group in groups.items():
        for method in METHODS:
            values = []
            for own, other in (("wmt15", "wmt16"), ("wmt16", "wmt15")):
                learnt = train(part_of(sets[own][0], group), sets[own][1], method)
                values.append(mean_r(sets[other][0], predicted(learnt, sets[other][0]), sets[other][1]))
            rows.append((name, method, *values))
    return rows


def shipped(folder: Path) -> Learnt:
    """Learn the model of the package on both years, with what its card has to say of them."""
    evalset, outputs, human = read_sets(folder, ["wmt15", "wmt16"])
    evaluation = evaluate([(evalset, {"outputs": outputs})], [parse_metric(spec) for spec in SIMPLE])
    learnt = train(evaluation, human)
    ridge = next(row for row in across_years(folder, {"simple": SIMPLE}) if row[:2] == ("simple", "ridge"))
    card = dict(learnt.model.card)
    card["name"] = "assay-en"
    card["languages"] = "into English, from cs, de, fi, ro and ru"
    card["data"] = (
        "direct assessments of WMT15 (cs, de, fi, ru: 500 segments each) and WMT16 (cs, fi, ro: 560 each)"
    )
    card["scale"] = "direct assessments standardised set by set, with mean 50 and deviation 10"
    card["across_years"] = {
        "trained on WMT15, tested on WMT16": round(ridge[2], 4),
        "trained on WMT16, tested on WMT15": round(ridge[3], 4),
        "statistic": "mean Pearson correlation over the sets of a year",
    }
    card["limits"] = [*LIMITS, *card["limits"]]
    card["script"] = "tools/train_combined.py"
    return replace(learnt, model=replace(learnt.model, card=card))


def main() -> None:
    """Print the table, or write the model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("model", type=Path, nargs="?")
    parser.add_argument("--meaning", action="store_true", help="also metrics that need resources")
    arguments = parser.parse_args()
    if arguments.model is not None:
        text = combined_model_file(shipped(arguments.data).model)
        arguments.model.write_text(text, encoding="utf-8")
        return
    groups = {"simple": SIMPLE} | (
        {"lexical": LEXICAL, "with embeddings": MEANING} if arguments.meaning else {}
    )
    print("metrics | method | tested on WMT16 | tested on WMT15")
    for name, method, first, second in across_years(arguments.data, groups):
        print(f"{name} | {method} | {first:.3f} | {second:.3f}")


if __name__ == "__main__":
    main()
