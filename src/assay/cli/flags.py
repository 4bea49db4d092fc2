"""The command line of a command, made from the fields of its options dataclasses, and back to these.

An option is declared once, in the package that it is for (`assay.options`). Nothing here knows any of them.
"""

from __future__ import annotations

import argparse
import math
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, is_dataclass
from typing import Any, NoReturn, TypeVar

from assay.errors import OptionError
from assay.io import parse_size
from assay.io.opening import MAX_SIZE
from assay.options import (
    Declared,
    build,
    check_value,
    declared,
    described,
    option,
    path_of,
    refuse_idle,
    same_option,
    words_of,
)
from assay.plugins import PluginOptions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Arguments = TypeVar("Arguments", bound="DataclassInstance")
VALUE_MISSING = re.compile(r"argument ([^:]+): expected (?:one|at least one) argument")
NO_CHOICE = re.compile(r"argument ([^:]+): invalid choice: '(.*)' \(choose from .*\)", re.DOTALL)
NEAR = (
    # Likeness of two flags of which one may be meant: --treads and --threads, not --draws and --threads
    0.7
)


@dataclass(frozen=True)
class Manners:
    """How a command goes about its work."""

    threads: int = option(
        0, "threads to use (default: every core)", metavar="N", least=0, most=1024, found=True
    )
    quiet: bool = option(False, "no progress bar and no warnings", flag="-q --quiet", found=True)
    max_size: str = option(
        MAX_SIZE,
        "the largest size that a file may unpack to if it is read as a whole, such as 2G",
        metavar="SIZE",
    )
    resources: str | None = option(
        None,
        "the folder of word lists, tables and models (default: $ASSAY_RESOURCES, or the user's)",
        metavar="DIR",
    )

    def __post_init__(self) -> None:
        """Refuse what is no size."""
        parse_size(self.max_size)


@dataclass(frozen=True)
class SizeAlone:
    """What may be said of how a file is read."""

    max_size: str = same_option(Manners, "max_size")


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Help whose words stay whole: a default such as seg:tau-b:item can be copied from it."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        import textwrap  # as argparse does, only where help is printed

        text = self._whitespace_matcher.sub(" ", text).strip()
        return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)


class CommandParser(argparse.ArgumentParser):
    """A parser whose errors are ours: one line that says what was meant, not a screen of usage."""

    def error(self, message: str) -> NoReturn:
        """Refuse a command line."""
        more, start = f'"{self.prog} --help" lists the options', "unrecognized arguments: "
        if message.startswith(start):
            raise OptionError(self._unrecognised(message.removeprefix(start).split(), more))
        raise OptionError(f"{self._explained(message)}; {more}")

    def _explained(self, message: str) -> str:
        """Say what an option takes where no value, or one that it does not take, stands behind it."""
        found = VALUE_MISSING.fullmatch(message) or NO_CHOICE.fullmatch(message)
        names = {"/".join(action.option_strings) or str(action.dest): action for action in self._actions}
        action = names.get(found[1]) if found else None
        if found is None or action is None:
            return message.removeprefix("argument ")
        if found.re is NO_CHOICE:
            return f"{found[1]}: {_not_chosen(found[2], list(map(str, action.choices or ())))}"
        wanted = " or ".join(map(str, action.choices)) if action.choices else str(action.metavar or "VALUE")
        return f"{found[1]} is followed by a value: {wanted}, {action.help}"

    def _unrecognised(self, words: Sequence[str], more: str) -> str:
        given = next((word.partition("=")[0] for word in words if word.startswith("-")), None)
        if given is None:
            return f"{self.prog} takes fewer files: {' '.join(words)} is too much; {more}"
        names = {name: action for action in self._actions for name in action.option_strings}
        near = [
            name for name in names if name.startswith(given) or (given.startswith(name) and len(name) > 2)
        ]
        advice = "" if near else self._advice(given, words, names)
        if not near and not advice and given.startswith("--"):
            from difflib import get_close_matches

            near = get_close_matches(
                given, [name for name in names if name.startswith("--")], n=1, cutoff=NEAR
            )
        if near:
            advice = f"did you mean {'/'.join(names[near[0]].option_strings)}?"
        return f"{self.prog} has no option {given}; " + (f"{advice} ({more})" if advice else more)

    def _advice(self, given: str, words: Sequence[str], names: Mapping[str, argparse.Action]) -> str:
        from assay.cli.other_flags import advice_on_flag

        rest = words[[word.partition("=")[0] for word in words].index(given) :]
        follows = rest[1] if len(rest) > 1 and not rest[1].startswith("-") else ""
        value = rest[0].partition("=")[2] or follows
        forms = [str(form) for form in (names["--format"].choices or ())] if "--format" in names else []
        return advice_on_flag(self.prog.rpartition(" ")[2], given, value, names, forms)


