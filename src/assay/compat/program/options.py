"""The options of sacreBLEU's program (2.6.0), by its names and letters. Nothing heavy is imported here."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Literal

from assay.errors import OptionError
from assay.options import nested, option

MetricName = Literal["bleu", "chrf", "ter"]
Smoothing = Literal["none", "floor", "add-k", "exp"]
Tokenizer = Literal[
    "none", "zh", "13a", "intl", "char", "ja-mecab", "ko-mecab", "spm", "flores101", "flores200", "spBLEU-1K"
]
Form = Literal["json", "text", "latex"]
FORMS: tuple[Form, ...] = ("json", "text", "latex")


@dataclass(frozen=True)
class SetOptions:
    """A published test set, and what of it is wanted."""

    version: bool = option(False, "say which version this is", flag="--version -V")
    citation: bool = option(False, "say how to cite a test set (not known here)", flag="--citation --cite")
    list: bool = option(False, "list the test sets on this machine; with -t and -l their fields")
    test_set: str | None = option(
        None, "a test set on this machine, or several separated by commas", flag="--test-set -t"
    )
    langpair: str | None = option(None, "its languages, such as de-en", flag="--language-pair -l")
    origlang: str | None = option(
        None,
        "only segments that were first written in this language; non-de: in any other",
        flag="--origlang -ol",
    )
    subset: str | None = option(None, "only segments whose domain this regular expression fits")
    download: str | None = option(None, "fetch a test set (refused: nothing is fetched here)")
    echo: tuple[str, ...] | None = option(
        None, "write out fields of the test set, such as src, ref and docid, or all, and stop"
    )


@dataclass(frozen=True)
class TextOptions:
    """Outputs and references."""

    input: tuple[str, ...] | None = option(
        None,
        "files of outputs, one a system (default: standard input, tabs between systems)",
        flag="--input -i",
    )
    refs: tuple[str, ...] = option((), "files of references; they come before -i", positional="*")
    num_refs: int = option(1, "references a line of the file, with tabs between", flag="--num-refs -nr")
    encoding: str = option("utf-8", "of text files", flag="--encoding -e")


@dataclass(frozen=True)
class BleuOptions:
    """Options of BLEU."""

    smooth_method: Smoothing = option(
        "exp", "what to do with orders without a match", flag="--smooth-method -s"
    )
    smooth_value: float | None = option(None, "of floor (0.1) and add-k (1)", flag="--smooth-value -sv")
    tokenize: Tokenizer | None = option(
        None,
        "how text becomes words (default: as the language of -l wants it, else 13a)",
        flag="--tokenize -tok",
    )
    lowercase: bool = option(False, "lower-case both sides", flag="--lowercase -lc")
    force: bool = option(False, "do not warn of text that looks tokenised")


@dataclass(frozen=True)
class ChrfOptions:
    """Options of chrF."""

    chrf_char_order: int = option(6, "longest character n-gram", flag="--chrf-char-order -cc")
    chrf_word_order: int = option(0, "longest word n-gram; 2 is chrF++", flag="--chrf-word-order -cw")
    chrf_beta: int = option(2, "how many times as much recall weighs as precision")
    chrf_whitespace: bool = option(False, "keep white space in character n-grams")
    chrf_lowercase: bool = option(False, "lower-case both sides")
    chrf_eps_smoothing: bool = option(False, "average F over all orders, as chrF++.py does")


@dataclass(frozen=True)
class TerOptions:
    """Options of TER."""

    ter_case_sensitive: bool = option(False, "do not lower-case")
    ter_asian_support: bool = option(False, "treat Chinese and Japanese characters apart")
    ter_no_punct: bool = option(False, "drop punctuation")
    ter_normalized: bool = option(False, "split punctuation and unescape entities")


@dataclass(frozen=True)
class TestOptions:
    """Intervals and paired tests."""

    confidence: bool = option(False, "an interval from a bootstrap, of one system", flag="--confidence -ci")
    confidence_n: int = option(1000, "its draws", flag="--confidence-n -cin")
    paired_ar: bool = option(
        False, "test all against the first by approximate randomisation", flag="--paired-ar -par"
    )
    paired_bs: bool = option(
        False, "test all against the first by the paired bootstrap", flag="--paired-bs -pbs"
    )
    paired_ar_n: int = option(10000, "trials of --paired-ar", flag="--paired-ar-n -parn")
    paired_bs_n: int = option(1000, "draws of --paired-bs", flag="--paired-bs-n -pbsn")
    paired_jobs: int = option(
        1, "taken for sacreBLEU's sake: all cores are used as it is", flag="--paired-jobs -j"
    )

    def __post_init__(self) -> None:
        """Refuse two tests at once."""
        if self.paired_ar and self.paired_bs:
            raise OptionError("--paired-ar and --paired-bs are two tests; choose one")

    @property
    def paired(self) -> bool:
        """Whether systems are tested against the first."""
        return self.paired_ar or self.paired_bs


@dataclass(frozen=True)
class PrintOptions:
    """How results are printed."""

    quiet: bool = option(False, "no messages on standard error", flag="--quiet -q")
    short: bool = option(False, "short signatures", flag="--short -sh")
    score_only: bool = option(False, "only the score", flag="--score-only -b")
    width: int = option(1, "decimals", flag="--width -w")
    detail: bool = option(False, "scores by original language and domain, too", flag="--detail -d")
    no_color: bool = option(False, "no colours on a terminal", flag="--no-color -nc")
    format: Form = option(
        "json",
        "text and json of one system, latex too of several; $SACREBLEU_FORMAT comes first",
        flag="--format -f",
    )

    @property
    def form(self) -> Form:
        """The format: that of the environment, if it is one; details cannot stand in JSON."""
        named = os.environ.get("SACREBLEU_FORMAT", "").lower()
        form = next((known for known in FORMS if known == named), self.format)
        return "text" if form == "json" and self.detail else form


@dataclass(frozen=True)
class SacrebleuOptions:
    """Score as sacreBLEU 2.6.0 does, and print what it prints; only the version in signatures differs."""

    sets: SetOptions = nested(SetOptions)
    texts: TextOptions = nested(TextOptions)
    metrics: tuple[MetricName, ...] = option(("bleu",), "metrics", flag="--metrics -m")
    sentence_level: bool = option(False, "a score a sentence", flag="--sentence-level -sl")
    bleu: BleuOptions = nested(BleuOptions)
    chrf: ChrfOptions = nested(ChrfOptions)
    ter: TerOptions = nested(TerOptions)
    tests: TestOptions = nested(TestOptions)
    printing: PrintOptions = nested(PrintOptions)
