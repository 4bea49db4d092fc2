"""The metrics tasks of WMT as their organisers set them up: language pairs, human scores, references, and questions.

WMT22 (Freitag et al. 2022) put pairwise accuracy over three language pairs first, beside Pearson's r and Kendall's tau
by system and by segment; its full list of 201 tasks also splits domains and human translations, which is not repeated
here. WMT23 (Freitag et al. 2023) is the published list. WMT24 (Freitag et al. 2024) asks for soft pairwise accuracy and
accuracy with calibrated ties in three language pairs, all weighing the same. WMT25 asks the same two of every language
pair that people judged. docs/coming-from-mt-metrics-eval.md says what of the last two is not known for sure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from assay.meta.tasks import Task, wmt23_tasks

HUMAN = ("mqm", "esa")  # the first of them that there is


@dataclass(frozen=True)
class PairSetting:
    """Human scores, the reference of metrics, and outputs that are no systems, of one language pair."""

    human: str = ""  # none given: MQM, or else ESA
    reference: str = ""  # none given: that of the only reference there is
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True)
class MetricsTask:
    """A metrics task: its language pairs with their settings, and what it asks of them."""

    tasks: Callable[[Sequence[str]], tuple[Task, ...]]
    # None: every pair that people judged
    settings: Mapping[str, PairSetting] = field(default_factory=dict)
    others: bool = False  # whether its questions may be asked of other language pairs


def wmt22_tasks(languages: Sequence[str]) -> tuple[Task, ...]:
    """Return pairwise accuracy over all language pairs, and correlations of each; all weigh the same."""
    tasks = [Task(tuple(languages), "system", "accuracy", scores="given")]
    for pair in languages:
        tasks += [
            Task((pair,), "system", "pearson", scores="given"),
            Task((pair,), "segment", "pearson", "none"),
            Task((pair,), "segment", "tau-b", "none"),
            Task((pair,), "segment", "tau-b", "item"),
            Task((pair,), "segment", "tau-b", "system"),
        ]
    return tuple(replace(task, from_zero=True) for task in tasks)


def wmt24_tasks(languages: Sequence[str]) -> tuple[Task, ...]:
    """Return soft pairwise accuracy and accuracy with calibrated ties of every language pair; all weigh the same."""
    return tuple(
        task
        for pair in languages
        for task in (
            Task((pair,), "system", "spa"),
            Task((pair,), "segment", "acc-eq", "item", calibrated=True),
        )
    )


CAMPAIGNS: Mapping[str, MetricsTask] = {
    "wmt22": MetricsTask(
        wmt22_tasks,
        {
            "en-de": PairSetting("mqm", "refA", ("M2M100_1.2B-B4",)),
            "en-ru": PairSetting("mqm", "refA"),
            "zh-en": PairSetting("mqm", "refA"),
        },
    ),
    "wmt23": MetricsTask(
        wmt23_tasks,
        {
            "en-de": PairSetting("mqm", "refA", ("synthetic_ref",)),
            "he-en": PairSetting("mqm", "refB"),
            "zh-en": PairSetting("mqm", "refA", ("synthetic_ref",)),
        },
    ),
    "wmt24": MetricsTask(
        wmt24_tasks, {pair: PairSetting("mqm") for pair in ("en-de", "en-es", "ja-zh")}, others=True
    ),
    "wmt25": MetricsTask(wmt24_tasks, others=True),
}
