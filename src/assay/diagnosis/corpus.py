"""What every analysis looks at: a set in memory, its outputs, their words, their scores, and what else is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from assay.data import EvalSet, Outputs, join_shards
from assay.diagnosis.knowledge import SetKnowledge
from assay.diagnosis.words.tokens import Words, number_words
from assay.errors import InputError
from assay.metrics import Evaluation, Metric, evaluate
from assay.resources import Resources

MOST_SEGMENTS = 200_000  # every word and n-gram of every output is held in memory


def whole_set(shards: Iterable[tuple[EvalSet, Outputs]]) -> tuple[EvalSet, Outputs]:
    """Take a set into memory as one; one that is too large for that is refused."""
    evalset, outputs = join_shards(list(shards))
    if len(evalset) > MOST_SEGMENTS:
        raise InputError(
            f"{len(evalset):,} segments are too many for an analysis word "
            f"by word; use a part of at most {MOST_SEGMENTS:,}"
        )
    return evalset, outputs


@dataclass(frozen=True)
class Corpus:
    """A set and its outputs, ready to be looked into; a missing reference has no words and is not `present`."""

    evalset: EvalSet
    outputs: Outputs
    evaluation: Evaluation
    tok: str
    source: Words | None
    references: Mapping[str, Words]
    present: Mapping[str, NDArray[np.bool_]]  # where a reference is there
    hypotheses: Mapping[str, Words]
    knowledge: SetKnowledge = field(default_factory=SetKnowledge)

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems, in the order of the input."""
        return tuple(self.outputs)

    def __len__(self) -> int:
        return len(self.evalset)


def prepare_corpus(
    evalset: EvalSet,
    outputs: Outputs,
    metrics: Sequence[Metric],
    knowledge: SetKnowledge | None = None,
    *,
    tok: str = "13a",
    resources: Resources | None = None,
) -> Corpus:
    """Tokenise and score a set once, for all analyses."""
    resources = resources or Resources()
    if not evalset.references:
        raise InputError(
            "outputs are explained by what differs from references, and there are none; name them with -r "
            "(assay score, compare and estimate can do without)"
        )
    references = {name: [text or "" for text in column] for name, column in evalset.references.items()}
    sources = [] if evalset.source is None else [evalset.source]
    columns = [*sources, *references.values(), *outputs.values()]
    words = number_words(columns, tok, threads=resources.threads)
    known = words[len(sources) :]
    return Corpus(
        evalset,
        outputs,
        evaluate([(evalset, outputs)], metrics, resources),
        tok,
        words[0] if sources else None,
        dict(zip(references, known, strict=False)),
        {name: np.array([text is not None for text in col]) for name, col in evalset.references.items()},
        dict(zip(outputs, known[len(references) :], strict=True)),
        knowledge or SetKnowledge(),
    )
