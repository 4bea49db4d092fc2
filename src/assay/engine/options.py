"""What is mapped, by which engine, and what is merged; cheap to import, for help reads it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from assay.errors import OptionError
from assay.options import check_choices, declared, option
from assay.stats import Correction

EngineName = Literal["processes", "ray"]
TASK = re.compile(r"([0-9]{1,9})/([1-9][0-9]{0,8})")


@dataclass(frozen=True)
class EngineOptions:
    """Who does the work."""

    engine: EngineName = option(
        "processes", "what works on shards: processes of this machine, or tasks of a Ray cluster"
    )
    workers: int = option(
        0,
        "processes that work at a time (default: one for each core)",
        metavar="N",
        least=0,
        most=4096,
        found=True,
    )

    def __post_init__(self) -> None:
        """Refuse what is none of the choices."""
        check_choices(self)


@dataclass(frozen=True)
class MapOptions:
    """Where parts go, which shards are scored here, and what is kept besides."""

    output: str = option(
        "", "the folder of parts; made if it is not there", flag="-o --output", metavar="DIR"
    )
    rows: bool = option(
        False, "write a Parquet file with a row per segment, too: its block and its scores", found=True
    )
    task: str | None = option(
        None,
        "only the I-th of N equal shares of the shards, counted from 0, as for a Slurm array",
        metavar="I/N",
        found=True,
    )
    manifest: str | None = option(
        None,
        "write the names of all shards to FILE, for assay merge --expect",
        metavar="FILE",
        writes=True,
    )

    def __post_init__(self) -> None:
        """Refuse a call without a folder, and what is no share."""
        if not self.output:
            raise OptionError("where do the parts go? name a folder with -o DIR")
        self.share()

    def share(self) -> tuple[int, int]:
        """Return I and N of a share I/N; the whole is 0/1."""
        match = TASK.fullmatch(self.task or "0/1")
        if match is None or int(match[1]) >= int(match[2]):
            raise OptionError(f"--task {self.task}: write I/N with I from 0 to N - 1, such as 3/16")
        return int(match[1]), int(match[2])


@dataclass(frozen=True)
class GridOptions:
    """Systems and directions of a grid, as patterns with named fields."""

    grid: str | None = option(
        None,
        "outputs of many systems and directions, such as 'out/{system}/{source}-{target}.txt'; {pair} is source and "
        "target at once, and any other field may be added",
        metavar="PATTERN",
        found=True,
    )
    references: tuple[str, ...] = option(
        (),
        "with --grid: its references, such as 'ref/{target}.txt'; repeat for more references per segment",
        metavar="PATTERN",
        found=True,
    )
    sources: str | None = option(
        None,
        "with --grid: its sources, such as 'src/{source}.txt', for metrics that read them",
        metavar="PATTERN",
        found=True,
    )
    target_metric: tuple[str, ...] = option(
        (),
        "with --grid: a metric with other options for some target languages, such as zh,ja=bleu:tok=char",
        metavar="TARGETS=METRIC",
        found=True,
    )
    groups: str | None = option(
        None,
        "with --grid: a table of languages, such as language, family, level; macro-averages are given by group, too",
        metavar="FILE",
        reads=True,
        found=True,
    )
    parts: str | None = option(
        None,
        "with --grid: keep the sums of every output in this folder, and score only what is not there",
        metavar="DIR",
    )
    correction: Correction = option(
        "holm",
        "with --grid: correction over the tests of all directions (default: holm)",
        found=True,
    )

    def __post_init__(self) -> None:
        """Refuse half a grid, and options that would change nothing."""
        check_choices(self)
        usual = {each.name: each.default for each in declared(GridOptions)}
        idle = [name for name in usual if name != "grid" and getattr(self, name) != usual[name]]
        if self.grid is None and idle:
            raise OptionError(f"--{idle[0].replace('_', '-')} is for --grid; give that, or leave it out")
        if self.grid is not None and not self.references:
            raise OptionError(
                "--grid needs references; give their pattern, such as --references 'ref/{target}.txt'"
            )
        for text in self.target_metric:
            if not text.partition("=")[2]:
                raise OptionError(f"--target-metric {text}: write TARGETS=METRIC, such as zh=bleu:tok=zh")


@dataclass(frozen=True)
class MergeOptions:
    """Which parts are merged, and what must be among them."""

    folders: tuple[str, ...] = option(
        (),
        "a folder of parts, as assay map writes it",
        metavar="DIR",
        positional="+",
        reads=True,
        found=True,
    )
    expect: str | None = option(
        None,
        "a file with the name of every shard, one per line: missing ones are named and refused",
        metavar="MANIFEST",
        reads=True,
        found=True,
    )
    into: str | None = option(
        None,
        "write one merged part per system into this folder, which can be read in their place",
        metavar="DIR",
    )
