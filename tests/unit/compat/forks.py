"""Command lines of two programs, each in a process of its own, without the seconds that loading them takes.

A process loads both programs once and forks for every command line that it is given, as one line of JSON; the answer is
the exit code. `python forks.py` is that process.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Printed:
    """What a program wrote, and its exit code."""

    code: int
    out: str
    err: str


class Programs:
    """The process that runs sacreBLEU's program and ours."""

    def __init__(self, folder: Path) -> None:
        from support.program import LIMIT, guarded  # which the process itself neither needs nor finds

        self.folder = folder
        streams: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "encoding": "utf-8"}
        self._open = ExitStack()
        self.process = self._open.enter_context(guarded([sys.executable, __file__], 10 * LIMIT, **streams))

    def run(
        self,
        program: str,
        words: Sequence[str],
        given: bytes = b"",
        environment: Mapping[str, str] | None = None,
    ) -> Printed:
        """Run `sacrebleu` or `assay sacrebleu` with these words on this standard input."""
        streams = [self.folder / name for name in ("in", "out", "err")]
        streams[0].write_bytes(given)
        asked = [program, list(words), list(map(str, streams)), dict(environment or {})]
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        code = int(self.process.stdout.readline())
        return Printed(code, *(stream.read_bytes().decode() for stream in streams[1:]))

    def close(self) -> None:
        """End the process."""
        self._open.close()


def serve() -> None:
    import sacrebleu.sacrebleu  # noqa: F401 - forks find it loaded

    import assay.cli.commands.scoring.sacrebleu
    import assay.compat.program.flow  # noqa: F401 - forks find it loaded

    for line in sys.stdin:
        child = os.fork()
        if not child:
            become(*json.loads(line))
        sys.stdout.write(f"{os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}\n")
        sys.stdout.flush()


def become(program: str, words: list[str], streams: list[str], environment: dict[str, str]) -> None:
    """Be that program until it ends; whatever ends it becomes an exit code, as Python's own start does."""
    modes = (os.O_RDONLY, *[os.O_WRONLY | os.O_CREAT | os.O_TRUNC] * 2)
    for number, (path, mode) in enumerate(zip(streams, modes, strict=True)):
        os.dup2(os.open(path, mode), number)
    os.environ.update(environment)
    sys.argv = [program, *words]
    code: Any = 1
    try:
        code = _main(program, words)
    except SystemExit as end:
        code = end.code or 0
    except BaseException as error:
        sys.stderr.write(repr(error))
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 1)


def _main(program: str, words: list[str]) -> int:
    if program == "sacrebleu":
        from sacrebleu.sacrebleu import main as theirs

        theirs()
        return 0
    from assay.cli.main import main as ours

    return ours(["sacrebleu", *words])


if __name__ == "__main__":
    serve()
