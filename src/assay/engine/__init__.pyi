# Written by tools/doors.py from the map in __init__.py.
from assay.engine.batches import map_batches as map_batches
from assay.engine.flow import map_shards as map_shards
from assay.engine.grids import score_grid as score_grid
from assay.engine.merging import merge_parts as merge_parts
from assay.engine.options import EngineOptions as EngineOptions
from assay.engine.options import GridOptions as GridOptions
from assay.engine.options import MergeOptions as MergeOptions

__all__: list[str]
