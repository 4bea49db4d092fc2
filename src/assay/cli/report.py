"""`assay report`: one page with the verdict, its reasons, and every segment to look at."""

from __future__ import annotations

import argparse
import os

from assay.cli import chance, compare, diagnose, inputs, output
from assay.errors import OptionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.data.runs import Run
    from assay.diagnose.study import Diagnosis
    from assay.report.blocks import Block

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
    compare.add_correction(made)
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
    from assay.report.figures import foremost
    from assay.report.full import full_report

    form = output.form(arguments)
    if form == "html":
        from assay.report import charts

        charts.require()
    output.check(arguments.output, [*inputs.paths(arguments), *filter(None, [arguments.against])])
    before = _before(arguments)
    found = diagnose.diagnosis(arguments)
    compared = compare.compared_with(arguments, found.material.evaluation, found.settings)
    pair = foremost(compared)
    blocks = full_report(compared, found, pair, pictures=form == "html")
    if before is not None:
        from assay.cli import recording

        evaluations = [found.material.evaluation, *filter(None, [found.words.evaluation])]
        blocks[1:1] = recording.changes(before, "report", arguments, blocks, evaluations)
    if form == "html":
        output.keep(blocks)
        if not output.muted():
            _write_pages(blocks, found, pair, arguments.output)
    else:
        output.write(blocks, form, arguments.output)


def _before(arguments: argparse.Namespace) -> Run | None:
    """Read the older run before any work, so that a wrong file is said at once."""
    if arguments.against is None:
        return None
    from assay.data.readers.runs import read_run

    return read_run(arguments.against)


def _write_pages(blocks: Sequence[Block], found: Diagnosis, pair: tuple[str, str], path: str | None) -> None:
    """Write the page, and further pages where there are more segments than one should hold."""
    from assay.report.page import data, page

    rows = range(len(found.material))
    parts = [rows[start : start + MOST_SEGMENTS] for start in range(0, len(rows), MOST_SEGMENTS)]
    if len(parts) > 1 and path is None:
        raise OptionError(f"{len(rows):,} segments take {len(parts)} pages; give -o the name of the first")
    names = [_part_name(path or "", place) for place in range(len(parts))]
    links = tuple(
        (os.path.basename(name), f"{part.start + 1:,} to {part.stop:,}")
        for name, part in zip(names, parts, strict=True)
    )
    for place, part in reversed(list(enumerate(parts))):
        about = data.content(found, pair, part) | {
            "pages": [name for name, _ in links],
            "size": MOST_SEGMENTS,
        }
        shown = blocks if place == 0 else blocks[:1]
        text = page.render(
            shown, page.Browser(data.packed(about), links, place, len(found.material.evaluation.metrics) > 1)
        )
        output.write_ready(text, names[place] if path else None)


def _part_name(path: str, place: int) -> str:
    """Name the page of a part: report.html, report-2.html, and so on."""
    stem, ending = os.path.splitext(path)
    return f"{stem}-{place + 1}{ending}" if place else path
