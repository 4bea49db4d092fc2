"""What may be asked of metrics and people: the files, and which tasks, tests and parts. Nothing heavy is imported."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Literal, get_args

from assay.errors import OptionError
from assay.io import JudgementOptions, Named
from assay.options import check_choices, nested, option
from assay.stats import Correction, Settings

MetricTestName = Literal[
    "none",
    "perm-both",
    "perm-sys",
    "perm-input",
    "perm-pairs",
    "perm-wmt",
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
Sides = Literal["two", "one-as-wmt"]
SystemScore = Literal["corpus", "mean", "given"]
# As Deutsch, Dror and Roth (2021), Thompson et al. (2024) and mt-metrics-eval draw
DRAWS = 1000
PARTS: tuple[str, ...] = get_args(Part)
DEFAULT_PARTS = ("tasks", "counts", "ties", "outliers", "remarks")
EVERY_PART, ONE_TABLE = "all", "table"  # `table` alone is one table and nothing else
POOLED = ":pooled"  # over all language pairs
TASKS = "sys:pearson,sys:accuracy,sys:spa,seg:pearson:none,seg:tau-b:item,seg:acc-eq:item"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _typeshed import DataclassInstance


@dataclass(frozen=True)
class HumanOptions(JudgementOptions):
    """What people said, in a file or a folder of mt-metrics-eval."""

    judgements: Named = option(
        "",
        "judgements or human scores, or a folder of mt-metrics-eval",
        metavar="HUMAN",
        positional="1",
        reads=True,
        found=True,
    )
    # No option: those of the texts are asked for under this name
    columns: tuple[str, ...] = ()
    form: str | None = option(
        None, "format of HUMAN (default: recognised)", metavar="FORMAT", flag="--from", found=True
    )
    pair: str | None = option(
        None,
        "language pair of the folder, or of judgements of several, such as en-de",
        metavar="PAIR",
        found=True,
    )
    human: str | None = option(
        None, "human scores of the folder or file (default: mqm)", metavar="NAME", found=True
    )


@dataclass(frozen=True)
class PeopleOptions(HumanOptions):
    """What people said, and scores of metrics that others computed."""

    scores: tuple[Named, ...] = option(
        (),
        "scores of a metric, of this program or another; repeat for more",
        metavar="FILE",
        reads=True,
        found=True,
    )
    lower: tuple[str, ...] = option(
        (), "metrics in FILEs for which lower is better", metavar="NAMES", found=True
    )
    only: tuple[str, ...] = option(
        (),
        "only these metrics, separated by commas, such as 'BLEU,COMET*'",
        metavar="NAMES",
        found=True,
    )
    without_metrics: tuple[str, ...] = option(
        (),
        "metrics to leave out, separated by commas",
        metavar="NAMES",
        flag="--except",
        found=True,
    )
    reference_name: str = option("", "the reference used by the folder's metrics", metavar="NAME", found=True)


@dataclass(frozen=True)
class MetaSettings(Settings):
    """The settings of tests and intervals, of which metrics and people have another number of draws."""

    draws: int = option(
        0,
        f"random draws for --test, SPA and combinations (default: {DRAWS}; with few systems, every permutation "
        "is used)",
        metavar="N",
        least=1,
        found=True,
    )


@dataclass(frozen=True)
class CorrelateOptions:
    """Which questions are asked of every metric, how metrics are tested, and what else is to be known."""

    tasks: str = option(
        TASKS,
        "the tasks, LEVEL:STATISTIC[:GROUPING] separated by commas, or wmt22, wmt23, wmt24, wmt25",
        metavar="LIST",
        found=True,
    )
    show: str | None = option(
        None,
        f"what to show, of {', '.join(PARTS)}, separated by commas, or {EVERY_PART}; {ONE_TABLE} is one table alone, "
        f"for a paper or a spreadsheet, and the default for csv (default: in text, markdown and latex a summary, else "
        f"{','.join(DEFAULT_PARTS)})",
        metavar="PARTS",
        found=True,
    )
    test: MetricTestName = option(
        "none",
        "test every pair of metrics in every task; boot-both, perm-sys and williams generalise to other systems",
        found=True,
    )
    sides: Sides = option(
        "two",
        "p-values to base conclusions on: two-sided, or one-sided in favour of whichever metric leads, as in the WMT "
        "tasks, which doubles the false-positive rate",
        found=True,
    )
    correction: Correction = option(
        "none",
        "correction for multiple comparisons of metrics (default: none, as in the WMT tasks)",
        found=True,
    )
    system_score: SystemScore | None = option(
        None,
        "a metric's score for a system: on the judged corpus, if computed here; the mean over "
        "judged segments; or as given in its file (default: corpus; given with --tasks wmt22 and wmt23)",
        found=True,
    )
    darr: float | None = option(
        None,
        "also count pairs of outputs whose human scores are at least this far apart, as WMT17-20 did with 25",
        metavar="POINTS",
        least=0,
        found=True,
    )
    common: bool = option(False, "average only over groups in which all metrics are defined", found=True)
    settings: MetaSettings = nested(MetaSettings)

    def __post_init__(self) -> None:
        """Refuse what is none of the choices."""
        check_choices(self)
        unknown = [part for part in self._named if part not in (*PARTS, EVERY_PART)]
        if unknown:
            raise OptionError(
                f"--show {unknown[0]}: a part is {', '.join(PARTS)}, {ONE_TABLE}, or {EVERY_PART}"
            )

    @property
    def _named(self) -> tuple[str, ...]:
        if self.show is None:
            return DEFAULT_PARTS
        return ("tasks",) if self.show == ONE_TABLE else tuple(self.show.split(","))

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts that are asked for, in the order of the report."""
        return tuple(part for part in PARTS if part in self._named or EVERY_PART in self._named)


