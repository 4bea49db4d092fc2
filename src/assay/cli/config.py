"""`assay.toml`: what would otherwise stand on the command line, for all commands of a project.

    seed = 7
    metrics = ["bleu", "chrf"]
    [data]                              # source, references, documents, columns, missing, codes, languages
    references = "ref.txt"
    [systems]
    base = "out/base.txt"
    [compare]                           # any option of a command, by its long name
    baseline = "base"

The file becomes words of the command line before that is parsed: positional ones in their turn, options at the end.
What the user gave is left out of them, so that a flag replaces the file's value and adds nothing to it. All checks
are those of the command line, and a run file records the words as if they had been typed.
"""

from __future__ import annotations

import argparse
import copy
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence

from assay.cli import terminal
from assay.cli.commands import COMMANDS
from assay.errors import InputError, OptionError
from assay.options import declared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

NAME = "assay.toml"
DATA = {
    "source": "source",
    "references": "reference",
    "documents": "docs",
    "columns": "columns",
    "missing": "missing",
    "codes": "codes",
    "languages": "languages",
}
SHARED = ("seed", "draws", "confidence", "threads", "quiet")
MOST_BITS = 64  # of a seed, the largest number that any option takes
HIDDEN = ("help", "config", "no_config", "run")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give a command its `--config` and `--no-config`."""
    group = parser.add_argument_group("configuration")
    group.add_argument("--config", metavar="FILE", help=f"take defaults from FILE (default: {NAME}, if any)")
    group.add_argument("--no-config", action="store_true", help=f"do not look for {NAME}")


def file_of(given: Sequence[str]) -> str | None:
    """Return the configuration file that a command line names, or that is found beside it."""
    return _without_config(given)[1]


def expanded(
    command: str,
    parser: argparse.ArgumentParser,
    given: Sequence[str],
) -> list[str]:
    """Return the command line with all that the configuration file adds to it."""
    words, path = _without_config(given)
    if path is None or not COMMANDS[command].configured or {"-h", "--help"} & set(words):
        return words
    file, present = _File(path), _given(parser, words)
    harmless = {each.name for each in declared(COMMANDS[command].load().Arguments) if each.found}
    asked_for = any(word.partition("=")[0] == "--config" for word in given)
    added: dict[str, list[str]] = {}
    for dest, setting, where in file.wanted(command, parser):
        action = _action(parser, dest)
        if action is not None and dest not in present:
            words_of_it = _words(action, setting, where)
            if asked_for or (dest in harmless and _leads_nowhere(action, words_of_it)):
                added[dest] = words_of_it
            else:
                _say_left_out(path, where)
    _leave_one(present, added)
    if not any(added.values()):
        return words
    if "--quiet" not in words and "-q" not in words:
        print(f"using {terminal.printable(path)}", file=sys.stderr, flush=True)
    return _joined(parser, words, present, added)


def _leads_nowhere(action: argparse.Action, words: Sequence[str]) -> bool:
    """Tell whether no word is an address, nor a metric that runs a program, which may cost money."""
    if any("://" in word for word in words):
        return False
    if "METRIC" not in str(action.metavar):
        return True
    from assay.metrics.specs import runs_programs

    return not any(runs_programs(part) for word in words for part in (word, word.partition("=")[2]))


def _say_left_out(path: str, where: str) -> None:
    said = (
        f"{where} is left out: {path} was only found here and may be anybody's; give the option on the command line, "
        f"or name the file with --config {path}"
    )
    print(terminal.printable(said), file=sys.stderr, flush=True)


def _leave_one(present: set[str], added: dict[str, list[str]]) -> None:
    """Take out of the file's systems and training runs those that the other replaces: a command takes one of them."""
    if "runs" in present or ("runs" in added and "systems" not in present):
        added.pop("systems", None)
    elif "systems" in present:
        added.pop("runs", None)


