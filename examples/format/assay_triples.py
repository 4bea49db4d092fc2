"""Triples: a set with its source, its reference and the output of one system in every line, three bars between them."""

from assay.data import EvalSet
from assay.errors import InputError
from assay.io import Format, Head, Source, contents, label
from assay.text import Column

BARS = " ||| "


def recognises(head: Head) -> bool:
    """Tell by the beginning of a file, of which `head` also knows columns if it is a table."""
    lines = head.start.split("\n")[:-1]
    return len(lines) > 0 and all(line.count(BARS) == 2 for line in lines)


def read(source: Source) -> tuple[EvalSet, dict[str, Column]]:
    """Read a file whole; `contents` unpacks it, and refuses what is larger than may be."""
    rows = [line.split(BARS) for line in contents(source).decode("utf-8").splitlines()]
    for number, row in enumerate(rows, start=1):
        if len(row) != 3:
            raise InputError(
                f"{label(source)}, line {number}: not three parts; write SOURCE{BARS}REFERENCE{BARS}OUTPUT"
            )
    sources, references, outputs = (Column.of(list(part)) for part in zip(*rows, strict=True))
    return EvalSet(label(source), ("", ""), sources, {"reference": references}, None), {"output": outputs}


FORMAT = Format("sets", "triples", "source ||| reference ||| output, one segment a line", recognises, read)
