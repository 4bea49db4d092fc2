"""`assay power`: could this test set show the difference at all, and how many segments would it take?"""

from __future__ import annotations

import argparse
import warnings

from assay.cli import chance, inputs, output
from assay.errors import AssayWarning, OptionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.metrics import Evaluation
    from assay.reporting import Block
    from assay.stats import Settings

TRIALS = 500
EPILOG = """\
examples:
  assay power -r ref.txt a.txt b.txt                      could this set show the difference of these two?
  assay power -r ref.txt a.txt b.txt --segments 3000      and a set of 3000 segments?
  assay power evalset.xml --simulate --test sign          the same by trying it out
  assay power evalset.xml --coverage                      do intervals hold the truth as often as they say?
  assay power --difference 1 --deviation 8.5 --segments 500   from assumed numbers, without files
"""


def parser() -> argparse.ArgumentParser:
    """Build the command line; nothing heavy is imported for it."""
    made = argparse.ArgumentParser(
        prog="assay power",
        description="Say how large a difference a test set can show, and how many segments it takes.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    inputs.add_files(made, systems="*")
    inputs.add_metrics(made)
    _add_questions(made)
    chance.add_test(made)
    chance.add_settings(made)
    inputs.add_manners(made)
    output.add_arguments(made)
    return made


def _add_questions(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "--segments",
        type=chance.count,
        metavar="N",
        help="the size of the set in question, in units (default: as large as the one given)",
    )
    made.add_argument(
        "--difference", type=chance.number, metavar="D", help="the true difference (default: that observed)"
    )
    made.add_argument(
        "--deviation",
        type=chance.number,
        metavar="S",
        help="without files: the standard deviation of the difference of a segment",
    )
    made.add_argument(
        "--power",
        type=chance.number,
        default=0.8,
        metavar="P",
        help="how often the difference should be found (default: 0.8)",
    )
    made.add_argument(
        "--simulate", action="store_true", help="draw sets, test each with --test, and count (slower)"
    )
    made.add_argument(
        "--coverage", action="store_true", help="draw sets, and count how often intervals hold the truth"
    )
    made.add_argument(
        "--trials",
        type=chance.count,
        default=TRIALS,
        metavar="N",
        help=f"sets drawn by --simulate and --coverage (default: {TRIALS})",
    )


def run(arguments: argparse.Namespace) -> None:
    """Answer from assumed numbers, or from the outputs of systems."""
    _refuse_contradictions(arguments)
    settings = chance.settings(arguments)
    output.check(arguments.output, inputs.paths(arguments))
    blocks = (_observed if arguments.systems else _assumed)(arguments, settings)
    output.write(blocks, output.form(arguments), arguments.output)


def _refuse_contradictions(arguments: argparse.Namespace) -> None:
    if arguments.systems and arguments.deviation is not None:
        raise OptionError("--deviation is for assumed numbers; with outputs it is estimated: leave one out")
    if not arguments.systems and None in (arguments.difference, arguments.deviation, arguments.segments):
        raise OptionError(
            "no system output given; name two files, "
            "or give --difference, --deviation and --segments to assume numbers"
        )
    if not arguments.systems and (arguments.simulate or arguments.coverage):
        raise OptionError("--simulate and --coverage draw from the outputs of systems; name the files")
    if arguments.simulate and arguments.coverage:
        raise OptionError("--simulate and --coverage are two questions; ask one at a time")
    if arguments.difference is not None and (arguments.simulate or arguments.coverage):
        raise OptionError("--difference cannot be simulated, only the difference observed; leave it out")
    if arguments.deviation is not None and arguments.deviation < 0:
        raise OptionError(f"--deviation is 0 or more, not {arguments.deviation:g}")


def _assumed(arguments: argparse.Namespace, settings: Settings) -> list[Block]:
    from assay.comparison import detectable, needed, normal_power
    from assay.reporting import assumed_report

    error = arguments.deviation / arguments.segments**0.5
    power = normal_power(arguments.difference, error, arguments.segments, settings.alpha)
    least = detectable(error, settings.alpha, arguments.power)
    enough = needed(
        arguments.difference, error, arguments.segments, alpha=settings.alpha, power=arguments.power
    )
    return assumed_report(power, least, enough, arguments.power)


def _observed(arguments: argparse.Namespace, settings: Settings) -> list[Block]:
    from assay.comparison import by_unit
    from assay.metrics import evaluate
    from assay.resources import Resources

    metrics = inputs.metrics(arguments)
    shards = inputs.shards(arguments, metrics, documents=arguments.unit == "document")
    evaluation = evaluate(shards, metrics, Resources(threads=arguments.threads))
    output.keep_statistics(evaluation)
    drawn = by_unit(evaluation, arguments.unit)
    return (_coverage if arguments.coverage else _power)(arguments, drawn, settings)


def _power(arguments: argparse.Namespace, drawn: Evaluation, settings: Settings) -> list[Block]:
    from assay.cli import watch
    from assay.comparison import count_units, power, simulated_power
    from assay.reporting import power_report

    plans = power(
        drawn,
        settings,
        number=arguments.segments,
        difference=arguments.difference,
        wanted=arguments.power,
    )
    simulated = None
    if not arguments.simulate:
        there = count_units(drawn)
        _warn_of_few(min(arguments.segments or there, there))
    if arguments.simulate:
        with watch.draws(arguments.trials, quiet=arguments.quiet) as progress:
            simulated = simulated_power(
                drawn,
                arguments.test,
                settings,
                number=arguments.segments,
                trials=arguments.trials,
                progress=progress,
            )
    return power_report(
        drawn, plans, settings, wanted=arguments.power, unit=arguments.unit, simulated=simulated,
        test=arguments.test,
    )  # fmt: skip


def _warn_of_few(number: int) -> None:
    """Speak up where the normal approximation promises what no test can keep: three units have no small p-value."""
    from assay.comparison import FEW_UNITS

    if number < FEW_UNITS:
        warnings.warn(
            f"only {number} units: the normal approximation promises too much; try it out with --simulate",
            AssayWarning,
            stacklevel=2,
        )


def _coverage(arguments: argparse.Namespace, drawn: Evaluation, settings: Settings) -> list[Block]:
    from assay.cli import watch
    from assay.comparison import coverage
    from assay.reporting import coverage_report

    with watch.draws(arguments.trials, quiet=arguments.quiet) as progress:
        found = coverage(
            drawn, settings, number=arguments.segments, trials=arguments.trials, progress=progress
        )
    return coverage_report(drawn, found, settings, unit=arguments.unit)
