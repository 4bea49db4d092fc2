"""`assay report`: one page with the verdict, its reasons, and every segment to look at."""

from __future__ import annotations

import argparse
import os
from functools import partial

from assay.cli import chance, diagnose, inputs, output
from assay.errors import OptionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from assay.data import Run
    from assay.diagnosis import Diagnosis
    from assay.reporting import Block

MOST_SEGMENTS = 20_000  # on one page
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
    from assay.reporting import foremost, full_report

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
    pair = foremost(compared) if compared.comparisons else None
    paged = form == "html" and not output.muted()
    pages = _pages(len(found.corpus), arguments.output) if paged else []
    packing = _packing(found, pair or (), pages, 0) if pages else None  # goes on while the blocks are made
    blocks = full_report(compared, found, pair, pictures=form == "html")
    if before is not None:
        blocks[1:1] = _changes(before, arguments, blocks, found)
    if packing is None:
        output.write(blocks, form, arguments.output)
        return
    output.keep(blocks)
    for place in range(len(pages) - 1, 0, -1):
        _write_page(blocks[:1], found, pages, place, _packing(found, pair or (), pages, place)())
    _write_page(blocks, found, pages, 0, packing())


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


def _pages(segments: int, path: str | None) -> list[tuple[str, range]]:
    """Name the page, and further pages where there are more segments than one should hold."""
    rows = range(segments)
    parts = [rows[start : start + MOST_SEGMENTS] for start in range(0, len(rows), MOST_SEGMENTS)]
    if len(parts) > 1 and path is None:
        raise OptionError(f"{len(rows):,} segments take {len(parts)} pages; give -o the name of the first")
    return [(_part_name(path or "", place), part) for place, part in enumerate(parts)]


def _packing(
    found: Diagnosis, pair: Sequence[str], pages: Sequence[tuple[str, range]], place: int
) -> Callable[[], str]:
    """Begin to pack the segments of a page."""
    from assay.reporting import pack_segments, page_content

    names = [os.path.basename(name) for name, _ in pages]
    return pack_segments(page_content(found, pair, pages[place][1]) | {"pages": names, "size": MOST_SEGMENTS})


def _write_page(
    blocks: Sequence[Block], found: Diagnosis, pages: Sequence[tuple[str, range]], place: int, packed: str
) -> None:
    from assay.reporting import Browser, render_page

    links = tuple((os.path.basename(name), f"{part.start + 1:,} to {part.stop:,}") for name, part in pages)
    evaluation = found.corpus.evaluation
    browser = Browser(packed, links, place, min(len(evaluation.metrics), len(evaluation.systems)) > 1)
    output.write_ready(render_page(blocks, browser), pages[place][0] or None)


def _part_name(path: str, place: int) -> str:
    """Name the page of a part: report.html, report-2.html, and so on."""
    stem, ending = os.path.splitext(path)
    return f"{stem}-{place + 1}{ending}" if place else path
