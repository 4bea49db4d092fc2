"""A plug-in as a program of its own: started once, spoken to in JSON lines over its standard streams, ended for sure.

    we    {"hello": {"protocol": 1, "model": "/models/wmt22", "options": {"gpus": "0"}, "threads": 0}}
    it    {"ready": {"label": "COMET", "program": "comet-1", "direction": "higher", …}}
    we    {"score": [{"id": "0", "source": "…", "hypothesis": "…", "reference": "…"}, …]}
    it    {"id": "0", "score": 0.83}            a line a segment, in any order, or {"id": "0", "error": "why not"}
    it    {"done": 16}                          how many it was asked for

It ends when its standard input does. What it writes to standard error is shown if it fails. A line that is no JSON, a
segment that is answered twice or not at all, silence for too long and an early end are errors that say so.
"""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.errors import DependencyError
from assay.io import parse_json
from assay.io.checked.json_values import JsonError
from assay.plugins.declaration import PROTOCOL, Declaration, read_declaration
from assay.plugins.requests import LONGEST_REASON, Request, shortened
from assay.resources.store import file_digest

RUNNERS = Path(__file__).with_name("runners")
# Of the programs of ours, so that none has the name of the package that it imports
PREFIX = "run_"
SECONDS = 600.0  # of silence, after which a program hangs
_PATIENCE = 5.0  # seconds that a program has to end by itself
_TAIL = 8192  # bytes of standard error that are kept
_LINES = 12  # of them that a message shows
_LONGEST = 1 << 24  # bytes of a line


@dataclass(frozen=True)
class ProgramCall:
    """How a program is started, and what it is told."""

    path: str  # a runner of ours by its name, or a program's path
    # The interpreter of its environment; None for a program that needs none
    python: str | None = None
    model: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    seconds: float = SECONDS

    def settings(self) -> str:
        """Return what the program is told besides its model, as signatures write it."""
        return " ".join(f"{name}={value}" for name, value in self.options)

    def command(self) -> list[str]:
        """Return the words that start it."""
        own = RUNNERS / f"{PREFIX}{self.path}.py"
        path = str(own) if self.path in runner_names() else self.path
        return [self.python, path] if self.python is not None else [path]


def runner_names() -> list[str]:
    """Return the programs that come with the package."""
    return sorted(path.stem.removeprefix(PREFIX) for path in RUNNERS.glob(f"{PREFIX}*.py"))


def program_identity(call: ProgramCall, declaration: Declaration) -> str:
    """Return a program as signatures name it, with its packages; one that is not ours also by its checksum."""
    ours = call.path in runner_names()
    own = declaration.program if ours else f"{declaration.program}#{file_digest(Path(call.path))[:12]}"
    return " ".join([own, *declaration.versions])


