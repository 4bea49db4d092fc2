"""Which metrics: named with their options, as on every command line; light, so that `--help` need not wait."""

from __future__ import annotations

from dataclasses import dataclass

from assay.errors import OptionError
from assay.options import option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.metrics.base import Metric

DEFAULT_METRICS = ("bleu", "chrf", "ter")


@dataclass(frozen=True)
class MetricOptions:
    """The metrics that are asked for."""

    metric: tuple[str, ...] = option(
        (),
        "a metric with its options, such as bleu:lowercase; repeat for more "
        f"(default: {', '.join(DEFAULT_METRICS)})",
        flag="-m --metric",
        metavar="METRIC",
    )

    def parse(self) -> list[Metric]:
        """Return the metrics asked for, or the usual ones; each may be named once."""
        from assay.metrics.specs import parse_metric, spec_of

        named = self.metric or DEFAULT_METRICS
        metrics = [parse_metric(text) for text in named]
        for place, metric in enumerate(metrics):
            if metric in metrics[:place]:
                raise OptionError(f"-m {named[place]} is {spec_of(metric)} again; name each metric once")
        return metrics


LEVELS = ("corpus", "document", "segment", "block:K")


def block_size(level: str) -> int | None:
    """Return K of the level "block:K", nothing of another level; refuse what is no level."""
    kind, _, size = level.partition(":")
    if kind == "block" and size.isascii() and size.isdigit() and 0 < int(size) < 2**31:
        return int(size)
    if level not in LEVELS[:-1]:
        raise OptionError(f"{level!r} is no level; there are {', '.join(LEVELS)}, such as block:10")
    return None
