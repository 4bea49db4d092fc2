"""The cost of a translation system itself: start-up, speed, latency, memory, size, and its habits.

    efficiency = measure_systems({"small": "translate --model small"}, source, EfficiencyOptions(runs=5))
    for system in efficiency.systems:
        print(system.name, system.words_per_second.median, system.problem)

- `measure_systems` (`EfficiencyOptions` -> `Efficiency`): every command reads lines and writes lines;
  `SystemEfficiency` has all that was measured of one, with the `Spread` of its runs, its `Latency` and its `Habit`s. A
  crash or a hang is a result, not an error.
- `find_front` says which systems no other beats in quality and in speed, and who beats the rest.
- `parse_commands` and `parse_sizes` read `NAME=COMMAND` and `NAME=PATH`.
"""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.efficiency.habits import Habit
    from assay.efficiency.latency import Latency
    from assay.efficiency.measuring import (
        Efficiency,
        Machine,
        SystemEfficiency,
        find_front,
        measure_systems,
    )
    from assay.efficiency.options import EfficiencyOptions, parse_commands, parse_sizes
    from assay.efficiency.processes import Run, Spread

__all__ = [
    "Efficiency",
    "EfficiencyOptions",
    "Habit",
    "Latency",
    "Machine",
    "Run",
    "Spread",
    "SystemEfficiency",
    "find_front",
    "measure_systems",
    "parse_commands",
    "parse_sizes",
]
__getattr__, __dir__ = open_door(__name__)
