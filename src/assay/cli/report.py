"""`assay report`: one page with the verdict, its reasons, and every segment to look at."""

from __future__ import annotations

import argparse
from functools import partial

from assay.cli import chance, diagnose, inputs, output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.data import Run
    from assay.diagnosis import Diagnosis
    from assay.reporting import Block

EPILOG = """\
examples:
  assay report -r ref.txt a.txt b.txt -o report.html
  assay report evalset.xml --baseline alder -o report.html
  assay report -r ref.txt -s src.txt a.txt b.txt --counts train.counts -o report.json
"""


def parser() -> argparse.ArgumentParser:
    """Build the command line; nothing heavy is imported for it."""
    made = argparse.ArgumentParser(
        prog="assay report",
        description="Compare systems, say why one is better, and make a page to browse every segment.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    inputs.add_files(made)
    inputs.add_metrics(made)
    chance.add_test(made)
    made.add_argument(
        "--correction",
        choices=("holm", "bh", "none"),
        default="holm",
        help="how p-values are adjusted for the number of pairs (default: holm)",
    )
    diagnose.add_knowledge(made)
    diagnose.add_options(made)
    made.add_argument(
        "--against", metavar="RUN", help="say what changed since this run file, and whether it is real"
    )
    chance.add_settings(made)
    inputs.add_manners(made)
    output.add_arguments(made)
    return made


def run(arguments: argparse.Namespace) -> None:
    """Look into a set, compare its systems on the same scores, and write the page or the numbers."""
    from assay.cli import watch
    from assay.comparison import CompareOptions, compare
    from assay.reporting import full_report, start_pages

    form = output.form(arguments)
    output.check(arguments.output, [*inputs.paths(arguments), *filter(None, [arguments.against])])
    before = _before(arguments)
    found = diagnose.diagnosis(arguments)
    options = CompareOptions(
        test=arguments.test,
        unit=arguments.unit,
        baseline=arguments.baseline,
        correction=arguments.correction,
        settings=found.settings,
    )
    bar = partial(watch.draws, quiet=arguments.quiet)
    compared = compare(found.corpus.evaluation, options, bar=bar, alone=True)
    paged = form == "html" and not output.muted()
    pages = start_pages(compared, found, arguments.output) if paged else None
    blocks = full_report(compared, found, pictures=form == "html")
    if before is not None:
        blocks[1:1] = _changes(before, arguments, blocks, found)
    if pages is None:
        output.write(blocks, form, arguments.output)
        return
    output.keep(blocks)
    for path, page in pages(blocks):
        output.write_ready(page, path)


def _before(arguments: argparse.Namespace) -> Run | None:
    """Read the older run before any work, so that a wrong file is said at once."""
    if arguments.against is None:
        return None
    from assay.io import read_run

    return read_run(arguments.against)


def _changes(
    before: Run, arguments: argparse.Namespace, blocks: Sequence[Block], found: Diagnosis
) -> list[Block]:
    from assay.cli import recording

    return recording.changes(
        before, "report", arguments, blocks, found.evaluations, buckets=found.recorded_buckets
    )
