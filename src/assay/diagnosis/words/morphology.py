"""How much of an error is form: a metric on lower-cased words against the same metric on their stems.

Words that are right but for their ending count once stemmed. A low ratio of the two scores says that a system has
trouble with forms (Koehn's textbook names the idea); 1 says that forms cost nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from assay.diagnosis.material import Material
from assay.diagnosis.words.bases import FIRST_LETTERS, check_bases
from assay.diagnosis.words.tokens import Words
from assay.errors import OptionError
from assay.metrics import Evaluation, Metric, evaluate, parse_metric
from assay.resources import Resources
from assay.text import Column, stem_column

# metrics that see words as they are given to them
METRICS = ("bleu:tok=none", "chrf", "f")


@dataclass(frozen=True)
class FormShare:
    """A system's score on words and on stems, and the first as a share of the second; `None` where that is 0."""

    system: str
    metric: Metric
    surface: float
    stems: float

    @property
    def ratio(self) -> float | None:
        """The score on words as a share of the score on stems."""
        return self.surface / self.stems if self.stems else None


def form_shares(
    material: Material, stemmer: str, metrics: Sequence[str] = METRICS, resources: Resources | None = None
) -> list[FormShare]:
    """Score every system on lower-cased words and on stems."""
    check_bases(stemmer)
    if stemmer == "file":
        raise OptionError("the share of forms needs a stemmer's language or first4, not a file of base forms")
    chosen = [parse_metric(text) for text in metrics]
    surface, stems = (_evaluated(material, kind, chosen, resources) for kind in ("", stemmer))
    return [
        FormShare(system, metric, surface.stats[metric, system].total(), stems.stats[metric, system].total())
        for metric in chosen
        for system in material.systems
    ]


def _evaluated(
    material: Material, stemmer: str, metrics: Sequence[Metric], resources: Resources | None
) -> Evaluation:
    outputs = {name: _written(words, stemmer) for name, words in material.hypotheses.items()}
    references = {
        name: [text if there else None for text, there in zip(_written(words, stemmer), present, strict=True)]
        for (name, words), present in zip(material.references.items(), material.present.values(), strict=True)
    }
    return evaluate(
        [(replace(material.evalset, references=references), outputs)], metrics, resources or Resources()
    )


def _written(words: Words, stemmer: str) -> Column:
    """Write words out again with a blank between them, lower-cased or stemmed."""
    table = [word.lower() for word in words.vocabulary]
    if stemmer == FIRST_LETTERS:
        table = [word[:4] for word in table]
    elif stemmer:
        table = list(stem_column(Column.of(table), stemmer))
    ids = words.ids.tolist()
    bounds = words.offsets.tolist()
    return Column.of([" ".join([table[i] for i in ids[start:stop]]) for start, stop in pairwise(bounds)])
