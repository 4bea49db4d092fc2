"""What commands that read a set share: the arguments that name its files and metrics, and the shards they give."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator, Sequence

from assay.cli import terminal
from assay.errors import OptionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.data import EvalSet, Outputs
    from assay.io import Languages
    from assay.metrics import Metric

DEFAULT_METRICS = ("bleu", "chrf", "ter")
MOST_THREADS = 1024
KNOWLEDGE = ("counts", "domains", "glossary", "judgements")  # files beside the set, where a command has them
NAMED_KNOWLEDGE = ("labels", "bases", "links")  # the same, as NAME=FILE


def add_files(made: argparse.ArgumentParser, *, systems: str = "+") -> None:
    """Give a command its outputs and references; `systems` says how many outputs (`+`, `*`) there may be."""
    made.add_argument(
        "systems",
        nargs=systems,
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
    made.add_argument(
        "--codes",
        choices=("drop", "placeholders"),
        default="drop",
        help="what becomes of inline codes in XLIFF and TMX (default: drop)",
    )
    made.add_argument(
        "--languages",
        metavar="SRC,TGT",
        help="of source and target, such as en,pt-BR, where a TMX or TBX file has several",
    )


def add_metrics(made: argparse.ArgumentParser) -> None:
    """Give a command its `-m`."""
    made.add_argument(
        "-m",
        "--metric",
        action="append",
        metavar="METRIC",
        help="a metric with its options, such as bleu:lowercase; repeat for more "
        f"(default: {', '.join(DEFAULT_METRICS)})",
    )


def add_manners(made: argparse.ArgumentParser) -> None:
    """Give a command its `--threads` and `--quiet`."""
    made.add_argument(
        "--threads", type=_threads, default=0, metavar="N", help="threads to use (default: every core)"
    )
    made.add_argument("-q", "--quiet", action="store_true", help="no progress bar and no warnings")


def _threads(text: str) -> int:
    if not text.isdecimal() or int(text) > MOST_THREADS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 (every core) to {MOST_THREADS}")
    return int(text)


def paths(arguments: argparse.Namespace) -> list[str]:
    """Return every file that the command line names as input, those in a directory of references too."""
    from assay.io import expanded, split_name

    systems = [split_name(system)[1] for system in arguments.systems]
    references = [path for named in arguments.reference for path in expanded(named)]
    others = [getattr(arguments, name, None) for name in ("source", "docs", *KNOWLEDGE)]
    named = [text for name in NAMED_KNOWLEDGE for text in getattr(arguments, name, [])]
    return [
        *(*systems, *references),
        *(path for path in others if path),
        *(text.partition("=")[2] for text in named),
    ]


def metrics(arguments: argparse.Namespace) -> list[Metric]:
    """Return the metrics asked for; each may be named once."""
    from assay.metrics import parse_metric, spec_of

    _refuse_metrics_as_systems(arguments.systems)
    specifications = arguments.metric or DEFAULT_METRICS
    chosen = [parse_metric(text) for text in specifications]
    for place, metric in enumerate(chosen):
        if metric in chosen[:place]:
            raise OptionError(f"-m {specifications[place]} is {spec_of(metric)} again; name each metric once")
    return chosen


def _refuse_metrics_as_systems(systems: Sequence[str]) -> None:
    """Catch `-m bleu chrf`, where chrf would be taken for an output."""
    from assay.metrics import ALIASES, METRICS

    for name in systems:
        if (name in METRICS or name in ALIASES) and not os.path.exists(name):
            raise OptionError(f"{name} is a metric, and there is no file of this name; write -m {name}")


def shards(
    arguments: argparse.Namespace, chosen: Sequence[Metric], *, documents: bool = False
) -> Iterator[tuple[EvalSet, Outputs]]:
    """Read the set in shards, with warnings and a progress bar; `documents` refuses a set without them."""
    from assay.cli import watch
    from assay.metrics import with_tokenised_warning

    watched = with_tokenised_warning(open_set(arguments), chosen)
    watched = watch.with_documents(watched) if documents else watched
    return watched if arguments.quiet else watch.with_progress(watched)


def open_set(arguments: argparse.Namespace) -> Iterable[tuple[EvalSet, Outputs]]:
    """Open the set that a command line names, in shards; where it is to be quiet, warnings end here."""
    from assay.io import FileOptions
    from assay.io import open_set as open_files
    from assay.options import build

    if arguments.quiet:
        terminal.hush()
    return open_files(build(FileOptions, values(arguments)))


def languages(arguments: argparse.Namespace) -> Languages | None:
    """Return the languages of source and target that the command line names, if any."""
    from assay.io import parse_languages

    return None if arguments.languages is None else parse_languages(arguments.languages)


def values(arguments: argparse.Namespace) -> dict[str, object]:
    """Return what a command line gives, lists as tuples, for options dataclasses."""
    return {
        name: tuple(value) if isinstance(value, list) else value for name, value in vars(arguments).items()
    }
