"""The answer, written once: to standard output, or to a file that is whole or not there at all."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from assay.cli import terminal
from assay.errors import AssayError, OptionError
from assay.io import check_writable, write_file
from assay.io.writing import will_be_file
from assay.options import option
from assay.reporting import ENDINGS, FORMATS, composed, render_as
from assay.reporting.blocks import with_full_signatures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.cli.answer import Answer
    from assay.reporting import Block


STDOUT = "-"
STREAMS = {"/dev/stdout": "stdout", "/dev/stderr": "stderr"}
OTHER_ENDINGS = (".xlsx", ".docx", ".pdf", ".xml", ".yaml", ".yml", ".png", ".svg", ".parquet")
MEGABYTE = 999_500  # bytes, from which on a size is written as 1.0 MB
NARROWEST, WIDEST = 60, 120  # columns of sentences on a terminal


@dataclass(frozen=True)
class OutputOptions:
    """Where the answer goes, and in which format."""

    format: str | None = option(
        None,
        "how to write the answer; json, tsv and csv keep every digit, the others round "
        "(default: as FILE ends, else text)",
        choices=FORMATS,
        found=True,
    )
    output: str | None = option(
        None,
        "write the answer to FILE, whole or not at all (default: standard output)",
        flag="-o --output",
        metavar="FILE",
        writes=True,
    )

    signatures: Literal["short", "full"] = option(
        "short",
        "signatures below tables: as the field writes them, or with every option, as json has them",
        found=True,
    )

    @property
    def path(self) -> str | None:
        """The file to write, None for standard output."""
        return None if self.output == STDOUT else self.output

    @property
    def is_folder(self) -> bool:
        """Whether a folder is named: one that is there, or a name that ends in /."""
        return self.path is not None and (self.path.endswith("/") or os.path.isdir(self.path))

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


@dataclass(frozen=True)
class SameFormat:
    """Where a file goes whose format the command knows."""

    output: str | None = option(
        None,
        "write the file to OUT, whole or not at all (default: standard output)",
        flag="-o --output",
        metavar="OUT",
        writes=True,
    )

    @property
    def path(self) -> str | None:
        """The file to write, None for standard output."""
        return None if self.output == STDOUT else self.output

    @property
    def form(self) -> str:
        """Text: nothing is rendered."""
        return "text"

    def check_ending(self) -> None:
        """Let every name pass: none promises another format."""


@dataclass(frozen=True)
class NoFile:
    """The answer is a line on standard output; what the command makes goes to a folder of its own."""

    @property
    def path(self) -> None:
        """No file."""
        return None

    @property
    def form(self) -> str:
        """Text."""
        return "text"

    def check_ending(self) -> None:
        """There is no name to look at."""


def write_answer(answer: Answer, options: OutputOptions, *, quiet: bool = False) -> None:
    """Write an answer, once, in its format; say where a page is, unless all should be `quiet`."""
    sizes: dict[str | None, int] = {}
    if answer.pages is not None:
        for path, text in answer.pages(composed(answer.blocks, "html", answer.cautions, answer.systems)):
            write_ready(text, path)
            sizes[path] = len(text.encode("utf-8", "backslashreplace"))
        _say_written(options.path, sizes.get(options.path), quiet=quiet)
    elif isinstance(answer.ready, str):
        write_ready(answer.ready, None if answer.folder else options.path)
    elif answer.ready is not None:
        write_raw((answer.ready,) if isinstance(answer.ready, bytes) else answer.ready, options.path)
    else:
        # Whoever reads text on standard output has seen the warnings beside it.
        cautions = () if options.path is None and options.form == "text" else answer.cautions
        blocks = with_full_signatures(answer.blocks) if options.signatures == "full" else answer.blocks
        write_blocks(composed(blocks, options.form, cautions, answer.systems), options.form, options.path)
    for path, text in answer.beside:
        write_ready(text, path)


def _say_written(path: str | None, size: int | None, *, quiet: bool) -> None:
    """Say that a page is there, and what to do with it."""
    if path is not None and size is not None and path not in STREAMS and not quiet:
        terminal.say("wrote", f"{path} ({written_size(size)}): open it in a browser")


def written_size(size: int) -> str:
    """Write the size of a file as people do."""
    return f"{size / 1e6:.1f} MB" if size >= MEGABYTE else f"{max(1, round(size / 1e3))} kB"


def check(path: str | None, inputs: Sequence[str], option: str = "-o") -> None:
    """Refuse, before any work is done, a file that could not be written or that is one of the inputs."""
    if path is None:
        return
    if path in ("", STDOUT):
        raise AssayError(f'"{path}" is no file; give {option} the name of one')
    check_writable(path, option)
    for name in inputs if os.path.exists(path) else ():
        if _reads(name, path):
            raise AssayError(
                f"{path} is also an input, and {option} would overwrite it; give {option} another name"
            )


def _reads(name: str, path: str) -> bool:
    """Tell whether an input is the file of a path, or the folder that it is read from."""
    if not os.path.isdir(name):
        return os.path.exists(name) and os.path.samefile(path, name)
    from assay.io.large.folders import is_read_of

    return is_read_of(name, path)


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


def write_blocks(blocks: Sequence[Block], form: str, path: str | None) -> None:
    """Write blocks in a format, to a file or to standard output."""
    if path is not None:
        _save(render_as(blocks, form), path)
    elif form == "text":
        from assay.reporting import render_text
        from assay.reporting.render.text import COLUMNS, MEASURE

        width = shutil.get_terminal_size((COLUMNS, 24)).columns
        measure = min(max(width, NARROWEST), WIDEST) if sys.stdout.isatty() else MEASURE
        _print(render_text(blocks, colour=terminal.coloured(sys.stdout), columns=width, measure=measure))
    else:
        _print(render_as(blocks, form))


def write_ready(answer: str, path: str | None) -> None:
    """Write a text that is already in its format."""
    _print(answer) if path is None else _save(answer, path)


def write_raw(answer: Iterable[bytes], path: str | None) -> None:
    """Write bytes that must reach their reader as they are, part by part."""
    if path is not None:
        _save(answer, path)
        return
    try:
        sys.stdout.buffer.writelines(answer)
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


def _save(answer: str | Iterable[bytes], path: str) -> None:
    if path not in STREAMS:
        write_file(path, answer)
        return
    content = (answer.encode("utf-8", "backslashreplace"),) if isinstance(answer, str) else answer
    try:
        _write_stream(STREAMS[path], content)
    except BrokenPipeError:
        raise
    except OSError as error:
        terminal.close_stdout()
        raise AssayError(f"{path} cannot be written: {error.strerror}") from error


def _write_stream(name: str, content: Iterable[bytes]) -> None:
    """Write behind what the stream has already, where a second opening would write over it."""
    stream = getattr(sys, name)
    stream.flush()
    stream.buffer.writelines(content)
    stream.flush()
