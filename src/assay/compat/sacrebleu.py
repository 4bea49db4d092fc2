"""sacreBLEU's programming interface (2.6.0) over our metrics: change the import line, keep the program.

Names, arguments, fields and printed text are sacreBLEU's; the figures come from `assay.metrics`. We depart from
it where it would hide an error or claim too much:

- lists of different lengths, a flat list of references and a segment without any reference are refused;
- the signature ends in `version:assay-<version>`, since sacreBLEU did not compute the figure;
- no model is ever fetched: the SentencePiece tokenisers are given as `tokenize="spm:PATH"`.
"""

from __future__ import annotations

import json
import logging
import os
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

import assay
from assay.data.evalset import EvalSet
from assay.errors import DependencyError, InputError, MismatchError, OptionError
from assay.metrics.base import Metric, StatsFn
from assay.metrics.bleu import Bleu
from assay.metrics.chrf import Chrf
from assay.metrics.ter import Ter
from assay.resources import Resources

Array = NDArray[np.float64]
Streams = Sequence[Sequence[str | None]]

__version__ = f"assay-{assay.__version__}"
_log = logging.getLogger(__name__)
_SHORT = {
    "version": "v", "nrefs": "#", "test": "t", "lang": "l", "subset": "S", "origlang": "o", "seed": "rs",
}  # fmt: skip


class Score:
    """A figure, its name and, after a bootstrap, its mean and half the width of its 95% interval."""

    def __init__(self, name: str, score: float) -> None:
        self.name = name
        self.score = score
        self._mean = self._ci = -1.0
        self._verbose = ""

    def format(
        self, width: int = 2, score_only: bool = False, signature: str = "", is_json: bool = False
    ) -> str:
        """Write the score out with `width` decimals: alone, as a line, or as JSON."""
        figure = f"{self.score:.{width}f}"
        interval = f"μ = {self._mean:.{width}f} ± {self._ci:.{width}f}" if self._mean > 0 else ""
        text = f"{figure} ({interval})" if interval else figure
        if score_only:
            return text
        if is_json:
            return self._json(width, signature, interval)
        name = f"{self.name}|{signature}" if signature else self.name
        return f"{name} = {text} {self._verbose}" if self._verbose else f"{name} = {text}"

    def _json(self, width: int, signature: str, interval: str) -> str:
        fields: dict[str, object] = {"name": self.name, "score": float(f"{self.score:.{width}f}")}
        fields["signature"] = signature
        if interval:
            fields["confidence_mean"] = float(f"{self._mean:.{width}f}")
            fields["confidence_var"] = float(f"{self._ci:.{width}f}")
            fields["confidence"] = interval
        if self._verbose:
            fields["verbose_score"] = self._verbose
        fields |= {key: value for key, _, value in (pair.partition(":") for pair in signature.split("|")) if key}
        return json.dumps(fields, indent=1, ensure_ascii=False)

    def __repr__(self) -> str:
        return self.format()


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
        self.prec_str = "/".join(f"{precision:.1f}" for precision in precisions)
        self.ratio = sys_len / ref_len if ref_len else 0
        self._verbose = (
            f"{self.prec_str} (BP = {bp:.3f} ratio = {self.ratio:.3f} hyp_len = {sys_len:d} ref_len = {ref_len:d})"
        )


class CHRFScore(Score):
    """chrF and the orders and beta that its name is made of."""

    def __init__(self, score: float, char_order: int, word_order: int, beta: int) -> None:
        super().__init__(f"chrF{beta}" + "+" * word_order, score)
        self.char_order = char_order
        self.word_order = word_order
        self.beta = beta


class TERScore(Score):
    """TER, the edits and the sum of the average reference lengths."""

    def __init__(self, score: float, num_edits: float, ref_length: float) -> None:
        super().__init__("TER", score)
        self.num_edits = int(num_edits)
        self.ref_length = ref_length


class Signature:
    """Options as `key:value` pairs; `info` holds them all, and those that are None are not written."""

    def __init__(self, info: Mapping[str, object], short: Mapping[str, str]) -> None:
        self.info: dict[str, Any] = {"version": __version__}
        self.info |= dict.fromkeys(("nrefs", "bs", "ar", "seed", "test", "lang", "origlang", "subset")) | dict(info)
        self._short = {**_SHORT, **short}

    def format(self, short: bool = False) -> str:
        """Write the pairs out, the version last, with short keys if asked."""
        keys = [key for key in self.info if key != "version"] + ["version"]
        values = {key: self.info[key] for key in keys if self.info[key] is not None}
        words = {True: "yes", False: "no"}
        return "|".join(
            f"{self._short.get(key, key) if short else key}:{words[value] if isinstance(value, bool) else value}"
            for key, value in values.items()
        )

    def update(self, key: str, value: object) -> None:
        """Set one pair."""
        self.info[key] = value

    def __repr__(self) -> str:
        return self.format()


