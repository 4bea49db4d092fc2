"""`assay compare`: is one system really better than another? Scores, intervals, tests, and what may be claimed."""

from __future__ import annotations

import argparse
import math
import warnings

from assay.cli import chance, inputs, output
from assay.errors import AssayWarning, InputError, OptionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from assay.comparison import Comparison
    from assay.data import EvalSet, Outputs
    from assay.metrics import Evaluation, Metric
    from assay.reporting import Block, Compared, Texts
    from assay.stats import Settings

CORRECTIONS = ("holm", "bh", "none")
PAGE_EXAMPLES = 5
EPILOG = """\
examples:
  assay compare -r ref.txt base=a.txt big=b.txt
  assay compare evalset.xml --baseline alder --test bootstrap -m chrf -o report.html
  assay compare -r ref.txt --runs A=a1.txt a2.txt a3.txt --runs B=b1.txt b2.txt b3.txt
"assay power" says how large a difference the set can show at all.
"""


def parser() -> argparse.ArgumentParser:
    """Build the command line; nothing heavy is imported for it."""
    made = argparse.ArgumentParser(
        prog="assay compare",
        description="Compare systems: scores with intervals, paired tests, ranks, and what may be claimed.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    inputs.add_files(made, systems="*")
    inputs.add_metrics(made)
    chance.add_test(made)
    made.add_argument("--baseline", metavar="NAME", help="compare all with this system (default: all pairs)")
    add_correction(made)
    chance.add_settings(made)
    made.add_argument(
        "--runs",
        nargs="+",
        action="append",
        default=[],
        metavar="FILE",
        help="outputs of several training runs of one system, NAME=FILE FILE …; repeat for the other systems",
    )
    made.add_argument(
        "--examples",
        type=chance.whole,
        metavar="N",
        help="show the N segments in which one system is furthest ahead, and N for the other "
        f"(default: {PAGE_EXAMPLES} in html, else none)",
    )
    made.add_argument("--cite", action="store_true", help="add sentences for a paper, with signatures")
    inputs.add_manners(made)
    output.add_arguments(made)
    return made


def add_correction(made: argparse.ArgumentParser) -> None:
    """Give a command its `--correction`."""
    made.add_argument(
        "--correction",
        choices=CORRECTIONS,
        default="holm",
        help="how p-values are adjusted for the number of pairs (default: holm)",
    )


def run(arguments: argparse.Namespace) -> None:
    """Evaluate, compare, and write what may be claimed."""
    form = output.form(arguments)
    if arguments.runs:
        from assay.cli import runs

        blocks = runs.report(arguments, pictures=form == "html")
    else:
        blocks = _report(arguments, form == "html")
    output.write(blocks, form, arguments.output)


def _report(arguments: argparse.Namespace, pictures: bool) -> list[Block]:
    from assay.reporting import Heading, Texts, comparison_figures, comparison_report, contrast, foremost

    settings = chance.settings(arguments)
    metrics = inputs.metrics(arguments)
    if not arguments.systems:
        raise OptionError("no system output given; name two or more files, or one that holds a whole set")
    output.check(arguments.output, inputs.paths(arguments))
    number = (PAGE_EXAMPLES if pictures else 0) if arguments.examples is None else arguments.examples
    texts = Texts() if number else None
    evaluation = evaluate_kept(arguments, metrics, texts)
    compared = compared_with(arguments, evaluation, settings)
    pair = foremost(compared)
    figures = comparison_figures(compared, pair) if pictures else []
    blocks = comparison_report(compared, citation=arguments.cite, pictures=figures)
    if texts:
        blocks += [Heading("Segments", 2), contrast(evaluation, metrics[0], pair, texts, number)]
    return blocks


def evaluate_kept(
    arguments: argparse.Namespace, metrics: Sequence[Metric], texts: Texts | None = None
) -> Evaluation:
    """Evaluate with a row a segment, and keep the texts where they will be shown."""
    from assay.metrics import evaluate
    from assay.resources import Resources

    shards = _with_baseline(
        inputs.shards(arguments, metrics, documents=arguments.unit == "document"),
        getattr(arguments, "baseline", None),
    )
    kept = shards if texts is None else texts.keeping(shards)
    evaluation = evaluate(kept, metrics, Resources(threads=arguments.threads))
    output.keep_statistics(evaluation)
    return evaluation


def _with_baseline(
    shards: Iterable[tuple[EvalSet, Outputs]], baseline: str | None
) -> Iterator[tuple[EvalSet, Outputs]]:
    """Refuse a baseline that is none of the systems before anything is scored."""
    from assay.comparison import check_baseline

    for evalset, outputs in shards:
        check_baseline(baseline, outputs)
        yield evalset, outputs


def _warn_of_few_draws(comparisons: Sequence[Comparison], settings: Settings, correction: str) -> None:
    """Speak up where even the smallest p-value that the draws can give is not significant after the correction."""
    draws = comparisons[0].draws
    family = 1 if correction == "none" else sum(one.metric == comparisons[0].metric for one in comparisons)
    if draws and family / (draws + 1) >= settings.alpha:
        pairs = "a pair" if family == 1 else f"one of {family} pairs"
        warnings.warn(
            f"{draws:,} draws cannot make {pairs} significant at {settings.alpha:g}; give --draws "
            f"{math.ceil(2 * family / settings.alpha)} or more",
            AssayWarning,
            stacklevel=2,
        )


def compared_with(
    arguments: argparse.Namespace, evaluation: Evaluation, settings: Settings, *, alone: bool = False
) -> Compared:
    """Compare the systems of an evaluation as a command line asks for it.

    Where one may be `alone`, it gets its intervals and is compared with nothing.
    """
    from assay.cli import watch
    from assay.comparison import TESTS, bootstrap, bootstrap_intervals, by_unit, check_units, compare_pairs
    from assay.reporting import Compared

    test = TESTS[arguments.test]
    if test.warning:
        warnings.warn(test.warning, AssayWarning, stacklevel=2)
    several = len(evaluation.systems) > 1
    if not several and not alone:
        raise InputError(
            f"there is only one system, {evaluation.systems[0]}; give two or more, or score it with assay score"
        )
    drawn = by_unit(evaluation, arguments.unit)
    alike = test.bootstrap is bootstrap  # one set of draws then serves the intervals and the test
    work = test.work(settings) + (0 if alike else settings.bootstrap_draws)
    with watch.draws(work, quiet=arguments.quiet) as progress:
        check_units(drawn)
        scores = bootstrap(drawn, settings, progress)
        comparisons = (
            compare_pairs(
                drawn,
                arguments.test,
                settings,
                correction=arguments.correction,
                baseline=arguments.baseline,
                progress=progress,
                drawn=scores if alike else None,
            )
            if several
            else []
        )
        intervals = bootstrap_intervals(drawn, settings, drawn=scores)
    if comparisons:
        _warn_of_few_draws(comparisons, settings, arguments.correction)
    return Compared(
        evaluation=evaluation,
        comparisons=comparisons,
        intervals=intervals,
        settings=settings,
        test=arguments.test,
        correction=arguments.correction,
        unit=arguments.unit,
        baseline=arguments.baseline,
    )
