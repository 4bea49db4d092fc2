"""How good is each shard of a large set? Each is scored to a part, which `assay merge` adds up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assay.engine import EngineOptions
from assay.engine.options import MapOptions
from assay.errors import InputError, counted
from assay.io import FileOptions
from assay.metrics import MetricOptions
from assay.options import nested, same_option
from assay.questions.results import Result
from assay.stats import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.engine.flow import Mapped
    from assay.questions.given import Given
    from assay.reporting import Block


@dataclass(frozen=True)
class MapQuestion:
    """Score the shards of a large set, each to a part; parts that are there are kept."""

    files: FileOptions = nested(FileOptions)
    metrics: MetricOptions = nested(MetricOptions)
    mapping: MapOptions = nested(MapOptions)
    work: EngineOptions = nested(EngineOptions)
    threads: int = same_option(Settings, "threads")

    def without_outputs(self) -> str:
        """Say what is missing where no shard is given."""
        return "no shard given; name folders, patterns in quotes, or files"


@dataclass(frozen=True, repr=False)
class MapResult(Result):
    """Shards that were scored: `mapped` says how many parts there are now, and where."""

    mapped: Mapped

    @property
    def ready(self) -> str:
        """What was done, in a line."""
        return f"{self}\n"

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return the same as a sentence."""
        from assay.reporting import Prose

        return [Prose(str(self))]

    def __str__(self) -> str:
        mapped = self.mapped
        shards, systems = counted(mapped.shards, "shard"), counted(len(mapped.systems), "system")
        written = counted(mapped.written, "file")
        return f"{mapped.folder}: {shards}, {systems}; {written} written, {mapped.kept} kept"


def ask(question: MapQuestion, given: Given) -> MapResult:
    """Map the shards."""
    from assay.engine import map_shards

    files = given.as_files()
    if files is None:
        raise InputError("shards are files, for workers read them; give folders, patterns or files")
    work = question.work
    if question.threads and not work.workers:
        work = replace(work, workers=question.threads)
    given.warn_of_references()
    with given.asker.mapped() as progress:
        mapped = map_shards(
            files,
            given.chosen_metrics(question.metrics),
            question.mapping,
            work,
            resources=given.asker.resources,
            progress=progress,
        )
    return MapResult(mapped)
