"""Parts: what a shard of a set adds to the scores of one system, in a form whose size does not grow with the text.

A part holds sums that add without rounding, for each of 2**12 blocks. The block of a segment is a hash of its
document's name, else of its references: segments that belong together stay together, and two systems have the same
blocks however their text was cut. Without references it is a hash of the source, and without that of the number in the
shard, so that other cuts have other blocks. Sums of all blocks give the score; tests and intervals draw blocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assay.data.exact_sums import ExactSums

PART_SCHEMA, PART_VERSION = "assay-part", 1
BLOCKS = 1 << 12


@dataclass(frozen=True)
class ShardRecord:
    """A shard that was scored: its name, the SHA-256 of every text in it by its role, and its segments."""

    name: str
    content: Mapping[str, str]
    segments: int


@dataclass(frozen=True)
class Part:
    """The sums of one system over one shard or more."""

    system: str
    shards: tuple[ShardRecord, ...]
    signatures: tuple[str, ...]  # of the metrics, without the number of references
    blocks_by: str  # "document", "references", "source" or "number"
    references: tuple[int, int]  # the fewest and the most of a segment
    counts: NDArray[np.int64]  # segments by block
    texts: NDArray[np.uint64]  # hashes of the segments by block, added up modulo 2**64
    sums: tuple[ExactSums, ...]  # by metric: (blocks, columns)

    @property
    def segments(self) -> int:
        """The segments of all shards."""
        return sum(shard.segments for shard in self.shards)

    @property
    def form(self) -> tuple[object, ...]:
        """All that must be equal for two parts to be added."""
        tables = sorted({shard.content.get("table", "") for shard in self.shards})
        return (self.signatures, self.blocks_by, tuple(tables))

    def __add__(self, other: Part) -> Part:
        """Add what another shard of the same system adds."""
        lows, highs = zip(self.references, other.references, strict=True)
        return replace(
            self,
            shards=self.shards + other.shards,
            references=(min(lows), max(highs)),
            counts=self.counts + other.counts,
            texts=self.texts + other.texts,
            sums=tuple(own + more for own, more in zip(self.sums, other.sums, strict=True)),
        )
