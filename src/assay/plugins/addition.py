"""Adding a plug-in: it is started once, tells what it is, and has its model's checksum taken."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from assay.errors import InputError, OptionError
from assay.plugins.judge.call import JudgeCall
from assay.plugins.judge.exchange import judge_declaration
from assay.plugins.programs import Program, ProgramCall, program_identity, runner_names
from assay.plugins.store import Plugin, check_name, model_files, model_identity, write_plugin

NO_MODEL = "none"


def add_program(name: str, call: ProgramCall, taken: Collection[str] = ()) -> Plugin:
    """Start a program, hear what it declares, and write it down; names in `taken` are of others."""
    _check_free(name, taken)
    call = _absolute(call)
    files = model_files(call.model) if call.model is not None else ()
    with Program(name, call) as program:
        declaration = program.greet()
    model = model_identity(call.model) if call.model is not None else NO_MODEL
    plugin = Plugin(name, call, declaration, model, program_identity(call, declaration), files)
    write_plugin(plugin)
    return plugin


def add_judge(name: str, call: JudgeCall, taken: Collection[str] = ()) -> Plugin:
    """Write down how a judge is asked; nothing is asked yet, since that may cost something."""
    _check_free(name, taken)
    declaration = judge_declaration(call)
    plugin = Plugin(name, call, declaration, call.model, declaration.program)
    write_plugin(plugin)
    return plugin


def _check_free(name: str, taken: Collection[str]) -> None:
    check_name(name)
    if name in taken:
        raise OptionError(f"{name} is a metric already, and keeps its name; call the plug-in something else")


def _absolute(call: ProgramCall) -> ProgramCall:
    """Write paths so that they hold in any folder; a program in Python needs an interpreter, ours if need be."""
    if call.path not in runner_names():
        path = os.path.abspath(call.path)
        if not Path(path).is_file():
            raise InputError(
                f"{call.path}: no such program; name a file, or one of ours: {', '.join(runner_names())}"
            )
        python = call.python or (sys.executable if path.endswith(".py") else None)
        call = replace(call, path=path, python=python)
    elif call.python is None:
        raise OptionError(
            f"{call.path} runs in an environment of its own that has its packages; name its interpreter with --python, "
            "as in --python ENVIRONMENT/bin/python"
        )
    if call.python is not None and os.sep in call.python:
        call = replace(call, python=os.path.abspath(call.python))
    return replace(call, model=None if call.model is None else os.path.abspath(call.model))
