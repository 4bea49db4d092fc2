# Written by tools/doors.py from the map in __init__.py.
from assay.efficiency.measurement import Efficiency as Efficiency

__all__: list[str]
