"""sacreBLEU's BLEU: its options to ours, our statistics to its fields.

A corpus is counted by the kernel. A single sentence is counted here, in plain Python and with the n-grams of sentences
remembered: programs score thousands of pairs of the same few sentences one at a time, and the way of one pair into
arrays and back would take longer than to count it.
"""

# ruff: noqa: PLR0917 - the order of positional arguments is sacreBLEU's

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from typing import Any, ClassVar

import numpy as np

from assay.compat.sacrebleu.metrics import arguments
from assay.compat.sacrebleu.metrics.arguments import Streams
from assay.compat.sacrebleu.metrics.arithmetic import BleuCounts, bleu_of_counts
from assay.compat.sacrebleu.metrics.base import Metric, log
from assay.compat.sacrebleu.metrics.helpers import word_ngrams
from assay.compat.sacrebleu.metrics.scores import Score, Signature
from assay.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer, NamedTokenizer
from assay.compat.sacrebleu.tokenizers.tokenizer_spm import TokenizerSPM
from assay.data import Array
from assay.errors import InputError, MismatchError, OptionError
from assay.metrics import Bleu
from assay.text import check_tokeniser

MAX_NGRAM_ORDER = 4
_TOKENIZERS = {
    "none": "tokenizer_none.NoneTokenizer",
    "zh": "tokenizer_zh.TokenizerZh",
    "13a": "tokenizer_13a.Tokenizer13a",
    "intl": "tokenizer_intl.TokenizerV14International",
    "char": "tokenizer_char.TokenizerChar",
    "ja-mecab": "tokenizer_ja_mecab.TokenizerJaMecab",
    "ko-mecab": "tokenizer_ko_mecab.TokenizerKoMecab",
    "spm": "tokenizer_spm.TokenizerSPM",
    "flores101": "tokenizer_spm.Flores101Tokenizer",
    "flores200": "tokenizer_spm.Flores200Tokenizer",
    "spBLEU-1K": "tokenizer_spm.spBLEU1KTokenizer",
}


def _get_tokenizer(name: str) -> Callable[[], BaseTokenizer]:
    """Return the class of a tokeniser; besides sacreBLEU's, the names of ours will do (`spm:PATH`)."""
    if name not in _TOKENIZERS:
        check_tokeniser(name)
        return partial(NamedTokenizer, name)
    module, _, kind = _TOKENIZERS[name].partition(".")
    tokenizer: type[BaseTokenizer] = getattr(
        import_module(f"assay.compat.sacrebleu.tokenizers.{module}"), kind
    )
    return tokenizer


class BLEUScore(Score):
    """BLEU with the matches, totals and precisions of each order, the lengths and the brevity penalty."""

    def __init__(
        self,
        score: float,
        counts: list[float],
        totals: list[float],
        precisions: list[float],
        bp: float,
        sys_len: int,
        ref_len: int,
    ) -> None:
        super().__init__("BLEU", score)
        self.counts = counts
        self.totals = totals
        self.precisions = precisions
        self.bp = bp
        self.sys_len = sys_len
        self.ref_len = ref_len
        self.prec_str = "/".join([f"{precision:.1f}" for precision in precisions])
        self.ratio = sys_len / ref_len if ref_len else 0
        self._verbose = (
            f"{self.prec_str} (BP = {bp:.3f} ratio = {self.ratio:.3f} "
            f"hyp_len = {sys_len:d} ref_len = {ref_len:d})"
        )


class BLEUSignature(Signature):
    """The options of BLEU."""

    def __init__(self, args: Mapping[str, Any]) -> None:
        super().__init__(args)
        value = BLEU.SMOOTH_DEFAULTS[args["smooth_method"]]
        if value is not None and args["smooth_value"] is not None:
            value = args["smooth_value"]
        self.extend({
            "case": ("c", "lc" if args["lowercase"] else "mixed"),
            "eff": ("e", "yes" if args["effective_order"] else "no"),
            "tok": ("tok", args["tokenizer_signature"]),
            "smooth": ("s", args["smooth_method"] + ("" if value is None else f"[{value:.2f}]")),
        })  # fmt: skip


