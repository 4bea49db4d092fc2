"""What commands that score a set share: which metrics, and the shards of the set with warnings and a progress bar."""

from __future__ import annotations

import os
import re
import shlex
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from assay.errors import AssayWarning, OptionError
from assay.io import listed
from assay.options import option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.cli.flags import Manners
    from assay.comparison import Bar
    from assay.data import EvalSet, Outputs
    from assay.diagnosis import Failure
    from assay.io import FileOptions
    from assay.metrics import Evaluation, Metric, MetricOptions

    Shard = tuple[EvalSet, Outputs]

_REFERENCE = re.compile(
    r"(?i)(?<![a-z])ref(?:erences?|s)?(?![a-z]{2})"
)  # in the name of a file: ref, refB, reference-b
LONGEST_COMMAND = 120  # characters that a warning spends on it


def check_outputs(files: FileOptions) -> None:
    """Refuse a call without outputs."""
    if not files.systems:
        raise OptionError("no system output given; name one file or more, or one that holds a whole set")


def flags_option() -> Any:
    """Declare where notes on segments that fail a check are written."""
    return option(
        None,
        "write every segment that fails a check against the source to TSV, ready for assay flag",
        metavar="TSV",
        writes=True,
    )


def flags_beside(path: str | None, failures: Sequence[Failure]) -> list[tuple[str, str]]:
    """Return the file of notes on segments that fail a check, if it is asked for; it is of one output."""
    if path is None:
        return []
    from assay.io import notes_table

    systems = list(dict.fromkeys(failure.system for failure in failures))
    if len(systems) > 1:
        raise OptionError(f"--flags {path}: notes are for one file, and here are {listed(systems)}; give one")
    return [(path, notes_table((failure.id, failure.note) for failure in failures))]


def chosen_metrics(options: MetricOptions, files: FileOptions) -> list[Metric]:
    """Return the metrics asked for; catch `-m bleu chrf`, where chrf would be taken for an output."""
    from assay.metrics import ALIASES, METRICS

    for name in files.systems:
        if not os.path.exists(name) and (name in METRICS or name in ALIASES):
            raise OptionError(f"{name} is a metric, and there is no file of this name; write -m {name}")
    return options.parse()


def score_set(
    files: FileOptions,
    metrics: Sequence[Metric],
    manners: Manners,
    *,
    documents: bool = False,
    keep: bool = True,
    baseline: str | None = None,
    seen: Callable[[Iterator[Shard]], Iterator[Shard]] | None = None,
) -> Evaluation:
    """Score every system of a set; `documents` refuses a set without them, `baseline` must be one of the systems.

    `seen` may look at each shard as it goes by, such as to keep its texts.
    """
    from assay.metrics import evaluate
    from assay.resources import Resources

    shards = watched_shards(files, metrics, manners, documents=documents)
    if baseline is not None:
        shards = _with_baseline(shards, baseline)
    return evaluate(seen(shards) if seen else shards, metrics, Resources(threads=manners.threads), keep=keep)


def merged_set(files: FileOptions, metrics: MetricOptions) -> Evaluation | None:
    """Return the statistics of a folder of parts, a row a block; nothing where no such folder is named."""
    from assay.io import holds_parts

    if not files.systems or not all(map(holds_parts, files.systems)):
        return None
    from assay.engine import MergeOptions, merge_parts

    for name, chosen in (("-r", files.reference), ("-s", files.source), ("--docs", files.docs)):
        if chosen:
            raise OptionError(f"{name}: parts hold all that is known of the texts; leave it out")
    return merge_parts(MergeOptions(files.systems)).evaluation(metrics)


def watched_shards(
    files: FileOptions,
    metrics: Sequence[Metric],
    manners: Manners,
    *,
    documents: bool = False,
) -> Iterator[Shard]:
    """Read the set in shards, with warnings and a progress bar; `documents` refuses a set without them."""
    from assay.cli import watch
    from assay.diagnosis import with_quick_checks
    from assay.io import open_set, open_unreferenced
    from assay.metrics import need_no_references, with_tokenised_warning

    warn_of_references(files)
    if not files.reference and need_no_references(metrics):
        return with_tokenised_warning(open_unreferenced(files), metrics)
    if files.source is not None and not files.reference:
        refuse_for_references(metrics)
    shards = with_quick_checks(open_set(files), check_command(files), metrics)
    watched = with_tokenised_warning(shards, metrics)
    watched = watch.with_documents(watched) if documents else watched
    return watched if manners.quiet else watch.with_progress(watched)


def refuse_for_references(metrics: Sequence[Metric]) -> None:
    """Refuse metrics that need references, where there are none."""
    from assay.metrics import need_no_references, spec_of

    for metric in metrics:
        if not need_no_references([metric]):
            raise OptionError(f"{spec_of(metric)} needs references; name them with -r")


def warn_of_references(files: FileOptions) -> None:
    """Warn of `-r a.txt b.txt`, where b.txt is taken for an output: another reference has an -r of its own."""
    for name in files.systems if files.reference else ():
        if _REFERENCE.search(os.path.basename(name.rpartition("=")[2])):
            warnings.warn(
                f"{name} is scored as the output of a system; if it is a reference, write -r {files.reference[0]} "
                f"-r {name}",
                AssayWarning,
                stacklevel=2,
            )


def check_command(files: FileOptions) -> str:
    """Return the command that checks the same files, as a shell takes it; long ones are only named."""
    given = {
        "-r": files.reference,
        "-s": (files.source,),
        "--columns": files.columns,
        "--missing": (files.missing,),
    }
    words = ["assay", "check", *files.systems]
    words += [
        word for flag, paths in given.items() for path in paths if path is not None for word in (flag, path)
    ]
    command = shlex.join(words)
    return f'"{command}"' if len(command) <= LONGEST_COMMAND else '"assay check" on the same files'


def _with_baseline(shards: Iterable[Shard], baseline: str | None) -> Iterator[Shard]:
    """Refuse a baseline that is none of the systems before anything is scored."""
    from assay.comparison import check_baseline

    for evalset, outputs in shards:
        check_baseline(baseline, outputs)
        yield evalset, outputs


def progress_bar(manners: Manners) -> Bar:
    """Return what shows how many draws are done."""
    from assay.cli import watch

    return partial(watch.draws, quiet=manners.quiet)