S = TypeVar("S", bound=Score)


class _Prepared(NamedTuple):
    """References made ready: how many segments, how many references each (-1: it varies), and outputs to rows."""

    segments: int
    num_refs: int
    stats: StatsFn


class _Scorer(ABC, Generic[S]):
    """What the three classes share: their arguments and the checks of them, cached references, the bootstrap."""

    _force = True

    def __init__(self, references: Streams | None) -> None:
        self.num_refs: int | None = None
        self.n_bootstrap: int | None = None
        self.seed: str | None = None
        self._cached = None if references is None else self._prepare(references, threads=0)

    @abstractmethod
    def _metric(self) -> Metric:
        """Build our metric from the options as they stand: programs may set them at any time."""

    @abstractmethod
    def _read(self, totals: Array) -> S:
        """Turn sums of statistics into a score object."""

    @abstractmethod
    def _options(self) -> dict[str, tuple[str, object]]:
        """Return the options in the signature: key to short key and value."""

    def corpus_score(self, hypotheses: Sequence[str], references: Streams | None, n_bootstrap: int = 1) -> S:
        """Score a corpus against streams of references, or against the cached ones if None is given."""
        self._check_strings(hypotheses, "hypotheses")
        if references is not None:
            prepared = self._prepare(references, threads=0)
        elif self._cached is not None:
            prepared = self._cached
        else:
            raise RuntimeError(f"{type(self).__name__}: give references here, or references=… at construction")
        rows = self._rows(hypotheses, prepared)
        score = self._read(rows.sum(axis=0))
        if n_bootstrap > 1:
            self._bootstrap(score, rows, n_bootstrap)
        return score

    def sentence_score(self, hypothesis: str, references: Sequence[str | None]) -> S:
        """Score one sentence against its references."""
        if not isinstance(hypothesis, str):
            raise self._wrong("hypothesis", hypothesis, "give a string")
        self._check_strings(references, "references", holes=True)
        prepared = self._prepare([[text] for text in references], threads=1)
        return self._read(self._rows([hypothesis], prepared).sum(axis=0))

    def get_signature(self) -> Signature:
        """Return the options as `key:value` pairs; the number of references is known once some were given."""
        if self.num_refs is None:
            raise ValueError(f"{type(self).__name__}: the number of references is not known yet; score something first")
        info = {"nrefs": "var" if self.num_refs == -1 else self.num_refs, "bs": self.n_bootstrap, "seed": self.seed}
        options = self._options()
        return Signature(
            info | {key: value for key, (_, value) in options.items()},
            {key: short for key, (short, _) in options.items()},
        )

    def _prepare(self, references: Streams, threads: int) -> _Prepared:
        self._check_streams(references)
        evalset = EvalSet(
            name="references",
            languages=("", ""),
            source=None,
            references={f"ref{number}": stream for number, stream in enumerate(references, start=1)},
            document=None,
        )
        if not len(evalset):
            raise InputError(f"{type(self).__name__}: the references are empty; give at least one segment")
        fewest, most = evalset.reference_counts()
        self.num_refs = fewest if fewest == most else -1
        return _Prepared(len(evalset), self.num_refs, self._metric().prepare(evalset, Resources(threads=threads)))

    def _rows(self, hypotheses: Sequence[str], prepared: _Prepared) -> Array:
        if len(hypotheses) != prepared.segments:
            raise MismatchError(
                f"{type(self).__name__}: there are {len(hypotheses)} hypotheses, {prepared.segments} segments of "
                "references; references are streams, each as long as the hypotheses"
            )
        if not self._force and sum(text.endswith(" .") for text in hypotheses) >= 100:
            _log.warning("100 or more hypotheses end in ' .': detokenise them, or say force=True if they are meant so")
        return prepared.stats(hypotheses)

    def _bootstrap(self, score: Score, rows: Array, draws: int) -> None:
        """Add the interval that sacreBLEU prints: its generator, order of draws and sums in single precision."""
        self.n_bootstrap = draws
        self.seed = os.environ.get("SACREBLEU_SEED", "12345").lower()
        rng = np.random.default_rng(None if self.seed == "none" else int(self.seed))
        single = rows.astype(np.float32)
        sums = np.array([single[rng.choice(len(rows), size=len(rows))].sum(axis=0) for _ in range(draws)])
        scores = np.sort(self._metric().score(sums.astype(np.float64))).tolist()
        tail = draws // 40
        score._mean, score._ci = fmean(scores), (scores[draws - tail - 1] - scores[tail]) / 2

    def _check_streams(self, references: object) -> None:
        if isinstance(references, str) or not isinstance(references, Sequence):
            raise self._wrong("references", references, "give a list of lists of strings")
        if not references:
            raise InputError(f"{type(self).__name__}: references is empty; give at least one stream")
        for place, stream in enumerate(references):
            if isinstance(stream, str):
                raise self._wrong(f"references[{place}]", stream, "for a single stream pass [references]")
            self._check_strings(stream, f"references[{place}]", holes=True)

    def _check_strings(self, texts: object, name: str, *, holes: bool = False) -> None:
        if isinstance(texts, str) or not isinstance(texts, Sequence):
            raise self._wrong(name, texts, "give a list of strings")
        if not texts:
            raise InputError(f"{type(self).__name__}: {name} is empty; give at least one segment")
        for place, text in enumerate(texts):
            if not (isinstance(text, str) or (holes and text is None)):
                raise self._wrong(f"{name}[{place}]", text, "give a string")

    def _wrong(self, name: str, value: object, remedy: str) -> TypeError:
        what = "one string" if isinstance(value, str) else f"of type {type(value).__name__}"
        return TypeError(f"{type(self).__name__}: {name} is {what}; {remedy}")


