"""Completion in a shell, by argcomplete: commands, options, their choices, metrics, files.

    eval "$(register-python-argcomplete assay)"

The shell then calls the program with `_ARGCOMPLETE` set. Only the parser of the command on the line is made.
"""

from __future__ import annotations

import argparse
import os
import shlex

from assay.cli.commands import COMMANDS
from assay.cli.execution import command_parser
from assay.extensions import TOOLS


def complete() -> None:
    """Answer the shell, and end the program."""
    import argcomplete

    parser = argparse.ArgumentParser(prog="assay")
    places = parser.add_subparsers()
    line = _words(os.environ.get("COMP_LINE", ""))
    tools = places.add_parser(TOOLS).add_subparsers()
    for name, command in COMMANDS.items():
        inside = tools if command.group == TOOLS and line[1:2] != [name] else places
        if name in (line[2:3] if inside is tools else line[1:2]):
            chosen = inside.add_parser(name, parents=[command_parser(name)], add_help=False)
            _complete_metrics(chosen)
        else:
            inside.add_parser(name)
    argcomplete.autocomplete(parser)


def _words(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError:  # a quotation that has not been closed yet
        return line.split()


def _complete_metrics(parser: argparse.ArgumentParser) -> None:
    from assay.metrics import ALIASES, METRICS

    for action in parser._actions:
        if action.dest == "metric":
            # Where argcomplete looks for it
            vars(action)["completer"] = lambda **_: [*METRICS, *ALIASES]
