"""Which metrics: named with their options, as on every command line; light, so that `--help` need not wait."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from assay.errors import OptionError
from assay.options import nested, option
from assay.plugins import PluginOptions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.metrics.base import Metric

DEFAULT_METRICS: tuple[str, ...] = ("bleu", "chrf", "ter")


@dataclass(frozen=True)
class MetricOptions:
    """The metrics that are asked for."""

    metric: tuple[str, ...] = option(
        (),
        "a metric with its options, such as bleu:lowercase; repeat for more "
        f"(default: {', '.join(DEFAULT_METRICS)})",
        flag="-m --metric",
        metavar="METRIC",
        found=True,
    )
    plugins: PluginOptions = nested(PluginOptions)

    def parse(self) -> list[Metric]:
        """Return the metrics asked for, or the usual ones; each may be named once."""
        from assay.metrics.specs import parse_metric, spec_of

        named = self.metric or DEFAULT_METRICS
        metrics = [parse_metric(text) for text in named]
        for place, metric in enumerate(metrics):
            if metric in metrics[:place]:
                raise OptionError(f"-m {named[place]} is {spec_of(metric)} again; name each metric once")
        return metrics

    def paths(self) -> list[str]:
        """Return the files that the metrics read, such as lists of synonyms: figures depend on them as on the texts."""
        from assay.metrics.specs import files_of, parse_metric

        return [path for text in self.metric for path in files_of(parse_metric(text))]


def level_option() -> Any:
    """Declare what a score is of: the whole set, or each of its parts."""
    return option(
        "corpus",
        "level of the scores: corpus, document, segment, or block:K (every K consecutive segments)",
        metavar="LEVEL",
        found=True,
    )


@dataclass(frozen=True)
class FeatureOptions:
    """What the features of source and output are drawn from, beside these."""

    source_lm: str | None = option(
        None, "language model of the source: ARPA, or KenLM's", metavar="FILE", reads=True
    )
    target_lm: str | None = option(
        None, "language model of the target: ARPA, or KenLM's", metavar="FILE", reads=True
    )
    bitext: tuple[str, ...] = option(
        (),
        "one side of a bitext, tokenised; give the source, then again the target",
        metavar="FILE",
        reads=True,
    )
    tok: str = option("none", "tokeniser of source and outputs; none splits at white space", metavar="NAME")

    def __post_init__(self) -> None:
        """Refuse half a bitext."""
        if len(self.bitext) not in (0, 2):
            raise OptionError("--bitext is given twice: the source side, then the target side")

    @property
    def files(self) -> tuple[str, ...]:
        """All files that are named."""
        return tuple(path for path in (self.source_lm, self.target_lm, *self.bitext) if path)


@dataclass(frozen=True)
class EstimateOptions(FeatureOptions):
    """What is known beside source and outputs, and what to estimate quality by."""

    metric: tuple[str, ...] = option(
        (),
        "a metric that needs no reference; repeat for more (default: all features that can be drawn)",
        flag="-m --metric",
        metavar="METRIC",
    )
    model: str | None = option(
        None, "a model that assay learn has made of features", metavar="MODEL", reads=True
    )
    pseudo_reference: tuple[str, ...] = option(
        (),
        "output of a system that is not judged itself, as a stand-in for a reference; repeat for more",
        metavar="FILE",
        reads=True,
    )
    back_translation: tuple[str, ...] = option(
        (),
        "an output translated back into the source language; one for every output, in their order",
        metavar="FILE",
        reads=True,
    )
    consensus: str = option(
        "chrf",
        "the metric of consensus, pseudo-references and round trip (default: chrf)",
        metavar="METRIC",
    )
    plugins: PluginOptions = nested(PluginOptions)

    def __post_init__(self) -> None:
        """Refuse half a bitext, and files that named metrics do not use."""
        super().__post_init__()
        if (self.metric or self.model) and self.files:
            raise OptionError(
                "--source-lm, --target-lm and --bitext are for the features; -m and --model name their own"
            )


@dataclass(frozen=True)
class AlignOptions:
    """Which alignment of outputs and references, and of which segments."""

    metric: str = option(
        "ter",
        "the edit metric whose alignment to show, with its options",
        flag="-m --metric",
        metavar="METRIC",
        found=True,
    )
    segment: str | None = option(
        None, "only segment N, or segments N to M, counted from 1", metavar="N|N-M", found=True
    )
    errors_only: bool = option(False, "leave out segments without any edit", found=True)

    def __post_init__(self) -> None:
        """Refuse what is no segment."""
        self.rows()

    def rows(self) -> range | None:
        """Return the rows that N or N-M stands for; nothing stands for all."""
        if self.segment is None:
            return None
        ends = re.fullmatch(r"([1-9][0-9]{0,17})(?:-([1-9][0-9]{0,17}))?", self.segment)
        if not ends or int(ends[2] or ends[1]) < int(ends[1]):
            raise OptionError(
                f"--segment: {self.segment!r} is neither a segment, such as 7, nor a range, such as 7-12"
            )
        return range(int(ends[1]) - 1, int(ends[2] or ends[1]))


LEVELS = ("corpus", "document", "segment", "block:K")


def block_size(level: str) -> int | None:
    """Return K of the level "block:K", nothing of another level; refuse what is no level."""
    kind, _, size = level.partition(":")
    if kind == "block" and size.isascii() and size.isdigit() and 0 < int(size) < 2**31:
        return int(size)
    if level not in LEVELS[:-1]:
        raise OptionError(f"{level!r} is not a level; choose from {', '.join(LEVELS)}, such as block:10")
    return None
