"""What sacreBLEU's program reads: references, outputs, and the part of a test set that was asked for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from assay.compat.program.options import SacrebleuOptions, SetOptions, TextOptions
from assay.compat.sacrebleu.storage import sacrebleu_directory
from assay.errors import InputError, MismatchError, counted
from assay.io import STDIN
from assay.io.testsets.formats import encoded_lines
from assay.io.testsets.published import default_references, published_pairs, read_published

Column = list[str]
# sacreBLEU's exit code for lines that fall into different numbers of fields
WRONG_FIELDS = 17


class FieldError(InputError):
    """A line with another number of fields than it should have; sacreBLEU has an exit code for it."""


@dataclass(frozen=True)
class Systems:
    """Outputs by system; `files` says that they have names of their own."""

    names: list[str]
    outputs: list[Column]
    files: bool


@dataclass(frozen=True)
class PublishedText:
    """The fields of the test sets that were named, one set after the other, and their references."""

    fields: Mapping[str, Column] = field(default_factory=dict)
    references: list[Column] = field(default_factory=list)

    def kept(self, origlang: str | None, subset: str | None) -> list[bool]:
        """Tell which segments were first written in that language and are of that domain."""
        rows = len(self.fields["src"])
        keep = [True] * rows
        if origlang is not None:
            other, code = origlang.startswith("non-"), origlang.removeprefix("non-")
            keep = [(written == code) != other for written in self._about("origlang")]
        if subset is not None:
            domains = _fitting(subset.removeprefix("country:"), self._about("domain"))
            keep = [kept and domain for kept, domain in zip(keep, domains, strict=True)]
        return keep

    def _about(self, name: str) -> Column:
        if name not in self.fields:
            raise InputError(
                f"the files of this test set do not say the {name} of their documents; leave that out"
            )
        return self.fields[name]


def _fitting(pattern: str, texts: Column) -> list[bool]:
    try:
        return [re.search(pattern, text) is not None for text in texts]
    except re.error as error:
        raise InputError(
            f"--subset {pattern}: no regular expression ({error}); write \\ before signs"
        ) from None


def read_sets(sets: SetOptions) -> PublishedText:
    """Read the test sets that `-t` and `-l` name, one after the other."""
    names, pair, root = (sets.test_set or "").split(","), sets.langpair, sacrebleu_directory()
    if pair is None:
        pairs = ", ".join(published_pairs(names[0], root)) or "none on this machine"
        raise InputError(f"a test set needs its language pair, -l; of {names[0]} there are: {pairs}")
    every = [read_published(name, pair, root) for name in names]
    shared = [key for key in every[0] if all(key in fields for fields in every)]
    chosen = [default_references(name, pair, fields) for name, fields in zip(names, every, strict=True)]
    if len({len(keys) for keys in chosen}) > 1:
        raise InputError(
            f"the sets {sets.test_set} have different numbers of references; score them one by one"
        )
    streams = zip(*chosen, strict=True)
    return PublishedText(
        {key: _one_after_the_other(every, [key] * len(every)) for key in shared},
        [_one_after_the_other(every, keys) for keys in streams],
    )


def _one_after_the_other(every: Sequence[Mapping[str, Column]], keys: Sequence[str]) -> Column:
    return [line for fields, key in zip(every, keys, strict=True) for line in fields[key]]


def read_references(texts: TextOptions) -> list[Column]:
    """Read files of references, or one file with several of them a line."""
    if texts.num_refs == 1:
        return [_stripped(encoded_lines(path, texts.encoding)) for path in texts.refs]
    if len(texts.refs) > 1:
        raise InputError("--num-refs splits the lines of one file of references; give one, or leave it out")
    lines = _stripped(encoded_lines(texts.refs[0], texts.encoding))
    rows = [line.split("\t", texts.num_refs - 1) for line in lines]
    for number, row in enumerate(rows, start=1):
        if len(row) != texts.num_refs:
            raise FieldError(
                f"{texts.refs[0]}, line {number}: {counted(len(row), 'reference')} with tabs between, not "
                f"{texts.num_refs}"
            )
    return [list(column) for column in zip(*rows, strict=True)]


def read_systems(texts: TextOptions, *, paired: bool) -> Systems:
    """Read outputs from files, or from standard input with tabs between systems; the first is the baseline of tests."""
    if texts.input is None:
        return _from_stdin(texts.encoding, paired)
    names: list[str] = []
    for name in texts.input:
        if name not in names:
            names.append(name)
        elif not (paired and name == names[0]):  # the baseline may be named again among the rest
            raise InputError(f"{name} is given twice; give every system a file of its own")
    if not names:
        raise InputError("--input names no file; give one a system, or leave it out and use standard input")
    outputs = [_stripped(encoded_lines(name, texts.encoding)) for name in names]
    return Systems([f"Baseline: {names[0]}", *names[1:]] if paired else names, outputs, files=True)


def _from_stdin(encoding: str, paired: bool) -> Systems:
    rows = [line.rstrip().split("\t") for line in encoded_lines(STDIN, encoding, returns=True)]
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise FieldError(
                f"standard input, line {number}: {counted(len(row), 'field')} with tabs between, line 1 has "
                f"{len(rows[0])}"
            )
    outputs = [[text.rstrip() for text in column] for column in zip(*rows, strict=True)]
    names = [f"System {place}" for place in range(1, len(outputs) + 1)]
    return Systems(["Baseline", *names[:-1]] if paired else names, outputs, files=False)


def _stripped(lines: Sequence[str]) -> Column:
    return [line.rstrip() for line in lines]


def check_lengths(outputs: Sequence[Column], references: Sequence[Column]) -> None:
    """Refuse outputs and references of different lengths."""
    lengths = {len(column) for column in (*outputs, *references)}
    if len(lengths) > 1:
        raise MismatchError(
            f"outputs have {_sizes(outputs)} lines, references {_sizes(references)}; both must have as many"
        )
    if lengths == {0}:
        raise InputError("no segment is left; choose another --origlang or --subset")


def _sizes(columns: Sequence[Column]) -> str:
    return " and ".join(map(str, sorted({len(column) for column in columns})))


def check_choice(options: SacrebleuOptions) -> None:
    """Refuse test sets and files of references at once, or neither."""
    named = options.sets.test_set is not None
    if named and options.texts.num_refs != 1:
        raise InputError("--num-refs splits a file of references, and -t has its own; leave one of them out")
    if named == bool(options.texts.refs):
        raise InputError("give either files of references, before -i, or a test set, -t with -l")
    if not named and (options.sets.origlang, options.sets.subset) != (None, None):
        raise InputError("--origlang and --subset choose segments of a test set; give -t and -l with them")
