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

HOMES = {
    "batches": "map_batches",
    "flow": "map_shards",
    "grids": "score_grid",
    "merging": "merge_parts",
    "options": "EngineOptions GridOptions MergeOptions",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
