"""Shards as tasks of a Ray cluster, whose machines see the same files.

A task is tried three times, then its shard is named. Tasks, not Ray Data: a part is a file, and what passes between
machines is its name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from assay.engine.mapping import MapReport, MapTask
from assay.engine.processes import TRIES, given_up, read_report
from assay.engine.work import do_task
from assay.errors import AssayError, DependencyError
from assay.resources import store_at


def run_ray(tasks: Sequence[MapTask], workers: int, cores: int) -> Iterator[MapReport]:
    """Yield a report for every task, as they are done; joins the cluster at `RAY_ADDRESS`, or starts one here."""
    try:
        import ray
    except ImportError as error:
        raise DependencyError("--engine ray needs Ray: pip install 'mt-assay[ray]'") from error
    mine = not ray.is_initialized()
    if mine:
        _start(ray)
    try:
        remote = ray.remote(num_cpus=1, max_retries=TRIES - 1)(_work)
        waiting = {remote.remote(task.plain()): task for task in tasks}
        while waiting:
            done, _ = ray.wait(list(waiting), num_returns=1)
            for reference in done:
                yield _report(ray, reference, waiting.pop(reference))
    finally:
        if mine:
            ray.shutdown()


def _start(ray: Any) -> None:
    try:
        ray.init(log_to_driver=False, configure_logging=False, include_dashboard=False)
    except (
        Exception
    ) as error:  # Ray raises plain ones, such as where the machine is too busy for its first half minute
        raise AssayError(
            f"Ray does not start: {' '.join(str(error).split())}; start a cluster with ray start --head and name it in "
            "RAY_ADDRESS, or use --engine processes"
        ) from error


def _report(ray: Any, reference: Any, task: MapTask) -> MapReport:
    try:
        return read_report(ray.get(reference))
    except ray.exceptions.RayError as error:
        return MapReport(task.shard, error=given_up(type(error).__name__))


def _work(plain: dict[str, Any]) -> dict[str, Any]:
    """Do a shard where the cluster says; the answer is as JSON would have it."""
    task = MapTask.of(plain)
    with store_at(task.resources):
        report = asdict(do_task(task))
    return {name: list(value) if isinstance(value, tuple) else value for name, value in report.items()}
