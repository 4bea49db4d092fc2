"""Beyond one process: shards to parts on the processes of a machine or on a cluster, and parts back to scores.

    map_shards(FileOptions(("out/a", "out/b"), ("ref",)), metrics, MapOptions("parts"))     # -> Mapped
    merged = merge_parts(MergeOptions(("parts",)))                                           # -> Merged
    evaluation = merged.evaluation()              # a row a block, and totals with the digits of `evaluate`

`score_segments` writes scores of segments, shard by shard, beside what the shards hold.

`score_grid` scores systems by directions, as `GridOptions` name them by patterns, and returns a `ScoreGrid`.

A part is a file that any scheduler can produce: `EngineOptions` say which does (`ENGINES`), and nothing else knows.
`MapTask` is a shard as a worker is told of it, `do_task` does it wherever it is called, `MapReport` says what became
of it. `map_batches` makes parts of record batches that another engine holds, `learn_table` what NIST has to know of a
whole set.
"""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.engine.batches import map_batches
    from assay.engine.flow import ENGINES, Mapped, map_shards, score_segments
    from assay.engine.grids import score_grid
    from assay.engine.mapping import MapReport, MapTask
    from assay.engine.merging import Merged, merge_parts
    from assay.engine.options import EngineOptions, GridOptions, MapOptions, MergeOptions
    from assay.engine.tables import learn_table
    from assay.engine.work import do_task

__all__ = [
    "ENGINES",
    "EngineOptions",
    "GridOptions",
    "MapOptions",
    "MapReport",
    "MapTask",
    "Mapped",
    "MergeOptions",
    "Merged",
    "do_task",
    "learn_table",
    "map_batches",
    "map_shards",
    "merge_parts",
    "score_grid",
    "score_segments",
]
__getattr__, __dir__ = open_door(__name__)
