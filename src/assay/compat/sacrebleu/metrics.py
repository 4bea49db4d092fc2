"""sacreBLEU's BLEU, CHRF and TER: its options to ours, our statistics to its fields."""

# ruff: noqa: PLR0917 - the order of positional arguments is sacreBLEU's

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

from assay.compat.sacrebleu.arithmetic import BleuCounts, bleu_of_counts
from assay.compat.sacrebleu.scorer import Scorer, Streams, log
from assay.compat.sacrebleu.scores import BLEUScore, CHRFScore, TERScore
from assay.data import Array
from assay.errors import DependencyError, MismatchError, OptionError
from assay.metrics import Bleu, Chrf, SmoothingMethod, Ter


class BLEU(Scorer[BLEUScore]):
    """BLEU with sacreBLEU's options; `trg_lang` chooses the tokeniser if `tokenize` is not given."""

    SMOOTH_DEFAULTS: ClassVar[dict[str, float | None]] = {"none": None, "floor": 0.1, "add-k": 1, "exp": None}
    TOKENIZER_DEFAULT: ClassVar[str] = "13a"
    _LANGUAGES: ClassVar[dict[str, str]] = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}
    _MODELS: ClassVar[tuple[str, ...]] = ("spm", "flores101", "flores200", "spBLEU-1K")
    TOKENIZERS: ClassVar[tuple[str, ...]] = ("none", "13a", "intl", "char", *_LANGUAGES.values(), *_MODELS)

    def __init__(
        self,
        lowercase: bool = False,
        force: bool = False,
        tokenize: str | None = None,
        smooth_method: str = "exp",
        smooth_value: float | None = None,
        max_ngram_order: int = 4,
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
        self._tokenize = self._choose_tokenizer(tokenize)
        self.tokenizer_signature = self._metric().tok
        super().__init__(references)

    def _choose_tokenizer(self, name: str | None) -> str:
        fitting = self._LANGUAGES.get(self.trg_lang, self.TOKENIZER_DEFAULT)
        if name in self._MODELS:
            raise DependencyError(
                f'tokenizer {name}: nothing is downloaded here; give its model, tokenize="spm:PATH"'
            )
        if name not in (None, fitting) and self.trg_lang in self._LANGUAGES:
            log.warning("tokenizer %s was chosen for %s, where %s is usual", name, self.trg_lang, fitting)
        return fitting if name is None else name

    def _metric(self) -> Bleu:
        if self.smooth_method not in self.SMOOTH_DEFAULTS:
            raise _unknown_smoothing(self.smooth_method)
        takes_value = self.SMOOTH_DEFAULTS[self.smooth_method] is not None
        return Bleu(
            orders=tuple(range(1, self.max_ngram_order + 1)),
            smooth=cast(SmoothingMethod, self.smooth_method),
            smooth_value=self.smooth_value if takes_value else None,
            effective_order=self.effective_order,
            tok=self._tokenize,
            lowercase=self.lowercase,
        )

    def _read(self, totals: Array) -> BLEUScore:
        named = dict(zip(self._metric().columns, totals.tolist(), strict=True))
        orders = range(1, self.max_ngram_order + 1)
        return self.compute_bleu(
            [int(named[f"match{n}"]) for n in orders],
            [int(named[f"ngrams{n}"]) for n in orders],
            int(named["output"]),
            int(named["reference_closest"]),
            self.smooth_method,
            self.smooth_value,
            self.effective_order,
            self.max_ngram_order,
        )

    def _options(self) -> dict[str, tuple[str, object]]:
        value = self.SMOOTH_DEFAULTS[self.smooth_method]
        if value is not None and self.smooth_value is not None:
            value = self.smooth_value
        return {
            "case": ("c", "lc" if self.lowercase else "mixed"),
            "eff": ("e", "yes" if self.effective_order else "no"),
            "tok": ("tok", self.tokenizer_signature),
            "smooth": ("s", self.smooth_method + ("" if value is None else f"[{value:.2f}]")),
        }

    def sentence_score(self, hypothesis: str, references: Sequence[str | None]) -> BLEUScore:
        """Score one sentence against its references; `effective_order` is meant for this."""
        if not self.effective_order:
            log.warning(
                "without effective_order=True, BLEU is 0 for a sentence shorter than the highest order"
            )
        return super().sentence_score(hypothesis, references)

    @staticmethod
    def compute_bleu(
        correct: Sequence[float],
        total: Sequence[float],
        sys_len: int,
        ref_len: int,
        smooth_method: str = "none",
        smooth_value: float | None = None,
        effective_order: bool = False,
        max_ngram_order: int = 4,
    ) -> BLEUScore:
        """Compute BLEU from matches, n-grams and lengths; lists that are too short are refused."""
        if smooth_method not in BLEU.SMOOTH_DEFAULTS:
            raise _unknown_smoothing(smooth_method)
        if min(len(correct), len(total)) < max_ngram_order:
            raise MismatchError(
                f"BLEU: {len(correct)} matches and {len(total)} n-grams are given for the orders 1 to "
                f"{max_ngram_order}; give one of each an order"
            )
        value = BLEU.SMOOTH_DEFAULTS[smooth_method] if smooth_value is None else smooth_value
        counts = BleuCounts(list(correct), list(total), sys_len, ref_len, max_ngram_order)
        return bleu_of_counts(counts, smooth_method, value or 0, effective_order)


def _unknown_smoothing(method: str) -> OptionError:
    return OptionError(f"BLEU: smooth_method {method!r} is not one of {list(BLEU.SMOOTH_DEFAULTS)}")


class CHRF(Scorer[CHRFScore]):
    """chrF, or chrF++ with `word_order=2`; `eps_smoothing` averages F over all orders, as chrF++.py does."""

    CHAR_ORDER: ClassVar[int] = 6
    WORD_ORDER: ClassVar[int] = 0
    BETA: ClassVar[int] = 2

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
        return Chrf(
            char_order=self.char_order,
            word_order=self.word_order,
            beta=float(self.beta),
            whitespace=self.whitespace,
            average="f" if self.eps_smoothing else "pr",
            lowercase=self.lowercase,
        )

    def _read(self, totals: Array) -> CHRFScore:
        return CHRFScore(float(self._metric().score(totals)), self.char_order, self.word_order, self.beta)

    def _options(self) -> dict[str, tuple[str, object]]:
        return {
            "case": ("c", "lc" if self.lowercase else "mixed"),
            "eff": ("e", "no" if self.eps_smoothing else "yes"),
            "nc": ("nc", self.char_order),
            "nw": ("nw", self.word_order),
            "space": ("s", "yes" if self.whitespace else "no"),
        }


class TER(Scorer[TERScore]):
    """TER with sacreBLEU's options."""

    tokenizer_signature: ClassVar[str] = "tercom"

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
        super().__init__(references)

    def _metric(self) -> Ter:
        return Ter(
            lowercase=not self.case_sensitive,
            normalize=self.normalized,
            punctuation=not self.no_punct,
            cjk=self.asian_support,
        )

    def _read(self, totals: Array) -> TERScore:
        metric = self._metric()
        named = dict(zip(metric.columns, totals.tolist(), strict=True))
        return TERScore(float(metric.score(totals)), named["edits"], named["length"])

    def _options(self) -> dict[str, tuple[str, object]]:
        return {
            "case": ("c", "mixed" if self.case_sensitive else "lc"),
            "tok": ("t", self.tokenizer_signature),
            "norm": ("nr", self.normalized),
            "punct": ("pn", not self.no_punct),
            "asian": ("as", self.asian_support),
        }


METRICS = {"BLEU": BLEU, "CHRF": CHRF, "TER": TER}
