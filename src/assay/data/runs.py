"""A run: what a command was asked, of which files, in which environment, and what it answered.

Files are known by path, size and SHA-256. The answer is the blocks of its report in their JSON form, every digit, and
the results that the report shows as typed values, by which two runs are compared.
Statistics of segments, where they were kept, are packed: the least type of number that holds a matrix without
loss, column by column, deflated, in base 64.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from assay.data.results import Results

SCHEMA, VERSION = "assay-run", 1
KINDS = ("<u1", "<u2", "<u4", "<f8")


@dataclass(frozen=True)
class InputFile:
    """A file as it was read: its bytes on the disk, whether packed or not."""

    path: str
    sha256: str
    size: int


@dataclass(frozen=True)
class InputState:
    """An input of a run, and the same file now, None where it cannot be read."""

    recorded: InputFile
    now: InputFile | None

    @property
    def kind(self) -> str:
        """Say what became of the file: same, changed or missing."""
        if self.now is None:
            return "missing"
        return "same" if self.now.sha256 == self.recorded.sha256 else "changed"


@dataclass(frozen=True)
class SegmentStatistics:
    """The statistics of one system under one metric, a row a segment, packed."""

    metric: str
    system: str
    shape: tuple[int, int]
    kind: str
    packed: str

    @classmethod
    def of(cls, metric: str, system: str, rows: NDArray[np.float64]) -> SegmentStatistics:
        """Pack the rows without loss."""
        return cls(metric, system, (rows.shape[0], rows.shape[1]), *_packed(rows))

    @property
    def rows(self) -> NDArray[np.float64]:
        """Unpack the rows; a ValueError says that they are damaged."""
        return _unpacked(self.shape, self.kind, self.packed)


@dataclass(frozen=True)
class SegmentBuckets:
    """The bucket of every segment by a feature that no output has a say in, packed as statistics are."""

    feature: str
    buckets: tuple[str, ...]
    shape: tuple[int, int]  # of one column
    kind: str
    packed: str

    @classmethod
    def of(cls, feature: str, buckets: tuple[str, ...], codes: NDArray[np.int64]) -> SegmentBuckets:
        """Pack the numbers of the buckets."""
        return cls(feature, buckets, (len(codes), 1), *_packed(codes[:, None].astype(np.float64)))

    @property
    def codes(self) -> NDArray[np.int64]:
        """Unpack the numbers of the buckets; a ValueError says that they are damaged."""
        numbers = _unpacked(self.shape, self.kind, self.packed)
        if self.shape[1] != 1 or not np.isin(numbers, np.arange(len(self.buckets))).all():
            raise ValueError(f"not one of {len(self.buckets)} buckets for every segment")
        return numbers[:, 0].astype(np.int64)

    def masks(self) -> dict[str, NDArray[np.bool_]]:
        """Return which segments are in each bucket."""
        codes = self.codes
        return {name: codes == number for number, name in enumerate(self.buckets)}


def _packed(rows: NDArray[np.float64]) -> tuple[str, str]:
    """Return the type of the numbers, and the columns one after the other."""
    kind = _kind(rows)
    columns = np.ascontiguousarray(rows.T.astype(kind))
    return kind, base64.b64encode(zlib.compress(columns.tobytes(), 9)).decode("ascii")


def _unpacked(shape: tuple[int, int], kind: str, packed: str) -> NDArray[np.float64]:
    height, width = shape
    size = height * width * np.dtype(kind).itemsize
    unpacker = zlib.decompressobj()
    try:
        content = unpacker.decompress(base64.b64decode(packed, validate=True), size + 1)
    except (zlib.error, binascii.Error) as error:
        raise ValueError(str(error)) from None
    if len(content) != size:
        raise ValueError(f"{len(content)} bytes instead of {size}")
    columns = np.frombuffer(content, dtype=kind).reshape(width, height)
    return np.ascontiguousarray(columns.T.astype(np.float64))


def _kind(rows: NDArray[np.float64]) -> str:
    if not np.all(np.isfinite(rows)) or np.any(np.signbit(rows)) or np.any(rows != np.floor(rows)):
        return "<f8"
    most = rows.max(initial=0.0)
    return next((kind for kind in KINDS[:-1] if most <= np.iinfo(kind).max), "<f8")


@dataclass(frozen=True)
class Run:
    """One run of one command; `arguments` are the command line with all that a configuration file added."""

    command: str
    arguments: tuple[str, ...]
    options: Mapping[str, object]  # every option with its value, defaults too
    inputs: tuple[InputFile, ...]
    signatures: Mapping[str, str]
    environment: Mapping[str, str]
    seed: int | None
    started: str  # date and time, UTC
    seconds: float
    code: int  # the exit code
    blocks: tuple[Mapping[str, object], ...]
    statistics: tuple[SegmentStatistics, ...] = field(default=())
    buckets: tuple[SegmentBuckets, ...] = field(default=())
    results: Results | None = None  # None in files that were written before results were kept

    def block(self, name: str) -> Mapping[str, object] | None:
        """Return the first block of this name."""
        return next((block for block in self.blocks if block.get("name") == name), None)

    @property
    def references(self) -> tuple[str, ...]:
        """The SHA-256 of every file of references that was named, by itself or by its directory, in order."""
        named = self.options.get("reference")
        names = [str(name).rstrip("/") for name in named] if isinstance(named, list) else []
        return tuple(
            sorted(
                file.sha256 for file in self.inputs if {file.path, file.path.rpartition("/")[0]} & set(names)
            )
        )

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems whose statistics were kept."""
        return tuple(dict.fromkeys(statistics.system for statistics in self.statistics))
