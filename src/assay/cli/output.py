"""The answer, written once: to standard output, or to a file that is whole or not there at all."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from assay.cli import terminal
from assay.errors import AssayError, OptionError
from assay.io import check_writable, will_be_file, write_file
from assay.options import option
from assay.reporting import ENDINGS, FORMATS, render_as

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.cli.answer import Answer
    from assay.data import SegmentBuckets
    from assay.metrics import Evaluation
    from assay.reporting import Block


STDOUT = "-"
STREAMS = {"/dev/stdout": "stdout", "/dev/stderr": "stderr"}
OTHER_ENDINGS = (".csv", ".xlsx", ".docx", ".pdf", ".xml", ".yaml", ".yml", ".png", ".svg", ".parquet")
NARROWEST, WIDEST = 60, 120  # columns of sentences on a terminal


@dataclass(frozen=True)
class OutputOptions:
    """Where the answer goes, and in which format."""

    format: str | None = option(
        None,
        "how to write the answer; json and tsv keep every digit, the others round "
        "(default: as FILE ends, else text)",
        choices=FORMATS,
    )
    output: str | None = option(
        None,
        "write the answer to FILE, whole or not at all (default: standard output)",
        flag="-o --output",
        metavar="FILE",
        writes=True,
    )

    @property
    def path(self) -> str | None:
        """The file to write, None for standard output."""
        return None if self.output == STDOUT else self.output

    @property
    def form(self) -> str:
        """The format asked for, or that which the name of the file ends in, else text."""
        ending = os.path.splitext(self.path or "")[1].lower()
        return self.format or ENDINGS.get(ending, "text")

    def check_ending(self) -> None:
        """Refuse a file whose name promises a format that there is none of; `--format` says that one knows."""
        ending = os.path.splitext(self.path or "")[1].lower()
        if self.format is None and ending in OTHER_ENDINGS:
            raise OptionError(
                f"-o {self.path}: {ending[1:]} is no format of the answer; there are {', '.join(FORMATS)}: name the "
                "file accordingly, or give --format"
            )


def write_answer(answer: Answer, options: OutputOptions) -> None:
    """Write an answer, once, in its format."""
    if answer.pages is not None:
        for path, text in answer.pages():
            write_ready(text, path)
    elif isinstance(answer.ready, bytes):
        write_raw(answer.ready, options.path)
    elif answer.ready is not None:
        write_ready(answer.ready, options.path)
    else:
        write_unkept(answer.blocks if answer.summary is None else answer.summary, options.form, options.path)
    for path, text in answer.beside:
        write_ready(text, path)


class Kept:
    """What a command answered, for whoever wants it beside or instead of what is written."""

    def __init__(self, *, mute: bool, segments: bool) -> None:
        self.mute = mute  # write nothing
        self.segments = segments  # keep the statistics of segments
        self.blocks: list[Block] = []
        self.evaluations: list[Evaluation] = []
        self.buckets: list[SegmentBuckets] = []


_keeping: list[Kept] = []


@contextmanager
def keeping(*, mute: bool = False, segments: bool = False) -> Iterator[Kept]:
    """Keep what commands answer meanwhile."""
    kept = Kept(mute=mute, segments=segments)
    _keeping.append(kept)
    try:
        yield kept
    finally:
        _keeping.remove(kept)


def keep(blocks: Sequence[Block]) -> None:
    """Hand in an answer that is not written as blocks; `write` does it by itself."""
    for kept in _keeping:
        kept.blocks += blocks


def keep_statistics(evaluation: Evaluation) -> None:
    """Hand in the statistics that an answer rests on, a row a segment where these are wanted."""
    for kept in _keeping:
        kept.evaluations.append(evaluation)


def keep_buckets(buckets: Sequence[SegmentBuckets]) -> None:
    """Hand in the buckets that the segments of an answer lie in."""
    for kept in _keeping:
        kept.buckets += buckets


def segments_wanted() -> bool:
    """Tell whether somebody wants the statistics of segments."""
    return any(kept.segments for kept in _keeping)


def muted() -> bool:
    """Tell whether nothing is to be written: the answer is only kept."""
    return any(kept.mute for kept in _keeping)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give a command its `--format` and `-o`."""
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="how to write the answer; json and tsv keep every digit, the others round "
        "(default: as FILE ends, else text)",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=lambda path: None if path == STDOUT else path,
        help="write the answer to FILE, whole or not at all (default: standard output)",
    )


