"""sacreBLEU's TER: its options to ours, our statistics to its fields."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

from assay.compat.sacrebleu.metrics.arguments import Streams
from assay.compat.sacrebleu.metrics.arithmetic import ter_of_counts
from assay.compat.sacrebleu.metrics.base import Metric
from assay.compat.sacrebleu.metrics.scores import Score, Signature
from assay.compat.sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer
from assay.data import Array
from assay.metrics import Ter


class TERScore(Score):
    """TER, the edits and the sum of the average reference lengths."""

    def __init__(self, score: float, num_edits: float, ref_length: float) -> None:
        super().__init__("TER", score)
        self.num_edits = int(num_edits)
        self.ref_length = ref_length


class TERSignature(Signature):
    """The options of TER."""

    def __init__(self, args: Mapping[str, Any]) -> None:
        super().__init__(args)
        self.extend({
            "case": ("c", "mixed" if args["case_sensitive"] else "lc"),
            "tok": ("t", args["tokenizer_signature"]),
            "norm": ("nr", args["normalized"]),
            "punct": ("pn", not args["no_punct"]),
            "asian": ("as", args["asian_support"]),
        })  # fmt: skip


class TER(Metric[TERScore]):
    """TER with sacreBLEU's options."""

    _SIGNATURE_TYPE: ClassVar[type[Signature]] = TERSignature

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
        references: Streams | None = None,
    ) -> None:
        self.normalized = normalized
        self.no_punct = no_punct
        self.asian_support = asian_support
        self.case_sensitive = case_sensitive
        self.tokenizer = TercomTokenizer(normalized, no_punct, asian_support, case_sensitive)
        self.tokenizer_signature = self.tokenizer.signature()
        super().__init__(references)

    def _metric(self) -> Ter:
        return _ter(
            lowercase=not self.case_sensitive,
            normalize=self.normalized,
            punctuation=not self.no_punct,
            cjk=self.asian_support,
        )

    def _preprocess_segment(self, sent: str) -> str:
        return self.tokenizer(sent.rstrip())

    def _statistics(self, rows: Array) -> list[list[Any]]:
        return [[int(edits), length] for edits, length in rows[:, :2].tolist()]

    def _compute_score_from_stats(self, stats: Any) -> TERScore:
        edits, length = stats
        return TERScore(ter_of_counts(edits, length), edits, length)


@cache
def _ter(**options: Any) -> Ter:
    """Remember metrics by their options: checking these takes longer than a sentence does."""
    return Ter(**options)