class BLEU(Metric[BLEUScore]):
    """BLEU with sacreBLEU's options; `trg_lang` chooses the tokeniser if `tokenize` is not given."""

    SMOOTH_DEFAULTS: ClassVar[dict[str, float | None]] = {"none": None, "floor": 0.1, "add-k": 1, "exp": None}
    TOKENIZERS = _TOKENIZERS.keys()
    TOKENIZER_DEFAULT: ClassVar[str] = "13a"
    _TOKENIZER_MAP: ClassVar[dict[str, str]] = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}
    _SIGNATURE_TYPE: ClassVar[type[Signature]] = BLEUSignature

    def __init__(
        self,
        lowercase: bool = False,
        force: bool = False,
        tokenize: str | None = None,
        smooth_method: str = "exp",
        smooth_value: float | None = None,
        max_ngram_order: int = MAX_NGRAM_ORDER,
        effective_order: bool = False,
        trg_lang: str = "",
        references: Streams | None = None,
    ) -> None:
        self._force = force
        self.trg_lang = trg_lang
        self.lowercase = lowercase
        self.smooth_method = smooth_method
        self.smooth_value = smooth_value
        self.max_ngram_order = max_ngram_order
        self.effective_order = effective_order
        self.tokenizer = _tokenizer(self._choose_tokenizer(tokenize))
        self.tokenizer_signature = self.tokenizer.signature()
        self._metric()
        super().__init__(references)

    def _choose_tokenizer(self, name: str | None) -> str:
        fitting = self._TOKENIZER_MAP.get(self.trg_lang, self.TOKENIZER_DEFAULT)
        if name not in (None, fitting) and self.trg_lang in self._TOKENIZER_MAP:
            log.warning("tokenizer %s was chosen for %s, where %s is usual", name, self.trg_lang, fitting)
        return fitting if name is None else name

    @property
    def _tok(self) -> str | None:
        """The name of our tokeniser; None where the program has set one of its own."""
        return self.tokenizer.tok if isinstance(self.tokenizer, NamedTokenizer | TokenizerSPM) else None

    def _metric(self) -> Bleu:
        if self.smooth_method not in self.SMOOTH_DEFAULTS:
            raise _unknown_smoothing(self.smooth_method)
        takes_value = self.SMOOTH_DEFAULTS[self.smooth_method] is not None
        return _bleu(
            orders=tuple(range(1, self.max_ngram_order + 1)),
            smooth=self.smooth_method,
            smooth_value=self.smooth_value if takes_value else None,
            effective_order=self.effective_order,
            tok=self._tok or "none",
            lowercase=self.lowercase and self._tok is not None,
        )

    def _words(self, texts: Sequence[Any]) -> Sequence[Any]:
        """Tokenise with the program's own tokeniser, if it has set one; ours come in with the metric."""
        if self._tok is not None:
            return texts
        return [text and self._preprocess_segment(text) for text in texts]

    def _preprocess_segment(self, sent: str) -> str:
        return self.tokenizer((sent.lower() if self.lowercase else sent).rstrip())

    def _statistics(self, rows: Array) -> list[list[Any]]:
        highest = self.max_ngram_order
        # After four lengths; our orders are one more than asked for
        matches = range(4, 4 + highest)
        columns = [0, 1, *matches, *(place + highest + 1 for place in matches)]
        counts: list[list[Any]] = rows[:, columns].astype(np.int64).tolist()
        return counts

    def _counts(self, stats: Any) -> BleuCounts:
        split = 2 + self.max_ngram_order
        lengths = int(stats[0]), int(stats[1])
        return BleuCounts(stats[2:split], stats[split:], *lengths, self.max_ngram_order)

    def _compute_score_from_stats(self, stats: Any) -> BLEUScore:
        return _score(self._counts(stats), self.smooth_method, self.smooth_value, self.effective_order)

    def _shuffled_score(self, stats: list[Any]) -> float:
        """Return BLEU of sums after a shuffle; sacreBLEU adds k to whole numbers there, and it loses its fraction."""
        method = self.smooth_method
        value = _smooth_value(method, self.smooth_value)
        value = int(value) if method == "add-k" else value
        return bleu_of_counts(self._counts(stats), method, value, self.effective_order)[0]

    def sentence_score(self, hypothesis: str, references: Sequence[str | None]) -> BLEUScore:
        """Score one sentence against its references; `effective_order` is meant for this."""
        if not self.effective_order:
            log.warning(
                "without effective_order=True, BLEU is 0 for a sentence shorter than the highest order"
            )
        arguments.check_sentence(self._name, hypothesis, references)
        texts = [self._preprocess_segment(text) for text in references if text is not None]
        if not texts:
            raise InputError(f"{self._name}: there is no reference; give at least one")
        self.num_refs = len(texts)
        reference = self._extract_reference_info(texts)
        stats = self._compute_segment_statistics(self._preprocess_segment(hypothesis), reference)
        return self._compute_score_from_stats(stats)

    def _extract_reference_info(self, refs: Sequence[str]) -> dict[str, Any]:
        """Return the n-grams of tokenised references, the most of each that one of them has, and their lengths."""
        counted = [word_ngrams(text, self.max_ngram_order) for text in refs]
        ngrams = counted[0][0]
        for others, _ in counted[1:]:
            ngrams = ngrams | others
        return {"ref_ngrams": ngrams, "ref_lens": [length for _, length in counted]}

    def _compute_segment_statistics(self, hypothesis: str, ref_kwargs: Mapping[str, Any]) -> list[int]:
        """Return the lengths, the matches and the n-grams of a tokenised sentence."""
        orders = self.max_ngram_order
        (ngrams, length), limits = word_ngrams(hypothesis, orders), ref_kwargs["ref_ngrams"]
        matches = [0] * orders
        for ngram in ngrams.keys() & limits.keys():
            matches[len(ngram) - 1] += min(ngrams[ngram], limits[ngram])
        closest = min(ref_kwargs["ref_lens"], key=lambda other: (abs(other - length), other))
        return [length, closest, *matches, *(max(0, length - n) for n in range(orders))]

    @staticmethod
    def compute_bleu(
        correct: Sequence[float],
        total: Sequence[float],
        sys_len: int,
        ref_len: int,
        smooth_method: str = "none",
        smooth_value: float | None = None,
        effective_order: bool = False,
        max_ngram_order: int = MAX_NGRAM_ORDER,
    ) -> BLEUScore:
        """Compute BLEU from matches, n-grams and lengths; lists that are too short are refused."""
        if smooth_method not in BLEU.SMOOTH_DEFAULTS:
            raise _unknown_smoothing(smooth_method)
        if min(len(correct), len(total)) < max_ngram_order:
            raise MismatchError(
                f"BLEU: {len(correct)} matches and {len(total)} n-grams are given for the orders 1 to "
                f"{max_ngram_order}; give one of each an order"
            )
        counts = BleuCounts(list(correct), list(total), sys_len, ref_len, max_ngram_order)
        return _score(counts, smooth_method, smooth_value, effective_order)


def _score(counts: BleuCounts, method: str, given: float | None, effective_order: bool) -> BLEUScore:
    value = _smooth_value(method, given)
    score, precisions, penalty = bleu_of_counts(counts, method, value, effective_order)
    lengths = counts.sys_len, counts.ref_len
    return BLEUScore(score, counts.matches, counts.ngrams, precisions, penalty, *lengths)


def _smooth_value(method: str, given: float | None) -> float:
    value = BLEU.SMOOTH_DEFAULTS[method] if given is None else given
    # No "or 0": a value of 0.0 makes counts floats, as sacreBLEU's do.
    return 0 if value is None else value


def _unknown_smoothing(method: str) -> OptionError:
    return OptionError(f"BLEU: smooth_method {method!r} is not one of {list(BLEU.SMOOTH_DEFAULTS)}")


@cache
def _bleu(**options: Any) -> Bleu:
    """Remember metrics by their options: checking these takes longer than a sentence does."""
    return Bleu(**options)


@cache
def _tokenizer(name: str) -> BaseTokenizer:
    """Remember tokenisers by their names: functions make a metric a call."""
    return _get_tokenizer(name)()
