# Written by tools/doors.py from the map in __init__.py.
from assay.resources.catalogue import entry_of as entry_of
from assay.resources.phrase_tables import phrase_table as phrase_table
from assay.resources.store import Resources as Resources
from assay.resources.store import data_folder as data_folder
from assay.resources.store import is_installed as is_installed
from assay.resources.store import store_at as store_at

__all__: list[str]
