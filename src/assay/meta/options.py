"""What may be asked of metrics and people: the files, and which tasks, tests and parts. Nothing heavy is imported."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal, get_args

from assay.errors import OptionError
from assay.io import JudgementOptions
from assay.options import check_choices, nested, option
from assay.stats import Correction, Settings

MetricTestName = Literal[
    "none",
    "perm-both",
    "perm-sys",
    "perm-input",
    "perm-pairs",
    "boot-sys",
    "boot-seg",
    "boot-both",
    "williams",
]
Part = Literal[
    "tasks",
    "counts",
    "ties",
    "outliers",
    "domains",
    "combine",
    "orange",
    "contamination",
    "needed",
    "steadiness",
    "remarks",
]
PARTS: tuple[str, ...] = get_args(Part)
DEFAULT_PARTS = ("tasks", "counts", "ties", "outliers", "remarks")
EVERY_PART = "all"
WMT23_TASKS = "wmt23"
TASKS = "sys:pearson,sys:accuracy,sys:spa,seg:pearson:none,seg:tau-b:item,seg:acc-eq:item"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _typeshed import DataclassInstance


@dataclass(frozen=True)
class PeopleOptions(JudgementOptions):
    """What people said, in a file or a folder of mt-metrics-eval, and scores of metrics that others computed."""

    judgements: str = option(
        "",
        "judgements or human scores, or a folder of mt-metrics-eval",
        metavar="HUMAN",
        positional="1",
        reads=True,
    )
    columns: tuple[str, ...] = ()  # no option: those of the texts are asked for under this name
    form: str | None = option(None, "format of HUMAN (default: recognised)", metavar="FORMAT", flag="--from")
    pair: str | None = option(
        None, "language pair of the folder, or of judgements of several, such as en-de", metavar="PAIR"
    )
    scores: tuple[str, ...] = option(
        (), "scores of a metric, of this program or another; repeat for more", metavar="FILE", reads=True
    )
    lower: tuple[str, ...] = option((), "metrics in FILEs whose lower scores are better", metavar="NAMES")
    human: str = option("mqm", "human scores of the folder or file", metavar="NAME")
    reference_name: str = option("", "reference of the folder's metrics", metavar="NAME")


@dataclass(frozen=True)
class CorrelateOptions:
    """Which questions are asked of every metric, how metrics are tested, and what else is to be known."""

    tasks: str = option(
        TASKS,
        "what to ask, LEVEL:STATISTIC[:GROUPING] with commas between, or wmt23",
        metavar="LIST",
    )
    show: str | None = option(
        None,
        f"what to show, of {', '.join(PARTS)}, with commas between, or {EVERY_PART} "
        f"(default: {','.join(DEFAULT_PARTS)})",
        metavar="PARTS",
    )
    test: MetricTestName = option("none", "test every pair of metrics in every task")
    correction: Correction = option(
        "none", "how p-values of pairs of metrics are adjusted (default: none, as in the WMT tasks)"
    )
    darr: float | None = option(
        None,
        "also count pairs of outputs whose human scores are so far apart, as WMT17-20 did with 25",
        metavar="POINTS",
        least=0,
    )
    common: bool = option(False, "average over the groups in which all metrics are defined")
    settings: Settings = nested(Settings)

    def __post_init__(self) -> None:
        """Refuse what is none of the choices."""
        check_choices(self)
        unknown = [part for part in self._named if part not in (*PARTS, EVERY_PART)]
        if unknown:
            raise OptionError(f"--show {unknown[0]}: a part is {', '.join(PARTS)}, or {EVERY_PART}")

    @property
    def _named(self) -> tuple[str, ...]:
        return DEFAULT_PARTS if self.show is None else tuple(self.show.split(","))

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts that are asked for, in the order of the report."""
        return tuple(part for part in PARTS if part in self._named or EVERY_PART in self._named)


IDLE_FOR_RANKINGS = ("test", "tasks", "darr", "common", "show")
FOR_RATINGS = "is for ratings and scores, and these are rankings of outputs"


def refuse_idle(options: CorrelateOptions, *, rankings: bool) -> None:
    """Refuse options that would change nothing, rather than let somebody believe that they did."""
    refused: dict[str, str] = {}
    if rankings:
        refused |= dict.fromkeys(IDLE_FOR_RANKINGS, FOR_RATINGS)
    if options.test == "none":
        refused["correction"] = "adjusts the p-values of --test, which was not asked for"
    if set(options.parts) <= {"tasks", "counts", "remarks"}:
        refused.pop("show", None)  # the table of rankings is both, and remarks are shown
    refuse_changed(options, refused)


def refuse_changed(options: DataclassInstance, refused: dict[str, str]) -> None:
    """Refuse options that differ from their defaults, each for its reason."""
    for declaration in fields(options):
        name, why = declaration.name, refused.get(declaration.name)
        if why and getattr(options, name) != declaration.default:
            raise OptionError(f"--{name.replace('_', '-')} {why}; leave it out")