class BLEU(_Scorer[BLEUScore]):
    """BLEU with sacreBLEU's options; `trg_lang` chooses the tokeniser if `tokenize` is not given."""

    SMOOTH_DEFAULTS: ClassVar[dict[str, float | None]] = {"none": None, "floor": 0.1, "add-k": 1, "exp": None}
    TOKENIZERS: ClassVar[tuple[str, ...]] = (
        "none", "zh", "13a", "intl", "char", "ja-mecab", "ko-mecab", "spm", "flores101", "flores200", "spBLEU-1K",
    )  # fmt: skip
    TOKENIZER_DEFAULT: ClassVar[str] = "13a"
    _LANGUAGES: ClassVar[dict[str, str]] = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}
    _MODELS: ClassVar[tuple[str, ...]] = ("spm", "flores101", "flores200", "spBLEU-1K")

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
            raise DependencyError(f'tokenizer {name}: nothing is downloaded here; give its model, tokenize="spm:PATH"')
        if name not in (None, fitting) and self.trg_lang in self._LANGUAGES:
            _log.warning("tokenizer %s was chosen for %s, where %s is usual", name, self.trg_lang, fitting)
        return fitting if name is None else name

    def _metric(self) -> Bleu:
        if self.smooth_method not in self.SMOOTH_DEFAULTS:
            raise OptionError(f"BLEU: smooth_method {self.smooth_method!r} is not one of {list(self.SMOOTH_DEFAULTS)}")
        takes_value = self.SMOOTH_DEFAULTS[self.smooth_method] is not None
        return Bleu(
            orders=tuple(range(1, self.max_ngram_order + 1)),
            smooth=self.smooth_method,
            smooth_value=self.smooth_value if takes_value else None,
            effective_order=self.effective_order,
            tok=self._tokenize,
            lowercase=self.lowercase,
        )

    def _k(self) -> float:
        """Return what is added to matches and n-grams of the orders above 1."""
        if self.smooth_method != "add-k":
            return 0
        return 1 if self.smooth_value is None else self.smooth_value

    def _read(self, totals: Array) -> BLEUScore:
        metric, order = self._metric(), self.max_ngram_order
        named = dict(zip(metric.columns, totals.tolist(), strict=True))
        counts: list[float] = [int(named[f"match{n}"]) for n in range(1, order + 1)]
        ngrams: list[float] = [int(named[f"ngrams{n}"]) for n in range(1, order + 1)]
        if any(counts):  # sacreBLEU shows the counts as add-k leaves them, unless there was nothing to smooth
            counts[1:] = [count + self._k() for count in counts[1:]]
            ngrams[1:] = [count + self._k() for count in ngrams[1:]]
        return BLEUScore(
            float(metric.score(totals)),
            counts,
            ngrams,
            metric.precisions(totals).tolist(),
            float(metric.brevity_penalty(totals)),
            int(named["output"]),
            int(named["reference_closest"]),
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
            _log.warning("sentence-level BLEU without effective_order=True is 0 for most short sentences")
        return super().sentence_score(hypothesis, references)

    @staticmethod
    def compute_bleu(
        correct: Sequence[int],
        total: Sequence[int],
        sys_len: int,
        ref_len: int,
        smooth_method: str = "none",
        smooth_value: float | None = None,
        effective_order: bool = False,
        max_ngram_order: int = 4,
    ) -> BLEUScore:
        """Compute BLEU from matches, n-grams and lengths."""
        scorer = BLEU(
            tokenize="none",
            smooth_method=smooth_method,
            smooth_value=smooth_value,
            effective_order=effective_order,
            max_ngram_order=max_ngram_order,
        )
        named = {"output": sys_len, "reference_closest": ref_len}
        named |= {f"match{n}": count for n, count in enumerate(correct, start=1)}
        named |= {f"ngrams{n}": count for n, count in enumerate(total, start=1)}
        return scorer._read(np.array([named.get(name, 0) for name in scorer._metric().columns], dtype=np.float64))


class CHRF(_Scorer[CHRFScore]):
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


class TER(_Scorer[TERScore]):
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


def corpus_bleu(
    hypotheses: Sequence[str],
    references: Streams,
    smooth_method: str = "exp",
    smooth_value: float | None = None,
    force: bool = False,
    lowercase: bool = False,
    tokenize: str = BLEU.TOKENIZER_DEFAULT,
    use_effective_order: bool = False,
) -> BLEUScore:
    """BLEU of a corpus."""
    scorer = BLEU(
        lowercase, force, tokenize, smooth_method, smooth_value, effective_order=use_effective_order
    )  # fmt: skip
    return scorer.corpus_score(hypotheses, references)


def raw_corpus_bleu(hypotheses: Sequence[str], references: Streams, smooth_value: float | None = 0.1) -> BLEUScore:
    """BLEU of a corpus that is tokenised already, with floor smoothing and effective order."""
    return corpus_bleu(hypotheses, references, "floor", smooth_value, True, False, "none", True)


def sentence_bleu(
    hypothesis: str,
    references: Sequence[str],
    smooth_method: str = "exp",
    smooth_value: float | None = None,
    lowercase: bool = False,
    tokenize: str = BLEU.TOKENIZER_DEFAULT,
    use_effective_order: bool = True,
) -> BLEUScore:
    """BLEU of one sentence, with effective order unless told otherwise."""
    scorer = BLEU(
        lowercase, False, tokenize, smooth_method, smooth_value, effective_order=use_effective_order
    )  # fmt: skip
    return scorer.sentence_score(hypothesis, references)


def corpus_chrf(
    hypotheses: Sequence[str],
    references: Streams,
    char_order: int = CHRF.CHAR_ORDER,
    word_order: int = CHRF.WORD_ORDER,
    beta: int = CHRF.BETA,
    remove_whitespace: bool = True,
    eps_smoothing: bool = False,
) -> CHRFScore:
    """ChrF of a corpus."""
    scorer = CHRF(char_order, word_order, beta, False, not remove_whitespace, eps_smoothing)
    return scorer.corpus_score(hypotheses, references)


def sentence_chrf(
    hypothesis: str,
    references: Sequence[str],
    char_order: int = CHRF.CHAR_ORDER,
    word_order: int = CHRF.WORD_ORDER,
    beta: int = CHRF.BETA,
    remove_whitespace: bool = True,
    eps_smoothing: bool = False,
) -> CHRFScore:
    """ChrF of one sentence."""
    scorer = CHRF(char_order, word_order, beta, False, not remove_whitespace, eps_smoothing)
    return scorer.sentence_score(hypothesis, references)


def corpus_ter(
    hypotheses: Sequence[str],
    references: Streams,
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
) -> TERScore:
    """TER of a corpus."""
    return TER(normalized, no_punct, asian_support, case_sensitive).corpus_score(hypotheses, references)


def sentence_ter(
    hypothesis: str,
    references: Sequence[str],
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
) -> TERScore:
    """TER of one sentence."""
    return TER(normalized, no_punct, asian_support, case_sensitive).sentence_score(hypothesis, references)
