"""Plug-ins: metrics that are programs of their own, or large language models behind an endpoint.

A plug-in speaks JSON lines over its standard streams and runs in an environment of its own, so that its packages
never touch ours (`programs` says how). It declares its direction, scale, inputs and limits; that and the checksum of
its model are in every signature. Answers are kept by the hash of all that decided them, and never asked for twice.

    plugin = add_program("comet", ProgramCall("comet", python="/env/bin/python", model="/models/wmt22-comet-da"))
    with use_plugins(PluginOptions(cache="answers.sqlite")):
        score_requests(open_plugin("comet"), [Request("Hello.", "Hallo.", "Hello!")])    # a `Scored` each

The store   `add_program` and `add_judge` try a plug-in and write down what it declares (`Declaration`); `plugin_names`,
            `has_plugin`, `open_plugin` (`Plugin`), `remove_plugin`, `plugins_folder`; `runner_names` are ours.
To test     `check_program` asks a program in odd ways, and says what is wrong with its answers.
To score    `score_requests`, `use_plugins` with `PluginOptions`; `MarkedSpan` is an error that a plug-in marks.
Judges      `JudgeCall` is which model is asked how, in one of `STYLES`; `prompt_of` a style; `BudgetError` ends it.
"""

from assay.doors import open_door

HOMES = {
    "options": "PluginOptions",
    "programs": "SECONDS",
    "scoring": "use_plugins",
    "store": "Plugin has_plugin open_plugin plugin_names",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
