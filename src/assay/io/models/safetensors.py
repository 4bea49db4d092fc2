"""Safetensors: a header in JSON that says where each array lies, and the arrays; they stay on disk till they are
used.

Eight bytes give the length of the header, little-endian; places in it count from its end.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assay.errors import InputError

_TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "U8": "u1", "BOOL": "?"}
_LONGEST_HEADER = 100_000_000  # the format's own limit


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
        header = json.loads(raw[8 : 8 + size].tobytes())
        entries = {name: entry for name, entry in header.items() if name != "__metadata__"}
        return {name: _array(raw[8 + size :], entry) for name, entry in entries.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(
            f"{path}: its header does not fit its arrays; it was cut short, copy it again"
        ) from error


def _array(data: NDArray[np.uint8], entry: Mapping[str, Any]) -> NDArray[Any]:
    """Return one array; one that reaches past the end of the file, or has another size, is a `ValueError`."""
    start, stop = entry["data_offsets"]
    if not 0 <= start <= stop <= len(data):
        raise ValueError("places")
    if entry["dtype"] == "BF16":  # the upper half of a float
        halves = data[start:stop].view("<u2").astype(np.uint32) << 16
        return halves.view(np.float32).reshape(entry["shape"])
    return data[start:stop].view(_TYPES[entry["dtype"]]).reshape(entry["shape"])
