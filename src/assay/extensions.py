"""Products on top of the workbench: what each adds to it, and the one list of them.

An extension is a package that nothing below it imports. It has a module with an `EXTENSION`, which says what it adds:
commands of the program with the questions that they ask, functions of Python, and sources of judgements that are no
files. The module imports nothing heavy, since `assay
--help` reads it. `DECLARED` names the module, and any loader finds it by this name: a wheel's, a zip's, that of a
frozen program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, TypeVar

from assay.doors import full_name
from assay.errors import noted_cautions

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
class Question:
    """Where a question is, and what it is called in Python; its command is called as its line in the table."""

    # A module, in full or as it stands among those of `assay.questions`.
    place: str
    options: str
    python: str
    is_command: bool = True

    @property
    def asked(self) -> type[Any]:
        """The dataclass of what may be asked."""
        return getattr(self._module(), self.options)  # type: ignore[no-any-return]  # a class by its name

    def answer(self, question: Any, given: Any) -> Any:
        """Ask, and keep with the answer what was warned of on the way."""
        if words := self.words_without_outputs(question):
            given.refuse_nothing(words)
        with noted_cautions() as cautions:
            result = self._module().ask(question, given)
        return replace(result, cautions=tuple(cautions))

    def words_without_outputs(self, question: Any) -> str:
        """Return what to say where no output is given; nothing where a question needs none."""
        return question.without_outputs() if hasattr(question, "without_outputs") else ""

    def _module(self) -> Any:
        return import_module(full_name("assay.questions", self.place))


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
    # What its commands ask, by their names.
    questions: Mapping[str, Question] = field(default_factory=dict)
    # Names that Python finds in `assay`, by the module that they are in.
    functions: Mapping[str, str] = field(default_factory=dict)
    sources: tuple[JudgementSource, ...] = ()


@cache
def extensions() -> tuple[Extension, ...]:
    """Return what all extensions add."""
    return tuple(import_module(name).EXTENSION for name in DECLARED)


def functions() -> dict[str, str]:
    """Return the names that all extensions add to `assay`, by the modules that they are in."""
    return {home: names for each in extensions() for home, names in each.functions.items()}


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
