"""Shards on processes of this machine: plain children that are given one shard after the other.

A child that dies takes one shard with it, which another child gets; a shard that three children died of is named.
`multiprocessing.Pool` is not used: it waits for ever for the answer of a child that was killed.
"""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from assay.engine.mapping import MapReport, MapTask
from assay.engine.nursery import Child, Nursery

TRIES = 3


def run_processes(tasks: Sequence[MapTask], workers: int, cores: int) -> Iterator[MapReport]:
    """Yield a report for every task, as they are done."""
    workers = max(1, min(workers, len(tasks)))
    threads = max(1, cores // workers)
    pool = _Children([replace(task, threads=threads) for task in tasks])
    pool.start(workers)
    try:
        for _ in tasks:
            yield pool.answer()
    finally:
        pool.stop()


class _Children:
    """Children with a thread each that hands them shards and waits for their answers."""

    def __init__(self, tasks: Sequence[MapTask]) -> None:
        self._waiting: queue.SimpleQueue[MapTask | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[MapReport | BaseException] = queue.SimpleQueue()
        self._tries: Counter[str] = Counter()
        self._nursery = Nursery(tasks[0].metrics if tasks else ())
        self._children: list[Child] = []
        self._threads: list[threading.Thread] = []
        self._lock, self._ended = threading.Lock(), False
        for task in tasks:
            self._waiting.put(task)

    def start(self, workers: int) -> None:
        """Start threads, which start children when they have something for them."""
        self._threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(workers)]
        for thread in self._threads:
            thread.start()

    def answer(self) -> MapReport:
        """Return the next answer of any child."""
        while True:
            # A wait without an end would not hear Ctrl-C on some systems
            with suppress(queue.Empty):
                answer = self._answers.get(timeout=60)
                if isinstance(answer, BaseException):
                    raise answer
                return answer

    def stop(self) -> None:
        """End all children and threads."""
        with self._lock:
            self._ended = True
            for child in self._children:
                child.kill()
        for _ in self._threads:
            self._waiting.put(None)
        for thread in self._threads:
            thread.join(timeout=10)
        self._nursery.close()

    def _serve(self) -> None:
        child: Child | None = None
        try:
            while (task := self._waiting.get()) is not None and not self._ended:
                child = child if child is not None and child.poll() is None else self._child()
                report = _ask(child, task)
                if report is None and not self._ended:
                    report = self._died(child, task)
                if report is not None:
                    self._answers.put(report)
        except BaseException as error:  # such as no room for another process: the driver has to know
            self._answers.put(error)
        finally:
            if child is not None:
                _close(child)

    def _child(self) -> Child:
        with self._lock:
            child = self._nursery.child()
            self._children = [each for each in self._children if each.poll() is None] + [child]
        return child

    def _died(self, child: Child, task: MapTask) -> MapReport | None:
        """Let another child try the shard, or give it up."""
        self._tries[task.shard] += 1
        code = child.wait()
        if self._tries[task.shard] < TRIES:
            self._waiting.put(task)
            return None
        return MapReport(task.shard, error=given_up(f"signal {-code}" if code < 0 else f"exit code {code}"))


def given_up(how: str) -> str:
    """Say that a shard was the end of every worker that had it."""
    return (
        f"{TRIES} workers died of it ({how}); if memory is short, give fewer --workers or smaller shards, "
        "and start again: parts that are there are kept"
    )


def _ask(child: Child, task: MapTask) -> MapReport | None:
    """Have a child do a shard; nothing if it died."""
    assert child.stdin is not None
    assert child.stdout is not None
    try:
        child.stdin.write(json.dumps(task.plain()) + "\n")
        child.stdin.flush()
        line = child.stdout.readline()
    except (BrokenPipeError, ValueError, OSError):
        line = ""
    return read_report(json.loads(line)) if line.endswith("\n") else None


def read_report(plain: dict[str, Any]) -> MapReport:
    """Read a report from JSON."""
    digests = {path: (size, time, sha) for path, (size, time, sha) in plain["digests"].items()}
    lists = {name: tuple(value) for name, value in plain.items() if isinstance(value, list)}
    return MapReport(**(plain | lists | {"digests": digests}))


def _close(child: Child) -> None:
    """Let a child go: its input ends, and with it the child."""
    for stream in (child.stdin, child.stdout):
        with suppress(OSError):
            if stream is not None:
                stream.close()
    with suppress(subprocess.TimeoutExpired):
        child.wait(timeout=30)


Engine = Callable[[Sequence[MapTask], int, int], Iterator[MapReport]]
