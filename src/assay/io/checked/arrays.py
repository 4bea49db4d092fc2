"""Arrays in NumPy's own files (.npy), from anywhere: never Python objects, and of the type and shape that is wanted."""

from __future__ import annotations

from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray


class ArrayError(ValueError):
    """What is wrong with an array, without its place."""


def read_array(
    source: Path | BinaryIO, types: str, *, dimensions: int | None = None, mapped: bool = False
) -> NDArray[Any]:
    """Return an array; `types` are the letters and sizes it may have, such as "u8 i8", or letters alone."""
    try:
        array: NDArray[Any] = np.load(source, mmap_mode="r" if mapped else None, allow_pickle=False)
    except FileNotFoundError:
        raise ArrayError("is gone") from None
    except Exception as error:  # its header is parsed as Python is, which may raise anything
        raise ArrayError(f"is no array ({str(error) or type(error).__name__})") from None
    if not isinstance(array, np.ndarray):  # an archive of several
        raise ArrayError("is no array")
    kind, size = array.dtype.kind, array.dtype.itemsize
    if not {kind, f"{kind}{size}"} & set(types.split()) or not array.dtype.isnative:
        raise ArrayError(f"holds {array.dtype}, and {' or '.join(types.split())} is wanted")
    if dimensions is not None and array.ndim != dimensions:
        raise ArrayError(f"has {array.ndim} dimensions, and {dimensions} are wanted")
    return array
