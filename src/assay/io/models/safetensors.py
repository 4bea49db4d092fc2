"""Safetensors: a header in JSON that says where each array lies, and the arrays; they stay on disk till they are
used.

Eight bytes give the length of the header, little-endian; places in it count from its end.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray

from assay.errors import InputError
from assay.io.checked.json_values import parse_json
from assay.io.checked.shapes import Within, shaped

_TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "U8": "u1", "BOOL": "?"}
_Size = Annotated[int, Within(0, 2**62)]
_LONGEST_HEADER = 100_000_000  # the format's own limit


@dataclass(frozen=True)
class TensorEntry:
    """What a header says of one array."""

    dtype: Literal["F64", "F32", "F16", "BF16", "I64", "I32", "U8", "BOOL"]
    shape: Annotated[tuple[_Size, ...], Within(0, 32)]
    data_offsets: tuple[_Size, _Size]


def read_safetensors(path: Path) -> dict[str, NDArray[Any]]:
    """Return every array of a file by name, mapped into memory."""
    try:
        raw: NDArray[np.uint8] = np.memmap(path, dtype=np.uint8, mode="r")
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: it cannot be read ({error}); copy the file again") from error
    size = int.from_bytes(raw[:8].tobytes(), "little")
    if len(raw) < 8 or size > min(len(raw) - 8, _LONGEST_HEADER):
        raise InputError(f"{path}: this is no safetensors file, or it was cut short; copy it again")
    try:
        header = parse_json(raw[8 : 8 + size].tobytes())
        entries = shaped(dict[str, TensorEntry], _tensors(header))
        return {name: _array(raw[8 + size :], name, entry) for name, entry in entries.items()}
    except ValueError as error:
        raise InputError(
            f"{path}: its header does not fit its arrays ({error}); it was cut short, copy it again"
        ) from error


def _tensors(header: object) -> object:
    """Return the entries of tensors, without what is said about the file."""
    if not isinstance(header, dict):
        return header
    return {name: entry for name, entry in header.items() if name != "__metadata__"}


def _array(data: NDArray[np.uint8], name: str, entry: TensorEntry) -> NDArray[Any]:
    """Return one array; one that reaches past the end of the file, or has another size, is a `ValueError`."""
    start, stop = entry.data_offsets
    if not start <= stop <= len(data):
        raise ValueError(f"{name} reaches past the end of the file")
    size = 2 if entry.dtype == "BF16" else np.dtype(_TYPES[entry.dtype]).itemsize
    if math.prod(entry.shape) * size != stop - start:
        raise ValueError(f"{name} has another size than its shape says")
    if entry.dtype == "BF16":  # the upper half of a float
        halves = data[start:stop].view("<u2").astype(np.uint32) << 16
        return halves.view(np.float32).reshape(entry.shape)
    return data[start:stop].view(_TYPES[entry.dtype]).reshape(entry.shape)
