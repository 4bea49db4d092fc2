"""Who asks: how options are named to them, what they may want of the answer, and what they see meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Literal

from assay.data import EvalSet, Outputs
from assay.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.data import Run

Shard = tuple[EvalSet, Outputs]
Shards = Iterator[Shard]


def silent(work: object) -> AbstractContextManager[None]:
    """Show nothing of how far some work is."""
    return nullcontext()


def unrepeatable(recorded: Run) -> Run:
    """Refuse to repeat a run, which is a command line."""
    raise InputError("a run is repeated by assay verify, or assay.verify")


@dataclass(frozen=True)
class Asker:
    """Who asks: how they name options, what they may want of the answer later, and what they see meanwhile.

    The command line names options by flags, and knows whether it will write a page or keep the statistics of
    segments; a result in Python may be asked for either.
    """

    names: Literal["keywords", "flags"] = "keywords"
    pages: bool = True
    segments: bool = True
    resources: str | None = None
    shards: Callable[[Shards], Shards] = iter
    draws: Callable[[int], AbstractContextManager[Callable[[int], None] | None]] = silent
    step: Callable[[str], AbstractContextManager[None]] = silent
    mapped: Callable[[], AbstractContextManager[Callable[[object], None] | None]] = nullcontext
    # Does again what a run file says; a command line, which only its reader knows.
    repeat: Callable[[Run], Run] = unrepeatable
