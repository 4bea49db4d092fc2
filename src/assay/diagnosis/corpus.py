"""What every analysis looks at: a set in memory, its outputs, their words, their scores, and what else is known.

Other knowledge is optional: how often words occur in the training text, a label for every word (parts of speech,
names), which source word each word goes back to, a base form for every word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from assay.data import EvalSet, Outputs, Term
from assay.diagnosis.words.tokens import Words, number_words
from assay.metrics import Evaluation, Metric, evaluate
from assay.resources import Resources

Labels = Sequence[Sequence[str]]  # for every segment a label for every word
Links = Sequence[Sequence[tuple[int, int]]]  # for every segment pairs of source word and target word


@dataclass(frozen=True)
class Knowledge:
    """What is known beside the texts; labels, links and base forms go by the name of a reference or a system."""

    training: Mapping[str, int] | None = None  # how often a word occurs in the training text
    labels: Mapping[str, Labels] = field(default_factory=dict)
    links: Mapping[str, Links] = field(default_factory=dict)
    bases: Mapping[str, Labels] = field(default_factory=dict)
    domain: Sequence[str] | None = None  # one a segment
    glossary: Sequence[Term] = ()


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
    knowledge: Knowledge = field(default_factory=Knowledge)

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
    knowledge: Knowledge | None = None,
    *,
    tok: str = "13a",
    lowercase: bool = False,
    resources: Resources | None = None,
) -> Corpus:
    """Tokenise and score a set once, for all analyses."""
    resources = resources or Resources()
    references = {name: [text or "" for text in column] for name, column in evalset.references.items()}
    sources = [] if evalset.source is None else [evalset.source]
    columns = [*sources, *references.values(), *outputs.values()]
    words = number_words(columns, tok, lowercase=lowercase, threads=resources.threads)
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
        knowledge or Knowledge(),
    )
