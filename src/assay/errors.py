"""The errors a user may see. Each message says where, what, and what next; a traceback is a bug of ours.

AssayError
├── InputError       a file or a list given by the user is not what it should be
│   └── MismatchError    two columns that belong together have different lengths
├── OptionError      a metric, tokeniser or option that does not exist, or a value it cannot take
└── DependencyError  an optional library or a model file is not there
    └── ResourceMissingError  a resource of the catalogue is not in the store; the message names the command

AssayWarning is no error: the input was read, and the user should know how. `counted` is for all who write sentences.
"""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_NOTED: ContextVar[list[str] | None] = ContextVar("noted cautions", default=None)


def counted(number: int, noun: str, plural: str = "") -> str:
    """Write a number with its noun in the right number: 1 line, 2 lines; `plural` is for nouns that take no s."""
    return f"{number} {noun}" if number == 1 else f"{number} {plural or f'{noun}s'}"


LONGEST_MESSAGE = 10_000  # characters: more is a file that quotes itself


class AssayError(Exception):
    """Any error that is the input's, not ours: the command line prints its message and exits with 1."""

    def __str__(self) -> str:
        """Return the message; of one that quotes a name of a megabyte, the beginning and the end."""
        message = super().__str__()
        left_out = len(message) - LONGEST_MESSAGE
        if left_out <= 0:
            return message
        half = LONGEST_MESSAGE // 2
        return f"{message[:half]} … ({left_out} characters) … {message[-half:]}"


class InputError(AssayError):
    """A file or list given by the user is not what it should be."""


class MismatchError(InputError):
    """Columns that belong together have different lengths."""


class OptionError(AssayError):
    """A name or value on the command line, in a specification or a signature, that does not exist."""


class DependencyError(AssayError):
    """An optional library or a model file is needed and is not there."""


class ResourceMissingError(DependencyError):
    """A resource is not in the store; the message names the command that puts it there."""


class AssayWarning(UserWarning):
    """Something about the input that the user should know and that stops nothing.

    Whoever composes an answer takes down what was warned of meanwhile (`noted_cautions`), whether or not it is shown:
    filters of warnings belong to the whole process, and an answer to one thread.
    """

    def __init__(self, *words: object) -> None:
        """Warn, and take down what was said where somebody wants to know."""
        super().__init__(*words)
        noted = _NOTED.get()
        if noted is not None and str(self) not in noted:
            noted.append(str(self))


@contextmanager
def noted_cautions() -> Iterator[list[str]]:
    """Take down what is warned of, each sentence once."""
    noted: list[str] = []
    before = _NOTED.set(noted)
    try:
        yield noted
    finally:
        _NOTED.reset(before)


@contextmanager
def unheard() -> Iterator[list[str]]:
    """Neither show what is warned of nor take it down for an answer: of a trial, whose outcome alone counts.

    Whoever wants the sentences finds them in the list.
    """
    with noted_cautions() as noted, warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)
        yield noted