class Program:
    """A program that is running; use it as a context."""

    def __init__(self, name: str, call: ProgramCall, threads: int = 0) -> None:
        self._who, self._call, self._threads = f"plug-in {name}", call, threads
        self._tail, self._late = b"", False
        self._deadline = math.inf
        self._over = threading.Event()

    def __enter__(self) -> Program:
        command = self._call.command()
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=_environment(),
                # What it starts ends with it, and Ctrl-C is ours to pass on
                start_new_session=True,
            )
        except (OSError, ValueError) as error:  # ValueError: a path that no system has
            reason = error.strerror if isinstance(error, OSError) else error
            raise DependencyError(
                f"{self._who}: {command[0]} cannot be started: {reason}; "
                'give --python the interpreter of its environment and add it again with "assay plugins add"'
            ) from error
        self._helpers = [threading.Thread(target=work, daemon=True) for work in (self._drain, self._watch)]
        for helper in self._helpers:
            helper.start()
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(0 if self._late else _PATIENCE)
        self._kill()
        self._process.wait()
        self._over.set()
        for helper in self._helpers:
            helper.join(_PATIENCE)
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()

    def greet(self) -> Declaration:
        """Have the model loaded, and hear what the program says of itself."""
        told = {"model": self._call.model, "options": dict(self._call.options), "threads": self._threads}
        self._say({"hello": {"protocol": PROTOCOL, **told}})
        answer = self._hear()
        if "error" in answer:
            raise self._failure(
                f"cannot start: {shortened(str(answer['error']), LONGEST_REASON)}", silence=""
            )
        if "ready" not in answer:
            raise self._failure(f"began with {shortened(json.dumps(answer))} where a ready line belongs")
        return read_declaration(answer["ready"], self._who)

    def score(self, requests: Sequence[Request]) -> Iterator[tuple[int, Mapping[str, Any]]]:
        """Yield the number of each request with its answer, as they come."""
        self._say({"score": [request.message(number) for number, request in enumerate(requests)]})
        open_numbers = {str(number) for number in range(len(requests))}
        while "done" not in (answer := self._hear()):
            number = answer.get("id")
            if not isinstance(number, str) or number not in open_numbers:
                asked = isinstance(number, str) and number in {str(each) for each in range(len(requests))}
                what = "answered twice" if asked else "never asked for"
                raise self._failure(f"wrote a line for segment {shortened(repr(number))}, which was {what}")
            open_numbers.remove(number)
            yield int(number), answer
        if open_numbers:
            raise self._failure(
                f"says that it is done and has left out {len(open_numbers)} of {len(requests)} segments"
            )

    def _say(self, message: Mapping[str, Any]) -> None:
        try:
            with self._limited():
                assert self._process.stdin is not None
                self._process.stdin.write(json.dumps(message).encode() + b"\n")
                self._process.stdin.flush()
        except OSError:
            raise self._failure(self._end()) from None

    def _hear(self) -> dict[str, Any]:
        with self._limited():
            assert self._process.stdout is not None
            line = self._process.stdout.readline(_LONGEST)
        if not line.endswith(b"\n"):
            raise self._failure(self._end())
        reason = ""
        try:
            answer = parse_json(line, nan=True)
        except JsonError as error:
            answer, reason = None, f" ({error})" if line.startswith(b"{") else ""
        if not isinstance(answer, dict):
            text = shortened(line.decode("utf-8", "backslashreplace").rstrip())
            raise self._failure(
                f"wrote {text!r} to its standard output, where only JSON lines belong{reason}; print to standard error"
            )
        return answer

    @contextmanager
    def _limited(self) -> Iterator[None]:
        """Let the program be ended if what is done meanwhile takes too long."""
        self._deadline = time.monotonic() + self._call.seconds
        yield
        self._deadline = math.inf

    def _end(self) -> str:
        """Say how the program ended, which it must not do before we let it."""
        if self._late:
            return (
                f"said nothing for {self._call.seconds:g} seconds and was ended; give it more with --seconds"
            )
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_PATIENCE)
        code = self._process.returncode
        if code is None:
            return "closed its standard output and went on"
        return f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"

    def _failure(self, what: str, silence: str = "; it wrote nothing to standard error") -> DependencyError:
        self._late = True  # there is no reason to wait for it any more
        self._kill()
        self._helpers[0].join(_PATIENCE)
        lines = self._tail.decode("utf-8", "backslashreplace").replace("\r", "\n").splitlines()
        said = "\n".join(f"  {line}" for line in [line for line in lines if line.strip()][-_LINES:])
        told = f"; on standard error it wrote:\n{said}" if said else silence
        return DependencyError(f"{self._who} {what}{told}")

    def _drain(self) -> None:
        """Keep the end of standard error; a program whose standard error is full would wait for ever."""
        assert self._process.stderr is not None
        with suppress(OSError, ValueError):  # closed while somebody else still holds the other end
            while chunk := os.read(self._process.stderr.fileno(), _TAIL):
                self._tail = (self._tail + chunk)[-_TAIL:]

    def _watch(self) -> None:
        """End the program where it is silent for too long; whoever reads from it then meets its end."""
        while not self._over.wait(0.1):
            if time.monotonic() > self._deadline and not self._late:
                self._late = True
                self._kill()

    def _kill(self) -> None:
        """End the program and all that it started."""
        with suppress(OSError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)


def _environment() -> dict[str, str]:
    """Return the environment of a program: ours, with the folder where Python finds `assay_plugin`."""
    before = os.environ.get("PYTHONPATH")
    path = os.pathsep.join([str(RUNNERS), *([before] if before else [])])
    return {**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}
