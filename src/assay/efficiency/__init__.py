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

HOMES = {
    "measurement": "Efficiency",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
