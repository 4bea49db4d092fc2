# Written by tools/doors.py from the map in __init__.py.
from assay.plugins.addition import add_judge as add_judge
from assay.plugins.addition import add_program as add_program
from assay.plugins.checks import check_program as check_program
from assay.plugins.declaration import Declaration as Declaration
from assay.plugins.judge.budget import BudgetError as BudgetError
from assay.plugins.judge.call import STYLES as STYLES
from assay.plugins.judge.call import JudgeCall as JudgeCall
from assay.plugins.judge.exchange import prompt_of as prompt_of
from assay.plugins.options import PluginOptions as PluginOptions
from assay.plugins.programs import SECONDS as SECONDS
from assay.plugins.programs import ProgramCall as ProgramCall
from assay.plugins.programs import runner_names as runner_names
from assay.plugins.requests import MarkedSpan as MarkedSpan
from assay.plugins.requests import Request as Request
from assay.plugins.requests import Scored as Scored
from assay.plugins.scoring import score_requests as score_requests
from assay.plugins.scoring import use_plugins as use_plugins
from assay.plugins.store import Plugin as Plugin
from assay.plugins.store import has_plugin as has_plugin
from assay.plugins.store import open_plugin as open_plugin
from assay.plugins.store import plugin_names as plugin_names
from assay.plugins.store import plugins_folder as plugins_folder
from assay.plugins.store import remove_plugin as remove_plugin

__all__: list[str]
