# Written by tools/doors.py from the map in __init__.py.
from assay.plugins.options import PluginOptions as PluginOptions
from assay.plugins.programs import SECONDS as SECONDS
from assay.plugins.scoring import use_plugins as use_plugins
from assay.plugins.store import Plugin as Plugin
from assay.plugins.store import has_plugin as has_plugin
from assay.plugins.store import open_plugin as open_plugin
from assay.plugins.store import plugin_names as plugin_names

__all__: list[str]
