"""`assay COMMAND …`: find the command, run it, and turn what may go wrong into a message and an exit code.

Exit codes: 0 an answer, 1 bad input (or what verify and gate are there to find), 2 a bad command line,
130 interrupted, 141 nobody reads the answer, 143 terminated.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

from assay.cli import execution, output, terminal
from assay.cli.commands import COMMANDS
from assay.errors import AssayError, OptionError
from assay.extensions import GROUPS, TOOLS

ASKED_BY_SHELL = "_ARGCOMPLETE"  # set where a shell wants to know how its line may go on
HELP = ("help", "--help", "-h")
START = """\
assay: evaluation of machine translation, from raw outputs to a claim one can defend

Start here:
  assay check -r ref.txt a.txt b.txt                   are the files in order?
  assay score -r ref.txt a.txt b.txt                   how good is each system?
  assay compare -r ref.txt a.txt b.txt                 is one really better than the other?
  assay report -r ref.txt a.txt b.txt -o report.html   why? One page with every segment
  assay human ratings.xlsx                             what do people say?
"""
MORE = """\
"assay help COMMAND" explains a command, "assay metrics" lists the metrics, "assay tools" what prepares material.
"""
# Between two searches for garbage: a command makes much, and little of it in circles
NEW_OBJECTS = 50_000
ANSWER, BAD_INPUT, BAD_COMMAND_LINE, INTERRUPTED, BROKEN_PIPE, TERMINATED = 0, 1, 2, 130, 141, 143


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    terminal.use_utf8()
    gc.set_threshold(NEW_OBJECTS)
    try:
        with terminal.heeded_signals():
            return _flushed(given)
    except AssayError as error:
        terminal.say("error", str(error))
        return BAD_COMMAND_LINE if isinstance(error, OptionError) else BAD_INPUT
    except MemoryError:
        terminal.say("error", "there is not enough memory for these files; give smaller ones")
        return BAD_INPUT
    except BrokenPipeError:
        terminal.close_stdout()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        terminal.say("error", "interrupted")
        return INTERRUPTED
    except terminal.Terminated:
        terminal.say("error", "terminated")
        return TERMINATED


def _flushed(given: Sequence[str]) -> int:
    """Run, and write the last of standard output while a closed pipe can still be told from a full answer."""
    try:
        return _run(given)
    finally:
        sys.stdout.flush()


def _run(given: Sequence[str]) -> int:
    if ASKED_BY_SHELL in os.environ:
        from assay.cli import completion

        completion.complete()
    words = _of_tools(given)
    if words and words[0] in COMMANDS:
        return execution.run_command(words[0], words[1:])
    return _without_command(words)


def _of_tools(given: Sequence[str]) -> Sequence[str]:
    """Take `tools` off the command line of a tool, which has a name of its own: `assay tools lm` is `assay lm`."""
    place = next((place for place, word in enumerate(given[:2]) if word == TOOLS), None)
    if place is None or (place and given[0] not in HELP) or len(given) < place + 2:
        return given
    named = COMMANDS.get(given[place + 1])
    return [*given[:place], *given[place + 1 :]] if named and named.group == TOOLS else given


def _without_command(given: Sequence[str]) -> int:
    """Answer `help`, `--help`, `--version` and the path of a file; anything else is a bad command line."""
    if given[:1] == ["--version"]:
        from assay.version import installed_version

        output.write_ready(f"assay {installed_version()}\n", None)
    elif not given or (given[0] in HELP and len(given) == 1):
        output.write_ready(_overview(), None)
    elif TOOLS in given[:2] and set(given) <= {TOOLS, *HELP}:
        output.write_ready(_overview_of_tools(), None)
    elif os.path.isfile(given[0]):
        return execution.run_command("formats", given)
    elif given[0] in HELP and given[1] in COMMANDS:
        return execution.run_command(given[1], [*given[2:], "--help"])
    elif given[0] in HELP and _is_metric(given[1]):
        return execution.run_command("metrics", given[1:])
    elif given[0] == TOOLS:
        raise OptionError(f'there is no tool {given[1]}; "assay tools" lists all')
    else:
        raise OptionError(_no_command(given[1] if given[0] in HELP else given[0]))
    return ANSWER


def _is_metric(word: str) -> bool:
    """Tell whether a word names a metric, which help explains as well."""
    from assay.cli.other_words import is_metric

    return is_metric(word)


def _overview() -> str:
    return f"{START}\n" + "".join(f"{group}:\n{_listed(group)}\n" for group in GROUPS) + MORE


def _overview_of_tools() -> str:
    return f"Tools that prepare what metrics draw on, called as in assay tools lm --help:\n{_listed(TOOLS)}"


def _listed(group: str) -> str:
    wide = max(map(len, COMMANDS))
    listed = {name: command.summary for name, command in COMMANDS.items() if command.group == group}
    return "".join(f"  {name:<{wide}}  {summary}\n" for name, summary in listed.items())


def _no_command(word: str) -> str:
    """Say that there is no such command, and which may have been meant."""
    if word.startswith("-") or os.path.exists(word):
        return f'{word}: the command comes first, as in assay score {word}; "assay help" lists all'
    from assay.cli.other_words import advice_on_word

    meant = advice_on_word(word)
    if meant:
        return f"there is no command {word}; {meant}"
    from difflib import get_close_matches

    close = get_close_matches(word.lower(), COMMANDS, n=1)
    hint = f'did you mean {close[0]}? ("assay help" lists all)' if close else '"assay help" lists all'
    return f"there is no command {word}; {hint}"
