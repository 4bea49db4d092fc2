"""A worker: reads tasks from standard input, one JSON object a line, and answers each with a line.

It ends when its input does, so that nothing is left behind by a driver that was killed; the shard in work is finished
first, and its part kept. Whatever a library prints goes to the other stream: it is no answer.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterable
from dataclasses import asdict

from assay.engine.mapping import MapTask
from assay.engine.work import do_task
from assay.resources import store_at

STDOUT, STDERR = 1, 2


def main() -> int:
    """Work until there is nothing more to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the driver, which then ends us
    answers = os.dup(STDOUT)
    os.dup2(STDERR, STDOUT)
    work_on(sys.stdin, answers)
    return 0


def work_on(tasks: Iterable[str], answers: int) -> None:
    """Do tasks, a line each, and write an answer for each to an open file."""
    for line in tasks:
        task = MapTask.of(json.loads(line))
        with store_at(task.resources):
            report = do_task(task)
        answer = memoryview((json.dumps(asdict(report)) + "\n").encode())
        try:
            while answer:
                answer = answer[os.write(answers, answer) :]
        except BrokenPipeError:  # the driver was killed, and nobody waits for what comes next
            return


if __name__ == "__main__":
    sys.exit(main())