def _joined(
    parser: argparse.ArgumentParser, words: list[str], present: set[str], added: Mapping[str, list[str]]
) -> list[str]:
    """Put what is positional where its turn is: before or after what the user gave; options come between."""
    positional = [action.dest for action in parser._actions if not action.option_strings]
    first = min((positional.index(dest) for dest in positional if dest in present), default=len(positional))
    front = _flat([added.get(dest, []) for dest in positional[:first]])
    back = _flat([added.get(dest, []) for dest in positional[first:]])
    options = _flat([part for dest, part in added.items() if dest not in positional])
    end = words.index("--") if "--" in words else len(words)
    rest = words[end:] or (["--"] if back else [])
    return [*front, *words[:end], *options, *rest, *back]


def _flat(parts: Sequence[Sequence[str]]) -> list[str]:
    return [word for part in parts for word in part]


def _without_config(given: Sequence[str]) -> tuple[list[str], str | None]:
    """Take `--config FILE` and `--no-config` off the command line; return the file to read, if any."""
    words: list[str] = []
    path = NAME if os.path.isfile(NAME) else None
    rest = iter(given)
    for word in rest:
        if word == "--":
            words += [word, *rest]
        elif word == "--no-config":
            path = None
        elif word == "--config":
            path = next(rest, None)
            if path is None:
                raise OptionError("--config wants the name of a file")
        elif word.startswith("--config="):
            path = word.partition("=")[2]
        else:
            words.append(word)
    return words, path


def _given(parser: argparse.ArgumentParser, words: Sequence[str]) -> set[str]:
    """Return the names of what the command line itself says."""
    probe = copy.deepcopy(parser)
    # Argparse has no other way to tell what is given from what is assumed
    probe._defaults.clear()
    for action in probe._actions:
        action.default, action.required = argparse.SUPPRESS, False
        if not action.option_strings:
            action.nargs = "?" if action.nargs is None else "*"
    given = vars(probe.parse_intermixed_args(list(words)))
    return {name for name, setting in given.items() if setting not in ([], None)}


def _action(parser: argparse.ArgumentParser, dest: str) -> argparse.Action | None:
    return next((action for action in parser._actions if action.dest == dest), None)


def _words(action: argparse.Action, setting: object, where: str) -> list[str]:
    """Write a value as words of the command line."""
    if not action.option_strings:
        return [_text(part, where) for part in (setting if isinstance(setting, list) else [setting])]
    option = action.option_strings[-1]
    if action.nargs == 0:
        if not isinstance(setting, bool):
            raise OptionError(f"{where} is true or false, not {setting!r}")
        return [option] if setting else []
    if isinstance(setting, Mapping):
        setting = [_named(key, part, action, where) for key, part in setting.items()]
    values = setting if isinstance(setting, list) else [setting]
    if isinstance(action, argparse._AppendAction):
        return _flat([_option(option, part, action, where) for part in values])
    if len(values) != 1 and action.nargs is None:
        raise OptionError(f"{where} is one value, not a list")
    return _option(option, values if action.nargs else values[0], action, where)


def _named(name: str, setting: object, action: argparse.Action, where: str) -> str | list[str]:
    """Write an entry of a table as NAME=VALUE; where an option takes several values, the first has the name."""
    if action.nargs is None or not isinstance(setting, list) or not setting:
        return f"{name}={_text(setting, where)}"
    first, *others = [_text(part, where) for part in setting]
    return [f"{name}={first}", *others]


def _option(option: str, setting: object, action: argparse.Action, where: str) -> list[str]:
    if action.nargs is None:
        return [f"{option}={_text(setting, where)}"]
    return [option, *(_text(part, where) for part in (setting if isinstance(setting, list) else [setting]))]


def _text(setting: object, where: str) -> str:
    if isinstance(setting, bool) or not isinstance(setting, str | int | float):
        raise OptionError(f"{where} is a text or a number, not {setting!r}")
    if isinstance(setting, int) and setting.bit_length() > MOST_BITS:
        raise OptionError(f"{where} is a number of more than {MOST_BITS} bits, too large for any option")
    return str(setting)


