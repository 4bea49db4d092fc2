# Written by tools/doors.py from the map in __init__.py.
from assay.studies.server import serve as serve

__all__: list[str]