def _not_chosen(given: str, choices: Sequence[str]) -> str:
    """Say that a word is none of the choices, and which of them may be meant."""
    from difflib import get_close_matches

    begins = [choice for choice in choices if choice.startswith(given[:1]) and set(given) <= set(choice)]
    near = get_close_matches(given, choices, n=1) or begins
    if near and len(choices) > 1:
        choices = [near[0], *(choice for choice in choices if choice != near[0])]
        return f"{given!r} is not a choice; did you mean {near[0]}? There are {', '.join(choices)}"
    return f"{given!r} is not a choice; there are {', '.join(choices)}"


def make_parser(
    command: str, arguments: type, epilog: str = "", *, foreign: bool = False
) -> argparse.ArgumentParser:
    """Make the parser of a command; the docstring of its dataclass is what `--help` says it does.

    In the command line of another program (`foreign`) lists stand after one flag, and long flags may be cut short.
    """
    parser = CommandParser(
        prog=f"assay {command}",
        description=described(arguments),
        epilog=epilog,
        formatter_class=HelpFormatter,
        allow_abbrev=foreign,
    )
    groups: dict[str, argparse._ActionsContainer] = {"": parser}
    for each in declared(arguments):
        names, keywords = each.names, _keywords(each)
        if foreign and keywords.get("action") == "append":
            keywords |= {"action": "store", "nargs": "+", "default": each.default}
        if each.group not in groups:
            groups[each.group] = parser.add_argument_group(each.group)
        groups[each.group].add_argument(*names, **keywords)
    return parser


@dataclass(frozen=True)
class ActionHelp:
    """What help says of an action of a command: what is named behind it, and what it does."""

    operands: str
    summary: str


def explain_actions(
    parser: argparse.ArgumentParser, arguments: type, actions: Mapping[str, ActionHelp], asked: str
) -> None:
    """Have help list all actions of a command; or say what the one asked for does, and show its options alone."""
    if asked not in actions:
        lines = {f"{name} {each.operands}": each.summary for name, each in actions.items()}
        wide = max(map(len, lines))
        listed = "\n".join(f"  {named:<{wide}}  {summary}" for named, summary in lines.items())
        parser.usage = f"{parser.prog} [ACTION] [NAME] [options]"
        more = f'actions ("{parser.prog} ACTION --help" has the options of one):'
        parser.description = f"{described(arguments)}\n\n{more}\n{listed}".lstrip()
        return
    idle = {each.name for each in declared(arguments) if each.actions and asked not in each.actions}
    for argument in parser._actions:
        if argument.dest in (*idle, "action"):
            argument.help = argparse.SUPPRESS
    parser.usage = f"{parser.prog} {asked} {actions[asked].operands} [options]"
    parser.description = f"{asked}: {actions[asked].summary}"
    examples = (parser.epilog or "").splitlines()
    parser.epilog = "\n".join(
        line for line in examples if not line.startswith(" ") or f"{parser.prog} {asked} " in line
    )


def read_arguments(arguments: type[Arguments], given: argparse.Namespace) -> Arguments:
    """Return the options that a command line chose, as the dataclass that declares them."""
    _refuse_dashes(declared(arguments), vars(given))
    refuse_idle(declared(arguments), vars(given))
    return build(arguments, {name: _frozen(chosen) for name, chosen in vars(given).items()})


def _refuse_dashes(options: Iterable[Declared], given: dict[str, Any]) -> None:
    """Refuse --option=--, which argparse takes for an option with no word behind it."""
    for each in options:
        words = given.get(each.name) if each.depth else [given.get(each.name)]
        if each.depth < 2 and any(isinstance(word, list) for word in words or ()):
            raise OptionError(f"{each.names[0]}: -- is not a value; give one, or leave the option out")