class _File:
    """A configuration file, checked as far as can be without asking every command for its options."""

    def __init__(self, path: str) -> None:
        self.path = path
        known = ["data", "systems", *(name for name, command in COMMANDS.items() if command.configured)]
        self.text, self.tables = _read(path)
        for key, setting in self.tables.items():
            if key not in (*SHARED, "metrics", *known):
                self._refuse("", key, [*SHARED, "metrics", *known])
            if key in known and not isinstance(setting, dict):
                raise OptionError(f"{self.where('', key)} is a table: write [{key}]")
        for key in self.tables.get("data", {}):
            if key not in DATA:
                self._refuse("data", key, list(DATA))

    def wanted(self, command: str, parser: argparse.ArgumentParser) -> Iterator[tuple[str, Any, str]]:
        """Yield name, value and place of what a command may take; its own table comes before what all share."""
        own = self.tables.get(command, {})
        names = {_key(action): action.dest for action in parser._actions if action.dest not in HIDDEN}
        for key, setting in own.items():
            if key not in names:
                self._refuse(command, key, list(names))
            yield names[key], setting, self.where(command, key)
        taken = {names[key] for key in own}
        for dest, setting, where in self._shared(parser):
            if dest not in taken:
                yield dest, setting, where

    def _shared(self, parser: argparse.ArgumentParser) -> Iterator[tuple[str, Any, str]]:
        for key in SHARED:
            if key in self.tables:
                yield key, self.tables[key], self.where("", key)
        if "metrics" in self.tables and isinstance(_action(parser, "metric"), argparse._AppendAction):
            yield "metric", self.tables["metrics"], self.where("", "metrics")
        for key, setting in self.tables.get("data", {}).items():
            yield DATA[key], setting, self.where("data", key)
        positional = _action(parser, "systems")
        if positional is not None and not positional.option_strings and "systems" in self.tables:
            named = [self._system(name, path) for name, path in self.tables["systems"].items()]
            yield "systems", named, self.where("", "systems")

    def _system(self, name: str, path: object) -> str:
        where = self.where("systems", name)
        if not name or "=" in name or name.startswith("-"):
            raise OptionError(f'{where}: the name of a system is not empty, has no "=" and no "-" before it')
        return f"{name}={_text(path, where)}"

    def where(self, table: str, key: str) -> str:
        """Say where a key stands: file, line where it can be found, and name."""
        line = _line(self.text, table, key)
        name = f"{table}.{key}" if table else key
        return f"{self.path}, line {line}: {name}" if line else f"{self.path}: {name}"

    def _refuse(self, table: str, key: str, known: Sequence[str]) -> NoReturn:
        import difflib

        close = difflib.get_close_matches(key, known, n=1)
        hint = f'did you mean "{close[0]}"?' if close else f"there are {', '.join(known)}"
        raise OptionError(f"{self.where(table, key)} is not recognised; {hint}")


def _key(action: argparse.Action) -> str:
    """Name an option as the file does: by its long name, without the strokes."""
    longest = max(action.option_strings, key=len, default=action.dest)
    return longest.lstrip("-")


def _read(path: str) -> tuple[str, dict[str, Any]]:
    import tomllib

    from assay.io import contents, label
    from assay.io.texts.lines import decoded

    text = decoded(path, contents(path))
    try:
        return text, tomllib.loads(text)
    except (
        ValueError,
        RecursionError,
    ) as error:  # of its syntax, of numbers without end, of tables in tables
        raise InputError(f"{label(path)}: not TOML that can be read: {error}") from None


def _line(text: str, table: str, key: str) -> int | None:
    """Return the line of a key, found by its looks; None where it is written in an unusual way."""
    inside = ""
    wanted = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]")
    for number, line in enumerate(text.splitlines(), start=1):
        heading = re.match(r"\s*\[+\s*([^\]]*?)\s*\]+", line)
        if heading:
            inside = heading[1].strip("\"'")
            if not table and inside.partition(".")[0] == key:
                return number
        elif inside == table and wanted.match(line):
            return number
    return None
