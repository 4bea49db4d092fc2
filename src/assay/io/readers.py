"""Readers of other packages: a file that holds a whole set, in a format that we do not know.

A package offers a reader by an entry point, which is looked for when a file that stands alone ends as none of ours:

    [project.entry-points."assay.readers"]
    mine = "my_package.mine:Mine"

Bytes come in unpacked and whole, an `EvalSet` and outputs go out: opening, packing, size limits and messages are ours.
`check_reader` says whether a reader can be relied on (`assay plugins test NAME`).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, cast

from assay.data import EvalSet, Outputs
from assay.errors import AssayError, DependencyError, InputError, counted
from assay.io.formats import Format, offered_formats
from assay.io.opening import Source, contents, is_file, label
from assay.io.tables.head import look_at
from assay.io.texts.names import extension
from assay.io.texts.table import FORMATS
from assay.io.units.unit_files import ENDINGS

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint  # slow to import

GROUP = "assay.readers"
EXTENSIONS = {".txt": "text", ".sgm": "sgml", ".sgml": "sgml"}  # what is read by us, and as what
EXTENSIONS |= dict.fromkeys(FORMATS, "table") | dict.fromkeys(ENDINGS, "units")
DAMAGED = 40  # files that are tried with something wrong in each


class FileReader(Protocol):
    """How the files of a format are read; a class that can be made without arguments."""

    name: ClassVar[str]  # that of the entry point
    # Of files, with the dot and in lower case, such as (".mine",)
    endings: ClassVar[tuple[str, ...]]
    example: ClassVar[bytes]  # a small file of the format, by which the reader is tested

    def read(self, path: str, content: bytes) -> tuple[EvalSet, Outputs]:
        """Return the set and its outputs; raise `assay.errors.InputError` for a file that is not as it should be."""


@cache
def reader_offers() -> dict[str, list[EntryPoint]]:
    """Return what other packages offer, by name."""
    from importlib.metadata import entry_points

    offers: dict[str, list[EntryPoint]] = {}
    for offer in entry_points(group=GROUP):
        offers.setdefault(offer.name, []).append(offer)
    return dict(sorted(offers.items()))


def package_of(name: str) -> str:
    """Return name and version of the package that a reader comes from."""
    offer = reader_offers()[name][0]
    return f"{offer.dist.name}-{offer.dist.version}" if offer.dist else offer.value


@cache
def open_reader(name: str) -> FileReader:
    """Return a reader of another package; refuse one that could not be used."""
    offers = reader_offers().get(name, [])
    if not offers:
        raise DependencyError(f"no package offers a reader called {name}; install the one that does")
    if len(offers) > 1:
        raise DependencyError(
            f"reader {name} is offered by {len(offers)} packages; uninstall all of them but one"
        )
    try:
        reader = cast("FileReader", offers[0].load()())
    except Exception as error:  # whatever the other package does wrong
        raise DependencyError(f"reader {name} of {package_of(name)} cannot be loaded: {error}") from error
    endings = getattr(reader, "endings", None)
    dotted = isinstance(endings, tuple) and all(
        isinstance(each, str) and each.startswith(".") for each in endings
    )
    if getattr(reader, "name", None) != name or not dotted or not endings:
        raise DependencyError(
            f"reader {name} of {package_of(name)} must have the name {name} and a tuple of endings such as .mine"
        )
    return reader


def reader_of(path: str) -> FileReader | None:
    """Return the reader of the files that end as this one does; nothing where there is none."""
    ending = extension(path)
    readers = [reader for reader in map(open_reader, reader_offers()) if ending in reader.endings]
    if len(readers) > 1:
        named = " and ".join(f"{reader.name} of {package_of(reader.name)}" for reader in readers)
        raise DependencyError(f"{label(path)}: files that end in {ending} are read by {named}; uninstall one")
    return readers[0] if readers else None


def read_plugged(reader: FileReader, path: str) -> tuple[EvalSet, Outputs]:
    """Read a file by a reader of another package; whatever it does wrong is an error of this file, with its name."""
    return _read(reader, path, contents(path))


def offered_format(path: str) -> Format[Any] | None:
    """Return the format of sets of another package that recognises a file, which none of ours does."""
    forms = [form for form in offered_formats() if form.kind == "sets"]
    told = look_at(Source.of(path)) if forms and is_file(path) else None
    return next((form for form in forms if told is not None and form.fits(told)), None)


def read_offered(form: Format[Any], path: str) -> tuple[EvalSet, Outputs]:
    """Read a file by a format of another package; whatever it does wrong is an error of this file, with its name."""
    return _checked(f"format {form.name}", path, lambda: form.read(Source.of(path)))


def _read(reader: FileReader, path: str, content: bytes) -> tuple[EvalSet, Outputs]:
    return _checked(f"reader {reader.name}", path, lambda: reader.read(path, content))


def _checked(name: str, path: str, read: Callable[[], tuple[EvalSet, Outputs]]) -> tuple[EvalSet, Outputs]:
    try:
        evalset, outputs = read()
    except AssayError:
        raise
    except Exception as error:
        raise InputError(
            f"{label(path)}: the {name} failed ({type(error).__name__}: {error}); is the file whole? Else tell its "
            "authors"
        ) from error
    wrong = _fault(evalset, outputs)
    if wrong:
        raise InputError(f"{label(path)}: the {name} returned {wrong}; tell its authors")
    return evalset, outputs


def _fault(evalset: object, outputs: object) -> str:
    """Say what is wrong with what a reader returned; nothing if all is well."""
    if not isinstance(evalset, EvalSet):
        return "no EvalSet"
    if not isinstance(outputs, Mapping) or not outputs:
        return "no output"
    for name, column in outputs.items():
        if not isinstance(name, str) or not isinstance(column, Sequence) or isinstance(column, str):
            return "outputs that are no lists of texts by name"
        if len(column) != len(evalset):
            return f"{counted(len(column), 'output')} of {name} for {counted(len(evalset), 'segment')}"
        if not all(isinstance(text, str) for text in column):
            return f"an output of {name} that is no text"
    return ""


def check_reader(reader: FileReader) -> dict[str, str]:
    """Try a reader on its example, whole and damaged; return what is wrong under each law, "" where it holds."""
    laws: dict[str, Callable[[FileReader], str]] = {
        "it has an example, and reads it": _reads_example,
        "the same file is the same set again": _repeats,
        "references and outputs are texts": _holds_texts,
        "a damaged file is an InputError, or a set": _stands_damage,
        "an empty file is an InputError": _refuses_nothing,
        "no ending is one of ours": _has_own_endings,
    }
    return {law: _tried(check, reader) for law, check in laws.items()}


def _tried(check: Callable[[FileReader], str], reader: FileReader) -> str:
    try:
        return check(reader)
    except Exception as error:  # whatever a reader of somebody else does
        return f"{type(error).__name__}: {error}"


def _example(reader: FileReader) -> tuple[EvalSet, Outputs]:
    return _read(reader, f"example{reader.endings[0]}", reader.example)


def _reads_example(reader: FileReader) -> str:
    if not isinstance(getattr(reader, "example", None), bytes) or not reader.example:
        return "example is not the bytes of a file"
    evalset, _ = _example(reader)
    return "" if len(evalset) else "there is no segment in it"


def _repeats(reader: FileReader) -> str:
    first, second = ((evalset, dict(outputs)) for evalset, outputs in (_example(reader), _example(reader)))
    texts = [(list(each.references.values()), each.source, outputs) for each, outputs in (first, second)]
    return "" if texts[0] == texts[1] else "another set the second time"


def _holds_texts(reader: FileReader) -> str:
    evalset, _ = _example(reader)
    columns = list(evalset.references.values())
    if not columns:
        return "there is no reference"
    strange = [text for column in columns for text in column if not (text is None or isinstance(text, str))]
    return f"a reference is a {type(strange[0]).__name__}" if strange else ""


def _stands_damage(reader: FileReader) -> str:
    random_bytes = random.Random(1)
    for number in range(DAMAGED):
        content = bytearray(reader.example)
        place = random_bytes.randrange(len(content))
        damaged = (
            bytes(content[:place])
            if number % 2
            else bytes(content[:place] + random_bytes.randbytes(4) + content[place:])
        )
        try:
            reader.read(f"damaged{reader.endings[0]}", damaged)
        except AssayError:
            continue
        except Exception as error:
            return f"{type(error).__name__} for a file that is damaged at byte {place + 1}: {error}"
    return ""


def _refuses_nothing(reader: FileReader) -> str:
    try:
        reader.read(f"empty{reader.endings[0]}", b"")
    except AssayError:
        return ""
    return "it is read as a set"


def _has_own_endings(reader: FileReader) -> str:
    ours = [ending for ending in reader.endings if ending in EXTENSIONS]
    return f"{ours[0]} is read by Assay itself, and never by {reader.name}" if ours else ""