def files_named(options: object) -> list[str]:
    """Return the files there are among all that options name and do not write, inside specifications as well.

    Whatever a command does with a file that was named to it, it must not write over it.
    """
    chosen = _chosen(options)
    named = [each.name for each in declared(type(options)) if not each.writes]
    words = [word for name in named for word in words_of(chosen[name])]
    pieces = [piece for word in words for piece in (word, path_of(word), *re.split("[:,=]", word))]
    return [piece for piece in dict.fromkeys(pieces) if os.path.isfile(piece)]


def paths_written(options: object) -> dict[str, str]:
    """Return the files that options name as output, by their flags."""
    chosen = _chosen(options)
    writing = [each for each in declared(type(options)) if each.writes and chosen[each.name] is not None]
    return {each.names[0]: chosen[each.name] for each in writing}


def chosen_option(options: object, name: str) -> Any:
    """Return what an option of this name is, wherever it is nested; nothing where a command has none."""
    return _chosen(options).get(name)


def chosen_size(options: object) -> str:
    """Return the most that a file may unpack to if it is read as a whole."""
    return str(_chosen(options).get("max_size", MAX_SIZE))


def chosen_store(options: object) -> str | None:
    """Return the folder of resources that a command was told to use."""
    chosen: str | None = _chosen(options).get("resources")
    return chosen


def takes_plugins(options: object) -> bool:
    """Tell whether a command may use plug-ins."""
    return "cache" in _chosen(options)


def chosen_plugins(options: object) -> PluginOptions:
    """Return how a command was told to use plug-ins."""
    chosen = _chosen(options)
    return PluginOptions(chosen.get("cache"), chosen.get("budget"))


def plain(options: object) -> dict[str, object]:
    """Return every option by its name, as a run file writes it."""
    chosen = _chosen(options)
    return {name: _listed(chosen[name]) for name in sorted(chosen)}


def _chosen(options: object) -> dict[str, Any]:
    """Return the values of all options, those of nested dataclasses too."""
    values: dict[str, Any] = {}
    for name, held in vars(options).items():
        values |= _chosen(held) if is_dataclass(held) else {name: held}
    return values


def _listed(chosen: object) -> object:
    if isinstance(chosen, tuple):
        return [_listed(part) for part in chosen]
    if chosen is None or isinstance(chosen, str | bool | int):
        return chosen
    return chosen if isinstance(chosen, float) and math.isfinite(chosen) else str(chosen)


def _frozen(chosen: object) -> object:
    return tuple(_frozen(part) for part in chosen) if isinstance(chosen, list) else chosen


def _keywords(each: Declared) -> dict[str, Any]:
    keywords: dict[str, Any] = {"help": _help(each)}
    if not each.positional:
        keywords["dest"] = each.name
    if each.kind is bool:
        return {**keywords, "action": "store_true", "default": each.default}
    if each.choices:
        keywords["choices"] = each.choices
    elif each.metavar:
        keywords["metavar"] = each.metavar
    keywords["type"] = _reader(each)
    if each.positional:
        given = {"1": {}, "?": {"nargs": "?", "default": each.default}}
        return {**keywords, **given.get(each.positional, {"nargs": each.positional})}
    if each.depth:
        keywords |= {"action": "append", "default": []}
    if each.depth > 1:
        keywords["nargs"] = "+"
    return {"default": each.default, **keywords}


def _help(each: Declared) -> str:
    """Return the words of an option, with its default where they do not say it."""
    unsaid = isinstance(each.default, str | int | float) and each.default != ""
    unsaid = unsaid and not isinstance(each.default, bool)
    words = f"{each.help} (default: {each.default})" if unsaid and "(default" not in each.help else each.help
    return words.replace("%", "%%")


def _reader(each: Declared) -> Callable[[str], Any]:
    """Return what turns a word of the command line into a value, or says what to write in its place."""

    def read(text: str) -> Any:
        chosen = _number_of(each.kind, text) if each.kind in (int, float) else text
        check_value(each, chosen)
        return chosen

    return read


def _number_of(kind: type, text: str) -> object:
    """Return the number that a word is, or the word, which is refused where a number is wanted."""
    # Python also reads digits of other scripts, and 1_000.
    if kind is int and not re.fullmatch("-?[0-9]+", text):
        return text
    try:
        return kind(text)
    except ValueError:
        return text
