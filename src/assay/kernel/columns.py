"""What crosses the boundary: columns of text, tokens as numbers, and checks that keep the kernel in them."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import NamedTuple, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

import assay.kernel._native as native
from assay.errors import InputError

_Given = ParamSpec("_Given")
_Returned = TypeVar("_Returned")
Bytes = NDArray[np.uint8]
Ids = NDArray[np.int32]
Offsets = NDArray[np.int64]
Matrix = NDArray[np.float64]
# Additions that take less than a millisecond, in which a second thread has hardly begun.
FEW_STEPS = 1_000_000


class Texts(NamedTuple):
    """A column of text: row i is `data[offsets[i]:offsets[i + 1]]`."""

    data: Bytes
    offsets: Offsets


@dataclass(frozen=True)
class Tokens:
    """Tokens as numbers that agree within a segment; `groups` says which references are whose."""

    hyp: Ids
    hyp_offsets: Offsets
    ref: Ids
    ref_offsets: Offsets
    groups: Offsets

    @property
    def rows(self) -> int:
        """Return the number of segments."""
        return len(self.groups) - 1


class TooLongError(InputError):
    """A segment that would take more steps than one may; `row` is its place among those given."""

    def __init__(self, row: int, most: int, what: str = "") -> None:
        self.row, self.most = row, most
        super().__init__(
            f"{what}segment {row + 1} is too long: it takes more than {most // 10**9} billion steps, the most that "
            "a segment may take; split it into sentences, or leave it or this metric out"
        )

    def within(self, what: str, before: int) -> TooLongError:
        """Say whose segment it is, and count the segments before those given."""
        return TooLongError(before + self.row, self.most, f"{what}: ")


def bounded(function: Callable[_Given, _Returned]) -> Callable[_Given, _Returned]:
    """Say it in words where the kernel refuses a segment."""

    @wraps(function)
    def refusing(*args: _Given.args, **kwargs: _Given.kwargs) -> _Returned:
        try:
            return function(*args, **kwargs)
        except native.TooLongError as error:
            raise TooLongError(*error.args) from None

    return refusing


def cores(threads: int, steps: int = FEW_STEPS) -> int:
    """Return the number of threads to use: as many as are asked for, for 0 all cores that this process may use.

    A container or a batch system often leaves a process fewer than the machine has; only Linux tells. For 0, work of
    few steps is done before another thread would begin: where other programs keep the cores busy, that takes long.
    """
    if threads > 0:
        return threads
    if steps < FEW_STEPS:
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def arrays(tokens: Tokens) -> tuple[Ids, Offsets, Ids, Offsets, Offsets]:
    """Return a segment's tokens as the kernel takes them, checked."""
    check_offsets(tokens.hyp, tokens.hyp_offsets)
    check_offsets(tokens.ref, tokens.ref_offsets)
    check_groups(tokens.groups, len(tokens.hyp_offsets) - 1, len(tokens.ref_offsets) - 1)
    check_ids(tokens.hyp, len(tokens.hyp) + len(tokens.ref))
    check_ids(tokens.ref, len(tokens.hyp) + len(tokens.ref))
    return tokens.hyp, tokens.hyp_offsets, tokens.ref, tokens.ref_offsets, tokens.groups


def check_texts(hyp: Texts, ref: Texts, groups: Offsets) -> None:
    """Refuse columns and groups that do not fit each other."""
    check_offsets(hyp.data, hyp.offsets)
    check_offsets(ref.data, ref.offsets)
    check_groups(groups, len(hyp.offsets) - 1, len(ref.offsets) - 1)


def check_offsets(buffer: Bytes | Ids | Offsets | NDArray[np.uint32], offsets: Offsets) -> None:
    """Refuse offsets that would lead the kernel outside the buffer."""
    if not native.offsets_fit(offsets, len(buffer)):
        raise ValueError("offsets must rise from 0 or more to at most the buffer's length")


def check_utf8(*columns: Texts) -> None:
    """Refuse bytes that are no UTF-8 as Python writes it, and rows that begin within a character."""
    for texts in columns:
        data = texts.data[texts.offsets[0] : texts.offsets[-1]]
        try:
            data.tobytes().decode("utf-8", "surrogatepass")
        except UnicodeDecodeError as error:
            raise ValueError("texts must be UTF-8") from error
        starts = texts.offsets[:-1][np.diff(texts.offsets) > 0]
        if ((texts.data[starts] & 0xC0) == 0x80).any():
            raise ValueError("offsets must not part a character")


def check_orders(low: int, high: int) -> None:
    """Refuse orders of n-grams that there are none of: the kernel counts from 1."""
    if not 1 <= low <= high:
        raise ValueError(f"orders of n-grams rise from 1 or more, not from {low} to {high}")


def check_ids(ids: Ids, tokens: int) -> None:
    """Refuse ids that do not number the tokens from 0: the kernel keeps tables as long as the highest."""
    if len(ids) and not 0 <= int(ids.min()) <= int(ids.max()) < tokens:
        raise ValueError("ids must be 0 or more and below the number of tokens")


def check_groups(groups: Offsets, segments: int, references: int) -> None:
    """Refuse groups that do not give every segment at least one of the references."""
    if len(groups) != segments + 1 or groups[0] != 0 or groups[-1] != references:
        raise ValueError("groups must lead from 0 to the number of references, one step a segment")
    if segments and not (groups[1:] > groups[:-1]).all():
        raise ValueError("every segment needs a reference")
