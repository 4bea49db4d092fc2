"""Source words that came through: a source word is right if every reference word linked to it is in the output.

A word without a link counts as wrong, as in compare-mt. Source words are those between white space, runs of it taken
as one: alignment files count them so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from assay.diagnose.classes import Classified
from assay.diagnose.features import FREQUENCIES, cut, named
from assay.diagnose.matching import match
from assay.diagnose.material import Material
from assay.errors import InputError, OptionError


@dataclass(frozen=True)
class SourceBucket:
    """How many source words of a bucket came through in one system's outputs."""

    bucket: str
    system: str
    right: int
    words: int

    @property
    def accuracy(self) -> float:
        """The share that came through."""
        return self.right / self.words if self.words else 0.0


def source_buckets(
    material: Material, classified: Mapping[str, Classified], reference: str
) -> list[SourceBucket]:
    """Count source words by how often they occur in the source text; links are those of one reference."""
    if material.evalset.source is None:
        raise OptionError("source words need the source; give -s")
    links = material.knowledge.links.get(reference)
    if links is None:
        raise OptionError(f"source words need the word alignment of {reference}; give such a file")
    lines = [text.split() for text in material.evalset.source]
    counts = Counter(word for line in lines for word in line)
    codes = cut(np.array([counts[word] for line in lines for word in line], dtype=np.int64), FREQUENCIES)
    names = named(FREQUENCIES)
    sizes = np.bincount(codes, minlength=len(names))
    found = []
    for system in classified:
        right = _right(material, system, reference, lines)
        hits = np.bincount(codes[right], minlength=len(names))
        found += [SourceBucket(name, system, int(hits[n]), int(sizes[n])) for n, name in enumerate(names)]
    return found


def _right(material: Material, system: str, reference: str, lines: list[list[str]]) -> np.ndarray:
    """Tell for every source word whether all reference words linked to it are matched by the output."""
    ref, matching = (
        material.references[reference],
        match(material.hypotheses[system], material.references[reference]),
    )
    matched, lengths = matching.reference >= 0, ref.lengths
    right = []
    for row, (line, links) in enumerate(zip(lines, material.knowledge.links[reference], strict=True)):
        linked: list[list[int]] = [[] for _ in line]
        for source, target in links:
            if not 0 <= source < len(line) or not 0 <= target < lengths[row]:
                raise InputError(
                    f"alignment of {reference}, line {row + 1}: {source}-{target} points beyond "
                    f"{len(line)} source words or {lengths[row]} reference words"
                )
            linked[source].append(int(ref.offsets[row]) + target)
        right += [bool(places) and bool(matched[places].all()) for places in linked]
    return np.array(right, dtype=bool)
