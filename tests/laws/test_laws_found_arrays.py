"""Arrays of archives, stores and models that are not those that were written: read, or refused in words."""

from __future__ import annotations

import io
import json
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from assay.errors import AssayError
from assay.io.models.safetensors import read_safetensors
from support.found_files import FoundFile, found_files
from support.small_models import small_encoder, write_safetensors

FOUND = {found.name: found for found in found_files()}
ARCHIVES = [
    (name, member)
    for name in ("a.part", "a.table")
    for member in zipfile.ZipFile(io.BytesIO(FOUND[name].content)).namelist()
    if member.endswith(".npy")
]
STORED = [name for name in FOUND if name.endswith(".npy")]
TENSORS = sorted(read_safetensors(Path(small_encoder()) / "model.safetensors"))
KINDS: dict[str, Callable[[NDArray[Any]], NDArray[Any]]] = {
    "empty": lambda array: array[:0],
    "shorter": lambda array: array[:-1],
    "longer": lambda array: np.concatenate([array, array[-1:]]),
    "twice": lambda array: np.concatenate([array, array]),
    "floats": lambda array: array.astype(np.float64) + 0.5,
    "not a number": lambda array: np.full(array.shape, np.nan),
    "infinite": lambda array: np.full(array.shape, np.inf),
    "minus one": lambda array: np.full(array.shape, -1, dtype=np.int64),
    "nothing": np.zeros_like,
    "the most": lambda array: np.full_like(
        array, np.iinfo(array.dtype).max if array.dtype.kind in "iu" else 1e38
    ),
    "backwards": lambda array: array[::-1],
    "one more dimension": lambda array: array[None],
    "one number": lambda array: np.array(3),
    "other bytes first": lambda array: array.astype(array.dtype.newbyteorder(">")),
    "texts": lambda array: np.array(["a"] * len(array)),
    "objects": lambda array: np.array([{}] * len(array)),
}


def saved(array: NDArray[Any]) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


def try_to_read(found: FoundFile, path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        try:
            found.read(str(path))
        except AssayError as refused:
            assert len(str(refused)) < 1_000  # noqa: PT017 - it may be read as well


def in_archive(archive: bytes, member: str, content: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as whole, zipfile.ZipFile(packed, "w") as changed:
        for name in whole.namelist():
            changed.writestr(name, content if name == member else whole.read(name))
    return packed.getvalue()


@pytest.mark.parametrize(("name", "member"), ARCHIVES)
def test_another_array_in_an_archive_is_no_traceback(tmp_path: Path, name: str, member: str) -> None:
    archive = FOUND[name].content
    whole = zipfile.ZipFile(io.BytesIO(archive)).read(member)
    array = np.load(io.BytesIO(whole))
    for number, change in enumerate([*KINDS.values(), None, None]):
        content = saved(change(array)) if change else (whole[:9], whole[:60])[number - len(KINDS)]
        path = tmp_path / f"{number}{name}"
        path.write_bytes(in_archive(archive, member, content))
        try_to_read(FOUND[name], path)


@pytest.mark.parametrize("name", STORED)
def test_another_array_in_a_store_is_no_traceback(tmp_path: Path, name: str) -> None:
    whole = FOUND[name].content
    array = np.load(io.BytesIO(whole))
    contents = [*(saved(change(array)) for change in KINDS.values()), whole[:9], whole[:60], whole[:-3]]
    for number, content in enumerate(contents):
        path = tmp_path / f"{number}-{name}"
        path.write_bytes(content)
        try_to_read(FOUND[name], path)


@pytest.mark.parametrize(
    "kind", ["missing", "not a number", "infinite", "huge", "shorter", "longer", "empty", "turned", "flat"]
)
def test_other_weights_of_an_encoder_are_refused(tmp_path: Path, kind: str) -> None:
    whole = {
        name: np.array(array)
        for name, array in read_safetensors(Path(small_encoder()) / "model.safetensors").items()
    }
    changes = {
        **KINDS,
        "turned": lambda array: array.T[:, ::-1],
        "flat": lambda array: array.ravel()[None, None],
        "huge": lambda array: np.where(array < 0, np.float32(-3e38), np.float32(3e38)),
    }
    for number, name in enumerate(TENSORS):
        if kind == "turned" and whole[name].ndim < 2:
            continue
        changed = dict(whole)
        if kind == "missing":
            del changed[name]
        else:
            changed[name] = np.ascontiguousarray(changes[kind](whole[name]), dtype=np.float32)
        path = tmp_path / f"{number}.safetensors"
        write_safetensors(path, changed)
        if kind in ("missing", "not a number", "infinite", "flat") and name.startswith(
            ("emb", "encoder.layer.0")
        ):
            with pytest.raises(AssayError, match=r"layer|embeddings|weights"):
                FOUND["model.safetensors"].read(str(path))
        else:
            try_to_read(FOUND["model.safetensors"], path)


@pytest.mark.parametrize(
    "entry",
    [
        {"dtype": "F32", "shape": [2**40, 2**40], "data_offsets": [0, 0]},
        {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 15]},
        {"dtype": "F32", "shape": [-1], "data_offsets": [0, 16]},
        {"dtype": "F32", "shape": [4], "data_offsets": [16, 0]},
        {"dtype": "F32", "shape": [4], "data_offsets": [0, 10**30]},
        {"dtype": [], "shape": [4], "data_offsets": [0, 16]},
        {"dtype": "F32", "shape": [1] * 40 + [4], "data_offsets": [0, 16]},
        {"dtype": "F32", "shape": [4], "data_offsets": [0]},
        5,
    ],
)
def test_entries_of_safetensors_that_do_not_fit_are_refused(tmp_path: Path, entry: object) -> None:
    header = json.dumps({"a": entry}).encode()
    path = tmp_path / "model.safetensors"
    path.write_bytes(len(header).to_bytes(8, "little") + header + bytes(16))
    with pytest.raises(AssayError, match="its header does not fit its arrays"):
        read_safetensors(path)
