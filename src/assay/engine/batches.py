"""Parts of record batches, for engines that hold text themselves, such as Spark (`mapInArrow`) or Dask."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Sequence
from typing import Any

from assay.data import EvalSet, Outputs
from assay.engine.mapping import BlockSums, check_mappable, form_of
from assay.errors import InputError
from assay.io import Columns, parse_columns
from assay.io.large.parts import part_name, write_part
from assay.io.texts.batches import arrow_sets
from assay.metrics import parse_metric
from assay.resources import Resources
from assay.text import Column


def map_batches(
    batches: Iterable[Any],
    folder: str,
    shard: str,
    metrics: Sequence[str] = ("bleu", "chrf", "ter"),
    *,
    columns: str | None = None,
    missing: str | None = None,
    threads: int = 1,
) -> list[str]:
    """Score record batches of Arrow as one shard; return the files of its parts, one a system.

    `columns` says which of their columns hold what, as `--columns` does. An empty shard has no part.
    """
    chosen = [parse_metric(text) for text in metrics]
    check_mappable(chosen)
    if any(metric.fits_corpus for metric in chosen):
        raise InputError(
            "NIST learns from the whole set, which batches are not; write shards, and use assay map"
        )
    roles = parse_columns(columns) if columns else Columns()
    total: BlockSums | None = None
    digests: dict[str, Any] = {}
    for evalset, outputs in _sets(batches, shard, roles, missing):
        total = total or BlockSums(chosen, list(outputs))
        total.add(evalset, outputs, Resources(threads=threads))
        _digest(digests, evalset, outputs)
    os.makedirs(folder, exist_ok=True)
    paths: list[str] = []
    for system in [name.removeprefix("system ") for name in digests if name.startswith("system ")]:
        content = {
            name.split(" ")[0]: digest.hexdigest()
            for name, digest in digests.items()
            if name in ("references", f"system {system}")
        }
        form = form_of(chosen)
        paths.append(os.path.join(folder, part_name(system, shard, content, form)))
        if total is not None:
            write_part(paths[-1], total.part(system, shard, content, form))
    return paths


def _sets(batches: Iterable[Any], shard: str, roles: Columns, missing: str | None) -> Any:
    for batch in batches:
        names = list(batch.schema.names)
        roles.check(f"shard {shard}", names)
        named = {name: roles.roles(name) for name in names if roles.roles(name)}
        for each in arrow_sets(f"shard {shard}", [batch] if batch.num_rows else [], named, missing):
            yield each.evalset, each.outputs


def _digest(digests: dict[str, Any], evalset: EvalSet, outputs: Outputs) -> None:
    """Take the SHA-256 of the texts as they go by."""
    texts: dict[str, list[Sequence[str | None]]] = {"references": list(evalset.references.values())}
    texts |= {f"system {name}": [column] for name, column in outputs.items()}
    for name, streams in texts.items():
        digest = digests.setdefault(name, hashlib.sha256())
        for stream in streams:
            column = Column.of(["\0" if text is None else text for text in stream])
            digest.update(column.offsets.tobytes())
            digest.update(column.data.tobytes())
