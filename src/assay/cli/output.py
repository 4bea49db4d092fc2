"""The answer, written once: to standard output, or to a file that is whole or not there at all."""

from __future__ import annotations

import argparse
import os
import secrets
import stat
import sys
from collections.abc import Sequence
from pathlib import Path

from assay.cli import terminal
from assay.errors import AssayError
from assay.report.blocks import Block
from assay.report.renderers import RENDERERS
from assay.report.text import render as render_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give a command its `--format` and `-o`."""
    parser.add_argument(
        "--format",
        choices=list(RENDERERS),
        default="text",
        help="how to write the answer; json and tsv keep every digit, the others round (default: text)",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=lambda path: None if path == "-" else path,
        help="write the answer to FILE, whole or not at all (default: standard output)",
    )


def check(path: str | None, inputs: Sequence[str]) -> None:
    """Refuse, before any work is done, a file that could not be written or that is one of the inputs."""
    if path is None:
        return
    target = Path(path)
    if target.is_dir():
        raise AssayError(f"{path} is a directory; give -o the name of a file")
    if not target.parent.is_dir():
        raise AssayError(f"{path} cannot be written: there is no directory {target.parent}; make it first")
    for name in inputs:
        if target.exists() and Path(name).exists() and target.samefile(name):
            raise AssayError(f"{path} is also an input, and -o would overwrite it; give -o another name")


def write(blocks: Sequence[Block], form: str, path: str | None) -> None:
    """Render blocks and write them to a file, or to standard output where no file is given."""
    if path is None and form == "text":
        _print(render_text(blocks, colour=terminal.coloured(sys.stdout)))
    elif path is None:
        _print(RENDERERS[form](blocks))
    else:
        _save(RENDERERS[form](blocks), Path(path))


def _print(answer: str) -> None:
    try:
        sys.stdout.write(answer)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        terminal.close_stdout()
        raise AssayError(f"standard output cannot be written: {error.strerror}") from error


def _save(answer: str, path: Path) -> None:
    content = answer.encode("utf-8", "backslashreplace")
    target = Path(os.path.realpath(path))  # a link stays a link
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(content)  # a pipe or a device must be written to, never replaced
        else:
            _replace(target, content)
    except OSError as error:
        raise AssayError(f"{path} cannot be written: {error.strerror}") from error


def _replace(target: Path, content: bytes) -> None:
    """Write a file beside the target and give it the target's name once it is complete and on the disk."""
    draft = target.with_name(f".assay-{secrets.token_hex(8)}")
    try:
        with open(draft, "xb") as handle:
            handle.write(content)
            handle.flush()
            if target.exists():
                os.chmod(draft, stat.S_IMODE(target.stat().st_mode))
            os.fsync(handle.fileno())
        os.replace(draft, target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