Method = Literal["uniform", "greedy", "linear", "ridge", "svr", "logistic"]


@dataclass(frozen=True)
class LearnOptions:
    """How a combination of metrics is learnt, and how it is judged."""

    method: Method = option(
        "ridge",
        "how weights are found: all equal (uniform); equal among those that help (greedy); regression on human scores "
        "(linear, ridge, svr); or logistic regression on pairs of outputs of a segment, as in PRO",
    )
    lower_is_better: bool = option(False, "lower human scores are better, as those of HTER are")
    hter: bool = option(
        False,
        "HUMAN holds post-edits, a log or table of assay postedit or the edited text of one output; learn their HTER",
    )
    folds: int = option(10, "parts of the cross-validation (default: 10)", metavar="N", least=2, most=1000)
    settings: MetaSettings = nested(MetaSettings)

    def __post_init__(self) -> None:
        """Refuse what is none of the choices."""
        check_choices(self)


IDLE_FOR_RANKINGS = ("system_score", "darr", "common")
SEGMENT_PARTS = ("ties", "domains", "combine", "needed", "steadiness")  # of scores of segments
# Of rankings, where tasks are asked for and not named
RANKED_TASKS = "sys:pearson,sys:spearman,sys:accuracy"
FOR_RATINGS = "applies to ratings and scores, but these are rankings of outputs"


def of_rankings(options: CorrelateOptions) -> CorrelateOptions:
    """Return what may be asked of rankings of outputs: tasks on systems, for they have no scores of segments."""
    named = [part for part in options.parts if part in SEGMENT_PARTS and options.show != EVERY_PART]
    if options.show is not None and named:
        raise OptionError(f"--show {named[0]} {FOR_RATINGS}; leave it out")
    if options.tasks == TASKS:
        return replace(options, tasks=RANKED_TASKS)
    odd = [words for words in options.tasks.split(",") if not words.startswith("sys:") or words == "sys:spa"]
    if odd:
        raise OptionError(
            f"--tasks {odd[0]}: rankings of outputs give scores of systems, none of segments; ask for sys: tasks, such "
            f"as {RANKED_TASKS}"
        )
    return options


def asks_systems(options: CorrelateOptions) -> bool:
    """Tell whether more is asked of rankings than the pairs that people ordered."""
    return (
        options.tasks != TASKS
        or options.test != "none"
        or not set(options.parts) <= {*DEFAULT_PARTS, "remarks"}
        or (options.show is not None and not set(options.parts) <= {"tasks", "counts", "remarks"})
    )


def refuse_idle(options: CorrelateOptions, *, rankings: bool) -> None:
    """Refuse options that would change nothing, rather than let somebody believe that they did."""
    refused: dict[str, str] = {}
    if rankings:
        refused |= dict.fromkeys(IDLE_FOR_RANKINGS, FOR_RATINGS)
    if options.test == "none":
        refused["correction"] = "applies to the p-values of --test, which was not given"
        refused["sides"] = "applies to the p-values of --test, which was not given"
    refuse_changed(options, refused)
    pairs_alone = rankings and not asks_systems(options)
    by_ratings = dict.fromkeys(("draws", "seed", "confidence"), FOR_RATINGS) if pairs_alone else {}
    refuse_changed(options.settings, _idle_settings(options) | by_ratings)


def _idle_settings(options: CorrelateOptions) -> dict[str, str]:
    """Return the settings of chance that nothing which was asked for depends on, each with its reason."""
    refused = {"sample": "applies to the bootstrap of assay compare"}
    combined = "combine" in options.parts
    if not (options.test.startswith("boot-") or combined):
        refused["interval"] = "applies to bootstrap intervals (--test boot-both, --show combine)"
    by_chance = options.test not in ("none", "williams") or combined or "spa" in options.tasks
    if not by_chance:
        refused["draws"] = (
            "applies to resampling (a --test other than williams, sys:spa, --show combine), and there is none"
        )
        if not {"ties", "steadiness"} & set(options.parts):
            refused["seed"] = "applies to resampling, and there is none"
    return refused


def refuse_changed(options: DataclassInstance, refused: dict[str, str]) -> None:
    """Refuse options that differ from their defaults, each for its reason."""
    for declaration in fields(options):
        name, why = declaration.name, refused.get(declaration.name)
        if why and getattr(options, name) != declaration.default:
            raise OptionError(f"--{name.replace('_', '-')} {why}; leave it out")
