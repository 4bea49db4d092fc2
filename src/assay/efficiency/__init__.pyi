# Written by tools/doors.py from the map in __init__.py.
from assay.efficiency.habits import Habit as Habit
from assay.efficiency.latency import Latency as Latency
from assay.efficiency.measurement import Efficiency as Efficiency
from assay.efficiency.measurement import Machine as Machine
from assay.efficiency.measurement import SystemEfficiency as SystemEfficiency
from assay.efficiency.measurement import find_front as find_front
from assay.efficiency.measurement import measure_systems as measure_systems
from assay.efficiency.options import EfficiencyOptions as EfficiencyOptions
from assay.efficiency.options import parse_commands as parse_commands
from assay.efficiency.options import parse_sizes as parse_sizes
from assay.efficiency.processes import CommandRun as CommandRun
from assay.efficiency.processes import Spread as Spread

__all__: list[str]
