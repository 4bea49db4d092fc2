"""Metrics with the calls and dictionaries of the library `evaluate`, without its hub, and a maker for trainers.

    metric = load_metric("sacrebleu")
    metric.compute(predictions=["the cat"], references=[["the cat"]])["score"]
    Trainer(…, compute_metrics=compute_metrics(tokenizer, "sacrebleu"))

`sacrebleu`, `chrf` and `ter` return sacreBLEU's fields under the names that `evaluate` gives them; any other
specification of ours returns its score. Nothing is computed here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from assay.compat.sacrebleu.metrics.bleu import BLEU
from assay.compat.sacrebleu.metrics.chrf import CHRF
from assay.compat.sacrebleu.metrics.ter import TER
from assay.errors import InputError, MismatchError, OptionError
from assay.metrics import parse_metric

FIELDS: Mapping[str, tuple[type, tuple[str, ...]]] = {
    "sacrebleu": (BLEU, ("score", "counts", "totals", "precisions", "bp", "sys_len", "ref_len")),
    "chrf": (CHRF, ("score", "char_order", "word_order", "beta")),
    "ter": (TER, ("score", "num_edits", "ref_length")),
}
IGNORED = -100  # the label of positions that a loss passes over


class EvaluateMetric:
    """A metric as `evaluate.load` returns one: `add`, `add_batch`, and `compute` to a dictionary."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._predictions: list[str] = []
        self._references: list[Sequence[str]] = []
        if name not in FIELDS:
            parse_metric(name)  # refused now, not after an epoch

    def add(self, *, prediction: str, reference: str | Sequence[str]) -> None:
        """Take one prediction with its reference, or with several."""
        self.add_batch(predictions=[prediction], references=[reference])

    def add_batch(self, *, predictions: Iterable[str], references: Iterable[str | Sequence[str]]) -> None:
        """Take some predictions with their references."""
        given, wanted = list(predictions), [_several(each) for each in references]
        if len(given) != len(wanted):
            raise MismatchError(f"{len(given)} predictions and {len(wanted)} references; give one for each")
        self._predictions += given
        self._references += wanted

    def compute(
        self,
        *,
        predictions: Iterable[str] | None = None,
        references: Iterable[str | Sequence[str]] | None = None,
        **options: Any,
    ) -> dict[str, Any]:
        """Score all that was added, or what is given here; then nothing is left for the next time."""
        if (predictions is None) != (references is None):
            raise InputError("predictions and references belong together; give both, or add both before")
        if predictions is not None and references is not None:
            self.add_batch(predictions=predictions, references=references)
        given, wanted = self._predictions, self._references
        self._predictions, self._references = [], []
        if not given:
            raise InputError("there is nothing to score; give predictions and references, or add some before")
        if len({len(each) for each in wanted}) > 1:
            raise MismatchError("all predictions need the same number of references, as sacreBLEU has it")
        streams = [list(stream) for stream in zip(*wanted, strict=True)]
        return (
            _of_sacrebleu(self.name, given, streams, options)
            if self.name in FIELDS
            else _of_ours(self.name, given, streams, options)
        )


def load_metric(name: str) -> EvaluateMetric:
    """Return a metric: `sacrebleu`, `chrf`, `ter`, or any specification of ours, such as `meteor:language=de`."""
    return EvaluateMetric(name)


def compute_metrics(tokenizer: Any, metric: str = "sacrebleu") -> Callable[[Any], dict[str, float]]:
    """Return what a sequence-to-sequence trainer wants: generated ids and labels to the score, by metric."""
    scorer = load_metric(metric)

    def computed(predicted: Any) -> dict[str, float]:
        ids, labels = predicted
        ids = ids[0] if isinstance(ids, tuple) else ids
        texts = [_decoded(tokenizer, each) for each in (ids, labels)]
        score = scorer.compute(predictions=texts[0], references=texts[1])["score"]
        return {metric.partition(":")[0]: float(score)}

    return computed


def _decoded(tokenizer: Any, ids: Any) -> list[str]:
    known = np.where(np.asarray(ids) == IGNORED, tokenizer.pad_token_id, np.asarray(ids))
    return [text.strip() for text in tokenizer.batch_decode(known, skip_special_tokens=True)]


def _several(reference: str | Sequence[str]) -> Sequence[str]:
    return [reference] if isinstance(reference, str) else list(reference)


def _of_sacrebleu(
    name: str, predictions: Sequence[str], streams: Sequence[Sequence[str]], options: Mapping[str, Any]
) -> dict[str, Any]:
    kind, fields = FIELDS[name]
    named = {"use_effective_order": "effective_order", "ignore_punct": "no_punct"}
    named["support_zh_ja_chars"] = "asian_support"
    score = kind(**{named.get(option, option): chosen for option, chosen in options.items()}).corpus_score(
        predictions, streams
    )
    return {field: getattr(score, field) for field in fields}


def _of_ours(
    name: str, predictions: Sequence[str], streams: Sequence[Sequence[str]], options: Mapping[str, Any]
) -> dict[str, Any]:
    from assay.api import score

    if options:
        raise OptionError(f"options of {name} stand in its name, such as {name}:{next(iter(options))}=…")
    return {"score": score(predictions, {str(n): stream for n, stream in enumerate(streams)}, name).score}
