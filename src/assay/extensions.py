"""Products on top of the workbench: what each adds to it, and the one list of them.

An extension is a package that nothing below it imports. It has a module with an `EXTENSION`, which says what it adds:
commands of the program, and sources of judgements that are no files. The module imports nothing heavy, since `assay
--help` reads it. `DECLARED` names the module, and any loader finds it by this name: a wheel's, a zip's, that of a
frozen program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TypeVar

from assay.doors import full_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.data import EvalSet, Outputs
    from assay.io import JudgementOptions, Named, Source

# The headings of help, by what people want; a product adds to any of them.
SCORE = "Score and compare systems"
WHY = "Find out why, segment by segment"
PEOPLE = "Ask people, and learn from them"
AGAIN = "Repeat, scale up, measure programs"
MATERIAL = "Metrics, and what they draw on"
# Of use to few: `assay tools` lists them.
TOOLS = "tools"
GROUPS = (SCORE, WHY, PEOPLE, AGAIN, MATERIAL)

DECLARED = ("assay.studies.extension",)
Asked = TypeVar("Asked", bound="JudgementOptions")


@dataclass(frozen=True)
class Command:
    """Where a command of the program is, what it does, and what other commands may ask of it."""

    # A module, in full or as it stands among the commands of `assay.cli`.
    place: str
    summary: str
    # The heading that it stands under in help: what people want who look for it.
    group: str = ""
    # It takes options from assay.toml.
    configured: bool = True
    # It computes something that `assay verify` can compute again.
    repeatable: bool = True

    def load(self) -> ModuleType:
        """Import the module of the command, which nobody else does: help costs no more than Python itself."""
        return import_module(full_name("assay.cli.commands", self.place))


@dataclass(frozen=True)
class JudgementSource:
    """Judgements that are in no file: who knows them by their name, how they are read, how messages call them."""

    recognises: Callable[[Named], bool]
    judgements: Callable[[JudgementOptions], Source]
    # The same, with segments called by their numbers, and the texts that were judged.
    with_texts: Callable[[JudgementOptions], tuple[Source, EvalSet, Outputs]]
    # The name as it may be printed, without a password.
    printed: Callable[[str], str]
    # Why a run that reads it could not be repeated, and what to do instead; None: it can be.
    unrepeatable: str | None = None


@dataclass(frozen=True)
class Extension:
    """What a product on top adds."""

    commands: Mapping[str, Command] = field(default_factory=dict)
    sources: tuple[JudgementSource, ...] = ()


@cache
def extensions() -> tuple[Extension, ...]:
    """Return what all extensions add."""
    return tuple(import_module(name).EXTENSION for name in DECLARED)


def source_of(name: Named) -> JudgementSource | None:
    """Return the source that knows judgements by this name; None: they are a file."""
    sources = (source for each in extensions() for source in each.sources)
    return next((source for source in sources if source.recognises(name)), None)


def with_judgements(options: Asked) -> Asked:
    """Return options whose judgements are read, where a source knows them; else as they are."""
    source = source_of(options.judgements)
    if source is None:
        return options
    return replace(options, judgements=source.judgements(options), campaign=None)


def with_judged_texts(options: Asked) -> tuple[Asked, EvalSet, Outputs] | None:
    """Return the same with the texts that were judged; None where the judgements are a file."""
    source = source_of(options.judgements)
    if source is None:
        return None
    judgements, evalset, outputs = source.with_texts(options)
    return replace(options, judgements=judgements, campaign=None), evalset, outputs
