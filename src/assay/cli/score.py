"""`assay score`: read outputs and references, evaluate, and write one table of systems by metrics."""

from __future__ import annotations

import argparse

from assay.cli import inputs, output
from assay.errors import OptionError

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
    inputs.add_files(made)
    inputs.add_metrics(made)
    made.add_argument(
        "--level",
        type=_level,
        default="corpus",
        metavar="LEVEL",
        help="one score for what: corpus, document, segment, or block:K, every K consecutive segments "
        "(default: corpus)",
    )
    inputs.add_manners(made)
    output.add_arguments(made)
    return made


def _level(text: str) -> str:
    from assay.reporting import block_size

    try:
        block_size(text)
    except OptionError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def run(arguments: argparse.Namespace) -> None:
    """Evaluate what the command line asks for and write the table."""
    from assay.metrics import evaluate
    from assay.reporting import score_report
    from assay.resources import Resources

    metrics = inputs.metrics(arguments)
    output.check(arguments.output, inputs.paths(arguments))
    shards = inputs.shards(arguments, metrics, documents=arguments.level == "document")
    keep = arguments.level != "corpus" or output.segments_wanted()
    evaluation = evaluate(shards, metrics, Resources(threads=arguments.threads), keep=keep)
    output.keep_statistics(evaluation)
    output.write(score_report(evaluation, arguments.level), output.form(arguments), arguments.output)
