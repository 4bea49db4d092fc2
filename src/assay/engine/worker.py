"""A worker: reads tasks from standard input, one JSON object a line, and answers each with a line.

It ends when its input does, so that nothing is left behind by a driver that was killed; the shard in work is finished
first, and its part kept.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from dataclasses import asdict

from assay.engine.mapping import MapTask, map_task
from assay.resources import store_at


def main() -> int:
    """Work until there is nothing more to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the driver, which then ends us
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever a library prints is no answer
    for line in sys.stdin:
        task = MapTask.of(json.loads(line))
        with store_at(task.resources):
            report = map_task(task)
        answers.write(json.dumps(asdict(report)) + "\n")
        answers.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
