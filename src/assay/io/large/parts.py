"""Part files: a ZIP archive of one JSON object and the arrays of a part, named by what was scored and how.

The name of a file is a hash of the texts, the signatures and the version, so that a part is there or it is not: nothing
that was computed is computed again, and nothing old is taken for new. A file is written as a whole, to the disk, before
it gets its name. A damaged one is named and refused.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from assay.data import BLOCKS, PART_VERSION, ExactSums, Part, ShardRecord
from assay.data.parts import PART_SCHEMA
from assay.errors import InputError
from assay.io.checked.arrays import ArrayError, read_array
from assay.io.checked.json_values import JsonError, parse_json
from assay.io.checked.shapes import ShapeError, Within, shaped
from assay.io.opening import check_size, contents, label, shown
from assay.io.writing import write_file

Arrays = Callable[[str], NDArray[Any]]  # an array by its name
Made = TypeVar("Made")
ENDING = ".part"
HEADER = "part.json"
KINDS = ("<u1", "<u2", "<u4", "<i8")  # the least that holds an array
EPOCH = (1980, 1, 1, 0, 0, 0)  # equal parts are equal bytes
UNSAFE = re.compile(r"[^A-Za-z0-9_+-]+")
# Characters of a system's and a shard's name in the name of a file
SHOWN = 40
LOWEST_PLACE, HIGHEST_PLACE = -34, 32  # of the digits of doubles, see `assay.data.exact_sums`
_Count = Annotated[int, Within(0, 2**62)]


@dataclass(frozen=True)
class ArchiveForm:
    """What every archive says of itself."""

    schema: str
    version: int


@dataclass(frozen=True)
class ShardHeader:
    """What a part says of one of its shards."""

    name: str
    content: Mapping[str, str]
    segments: _Count


@dataclass(frozen=True)
class PartHeader:
    """What a part says of itself."""

    system: str
    shards: Annotated[tuple[ShardHeader, ...], Within(1)]
    signatures: Annotated[tuple[str, ...], Within(1)]
    blocks_by: str
    references: tuple[_Count, _Count]
    lows: tuple[Annotated[int, Within(LOWEST_PLACE, HIGHEST_PLACE)], ...]


def part_name(system: str, shard: str, content: Mapping[str, str], form: Sequence[str]) -> str:
    """Return the name of the file of a part: whose it is, for people, and a hash of all that it depends on."""
    said = [PART_SCHEMA, PART_VERSION, BLOCKS, system, shard, sorted(content.items()), list(form)]
    key = hashlib.sha256(json.dumps(said, ensure_ascii=True).encode()).hexdigest()[:24]
    return f"{_plain(system)}.{_plain(shard)}.{key}{ENDING}"


def _plain(name: str) -> str:
    return UNSAFE.sub("-", name)[:SHOWN]


def part_files(folder: str) -> list[str]:
    """Return the part files of a folder in the order of their names."""
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise InputError(
            f"{label(folder)}: no folder of parts ({error.strerror}); assay map writes one"
        ) from None
    return [os.path.join(folder, name) for name in names if name.endswith(ENDING) and name[0] != "."]


def holds_parts(path: str) -> bool:
    """Tell whether a path is a folder with parts in it."""
    return os.path.isdir(path) and bool(part_files(path))


def write_part(path: str, part: Part) -> None:
    """Write a part, whole or not at all."""
    header = {
        "schema": PART_SCHEMA,
        "version": PART_VERSION,
        "system": part.system,
        "shards": [vars(shard) | {"content": dict(shard.content)} for shard in part.shards],
        "signatures": part.signatures,
        "blocks_by": part.blocks_by,
        "references": part.references,
        "lows": [sums.low for sums in part.sums],
    }
    arrays: dict[str, NDArray[Any]] = {"counts": part.counts, "texts": part.texts}
    arrays |= {f"sums{number}": sums.digits for number, sums in enumerate(part.sums)}
    write_arrays(path, header, arrays)


def write_arrays(path: str, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write an object and arrays as one archive, whole or not at all."""
    write_file(path, packed_arrays(header, arrays))


def packed_arrays(header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Return an object and arrays as one archive; equal ones are equal bytes."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(zipfile.ZipInfo(HEADER, EPOCH), json.dumps(header))
        for name, array in arrays.items():
            packed = io.BytesIO()
            np.save(packed, _least(array), allow_pickle=False)
            member = zipfile.ZipInfo(f"{name}.npy", EPOCH)
            archive.writestr(member, packed.getvalue(), zipfile.ZIP_DEFLATED, compresslevel=1)
    return stream.getvalue()


def _least(array: NDArray[Any]) -> NDArray[Any]:
    """Return the same numbers in the least type that holds them."""
    if array.dtype == np.uint64 or array.min(initial=0) < 0:
        return array
    most = array.max(initial=0)
    return array.astype(next(kind for kind in KINDS if most <= np.iinfo(kind).max))


def read_part(path: str) -> Part:
    """Read a part; refuse what is none, or is damaged."""
    return read_arrays(path, PART_SCHEMA, _part)


def read_arrays(
    path: str, schema: str, make: Callable[[Mapping[str, Any], Arrays], Made], command: str = "assay map"
) -> Made:
    """Make something of the object and the arrays of an archive; refuse what is damaged, or something else.

    `command` is what writes such archives.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(contents(path))) as archive:
            header = parse_json(_member(path, archive, HEADER))
            form = shaped(ArchiveForm, header)
            if (form.schema, form.version) != (schema, PART_VERSION):
                raise InputError(
                    f"{label(path)}: {shown(form.schema)} of version {form.version}, and {schema} of version "
                    f"{PART_VERSION} is wanted; run {command} again"
                )
            return make(header, lambda name: _array(path, archive, name))
    except InputError:
        raise
    except Exception as error:  # a damaged archive or array may raise anything
        said = str(error) if isinstance(error, ArrayError | JsonError | ShapeError) else type(error).__name__
        raise InputError(
            f"{label(path)}: damaged or something else ({said}); if {command} wrote it, delete it and run that again"
        ) from None


def _part(header: Mapping[str, Any], array: Arrays) -> Part:
    told = shaped(PartHeader, header)
    counts = array("counts").astype(np.int64)
    sums = [
        ExactSums(low, array(f"sums{number}").astype(np.int64, casting="safe"))
        for number, low in enumerate(told.lows)
    ]
    part = Part(
        told.system,
        tuple(ShardRecord(each.name, each.content, each.segments) for each in told.shards),
        told.signatures,
        told.blocks_by,
        told.references,
        counts,
        array("texts").astype(np.uint64),
        tuple(sums),
    )
    fits = {each.digits.ndim == 3 and each.shape[0] == BLOCKS and _is_double(each) for each in sums}
    if counts.shape != (BLOCKS,) or part.texts.shape != (BLOCKS,) or fits != {True}:
        raise ShapeError("arrays of another shape")
    if len(sums) != len(part.signatures) or counts.sum() != part.segments or counts.min() < 0:
        raise ShapeError("sums of something else")
    return part


def _is_double(sums: ExactSums) -> bool:
    """Tell whether sums can be rounded to doubles: their digits end where those of the greatest do."""
    return 0 < len(sums.digits) <= HIGHEST_PLACE - sums.low


def _member(path: str, archive: zipfile.ZipFile, name: str) -> bytes:
    check_size(path, archive.getinfo(name).file_size)
    return archive.read(name)


def _array(path: str, archive: zipfile.ZipFile, name: str) -> NDArray[Any]:
    return read_array(io.BytesIO(_member(path, archive, f"{name}.npy")), "i u")
