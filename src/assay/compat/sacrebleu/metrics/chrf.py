"""sacreBLEU's chrF: its options to ours, our statistics to its fields."""

# ruff: noqa: PLR0917 - the order of positional arguments is sacreBLEU's

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

import numpy as np

from assay.compat.sacrebleu.metrics.arguments import Streams
from assay.compat.sacrebleu.metrics.arithmetic import chrf_of_counts
from assay.compat.sacrebleu.metrics.base import Metric
from assay.compat.sacrebleu.metrics.scores import Score, Signature
from assay.data import Array
from assay.metrics import Chrf


class CHRFScore(Score):
    """chrF and the orders and beta that its name is made of."""

    def __init__(self, score: float, char_order: int, word_order: int, beta: int) -> None:
        super().__init__(f"chrF{beta}" + "+" * word_order, score)
        self.char_order = char_order
        self.word_order = word_order
        self.beta = beta


class CHRFSignature(Signature):
    """The options of chrF."""

    def __init__(self, args: Mapping[str, Any]) -> None:
        super().__init__(args)
        self.extend({
            "case": ("c", "lc" if args["lowercase"] else "mixed"),
            "eff": ("e", "no" if args["eps_smoothing"] else "yes"),
            "nc": ("nc", args["char_order"]),
            "nw": ("nw", args["word_order"]),
            "space": ("s", "yes" if args["whitespace"] else "no"),
        })  # fmt: skip


class CHRF(Metric[CHRFScore]):
    """chrF, or chrF++ with `word_order=2`; `eps_smoothing` averages F over all orders, as chrF++.py does."""

    CHAR_ORDER: ClassVar[int] = 6
    WORD_ORDER: ClassVar[int] = 0
    BETA: ClassVar[int] = 2
    _SIGNATURE_TYPE: ClassVar[type[Signature]] = CHRFSignature

    def __init__(
        self,
        char_order: int = CHAR_ORDER,
        word_order: int = WORD_ORDER,
        beta: int = BETA,
        lowercase: bool = False,
        whitespace: bool = False,
        eps_smoothing: bool = False,
        references: Streams | None = None,
    ) -> None:
        self.char_order = char_order
        self.word_order = word_order
        self.order = char_order + word_order
        self.beta = beta
        self.lowercase = lowercase
        self.whitespace = whitespace
        self.eps_smoothing = eps_smoothing
        self._metric()
        super().__init__(references)

    def _metric(self) -> Chrf:
        return _chrf(
            char_order=self.char_order,
            word_order=self.word_order,
            beta=float(self.beta),
            whitespace=self.whitespace,
            average="f" if self.eps_smoothing else "pr",
            lowercase=self.lowercase,
        )

    def _preprocess_segment(self, sent: str) -> str:
        return sent.lower() if self.lowercase else sent

    def _statistics(self, rows: Array) -> list[list[Any]]:
        counts: list[list[Any]] = rows.astype(np.int64).tolist()
        return counts

    def _compute_f_score(self, statistics: Sequence[Any]) -> float:
        return chrf_of_counts(statistics, self.beta, self.eps_smoothing)

    def _compute_score_from_stats(self, stats: Any) -> CHRFScore:
        return CHRFScore(self._compute_f_score(stats), self.char_order, self.word_order, self.beta)


@cache
def _chrf(**options: Any) -> Chrf:
    """Remember metrics by their options: checking these takes longer than a sentence does."""
    return Chrf(**options)
