# Written by tools/doors.py from the map in __init__.py.
from assay.engine.batches import map_batches as map_batches
from assay.engine.flow import ENGINES as ENGINES
from assay.engine.flow import Mapped as Mapped
from assay.engine.flow import map_shards as map_shards
from assay.engine.flow import score_segments as score_segments
from assay.engine.grids import score_grid as score_grid
from assay.engine.mapping import MapReport as MapReport
from assay.engine.mapping import MapTask as MapTask
from assay.engine.merging import Merged as Merged
from assay.engine.merging import merge_parts as merge_parts
from assay.engine.options import EngineOptions as EngineOptions
from assay.engine.options import GridOptions as GridOptions
from assay.engine.options import MapOptions as MapOptions
from assay.engine.options import MergeOptions as MergeOptions
from assay.engine.tables import learn_table as learn_table
from assay.engine.work import do_task as do_task

__all__: list[str]
