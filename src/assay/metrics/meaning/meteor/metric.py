"""METEOR (Banerjee and Lavie 2005; Lavie and Agarwal 2007; Denkowski and Lavie 2014): words aligned by meaning.

Words match if they are equal, share a stem or a synset, or are paraphrases of each other. Precision and recall of the
matches, weighted by module and by content and function words, make a mean that leans to recall; the more chunks the
matches fall into, the more is taken off.

1.5 is the program meteor-1.5.jar with its normaliser, its beam search and its slips; for every language it takes the
English list of function words (`function_words=own` is what was meant). 2005 and 2007 match in stages, and of the
largest alignments take the one with the fewest crossings within the beam; nltk is the greedy form of that package.
`vectors` is METEOR-E and `senses` METEOR-WSD. Rows hold the jar's 23 statistics, which add.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar, Literal, TypedDict

import numpy as np

from assay import kernel
from assay.data import Array, EvalSet
from assay.errors import InputError, OptionError
from assay.metrics.base import StatsFn, best_references, check_range, ratio
from assay.metrics.edits import alignment
from assay.metrics.meaning.meteor import parameters, words
from assay.metrics.meaning.meteor.senses import SenseSources, check_senses
from assay.metrics.meaning.meteor.similar import Similarity
from assay.metrics.meaning.models import is_path
from assay.metrics.meaning.word_vectors import is_table, open_table, space_identity
from assay.options import option
from assay.resources import Resources
from assay.resources.store import installed_identity
from assay.text import Column, stemmer_identity
from assay.text.column import Grouped

LENGTHS, FUNCTION, MATCHES, CHUNKS, MATCHED = slice(0, 2), slice(2, 4), slice(4, 20), 20, slice(21, 23)
SIDES = ("output", "reference")
Numbering = Callable[[Sequence[str]], kernel.MeteorSentences]


class Search(TypedDict):
    """How the kernel looks for an alignment."""

    beam: int
    search: str
    threads: int


@dataclass(frozen=True)
class Meteor:
    """Words matched by form, stem, synonym or paraphrase, with a penalty for their order."""

    name: ClassVar[str] = "meteor"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False
    identifying: ClassVar[tuple[str, ...]] = ("language",)

    version: Literal["1.5", "universal", "2007", "2005", "nltk"] = option("1.5", "which METEOR")
    language: str = option("en", "of the outputs: en, cz, de, es, fr, ru, or another code")
    task: Literal["auto", "rank", "adq", "hter", "util", "li", "tune", "fluency", "sum"] = option(
        "auto", "what the parameters were tuned for; auto is rank, in 2007 sum"
    )
    alpha: float | None = option(None, "weight of recall; none is that of the task, and so for the next four")
    beta: float | None = option(None, "power of the share of chunks")
    gamma: float | None = option(None, "most that chunks can take off")
    delta: float | None = option(None, "weight of content words; 1 - delta is that of function words")
    weights: tuple[float, ...] | None = option(
        None, "weights of exact, stem, synonym and paraphrase matches, such as 1 0.6 0.8 0.6"
    )
    text: Literal["auto", "norm", "nopunct", "lower", "none"] = option(
        "auto",
        "norm splits and unifies punctuation and lower-cases, nopunct drops punctuation; lower and none split at "
        "white space; auto is norm where METEOR has it, else lower",
    )
    stems: str = option(
        "auto", "resource with stemmers; auto is snowball where METEOR stems; nltk: that package's; none"
    )
    synonyms: str = option(
        "auto",
        "resource with synsets: meteor-en, wordnet, multiwordnet, synonyms-NAME, synsets-NAME; auto: for English; none",
    )
    paraphrases: str = option(
        "auto", "resource with paraphrases: meteor-en, paraphrases-NAME; auto: English; none"
    )
    function_words: str = option(
        "auto",
        "jar: the English list, whatever the language, as the program does; own: the language's; words-NAME; none",
    )
    characters: bool = option(False, "count characters of words in precision and recall")
    beam: int = option(40, "states that the search keeps")
    vectors: str = option(
        "none",
        "METEOR-E: word vectors, a resource vectors-NAME or a path; words that are alike match as synonyms do",
    )
    similarity: float = option(0.8, "cosine above which words are alike")
    senses: str = option(
        "none",
        "METEOR-WSD: language of the source, whose words choose the senses of the reference by `synonyms`, "
        "multiwordnet or synsets-NAME; none",
    )
    senses_kept: int = option(1, "senses that a reference word keeps")

    def __post_init__(self) -> None:
        """Spell out what is left to version, language and task, and which version of each resource is meant."""
        self._set("language", parameters.CODES.get(self.language, self.language))
        self._set("task", parameters.default_task(self.version) if self.task == "auto" else self.task)
        chosen = parameters.parameters_of(self.version, self.language, self.task)
        for name in ("alpha", "beta", "gamma", "delta", "weights"):
            if getattr(self, name) is None:
                self._set(name, getattr(chosen, name))
        self._check_numbers()
        self._choose_text()
        self._choose_resources()

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def _check_numbers(self) -> None:
        check_range(self, 0, 1, "alpha", "gamma", "delta")
        check_range(self, 0, 100, "beta")
        check_range(self, -1, 1, "similarity")
        check_range(self, 1, 1e6, "beam", "senses_kept")
        if len(self._weights) != len(kernel.METEOR_MODULES) or not all(0 <= w <= 1 for w in self._weights):
            raise OptionError(
                "meteor: weights are four numbers from 0 to 1, of exact, stem, synonym and paraphrase matches"
            )

    def _choose_text(self) -> None:
        known = self.language in parameters.NORMALISED and self.version not in ("universal", "nltk")
        if self.text in ("norm", "nopunct") and self.language not in parameters.NORMALISED:
            raise OptionError(f"meteor: there is no normaliser for {self.language}; write text=lower")
        if self.text == "auto":
            plain = "none" if self.language in parameters.CASED else "lower"
            self._set("text", "norm" if known else plain)

    def _choose_resources(self) -> None:
        original, english = self.version != "universal", self.language == "en"
        if not original:
            self._choose_learnt()
        usual = "wordnet" if self.version == "nltk" else words.LISTS
        self._choose("synonyms", usual if original and english else "none")
        full = self.version in ("1.5", "universal")
        self._choose("paraphrases", words.LISTS if full and english else "none")
        self._choose_stems()
        lists = {
            "auto": {"1.5": f"{words.LISTS}/en", "universal": f"{words.LISTS}/{self.language}"}.get(
                self.version, "none"
            ),
            "jar": f"{words.LISTS}/en",
            "own": f"{words.LISTS}/{self.language}",
        }
        name, slash, language = lists.get(self.function_words, self.function_words).partition("/")
        self._set("function_words", "none" if name == "none" else installed_identity(name) + slash + language)
        if self.vectors != "none":
            if not is_table(self.vectors):
                raise OptionError(
                    f"meteor: {self.vectors} is no table of word vectors; name vectors-NAME or a file"
                )
            self._set("vectors", space_identity(self.vectors, 0))
        if self.senses != "none":
            check_senses(self.synonyms, self.language, self.senses)

    def _choose_learnt(self) -> None:
        """Refuse Universal without what it learns from a bitext: exact matches alone would be another metric."""
        missing = []
        if self.paraphrases == "auto" and self.language != "en":
            missing.append(f"paraphrases=paraphrases-{self.language}")
        if self.function_words == "auto" and self.language not in parameters.NORMALISED:
            missing.append(f"function_words=words-{self.language}")
        if missing:
            names = " and ".join(each.partition("=")[0].replace("_", " ") for each in missing)
            raise OptionError(
                f"meteor: version universal draws on {names} of {self.language}, and none are named; add them to the "
                f"store (assay resources add) and write {', '.join(missing)}, or none for what it shall do without"
            )

    def _choose_stems(self) -> None:
        if self.version == "nltk" and self.stems == "auto":
            self._set("stems", words.NLTK)
        if self.stems.partition("-")[0] == words.NLTK:
            self._set("stems", stemmer_identity(self.stems))
            return
        if self.version == "nltk" and self.stems != "none":
            raise OptionError("meteor: the stems of version nltk are nltk or none")
        listed = self.language in parameters.STEM_TABLES
        stemmed = self.version != "universal" and self.language in parameters.STEMMERS
        self._choose("stems", words.LISTS if listed else "snowball" if stemmed else "none")
        if self.stems != "none" and not listed and self.language not in parameters.STEMMERS:
            raise OptionError(f"meteor: there is no stemmer for {self.language}; write stems=none")

    def _choose(self, name: str, automatic: str) -> None:
        chosen = automatic if getattr(self, name) == "auto" else getattr(self, name)
        self._set(name, "none" if chosen == "none" else installed_identity(chosen))

    @property
    def label(self) -> str:
        """Return METEOR, with the version where it is not 1.5, and the modules that are not METEOR's own."""
        kinds = {
            self.version: self.version != "1.5",
            "E": self.vectors != "none",
            "WSD": self.senses != "none",
        }
        return "-".join(["METEOR", *(kind for kind, active in kinds.items() if active)])

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the jar's statistics, in its order."""
        kinds = [f"{kind}_{side}" for kind in ("content", "function") for side in SIDES]
        matches = [f"{module}_{kind}" for module in kernel.METEOR_MODULES for kind in kinds]
        lengths = [*(f"length_{side}" for side in SIDES), *(f"function_{side}" for side in SIDES)]
        return (*lengths, *matches, "chunks", *(f"matched_{side}" for side in SIDES))

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Open the resources and normalise the references once."""
        sentences, knowledge = self._sentences(evalset, resources)

        def stats(outputs: Sequence[str]) -> Array:
            numbered = sentences(outputs)
            known = knowledge.of(numbered)
            rows = kernel.meteor_rows(numbered, known, knowledge.paraphrases, **self._search(resources))
            return rows[best_references(self.score(rows), numbered.groups)]

        return stats

    def link(self, evalset: EvalSet, resources: Resources) -> alignment.LinkFn:
        """Open the resources and normalise the references once; return the function from outputs to links."""
        sentences, knowledge = self._sentences(evalset, resources)
        present = alignment.present(evalset)

        def link(outputs: Sequence[str]) -> list[alignment.LinkedWords]:
            numbered = sentences(outputs)
            known = knowledge.of(numbered)
            how = self._search(resources)
            rows = kernel.meteor_rows(numbered, known, knowledge.paraphrases, **how)
            best = best_references(self.score(rows), numbered.groups)
            matches = kernel.meteor_matches(numbered, known, knowledge.paraphrases, **how)
            return [
                _linked(numbered, matches, row, int(place), present[row][int(place - numbered.groups[row])])
                for row, place in enumerate(best)
            ]

        return link

    def _sentences(self, evalset: EvalSet, resources: Resources) -> tuple[Numbering, words.Knowledge]:
        change = words.text_changer(self.text, self.language, resources)
        references = Grouped.of(evalset.references.values()).map(change)

        def number(outputs: Sequence[str]) -> kernel.MeteorSentences:
            changed = change(Column.of(outputs))
            return kernel.meteor_sentences(changed.texts, references.column.texts, references.groups)

        source = self._source(evalset, resources)
        return number, words.open_knowledge(self._sources(resources), resources, references, source)

    def _source(self, evalset: EvalSet, resources: Resources) -> Column | None:
        """Return the words of the source where they are asked for."""
        if self.senses == "none":
            return None
        if evalset.source is None:
            raise InputError(
                "meteor: senses need the source of the segments, and there is none; write senses=none"
            )
        rule = "norm" if self.senses in parameters.NORMALISED else "lower"
        return words.text_changer(rule, self.senses, resources)(Column.of(evalset.source))

    def _sources(self, resources: Resources) -> words.Sources:
        table = None if self.vectors == "none" else open_table(self.vectors, resources)
        sense = SenseSources(self.synonyms, self.language, self.senses, self.senses_kept)
        return words.Sources(
            self.language,
            self.stems,
            self.synonyms,
            self.paraphrases,
            self.function_words,
            self.characters,
            lowered=self.text != "none",
            like_nltk=self.version == "nltk",
            vectors=None if table is None else Similarity(table, self.similarity),
            senses=None if self.senses == "none" else sense,
        )

    @property
    def draws_on(self) -> dict[str, str]:
        """Return the resource of each module and list, "none" where there is none; exact matches need none."""
        lists = "none" if self.text in ("lower", "none") else installed_identity(words.LISTS)
        return {
            "stem": "none" if self.stems.partition("-")[0] == words.NLTK else self.stems,
            "synonym": self.synonyms,
            "word vectors": "none" if is_path(self.vectors) else self.vectors,
            "paraphrase": self.paraphrases,
            "function words": self.function_words.partition("/")[0],
            "normaliser": lists,
        }

    def _search(self, resources: Resources) -> Search:
        search = {"2005": "stages", "2007": "stages", "nltk": "greedy"}.get(self.version, "beam")
        return {"beam": self.beam, "search": search, "threads": resources.threads}

    def score(self, totals: Array) -> Array:
        """Return the mean of precision and recall less the penalty, on the scale of 0 to 100."""
        totals = np.asarray(totals, dtype=np.float64)
        precision, recall = self.precision_and_recall(totals)
        alpha = self._number("alpha")
        mean = ratio(precision * recall, alpha * precision + (1 - alpha) * recall)
        share = ratio(totals[..., CHUNKS], totals[..., MATCHED].sum(axis=-1) / 2)
        return np.asarray(
            100 * mean * np.maximum(1 - self._number("gamma") * share ** self._number("beta"), 0)
        )

    def precision_and_recall(self, totals: Array) -> tuple[Array, Array]:
        """Return both, weighted by modules and by content and function words."""
        content = self._number("delta")
        function = 1 - content
        lengths, commons = totals[..., LENGTHS], totals[..., FUNCTION]
        whole = content * (lengths - commons) + function * commons
        matches = totals[..., MATCHES].reshape(*totals.shape[:-1], len(self._weights), 2, 2)
        weighted = content * matches[..., 0, :] + function * matches[..., 1, :]
        part = (np.array(self._weights)[:, None] * weighted).sum(axis=-2)
        shares = ratio(part, whole)
        return shares[..., 0], shares[..., 1]

    def _number(self, name: str) -> float:
        return float(getattr(self, name))

    @property
    def _weights(self) -> tuple[float, ...]:
        return self.weights or ()


def _linked(
    sentences: kernel.MeteorSentences,
    matches: tuple[kernel.Ids, kernel.Offsets],
    row: int,
    place: int,
    reference: int,
) -> alignment.LinkedWords:
    """Return the links of an output with the reference at a place among all."""
    vocabulary = Column(*sentences.words)
    rows, ends = matches
    ours, theirs = (
        tuple(
            vocabulary[int(number)]
            for number in sentences.ids[slice(*sentences.offsets[at : at + 2].tolist())]
        )
        for at in (row, len(sentences.groups) - 1 + place)
    )
    links = tuple(
        alignment.Link(kernel.METEOR_MODULES[module], range(ref, ref + m), range(hyp, hyp + n))
        for module, ref, m, hyp, n in rows[ends[place] : ends[place + 1]].tolist()
    )
    breaks = sum(
        one.reference.stop != two.reference.start or one.output.stop != two.output.start
        for one, two in pairwise(links)
    )
    return alignment.LinkedWords(ours, theirs, reference, links, breaks + bool(links))
