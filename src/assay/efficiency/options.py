"""What is asked about the cost of systems, and how commands are named."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from assay.errors import OptionError
from assay.options import option


@dataclass(frozen=True)
class EfficiencyOptions:
    """How often commands are run, how long they may take, and what is tried on them."""

    runs: int = option(
        3,
        "runs over the whole source; the median counts, the others are its spread",
        metavar="N",
        least=1,
        found=True,
    )
    timeout: float = option(
        600.0,
        "seconds after which a run is stopped: a hang is a result",
        metavar="SECONDS",
        least=0.1,
        found=True,
    )
    one_by_one: int = option(
        100,
        "segments that are sent one at a time for the latency; 0: no latency",
        metavar="N",
        least=0,
        found=True,
    )
    size: tuple[str, ...] = option(
        (),
        "NAME=PATH: the file or folder of a system's model; repeat for more",
        metavar="NAME=PATH",
        found=True,
    )
    no_habits: bool = option(
        False,
        "do not try empty, long, tagged and other odd lines, nor a shuffled input",
        found=True,
    )
    glossary: str | None = option(
        None,
        "terms with their translations, as TBX or a table: how many do outputs keep?",
        metavar="FILE",
        reads=True,
        found=True,
    )
    languages: str | None = option(
        None,
        "source and target, such as en,pt-BR, if a TBX file has several",
        metavar="SRC,TGT",
        found=True,
    )
    seed: int = option(
        12345, "seed of the order in which the shuffled input comes", metavar="N", least=0, found=True
    )

    def __post_init__(self) -> None:
        """Refuse an option that would change nothing."""
        if self.languages and not self.glossary:
            raise OptionError("--languages is for a glossary, and there is none; leave it out")


def parse_commands(named: Sequence[str]) -> dict[str, str]:
    """Return commands by name; one without a name goes by that of its program."""
    commands: dict[str, str] = {}
    for text in named:
        name, command = _split(text)
        if not command.strip():
            raise OptionError(
                f"{text!r}: there is no command; write NAME=COMMAND, such as small='translate small'"
            )
        if name in commands:
            raise OptionError(f"two systems are called {name}; give them names of their own, as NAME=COMMAND")
        commands[name] = command
    if not commands:
        raise OptionError("no system given; write NAME=COMMAND, such as small='translate small'")
    return commands


def _split(text: str) -> tuple[str, str]:
    name, equals, command = text.partition("=")
    if equals and name and not any(character.isspace() or character in "\"'/" for character in name):
        return name, command
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise OptionError(f"{text!r} is no command of a shell: {error}") from None
    return os.path.basename(words[0]) if words else "", text


def parse_sizes(named: Sequence[str], systems: Sequence[str]) -> dict[str, int]:
    """Return the bytes of the files and folders that are named as models of systems."""
    sizes: dict[str, int] = {}
    for text in named:
        name, equals, path = text.partition("=")
        if not equals or name not in systems:
            raise OptionError(
                f"--size {text}: it is NAME=PATH with the name of a system; there are {', '.join(systems)}"
            )
        sizes[name] = sizes.get(name, 0) + _bytes_of(path)
    return sizes


def _bytes_of(path: str) -> int:
    if not os.path.exists(path):
        raise OptionError(f"--size: there is no file or folder {path}")
    if not os.path.isdir(path):
        return os.path.getsize(path)
    return sum(
        os.path.getsize(os.path.join(folder, name)) for folder, _, names in os.walk(path) for name in names
    )
