"""`assay diagnose`: why is it better? Word errors, buckets, n-grams, and findings in plain words."""

from __future__ import annotations

import argparse

from assay.cli import chance, inputs, output, shown
from assay.errors import InputError, MismatchError, OptionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.data import EvalSet, Judgements, Outputs, Term
    from assay.diagnosis import DiagnoseOptions, Diagnosis, Knowledge
    from assay.io import Languages
    from assay.metrics import Metric

MOST_SEGMENTS = 200_000
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
    from assay.diagnosis import analyse, buckets_for_run, prepare_corpus
    from assay.resources import Resources

    settings, metrics, options = chance.settings(arguments), inputs.metrics(arguments), _options(arguments)
    evalset, outputs = whole_set(arguments, metrics)
    known, judgements = knowledge(arguments, evalset, list(outputs)), _judgements(arguments, list(outputs))
    resources = Resources(threads=arguments.threads)
    made = prepare_corpus(evalset, outputs, metrics, known, tok=arguments.tok, resources=resources)
    found = analyse(made, options, settings, judgements)
    output.keep_statistics(made.evaluation)
    if found.words.evaluation is not None:
        output.keep_statistics(found.words.evaluation)
    output.keep_buckets(buckets_for_run(found.segment_features))
    return found


def whole_set(arguments: argparse.Namespace, metrics: Sequence[Metric]) -> tuple[EvalSet, Outputs]:
    """Read a set into memory; one that is too large for that is refused."""
    from assay.metrics import join

    evalset, outputs = join(list(inputs.shards(arguments, metrics)))
    if len(evalset) > MOST_SEGMENTS:
        raise InputError(
            f"{len(evalset):,} segments are too many for an analysis word by word; "
            f"take a part of at most {MOST_SEGMENTS:,}"
        )
    return evalset, outputs


def _options(arguments: argparse.Namespace) -> DiagnoseOptions:
    from assay.diagnosis import DiagnoseOptions, check_bases
    from assay.text import check

    check(arguments.tok)
    check_bases(arguments.base)
    if arguments.bases and arguments.base != "file":
        raise OptionError(f"--bases is for --base file, and the base form is {arguments.base}; leave one out")
    words, segments = (names and tuple(names.split(",")) for names in (arguments.words, arguments.segments))
    return DiagnoseOptions(
        base=arguments.base,
        stemmer=arguments.stem,
        words=words,
        segments=segments,
        order=arguments.order,
        most=arguments.most,
        baseline=arguments.baseline,
    )


def knowledge(arguments: argparse.Namespace, evalset: EvalSet, systems: Sequence[str]) -> Knowledge:
    """Read the files that say more about words than the texts do; those that do not fit the set are refused."""
    from assay.diagnosis import Knowledge
    from assay.io import read_counts, read_domains, read_labels, read_links

    names, glossary = (*evalset.references, *systems), getattr(arguments, "glossary", None)
    for option, given in (("glossary", glossary), ("links", getattr(arguments, "links", []))):
        if given and evalset.source is None:
            raise OptionError(f"--{option} goes by the words of the source; give the source with -s")
    found = Knowledge(
        training=None if arguments.counts is None else read_counts(arguments.counts),
        labels={name: read_labels(path) for name, path in _named(arguments, "labels", names)},
        links={name: read_links(path) for name, path in _named(arguments, "links", names)},
        bases={name: read_labels(path) for name, path in _named(arguments, "bases", names)},
        domain=None if arguments.domains is None else read_domains(arguments.domains),
        glossary=() if glossary is None else _glossary(glossary, inputs.languages(arguments)),
    )
    if found.domain is not None and len(found.domain) != len(evalset):
        raise MismatchError(
            f"{arguments.domains} has {len(found.domain)} lines, and the set {len(evalset)} segments; "
            "give one line a segment"
        )
    return found


def _glossary(path: str, languages: Languages | None) -> Sequence[Term]:
    from assay.io import read_glossary

    return read_glossary(path, languages)


def _named(arguments: argparse.Namespace, option: str, names: Sequence[str]) -> list[tuple[str, str]]:
    found = []
    for text in getattr(arguments, option, []):
        name, sign, path = text.partition("=")
        if not sign or name not in names:
            raise OptionError(f"--{option} {text}: write NAME=FILE, where NAME is one of {', '.join(names)}")
        found.append((name, path))
    return found


def _judgements(arguments: argparse.Namespace, systems: Sequence[str]) -> Judgements | None:
    if arguments.judgements is None:
        return None
    from assay.data import Judgements
    from assay.io import read_judgements

    found = read_judgements(arguments.judgements)
    if not isinstance(found, Judgements):
        raise InputError(f"{arguments.judgements}: rankings have no error spans; give MQM or ESA judgements")
    if not set(found.system.names) & set(systems):
        raise InputError(
            f"{arguments.judgements}: judgements of {', '.join(found.system.names)}, and the outputs are "
            f"{', '.join(systems)}; name outputs as there, with NAME=PATH"
        )
    return found
