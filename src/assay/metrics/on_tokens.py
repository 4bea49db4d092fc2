"""From a set and outputs to numbered tokens: what metrics on words have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from assay import kernel
from assay.data import Array, EvalSet
from assay.metrics.base import StatsFn
from assay.text import Column, Grouped

Tokenise = Callable[[Column, int], Column]  # the int is the number of threads
Compute = Callable[[kernel.Tokens, int], Array]


def on_tokens(evalset: EvalSet, tokenise: Tokenise, compute: Compute, threads: int) -> StatsFn:
    """Tokenise the references once; return the function that numbers an output's tokens and computes its rows."""
    references = Grouped.of(evalset.references.values()).map(lambda column: tokenise(column, threads))

    def stats(outputs: Sequence[str]) -> Array:
        column = tokenise(Column.of(outputs), threads)
        tokens = kernel.token_ids(column.texts, references.column.texts, references.groups, threads=threads)
        return compute(tokens, threads)

    return stats
