"""What every analysis looks at: a set in memory, its outputs, their words, their scores, and what else is known.

What is known of a set beside its texts is read from the files that say so; what does not fit the set is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from assay.data import EvalSet, Judgements, Outputs, Term, join_shards
from assay.diagnosis.options import BucketFiles, KnowledgeFiles, is_label, parse_cuts
from assay.diagnosis.words.tokens import Words, number_words
from assay.errors import InputError, MismatchError, OptionError, counted
from assay.io import listed
from assay.metrics import Evaluation, Metric, evaluate
from assay.resources import Resources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.io.units.units import Languages

Labels = Sequence[Sequence[str]]  # for every segment a label for every word
# For every segment pairs of source word and target word
Links = Sequence[Sequence[tuple[int, int]]]


@dataclass(frozen=True)
class SetKnowledge:
    """What is known beside the texts; labels, links and base forms go by the name of a reference or a system."""

    training: Mapping[str, int] | None = None  # how often a word occurs in the training text
    # Further kinds of labels under NAME@KIND
    labels: Mapping[str, Labels] = field(default_factory=dict)
    # Where buckets of a feature begin
    cuts: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    links: Mapping[str, Links] = field(default_factory=dict)
    bases: Mapping[str, Labels] = field(default_factory=dict)
    domain: Sequence[str] | None = None  # one a segment
    glossary: Sequence[Term] = ()
    judgements: Judgements | None = None  # of people, with error spans


def read_knowledge(
    files: BucketFiles, evalset: EvalSet, systems: Sequence[str], languages: Languages | None = None
) -> SetKnowledge:
    """Read the files that say more about words than the texts do; `languages` are those of a glossary of several."""
    from assay.io import read_glossary, read_labels, read_links
    from assay.io.knowledge import read_counts, read_domains

    every = files if isinstance(files, KnowledgeFiles) else KnowledgeFiles(**vars(files))
    names = (*evalset.references, *systems)
    for option, named in (("glossary", every.glossary), ("links", every.links)):
        if named and evalset.source is None:
            raise OptionError(f"--{option} needs the source; give it with -s")
    knowledge = SetKnowledge(
        training=None if every.counts is None else read_counts(every.counts),
        labels={name: read_labels(path) for name, path in _named("labels", every.labels, names, kinds=True)},
        cuts=parse_cuts(every.cuts),
        links={
            name: read_links(path) for name, path in _named("links", every.links, tuple(evalset.references))
        },
        bases={name: read_labels(path) for name, path in _named("bases", every.bases, names)},
        domain=None if every.domains is None else read_domains(every.domains, evalset.ids),
        glossary=() if every.glossary is None else read_glossary(every.glossary, languages),
        judgements=None if every.judgements is None else _judgements(every, systems),
    )
    _refuse_idle_cuts(knowledge)
    if knowledge.domain is not None and len(knowledge.domain) != len(evalset):
        raise MismatchError(
            f"{every.domains} has {counted(len(knowledge.domain), 'line')}, and the set "
            f"{counted(len(evalset), 'segment')}; give one line per segment"
        )
    return knowledge


def _refuse_idle_cuts(knowledge: SetKnowledge) -> None:
    """Refuse cuts of a feature whose file is not there."""
    for feature in knowledge.cuts:
        kind = feature.partition("@")[2]
        labelled = any(name.partition("@")[2] == kind for name in knowledge.labels)
        if is_label(feature) and not labelled:
            raise OptionError(f"--cuts {feature}=…: there are no such labels; give them with --labels")
        if feature.startswith("source-") and not knowledge.links:
            raise OptionError(f"--cuts {feature}=…: source words need a word alignment; give it with --links")


def _named(
    option: str, texts: Sequence[str], names: Sequence[str], *, kinds: bool = False
) -> Iterator[tuple[str, str]]:
    """Yield the names and paths of an option that is written NAME=FILE, or NAME@KIND=FILE where there are kinds."""
    for text in texts:
        name, sign, path = text.partition("=")
        known = name in names or (kinds and name.rpartition("@")[0] in names)
        if not sign or not known:
            raise OptionError(f"--{option} {text}: write NAME=FILE, where NAME is one of {', '.join(names)}")
        yield name, path


def _judgements(files: KnowledgeFiles, systems: Sequence[str]) -> Judgements:
    from assay.io import read_judgements  # all its formats

    path = files.judgements or ""
    judgements = read_judgements(path, campaign=files.campaign)
    if not isinstance(judgements, Judgements):
        raise InputError(f"{path}: rankings have no error spans; give MQM or ESA judgements")
    if not set(judgements.system.names) & set(systems):
        raise InputError(
            f"{path}: judgements of {listed(judgements.system.names)}, and the outputs are "
            f"{listed(systems)}; name outputs as there, with NAME=PATH"
        )
    return judgements


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
