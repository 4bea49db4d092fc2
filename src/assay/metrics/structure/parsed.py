"""How texts get their parses: from a CoNLL-U file or an installed parser; what metrics of parses share."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from assay.data import Array, EvalSet, Parse, ParseStore
from assay.errors import DependencyError, InputError, OptionError
from assay.io.conllu import read_parses
from assay.metrics.base import StatsFn
from assay.metrics.structure.parsers import NAMES, ParseText, parser_identity, parser_of
from assay.options import option
from assay.text import Column
from assay.text.column import Grouped

_WITH_DIGEST = re.compile(r"(.+)#([0-9a-f]{12})")
Row = Callable[[Parse, Sequence[Parse]], Sequence[float] | Array]


@dataclass(frozen=True)
class Parsed:
    """The options that say where parses come from; texts of both sides are parsed alike."""

    parses: str | None = option(
        None, "CoNLL-U file with the parses of all references and outputs", reads=True
    )
    parser: str | None = option(
        None, f"what parses texts that the file does not hold: {', '.join(NAMES)}", runs=True
    )

    def __post_init__(self) -> None:
        """Say which file and which model are meant."""
        if self.parses is not None:
            path, store = _named_store(self.parses)
            object.__setattr__(self, "parses", f"{path}#{store.digest}")
        if self.parser is not None:
            object.__setattr__(self, "parser", parser_identity(self.parser))

    def on_parses(self, evalset: EvalSet, row: Row) -> StatsFn:
        """Parse the references once; return the function that parses outputs and computes a row of each segment."""
        parse = self.parse_text()
        references = Grouped.of(evalset.references.values())
        parsed = [parse(text) for text in references.column]
        segments = [parsed[start:stop] for start, stop in pairwise(references.groups.tolist())]

        def stats(outputs: Sequence[str]) -> Array:
            texts = Column.of(outputs)
            rows = [row(parse(text), others) for text, others in zip(texts, segments, strict=True)]
            return np.array(rows, dtype=np.float64).reshape(len(rows), -1)

        return stats

    def parse_text(self) -> ParseText:
        """Return the function from a text to its parse."""
        store = _named_store(self.parses)[1] if self.parses is not None else ParseStore({})
        parser = None if self.parser is None else parser_of(self.parser)
        if self.parses is None and parser is None:
            raise OptionError(
                f"{getattr(self, 'name', 'the metric')} needs parses: give parses=FILE.conllu, or a parser that is "
                f"installed, such as parser=spacy:en_core_web_sm"
            )

        def parse(text: str) -> Parse:
            known = store.find(text)
            if known is not None:
                return known
            if parser is None:
                raise InputError(
                    f'{self.parses}: no parse of "{text[:80]}"; parse references and outputs with one parser and '
                    "put all of it into one file"
                )
            return parser(text)

        return parse


def _named_store(name: str) -> tuple[str, ParseStore]:
    """Return a path and its parses; refuse another file than the one asked for."""
    named = _WITH_DIGEST.fullmatch(name)
    path, digest = named.groups() if named else (name, None)
    store = read_parses(path)
    if digest not in (None, store.digest):
        raise DependencyError(f"{path} is not the file that was asked for: its checksum is not {digest}")
    return path, store
