"""What a diagnosis, a check of files and a gate may be asked: their options, for Python and the command line alike.

Nothing heavy is imported here, so that a command's help costs nothing. `KnowledgeFiles` names files that say more about
words than the texts do; `read_knowledge` reads them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, get_args

from assay.comparison import drawn_unit
from assay.errors import OptionError
from assay.io import Named
from assay.options import check_choices, first_given, nested, option, same_option
from assay.stats import Correction, Settings

WordFeatureName = Literal[
    "training-frequency", "reference-frequency", "length", "case", "script", "digits", "position", "label"
]
SegmentFeatureName = Literal[
    "segment-length", "length-difference", "length-ratio", "score", "document", "domain"
]
# Of a report, in its order
PARTS: tuple[str, ...] = ("findings", "errors", "buckets", "ngrams", "checks", "systems")
# Kinds of base forms that are no stemmer's language
FIRST_LETTERS, BASES_FROM_FILE = "first4", "file"
FREQUENCY_FEATURES = ("training-frequency", "reference-frequency")
CUT_FEATURES = (
    *("frequency", *FREQUENCY_FEATURES, "length", "source-frequency", "source-length"),
    *("segment-length", "length-difference", "length-ratio", "score"),
)
LEAST_SEGMENTS = 30  # the usual rule of thumb for a mean
OF_NAMED = "of a reference or output; repeat for others"


@dataclass(frozen=True)
class BucketFiles:
    """The files that buckets of words and segments go by, and where buckets of numbers are cut."""

    counts: str | None = option(
        None,
        "word frequencies in the training text: WORD<TAB>NUMBER",
        metavar="FILE",
        reads=True,
        found=True,
    )
    labels: tuple[str, ...] = option(
        (),
        f"a label for every word {OF_NAMED}, and NAME@KIND=FILE for further kinds of labels",
        metavar="NAME=FILE",
        reads=True,
        found=True,
    )
    cuts: tuple[str, ...] = option(
        (),
        "boundaries of a feature's buckets, such as length=3,6,12; numeric labels can be cut too; repeat for more",
        metavar="FEATURE=N,N",
        found=True,
    )
    domains: str | None = option(
        None,
        "the domain of each segment, before the first tab of a line",
        metavar="FILE",
        reads=True,
        found=True,
    )


@dataclass(frozen=True)
class KnowledgeFiles(BucketFiles):
    """The files that say more about words than the texts do."""

    bases: tuple[str, ...] = option(
        (),
        f"a base form for every word {OF_NAMED}",
        metavar="NAME=FILE",
        reads=True,
        found=True,
    )
    links: tuple[str, ...] = option(
        (),
        "the word alignment of a reference with the source, SOURCE-TARGET from 0",
        metavar="NAME=FILE",
        reads=True,
        found=True,
    )
    glossary: str | None = option(
        None,
        "terms and their translations, CSV, TSV or TBX, to look for in outputs",
        metavar="FILE",
        reads=True,
        found=True,
    )
    judgements: Named | None = option(
        None,
        "MQM or ESA judgements of the same outputs: a file, or a database of campaigns",
        metavar="FILE",
        reads=True,
        found=True,
    )
    campaign: str | None = option(
        None,
        "the campaign, if the database or a file of Pearmut has several",
        metavar="NAME",
        found=True,
    )

    def __post_init__(self) -> None:
        """Refuse a campaign of nothing."""
        if self.campaign is not None and self.judgements is None:
            raise OptionError("--campaign says which of --judgements are meant; give these as well")


@dataclass(frozen=True)
class DiagnoseOptions:
    """What to look at; no features given are all that the corpus allows."""

    files: KnowledgeFiles = nested(KnowledgeFiles)
    tok: str = option("13a", "how text becomes words", metavar="TOK", found=True)
    base: str = option(
        FIRST_LETTERS,
        "base form of a word: first4 (its first four letters), a stemmer's language, or file",
        metavar="KIND",
        found=True,
    )
    stem: str = option("", "compare words with stems of this language", metavar="LANG", found=True)
    words: str | tuple[str, ...] | None = option(
        None,
        "features of words, separated by commas (default: all)",
        metavar="NAMES",
        found=True,
    )
    segments: str | tuple[str, ...] | None = option(
        None,
        "features of segments, separated by commas (default: all)",
        metavar="NAMES",
        found=True,
    )
    ngrams: str = option(
        "words", "n-grams of words, or of labels: label, label@KIND", metavar="WHAT", found=True
    )
    order: int = option(4, "longest n-gram", metavar="N", least=1, found=True)
    most: int = option(20, "entries per list", metavar="N", least=1, found=True)
    baseline: str | None = option(
        None,
        "compare all systems with this one (default: the best)",
        metavar="NAME",
        found=True,
    )
    unit: str = drawn_unit()
    settings: Settings = nested(Settings)

    def __post_init__(self) -> None:
        """Refuse tokenisers, stemmers and features that do not exist, and base forms that nobody would look at."""
        # Heavy, and of no use to a command's help
        from assay.text import check_tokeniser, stemmer_identity

        check_choices(self)
        check_tokeniser(self.tok)
        if self.base not in (FIRST_LETTERS, BASES_FROM_FILE):
            stemmer_identity(self.base)
        if self.files.bases and self.base != BASES_FROM_FILE:
            raise OptionError(
                f"--bases needs --base file, and the base form is {self.base}; leave one of them out"
            )
        _refuse_unknown(self.word_features, get_args(WordFeatureName))
        if self.ngrams != "words" and not is_label(self.ngrams):
            raise OptionError(f"--ngrams {self.ngrams}: choose words or label (label@KIND)")
        parse_cuts(self.files.cuts)
        _refuse_unknown(self.segment_features, get_args(SegmentFeatureName))

    @property
    def word_features(self) -> tuple[str, ...] | None:
        """The features of words asked for; None for all."""
        return _names(self.words)

    @property
    def segment_features(self) -> tuple[str, ...] | None:
        """The features of segments asked for; None for all."""
        return _names(self.segments)


def _names(names: str | tuple[str, ...] | None) -> tuple[str, ...] | None:
    return tuple(names.split(",")) if isinstance(names, str) else names


def _refuse_unknown(names: tuple[str, ...] | None, known: tuple[str, ...]) -> None:
    unknown = [
        name for name in names or () if name not in known and not ("label" in known and is_label(name))
    ]
    if unknown:
        raise OptionError(f"{unknown[0]!r} is not a feature; choose from {', '.join(known)}")


def is_label(feature: str) -> bool:
    """Tell whether a feature of words is their label, of whatever kind."""
    return feature.partition("@")[0] == "label"


def parse_cuts(texts: tuple[str, ...]) -> dict[str, tuple[float, ...]]:
    """Read where buckets begin, FEATURE=N,N,…; "frequency" stands for both frequencies of words."""
    cuts: dict[str, tuple[float, ...]] = {}
    for text in texts:
        feature, _, numbers = text.partition("=")
        if feature not in CUT_FEATURES and not is_label(feature):
            raise OptionError(
                f"--cuts {text}: write FEATURE=N,N, where FEATURE is one of {', '.join(CUT_FEATURES)}, label"
            )
        ends = _ends(text, numbers)
        cuts |= dict.fromkeys(FREQUENCY_FEATURES if feature == "frequency" else (feature,), ends)
    return cuts


def _ends(text: str, numbers: str) -> tuple[float, ...]:
    try:
        ends = [float(number) if "." in number else int(number) for number in numbers.split(",")]
    except ValueError:
        ends = []
    if not ends or any(high <= low for low, high in pairwise(ends)):
        raise OptionError(f"--cuts {text}: cuts are increasing numbers separated by commas, such as 1,5,50")
    return tuple(ends)


@dataclass(frozen=True)
class CheckOptions:
    """What a check of files should know: training texts, and the languages that files should be in."""

    train: tuple[str, ...] = option(
        (),
        "a training text that should not contain the source or references; repeat for more",
        metavar="FILE",
        reads=True,
        found=True,
    )
    language: str = option("", "of the outputs, such as de (default: detected)", metavar="TAG", found=True)
    source_language: str = option("", "of the source (default: detected)", metavar="TAG", found=True)

    def __post_init__(self) -> None:
        """Refuse languages that we cannot tell."""
        self.languages()

    def languages(self) -> tuple[str, str]:
        """Return the two-letter tags of source and target, "" where they are to be told from the texts."""
        # Heavy, and of no use to a command's help
        from assay.diagnosis.checks.language import language_tag

        source, target = (tag and language_tag(tag) for tag in (self.source_language, self.language))
        return source, target


@dataclass(frozen=True)
class NamedBucket:
    """A bucket as the user names it, FEATURE:BUCKET, with its own margin where one is given."""

    feature: str
    bucket: str
    margin: float | None = None


@dataclass(frozen=True)
class GateOptions:
    """Which baseline a new system is held against, and by which rule."""

    baseline: str = option(
        "", "the run file of the baseline, or its output", metavar="FILE", reads=True, found=True
    )
    most: tuple[str, ...] = option(
        (),
        "most segments that may fail a check against the source, such as placeholders=0 or numbers-lost=3; "
        "needs neither baseline nor references; repeat for more",
        metavar="CHECK=N",
        found=True,
    )
    glossary: str | None = same_option(KnowledgeFiles, "glossary")
    baseline_output: str | None = option(
        None,
        "the baseline's output (default: the recorded file, if it is still the same)",
        metavar="FILE",
        reads=True,
        found=True,
    )
    baseline_system: str | None = option(
        None, "which system of that run, if it has several", metavar="NAME", found=True
    )
    paired: bool = option(
        False,
        "the run is on the same segments, even if the reference files do not show it",
        found=True,
    )
    system: str | None = option(
        None, "which system is the new one, if several are given", metavar="NAME", found=True
    )
    margin: tuple[str, ...] = option(
        (),
        "how much worse the new system may be, in points of the metric; words=X for buckets "
        "of words; without a name, for all others (default: 0)",
        metavar="[METRIC=]X",
        found=True,
    )
    bucket: tuple[str, ...] = option(
        (),
        "also check these words or segments, such as training-frequency:0 or document:news; repeat for more",
        metavar="FEATURE:BUCKET[=X]",
        found=True,
    )
    unit: str = drawn_unit()
    correction: Correction = option("holm", "correction for multiple checks", found=True)
    least: int = option(LEAST_SEGMENTS, "fewest segments for a verdict", metavar="N", least=1, found=True)
    strict: bool = option(False, "fail if the result is inconclusive", found=True)
    confidence: float = same_option(Settings, "confidence")
    draws: int = option(
        0, "has no effect any more, and will go: a gate makes no draws", metavar="N", least=1, found=True
    )
    seed: int = option(
        Settings().seed,
        "has no effect any more, and will go: a gate makes no draws",
        metavar="N",
        least=0,
        found=True,
    )
    threads: int = same_option(Settings, "threads")
    files: BucketFiles = nested(BucketFiles)
    tok: str = option("13a", "how text becomes words", metavar="TOK", found=True)

    def __post_init__(self) -> None:
        """Refuse what is none of the choices, buckets that are none, and files for buckets where none is named."""
        check_choices(self)
        if self.glossary and not self.most:
            raise OptionError("--glossary needs a limit on its check; add --most glossary=N")
        if not self.baseline:
            self._refuse_without_baseline()
        parse_cuts(self.files.cuts)
        for name in ("counts", "labels", "cuts", "domains"):
            if getattr(self.files, name) and not self.bucket:
                raise OptionError(
                    f"--{name} applies only to buckets, and none is named; add --bucket FEATURE:BUCKET"
                )
        if self.tok != "13a" and not self.bucket:
            raise OptionError("--tok applies only to buckets, and none is named; add --bucket FEATURE:BUCKET")
        self.buckets()

    def _refuse_without_baseline(self) -> None:
        """Refuse a gate without any rule, and what only a comparison with a baseline needs."""
        if not self.most:
            raise OptionError(
                "a gate needs a rule: a baseline (--baseline FILE, its run file or output), "
                "or a limit on a check, such as --most placeholders=0"
            )
        if name := first_given(self, besides=("most", "glossary", "system", "threads")):
            raise OptionError(f"--{name.replace('_', '-')} needs a baseline, and none is named")

    @property
    def settings(self) -> Settings:
        """How sure a gate is; it draws nothing."""
        return Settings(confidence=self.confidence, threads=self.threads)

    def buckets(self) -> list[NamedBucket]:
        """Read all buckets; each may be named once, or it would count twice in the adjustment."""
        buckets = [parse_bucket(text) for text in self.bucket]
        names = [(bucket.feature, bucket.bucket) for bucket in buckets]
        for place, name in enumerate(names):
            if name in names[:place]:
                raise OptionError(f"--bucket {':'.join(name)} is given twice; name each bucket once")
        return buckets


def parse_bucket(text: str) -> NamedBucket:
    """Read FEATURE:BUCKET or FEATURE:BUCKET=MARGIN."""
    name, sign, amount = text.rpartition("=")
    margin: float | None = None
    if sign:
        try:
            margin = float(amount)
        except ValueError:  # the sign is part of the bucket's name
            name = text
    feature, colon, bucket = (name if sign else text).partition(":")
    known = (*get_args(WordFeatureName), *get_args(SegmentFeatureName))
    if not colon or feature not in known:
        raise OptionError(
            f"--bucket {text}: write FEATURE:BUCKET, where FEATURE is one of {', '.join(known)}"
        )
    if margin is not None and not 0 <= margin < math.inf:
        raise OptionError(f"--bucket {text}: a margin is 0 or more, in points")
    return NamedBucket(feature, bucket, margin)
