"""Formulas with the figures put in: `FORMULAS` has those of the metrics that are explained.

A formula is written in numbers, signs and the functions exp and min, and nothing is rounded in it, so that whoever
works it out has the score to the last digits. Its figures are the statistics that the metric itself adds up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from assay.data import Array
from assay.kernel import METEOR_MODULES
from assay.metrics import Bleu, Chrf, Meteor, Metric, Ter
from assay.metrics.edits.cder import Cder
from assay.metrics.edits.error_rates import Cer, EditMetric, Wer


@dataclass(frozen=True)
class Step:
    """A formula: what it gives, in symbols, with the figures put in, and what comes out."""

    name: str
    symbols: str
    figures: str
    value: float


Steps = tuple[Step, ...]
Row = Mapping[str, float]


def written(number: float) -> str:
    """Write a number with all its digits, a whole one without a point."""
    number = float(number)
    return f"{int(number)}" if number.is_integer() and abs(number) < 1e15 else repr(number)


def formula(metric: Metric, row: Array) -> Steps:
    """Return the steps from the statistics of a segment to its score, which is that of the last one."""
    score = float(metric.score(row))
    columns = dict(zip(metric.columns, map(float, row), strict=True))
    return FORMULAS[metric.name](metric, row, columns, score)


def _bleu(metric: Bleu, row: Array, columns: Row, score: float) -> Steps:
    penalty = _brevity(metric, row, columns)
    mean, symbols = _mean(metric, row)
    # Without a word there is nothing to divide.
    figures = f"100 × {penalty.figures} × {mean}" if columns["output"] else "0"
    capped = metric.smooth != "floor" and float(metric.precisions(row).max(initial=0)) > 100
    figures = f"min(100, {figures})" if capped else figures
    return penalty, Step(metric.label, f"100 × BP × {symbols}", figures, score)


def _brevity(metric: Bleu, row: Array, columns: Row) -> Step:
    output, reference = columns["output"], columns[f"reference_{metric.length}"]
    figures = f"{written(reference)} / {written(output)}" if output else "1 / 0"
    shorter = 0 < output < reference
    symbols, short = {
        "none": ("1", "1"),
        "linear": ("min(1, output / reference)", f"({written(output)} / {written(reference)})"),
        "exponential": ("exp(1 − reference / output), at most 1", f"exp(1 − {figures})"),
    }[metric.brevity]
    value = float(metric.brevity_penalty(row))
    return Step("brevity penalty", symbols, short if shorter else written(value), value)


def _mean(metric: Bleu, row: Array) -> tuple[str, str]:
    """Return the mean of the precisions with the figures put in, and in symbols."""
    fractions = precision_figures(metric, row)
    kept = [at for at, present in enumerate(_counted(metric, row)) if present]
    shares = [fractions[at] for at in kept]
    names = [f"p{metric.orders[at]}" for at in kept]
    if not kept:
        return "0", "0"
    if metric.weights == "one":
        return _joined(" × ", shares), " × ".join(names)
    if metric.weights == "equal":
        return _averaged(metric, shares), _averaged(metric, names)
    return _weighted(metric, kept, shares), _weighted(metric, kept, names)


def _weighted(metric: Bleu, kept: Sequence[int], terms: Sequence[str]) -> str:
    """Write a mean by given weights; those of orders that are left out go to the others."""
    weights = [float(weight) for weight in metric.weights.split()]
    total = sum(weights[at] for at in kept)
    if not total:
        return "0"
    powers = [written(weights[at] * sum(weights) / total) for at in kept]
    if metric.average == "arithmetic":
        parts = [f"{power} × {term}" for power, term in zip(powers, terms, strict=True)]
        return f"({' + '.join(parts)}) / {written(sum(weights))}"
    return " × ".join(f"({term})^{power}" for power, term in zip(powers, terms, strict=True))


def _averaged(metric: Bleu, terms: Sequence[str]) -> str:
    if metric.average == "arithmetic":
        return f"({' + '.join(terms)}) / {len(terms)}"
    return f"({' × '.join(terms)})^(1 / {len(terms)})"


def _joined(sign: str, terms: Sequence[str]) -> str:
    return sign.join(f"({term})" for term in terms)


def _counted(metric: Bleu, row: Array) -> list[bool]:
    columns = dict(zip(metric.columns, row, strict=True))
    if not metric.effective_order or metric.smooth == "moses":
        return [True] * len(metric.orders)
    added = metric.smooth == "add-k" and bool(metric.smooth_value)
    return [columns[f"ngrams{order}"] > 0 or (added and order > 1) for order in metric.orders]


def precision_figures(metric: Bleu, row: Array) -> list[str]:
    """Write the precision of every order as matches / n-grams, smoothed where it is."""
    columns = dict(zip(metric.columns, row, strict=True))
    figures = []
    for order, per_cent in zip(metric.orders, metric.precisions(row), strict=True):
        matches, ngrams = float(columns[f"match{order}"]), float(columns[f"ngrams{order}"])
        # In these methods the matches change, and the n-grams stay.
        if ngrams and metric.smooth in ("exp", "floor"):
            matches = matches or float(f"{per_cent * ngrams / 100:.12g}")
        plain = bool(ngrams) and np.isclose(100 * matches / ngrams, per_cent, rtol=1e-14, atol=0)
        figures.append(f"{written(matches)} / {written(ngrams)}" if plain else written(per_cent / 100))
    return figures


def _edits(metric: EditMetric, row: Array, columns: Row, score: float) -> Steps:
    kinds = ("substitution", "deletion", "insertion")
    weighted = any(getattr(metric, kind) != 1 for kind in kinds)
    costs = [f"{written(getattr(metric, kind))} × " if weighted else "" for kind in kinds]
    counts = [written(columns[f"{kind}s"]) for kind in kinds]
    symbols, figures = (
        " + ".join(map("".join, zip(costs, side, strict=True)))
        for side in ([f"{kind}s" for kind in kinds], counts)
    )
    mean = "mean " if metric.normalize == "average" else ""
    rate = _rate(figures, columns["length"], score) if columns["length"] else f"100 × ({figures})"
    return (Step(metric.label, f"100 × ({symbols}) / {mean}reference length", rate, score),)


def _rate(edits: str, length: float, score: float) -> str:
    """Divide edits by a length; where that is 0, there is nothing to divide by, and the metric says what holds."""
    return f"100 × ({edits}) / {written(length)}" if length else written(score)


def _ter(metric: Ter, row: Array, columns: Row, score: float) -> Steps:
    kinds = ("substitutions", "deletions", "insertions", "shifts")
    figures = " + ".join(written(columns[kind]) for kind in kinds)
    symbols = f"100 × ({' + '.join(kinds)}) / mean reference length"
    return (Step(metric.label, symbols, _rate(figures, columns["length"], score), score),)


def _cder(metric: Cder, row: Array, columns: Row, score: float) -> Steps:
    figures = _rate(written(columns["distance"]), columns["length"], score)
    return (Step(metric.label, "100 × (edits + jumps) / mean reference length", figures, score),)


def _chrf(metric: Chrf, row: Array, columns: Row, score: float) -> Steps:
    counts = np.reshape(row, (-1, 3))
    if metric.average == "f":
        return _mean_of_f(metric, counts, score)
    kept = [(output, reference, match) for output, reference, match in counts if output > 0 and reference > 0]
    steps = []
    for name, at in (("precision", 0), ("recall", 1)):
        terms = " + ".join(f"{written(each[2])} / {written(each[at])}" for each in kept)
        value = sum(each[2] / each[at] for each in kept) / max(len(kept), 1)
        side = "output" if at == 0 else "reference"
        symbols = f"mean over {len(kept)} orders of matches / n-grams of the {side}"
        steps.append(Step(name, symbols, f"({terms}) / {len(kept)}" if kept else "0", float(value)))
    figures = _f_figures(metric, steps[0].value, steps[1].value)
    return (*steps, Step(metric.label, f"100 × {_F_SYMBOLS}", f"100 × {figures}", score))


_F_SYMBOLS = "(1 + β^2) × precision × recall / (β^2 × precision + recall)"


def _f_figures(metric: Chrf, precision: float, recall: float) -> str:
    if not precision + recall:
        return "0"
    beta, p, r = written(metric.beta), written(precision), written(recall)
    return f"(1 + {beta}^2) × {p} × {r} / ({beta}^2 × {p} + {r})"


def _mean_of_f(metric: Chrf, counts: Array, score: float) -> Steps:
    # What chrF++.py puts for an order without n-grams.
    tiny = 1e-16
    terms = []
    for output, reference, match in counts:
        p, r = match / output if output else tiny, match / reference if reference else tiny
        terms.append(_f_figures(metric, p, r) if p + r else written(tiny))
    symbols = f"100 × mean over {len(terms)} orders of {_F_SYMBOLS}"
    return (Step(metric.label, symbols, f"100 × ({' + '.join(terms)}) / {len(terms)}", score),)


def _meteor(metric: Meteor, row: Array, columns: Row, score: float) -> Steps:
    alpha, beta, gamma = (written(float(getattr(metric, name) or 0)) for name in ("alpha", "beta", "gamma"))
    shares = dict(zip(("precision", "recall"), metric.precision_and_recall(row), strict=True))
    steps = [
        Step(name, "weighted matches / weighted words", _share(metric, columns, side), float(shares[name]))
        for name, side in (("precision", "output"), ("recall", "reference"))
    ]
    p, r = (written(step.value) for step in steps)
    matched = columns["matched_output"] + columns["matched_reference"]
    chunks = f"{written(columns['chunks'])} / ({written(matched)} / 2)" if matched else "0"
    mean = f"{p} × {r} / ({alpha} × {p} + (1 − {alpha}) × {r})" if steps[0].value and steps[1].value else "0"
    penalty = f"(1 − {gamma} × ({chunks})^{beta})"
    whole = f"100 × {mean} × {penalty}"
    words = "P × R / (α × P + (1 − α) × R)"
    return (*steps, Step(metric.label, f"100 × {words} × (1 − γ × (chunks / matched words)^β)", whole, score))


def _share(metric: Meteor, columns: Row, side: str) -> str:
    """Write what matches on a side, by module and by content and function words, over all of that side."""
    delta = float(metric.delta or 0)
    content, function = written(delta), f"(1 − {written(delta)})"
    terms = []
    for weight, module in zip(metric.weights or (), METEOR_MODULES, strict=True):
        kinds = (columns[f"{module}_content_{side}"], columns[f"{module}_function_{side}"])
        if any(kinds):
            terms.append(
                f"{written(weight)} × ({content} × {written(kinds[0])} + {function} × {written(kinds[1])})"
            )
    length, common = columns[f"length_{side}"], columns[f"function_{side}"]
    if not length:
        return "0"
    return f"({' + '.join(terms) or 0}) / ({content} × {written(length - common)} + {function} × {written(common)})"


FORMULAS: Mapping[str, Callable[[Any, Array, Row, float], Steps]] = {
    Bleu.name: _bleu,
    Chrf.name: _chrf,
    Ter.name: _ter,
    Wer.name: _edits,
    Cer.name: _edits,
    Cder.name: _cder,
    Meteor.name: _meteor,
}