def form(arguments: argparse.Namespace) -> str:
    """Return the format asked for, or that which the name of the file ends in, else text."""
    ending = os.path.splitext(arguments.output or "")[1].lower()
    chosen: str = arguments.format or ENDINGS.get(ending, "text")
    return chosen


def check_ending(arguments: argparse.Namespace) -> None:
    """Refuse a file whose name promises a format that there is none of; `--format` says that one knows."""
    if getattr(arguments, "to", None) is not None or getattr(arguments, "format", "") is not None:
        return
    ending = os.path.splitext(arguments.output or "")[1].lower()
    if ending in OTHER_ENDINGS:
        raise OptionError(
            f"-o {arguments.output}: {ending[1:]} is no format of the answer; there are {', '.join(FORMATS)}: name the "
            "file accordingly, or give --format"
        )


def check(path: str | None, inputs: Sequence[str], option: str = "-o") -> None:
    """Refuse, before any work is done, a file that could not be written or that is one of the inputs."""
    if path is None or muted():
        return
    if path in ("", STDOUT):
        raise AssayError(f'"{path}" is no file; give {option} the name of one')
    check_writable(path, option)
    for name in inputs:
        if os.path.exists(path) and os.path.exists(name) and os.path.samefile(path, name):
            raise AssayError(
                f"{path} is also an input, and {option} would overwrite it; give {option} another name"
            )


def check_apart(targets: Mapping[str, str | None]) -> None:
    """Refuse options that would write to one file, each over what the other wrote."""
    taken: dict[str, str] = {}
    for flag, path in targets.items():
        target = os.path.realpath(path) if path else ""
        if path and path not in STREAMS and will_be_file(path):
            if target in taken:
                raise AssayError(
                    f"{path} is the file of {taken[target]} and of {flag}; give {flag} another name"
                )
            taken[target] = flag


def write(blocks: Sequence[Block], form: str, path: str | None) -> None:
    """Keep blocks, render them, and write them to a file, or to standard output where no file is given."""
    keep(blocks)
    write_unkept(blocks, form, path)


def write_unkept(blocks: Sequence[Block], form: str, path: str | None) -> None:
    """Write blocks that are less than the answer; `keep` is to be given the whole of it."""
    if muted():
        return
    if path is not None:
        _save(render_as(blocks, form), path)
    elif form == "text":
        from assay.reporting import COLUMNS, MEASURE, render_text

        width = shutil.get_terminal_size((COLUMNS, 24)).columns
        measure = min(max(width, NARROWEST), WIDEST) if sys.stdout.isatty() else MEASURE
        _print(render_text(blocks, colour=terminal.coloured(sys.stdout), columns=width, measure=measure))
    else:
        _print(render_as(blocks, form))


def write_ready(answer: str, path: str | None) -> None:
    """Write a text that is already in its format."""
    if muted():
        return
    _print(answer) if path is None else _save(answer, path)


def write_raw(answer: bytes, path: str | None) -> None:
    """Write bytes that must reach their reader as they are."""
    if path is not None:
        _save(answer, path)
        return
    try:
        sys.stdout.buffer.write(answer)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        terminal.close_stdout()
        raise AssayError(f"standard output cannot be written: {error.strerror}") from error


def _print(answer: str) -> None:
    try:
        sys.stdout.write(answer)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        terminal.close_stdout()
        raise AssayError(f"standard output cannot be written: {error.strerror}") from error


def _save(answer: str | bytes, path: str) -> None:
    if path not in STREAMS:
        write_file(path, answer)
        return
    content = answer if isinstance(answer, bytes) else answer.encode("utf-8", "backslashreplace")
    try:
        _write_stream(STREAMS[path], content)
    except BrokenPipeError:
        raise
    except OSError as error:
        terminal.close_stdout()
        raise AssayError(f"{path} cannot be written: {error.strerror}") from error


def _write_stream(name: str, content: bytes) -> None:
    """Write behind what the stream has already, where a second opening would write over it."""
    stream = getattr(sys, name)
    stream.flush()
    stream.buffer.write(content)
    stream.flush()
