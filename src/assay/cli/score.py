"""`assay score`: read outputs and references, evaluate, and write one table of systems by metrics."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator, Sequence

from assay.cli import output, terminal
from assay.errors import OptionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.data.evalset import EvalSet, Outputs
    from assay.metrics.base import Metric

DEFAULT_METRICS = ("bleu", "chrf", "ter")
MOST_THREADS = 1024

EPILOG = """\
examples:
  assay score -r ref.txt a.txt b.txt
  assay score -r refA.txt -r refB.txt base=out/1.txt big=out/2.txt -m bleu:lowercase -m chrf++
  assay score evalset.xml --level document --format tsv -o scores.tsv
"assay metrics" lists the metrics, "assay metrics bleu" the options of one.
"""


def parser() -> argparse.ArgumentParser:
    """Build the command line; nothing heavy is imported for it."""
    made = argparse.ArgumentParser(
        prog="assay score",
        description="Score outputs against references: one table, systems by metrics.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add_inputs(made)
    _add_choices(made)
    output.add_arguments(made)
    return made


def add_inputs(made: argparse.ArgumentParser) -> None:
    """Give a command its systems, references and how their files are read."""
    made.add_argument(
        "systems",
        nargs="+",
        metavar="SYS",
        help="a system's output, PATH or NAME=PATH; or a file that holds a whole set",
    )
    made.add_argument(
        "-r",
        "--reference",
        action="append",
        default=[],
        metavar="REF",
        help="a file of references, or a directory of them; repeat for more references a segment",
    )
    made.add_argument("-s", "--source", metavar="SRC", help="the file of source segments")
    made.add_argument("--docs", metavar="FILE", help="a file with the name of the document of each segment")
    made.add_argument(
        "--columns",
        action="append",
        metavar="TEXT",
        help="which columns of a table hold what, such as reference=ref,system=mt",
    )
    made.add_argument(
        "--missing", metavar="MARK", help="the cell of a table that stands for a reference that is not there"
    )


def _add_choices(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "-m",
        "--metric",
        action="append",
        metavar="METRIC",
        help="a metric with its options, such as bleu:lowercase; repeat for more "
        f"(default: {', '.join(DEFAULT_METRICS)})",
    )
    made.add_argument(
        "--level",
        type=_level,
        default="corpus",
        metavar="LEVEL",
        help="one score for what: corpus, document, segment, or block:K, every K consecutive segments "
        "(default: corpus)",
    )
    add_threads(made)


def add_threads(made: argparse.ArgumentParser) -> None:
    """Give a command its `--threads` and `--quiet`."""
    made.add_argument(
        "--threads", type=_threads, default=0, metavar="N", help="threads to use (default: every core)"
    )
    made.add_argument("-q", "--quiet", action="store_true", help="no progress bar and no warnings")


def _level(text: str) -> str:
    from assay.report.recipes import block_size

    try:
        block_size(text)
    except OptionError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def _threads(text: str) -> int:
    if not text.isdecimal() or int(text) > MOST_THREADS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 (every core) to {MOST_THREADS}")
    return int(text)


def run(arguments: argparse.Namespace) -> None:
    """Evaluate what the command line asks for and write the table."""
    from assay.metrics.base import evaluate
    from assay.report.recipes import score_report
    from assay.resources import Resources

    if arguments.quiet:
        terminal.hush()
    metrics = _metrics(arguments.metric or DEFAULT_METRICS)
    _refuse_metrics_as_systems(arguments.systems)
    output.check(arguments.output, input_files(arguments))
    shards = _shards(arguments, metrics)
    evaluation = evaluate(
        shards, metrics, Resources(threads=arguments.threads), keep=arguments.level != "corpus"
    )
    output.write(score_report(evaluation, arguments.level), arguments.format, arguments.output)


def input_files(arguments: argparse.Namespace) -> list[str]:
    """Return every file that a command reads."""
    from assay.data.readers.names import split_name

    others = [arguments.source, arguments.docs]
    systems = [split_name(system)[1] for system in arguments.systems]
    return [*systems, *arguments.reference, *(path for path in others if path)]


def _metrics(specifications: Sequence[str]) -> list[Metric]:
    from assay.metrics import spec

    metrics = [spec.parse(text) for text in specifications]
    for place, metric in enumerate(metrics):
        if metric in metrics[:place]:
            raise OptionError(
                f"-m {specifications[place]} is {spec.spec(metric)} again; name each metric once"
            )
    return metrics


def _refuse_metrics_as_systems(systems: Sequence[str]) -> None:
    """Catch `-m bleu chrf`, where chrf would be taken for an output."""
    from assay.metrics.registry import ALIASES, METRICS

    for name in systems:
        if (name in METRICS or name in ALIASES) and not os.path.exists(name):
            raise OptionError(f"{name} is a metric, and there is no file of this name; write -m {name}")


def _shards(arguments: argparse.Namespace, metrics: Sequence[Metric]) -> Iterator[tuple[EvalSet, Outputs]]:
    from assay.cli import watch

    shards: Iterable[tuple[EvalSet, Outputs]] = watch.with_tokenised_warning(open_set(arguments), metrics)
    shards = watch.with_documents(shards) if arguments.level == "document" else shards
    return iter(shards if arguments.quiet else watch.with_progress(shards))


def open_set(arguments: argparse.Namespace) -> Iterable[tuple[EvalSet, Outputs]]:
    """Open the set that a command line names, in shards."""
    from assay.data.readers import open_inputs, parse_columns

    return open_inputs(
        arguments.systems,
        arguments.reference,
        source=arguments.source,
        documents=arguments.docs,
        columns=parse_columns(arguments.columns) if arguments.columns else None,
        missing=arguments.missing,
    )
