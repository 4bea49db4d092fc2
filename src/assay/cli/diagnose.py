"""`assay diagnose`: why is it better? Word errors, buckets, n-grams, and findings in plain words."""

from __future__ import annotations

import argparse

from assay.cli import chance, inputs, output, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.diagnosis import Diagnosis

PARTS = ("findings", "errors", "buckets", "ngrams", "checks", "systems")
IN_SHORT = ("text", "markdown", "latex")  # formats for people, who want the whole only if they ask
EPILOG = """\
examples:
  assay diagnose -r ref.txt a.txt b.txt
  assay diagnose evalset.xml --base english --stem english -o why.html
  assay diagnose -r ref.txt -s src.txt a.txt b.txt --counts train.counts --links ref.txt=ref.align
"""


def parser() -> argparse.ArgumentParser:
    """Build the command line; nothing heavy is imported for it."""
    made = argparse.ArgumentParser(
        prog="assay diagnose",
        description="Say why one system is better than another, and show it.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    inputs.add_files(made)
    inputs.add_metrics(made)
    add_knowledge(made)
    add_options(made)
    shown.add_argument(
        made, PARTS, f"in {', '.join(IN_SHORT[:-1])} and {IN_SHORT[-1]} the gist of them, else all"
    )
    chance.add_settings(made)
    inputs.add_manners(made)
    output.add_arguments(made)
    return made


def add_buckets(made: argparse.ArgumentParser) -> None:
    """Give a command the files that buckets of words and segments go by."""
    made.add_argument(
        "--counts", metavar="FILE", help="how often words occur in the training text: WORD<TAB>NUMBER"
    )
    _add_named(made, "labels", "a label for every word")
    made.add_argument(
        "--domains", metavar="FILE", help="the domain of each segment, before the first tab of a line"
    )


def _add_named(made: argparse.ArgumentParser, name: str, words: str) -> None:
    made.add_argument(
        f"--{name}",
        action="append",
        default=[],
        metavar="NAME=FILE",
        help=f"{words} of a reference or output; repeat for the others",
    )


def add_knowledge(made: argparse.ArgumentParser) -> None:
    """Give a command the files that say more about words than the texts do."""
    add_buckets(made)
    _add_named(made, "bases", "a base form for every word")
    _add_named(made, "links", "the word alignment with the source, SOURCE-TARGET from 0")
    made.add_argument(
        "--glossary",
        metavar="FILE",
        help="terms and their translations, CSV, TSV or TBX, to be found in outputs",
    )
    made.add_argument("--judgements", metavar="FILE", help="MQM or ESA judgements of the same outputs")


def add_options(made: argparse.ArgumentParser) -> None:
    """Give a command what an analysis can be asked."""
    made.add_argument("--tok", default="13a", metavar="TOK", help="how text becomes words (default: 13a)")
    made.add_argument(
        "--base",
        default="first4",
        metavar="KIND",
        help="what the base form of a word is: first4 letters, a stemmer's language, or file (default: first4)",
    )
    made.add_argument("--stem", default="", metavar="LANG", help="compare words with stems of this language")
    made.add_argument(
        "--words", metavar="NAMES", help="features of words, with commas between (default: all)"
    )
    made.add_argument("--segments", metavar="NAMES", help="features of segments, likewise (default: all)")
    made.add_argument(
        "--order", type=chance.count, default=4, metavar="N", help="longest n-gram (default: 4)"
    )
    made.add_argument(
        "--most", type=chance.count, default=20, metavar="N", help="length of lists (default: 20)"
    )
    made.add_argument(
        "--baseline", metavar="NAME", help="speak of all systems against this one (default: the best)"
    )


def run(arguments: argparse.Namespace) -> None:
    """Read a set, look into it, and write what was found."""
    form, parts = output.form(arguments), shown.chosen(arguments.show, PARTS)
    output.check(arguments.output, inputs.paths(arguments))
    found = diagnosis(arguments)
    _write(found, parts, form, arguments)


def _write(found: Diagnosis, parts: Sequence[str], form: str, arguments: argparse.Namespace) -> None:
    """Write the parts asked for; a run file holds them uncut, and all where people are shown the gist."""
    from assay.reporting import diagnosis_report, summary_report

    whole = diagnosis_report(found, parts, pictures=form == "html")
    if form not in IN_SHORT:
        output.write(whole, form, arguments.output)
        return
    gist = arguments.show is None
    blocks = summary_report(found) if gist else diagnosis_report(found, parts, most=found.options.most)
    output.keep(whole)
    output.write_unkept(blocks, form, arguments.output)


def diagnosis(arguments: argparse.Namespace) -> Diagnosis:
    """Look into the set that a command line names."""
    from assay.diagnosis import DiagnoseOptions, diagnose, read_knowledge, whole_set
    from assay.options import build

    settings, metrics = chance.settings(arguments), inputs.metrics(arguments)
    options = build(DiagnoseOptions, inputs.values(arguments))
    evalset, outputs = whole_set(inputs.shards(arguments, metrics))
    knowledge = read_knowledge(options.files, evalset, list(outputs), inputs.languages(arguments))
    found = diagnose(evalset, outputs, metrics, options, settings, knowledge=knowledge)
    for evaluation in found.evaluations:
        output.keep_statistics(evaluation)
    output.keep_buckets(found.recorded_buckets)
    return found
