"""`assay meta`: which metric agrees with people, and is the difference between two metrics real?"""

from __future__ import annotations

import argparse

from assay.cli import chance, inputs, output, shown, terminal
from assay.meta import DEFAULT_PARTS, PARTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.reporting import Block

TASKS = ("sys:pearson", "sys:accuracy", "sys:spa", "seg:pearson:none", "seg:tau-b:item", "seg:acc-eq:item")
TESTS = (
    *("none", "perm-both", "perm-sys", "perm-input", "perm-pairs"),
    *("boot-sys", "boot-seg", "boot-both", "williams"),
)
EPILOG = """\
examples:
  assay meta ratings.tsv evalset.xml -m bleu -m chrf
  assay meta mqm.tsv --scores comet.seg.score --scores metricx.jsonl -o report.html
  assay meta wmt23 --pair en-de --human mqm --reference-name refA --test perm-both
  assay meta wmt23 --tasks wmt23
"""


def parser() -> argparse.ArgumentParser:
    """Build the command line; nothing heavy is imported for it."""
    made = argparse.ArgumentParser(
        prog="assay meta",
        description="Ask how far metrics agree with people, by system and by segment.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    made.add_argument(
        "judgements", metavar="HUMAN", help="judgements or human scores, or a folder of mt-metrics-eval"
    )
    inputs.add_files(made, systems="*")
    inputs.add_metrics(made)
    _add_scores(made)
    _add_scoring(made)
    made.add_argument("--from", dest="form", metavar="FORMAT", help="format of HUMAN (default: recognised)")
    made.add_argument(
        "--tasks",
        default=",".join(TASKS),
        metavar="LIST",
        help="what to ask, LEVEL:STATISTIC[:GROUPING] with commas between, or wmt23 "
        f"(default: {','.join(TASKS)})",
    )
    shown.add_argument(made, PARTS, ",".join(DEFAULT_PARTS))
    made.add_argument(
        "--test",
        choices=TESTS,
        default="none",
        help="test every pair of metrics in every task (default: none)",
    )
    made.add_argument(
        "--correction",
        choices=("holm", "bh", "none"),
        default="none",
        help="how p-values of pairs of metrics are adjusted (default: none, as in the WMT tasks)",
    )
    chance.add_settings(made)
    inputs.add_manners(made)
    output.add_arguments(made)
    return made


def _add_scoring(made: argparse.ArgumentParser) -> None:
    """Give a command what decides how ratings become scores."""
    made.add_argument(
        "--standardise",
        default="raw",
        metavar="MODE",
        help="make raters comparable: raw, centred, equalised, z, z-all or z-genuine (default: raw)",
    )
    made.add_argument(
        "--weights", metavar="SET", help="weights of marked errors: a published set, or a TOML file"
    )
    made.add_argument(
        "--aspect", metavar="NAME", help="the question, where there are several; all is their mean"
    )
    made.add_argument(
        "--scale", metavar="LOW-HIGH", help="the scores that could be given, where they are not the scheme's"
    )
    made.add_argument(
        "--set-aside",
        action="store_true",
        help="leave out scores beyond the scale and count them (default: refuse)",
    )
    made.add_argument(
        "--systems",
        dest="only_systems",  # the systems of other commands are files
        metavar="NAMES",
        help="the systems that take part, with commas between; others are set aside and counted",
    )
    made.add_argument(
        "--without-systems",
        metavar="PATTERNS",
        help="systems that take no part, with commas between, such as '*-tutorial*'",
    )


def _add_scores(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "--scores",
        action="append",
        default=[],
        metavar="FILE",
        help="scores of a metric, of this program or another; repeat for more",
    )
    made.add_argument("--lower", metavar="NAMES", help="metrics in FILEs whose lower scores are better")
    made.add_argument(
        "--pair",
        metavar="PAIR",
        help="language pair of the folder, or of judgements of several, such as en-de",
    )
    made.add_argument(
        "--human", default="mqm", metavar="NAME", help="human scores of the folder or file (default: mqm)"
    )
    made.add_argument(
        "--reference-name", default="", metavar="NAME", help="reference of the folder's metrics"
    )
    made.add_argument(
        "--darr",
        type=chance.no_less_than_0,
        metavar="POINTS",
        help="also count pairs of outputs whose human scores are so far apart, as WMT17-20 did with 25",
    )
    made.add_argument(
        "--common", action="store_true", help="average over the groups in which all metrics are defined"
    )


def run(arguments: argparse.Namespace) -> None:
    """Bring people and metrics together, and write how far they agree."""
    form = output.form(arguments)
    output.check(arguments.output, [*arguments.scores, *inputs.paths(arguments)])
    if arguments.quiet:
        terminal.hush()
    output.write(_blocks(arguments, form), form, arguments.output)


def _blocks(arguments: argparse.Namespace, form: str) -> list[Block]:
    from assay.cli import agreed

    return agreed.blocks(arguments, form=form)
