"""The two streams: answers as UTF-8 on standard output, talk on standard error, colour only on a terminal."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from assay.errors import AssayWarning

# Typing itself is slow to import, and help should not wait for it
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any, TextIO

    Handler = Callable[[int, FrameType | None], Any]

_COLOURS = {"error": "\033[31m", "warning": "\033[33m"}
_PLAIN_KINDS = ("wrote",)  # the first word of a sentence
_PLAIN = "\033[0m"


def use_utf8() -> None:
    """Write UTF-8 whatever the locale says; what UTF-8 cannot hold is written as an escape."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the caller, who does not want to see it
            setattr(sys, name, io.StringIO())
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def coloured(stream: TextIO) -> bool:
    """Tell whether a stream is a terminal whose user has not declined colour (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def printable(text: str) -> str:
    """Write what a terminal would obey instead of showing, such as an escape in the name of a file, as its number."""
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)


def say(kind: str, message: str) -> None:
    """Write one line of talk, such as `error: …` or `wrote …`, to standard error."""
    colour, word = _COLOURS.get(kind), kind if kind in _PLAIN_KINDS else f"{kind}:"
    word = f"{colour}{word}{_PLAIN}" if colour and coloured(sys.stderr) else word
    with _without_bar():
        print(word, printable(message), file=sys.stderr, flush=True)


class Terminated(BaseException):
    """Somebody asked the program to end (SIGTERM); like KeyboardInterrupt, no handler of errors may catch it."""


@contextmanager
def heeded_signals() -> Iterator[None]:
    """Turn Ctrl-C and SIGTERM into exceptions as long as somebody is there to say so; ignored ones stay so."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in _HANDLERS}
    for number, handler in _HANDLERS.items():
        if before[number] is signal.SIG_DFL:
            signal.signal(number, handler)
    try:
        yield
    finally:
        for number, usual in before.items():
            if usual is signal.SIG_DFL:
                signal.signal(number, usual)


def _terminate(*_: object) -> None:
    raise Terminated


_HANDLERS: dict[int, Handler] = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: _terminate}


@contextmanager
def noted_warnings(quiet: bool) -> Iterator[list[str]]:
    """Show our own warnings, unless all should be quiet, and give their texts to whoever writes the answer."""
    cautions: list[str] = []
    usual = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
        if not issubclass(category, AssayWarning):
            usual(message, category, *where, **more)
        elif str(message) not in cautions:
            cautions.append(str(message))
            if not quiet:
                say("warning", str(message))

    with warnings.catch_warnings():
        warnings.simplefilter("always", AssayWarning)
        warnings.showwarning = show
        yield cautions


@contextmanager
def _without_bar() -> Iterator[None]:
    """Take a progress bar off the line as long as something else is written there."""
    if "tqdm" not in sys.modules:
        yield
        return
    from tqdm import tqdm

    with tqdm.external_write_mode(file=sys.stderr):
        yield


def close_stdout() -> None:
    """Point standard output nowhere, or the interpreter's last flush would fail as this one did."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
