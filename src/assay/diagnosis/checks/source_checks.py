"""Checks that need no reference: what an output shows of itself, held against its source only.

Every check is a column with one count a segment and system: how many numbers are lost, how many words stand in
loops, 1 where the language is wrong. A segment fails a check when its count is not 0. The modules it draws on say
how each is counted: figures_kept, markup_kept, loops, language, scripts, lengths, glossary.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from assay.data import Bilingual, Term
from assay.diagnosis.checks.columns import CheckedColumn, Expected, expected
from assay.diagnosis.checks.glossary import Wanted, count_terms, missed_terms, wanted_terms, warn_of_unused
from assay.diagnosis.checks.language import PLACES
from assay.diagnosis.checks.lengths import Ratios, usual_ratios
from assay.diagnosis.checks.repetition import copied, fragments
from assay.diagnosis.checks.source_compare import compare_with_source
from assay.diagnosis.corpus import Corpus
from assay.diagnosis.words.rates import Counts, Rate, rates
from assay.diagnosis.words.scripts import share_of
from assay.diagnosis.words.tokens import number_words
from assay.metrics import Evaluation

# Name, and what a segment that fails has: it stands in a sentence behind "with"
CHECKS: Mapping[str, str] = {
    "no-output": "no output",
    "copied-source": "the source copied",
    "wrong-language": "the wrong language",
    "wrong-script": "the wrong script",
    "untranslated": "untranslated fragments",
    "loops": "loops",
    "truncated": "the end cut off",
    "too-long": "far too much text",
    "too-short": "far too little text",
    "numbers-lost": "numbers lost",
    "numbers-added": "numbers added",
    "dates-lost": "dates or times lost",
    "dates-added": "dates or times added",
    "urls-lost": "URLs lost",
    "urls-added": "URLs added",
    "emails-lost": "e-mail addresses lost",
    "emails-added": "e-mail addresses added",
    "tags-lost": "tags lost",
    "tags-added": "tags added",
    "tags-nesting": "tags wrongly nested",
    "placeholders-lost": "placeholders lost",
    "placeholders-added": "placeholders added",
    "brackets-lost": "brackets lost",
    "brackets-added": "brackets added",
    "brackets-open": "brackets left open",
    "quotes-lost": "quotation marks lost",
    "quotes-added": "quotation marks added",
    "glossary-missed": "glossary terms missed",
}
WORD_TOKENISERS = ("13a", "intl", "none")
FINAL = ".!?…。！？؟۔।"
ENDS = FINAL + ":;：；"
CLOSERS = "\"'”’“»«)]}）】」』›*_ \u00a0"
# set by hand
# Robust deviations below the usual length, for an end that is cut off
SHORT = -1.5
# Of the outputs that end in a full stop where the source does, for the stop to be expected
MOSTLY = 0.7
# Of the best language's evidence: with more, the expected language is not ruled out
RIVAL = 0.5
LEAST_LETTERS = 4  # fewer may be a name or a sign
HALF = 0.5  # of the letters
FEW_WORDS = 4  # of the source, in its script, may stay: names

Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Checks:
    """What was counted: for every system and check one number a segment."""

    counts: Mapping[str, Mapping[str, Counts]]
    language: str  # that the outputs should be in; "" where it is not known
    script: str
    # Terms of the glossary, by system
    missed: Mapping[str, Sequence[Wanted]] = field(default_factory=dict)

    def failing(self, system: str, check: str) -> list[int]:
        """Return the segments of a system that fail a check."""
        return [int(row) for row in np.flatnonzero(self.counts[system][check])]


def check_outputs(
    source: CheckedColumn,
    outputs: Mapping[str, CheckedColumn],
    languages: tuple[str, str] = ("", ""),
    *,
    references: Sequence[str] = (),
    glossary: Sequence[Term] = (),
) -> Checks:
    """Run all checks on outputs; references, where there are some, tell the language that outputs should be in."""
    written = references or next(iter(outputs.values())).texts
    wanted = expected(languages, source.texts, written)
    usual = usual_ratios([output.texts for output in outputs.values()], source.texts)
    terms = wanted_terms(source.texts, glossary) if glossary else []
    if glossary:
        warn_of_unused(glossary, terms, source.texts)
    counts, missing = {}, {}
    for name, output in outputs.items():
        of_output = compare_with_source(source.parts, output.parts)
        of_output |= _whole(source, output, usual)
        of_output |= language_checks(output, wanted, source)
        if glossary:
            missing[name] = missed_terms(output.texts, terms)
            of_output["glossary-missed"] = count_terms(missing[name], len(output.texts))
        counts[name] = {check: of_output[check] for check in CHECKS if check in of_output}
    return Checks(counts, wanted.language, wanted.script, missing)


def check_corpus(corpus: Corpus, source: CheckedColumn, outputs: Mapping[str, CheckedColumn]) -> Checks:
    """Run all checks on the outputs of a corpus, whose columns are given."""
    references = [text for column in corpus.evalset.references.values() for text in column if text]
    glossary = corpus.knowledge.glossary
    return check_outputs(source, outputs, corpus.evalset.languages, references=references, glossary=glossary)


def check_rates(checks: Checks, least: int = 1) -> Evaluation:
    """Return how many segments of a hundred fail each check, of those that `least` segments of all systems fail."""
    first = next(iter(checks.counts.values()))
    failed = [
        check
        for check in first
        if sum(np.count_nonzero(counts[check]) for counts in checks.counts.values()) >= least
    ]
    return rates(
        {
            system: {Rate(CHECKS[check]): _failed_of_all(counts[check]) for check in failed}
            for system, counts in checks.counts.items()
        }
    )


def _failed_of_all(counts: Counts) -> tuple[Counts, Counts]:
    return _counts(counts > 0), np.ones(len(counts), dtype=np.int64)


def bilingual_columns(text: Bilingual) -> tuple[CheckedColumn, dict[str, CheckedColumn]]:
    """Return source and outputs of a text without references, with words by white space and punctuation."""
    words = number_words([text.source, *text.outputs.values()], WORD_TOKENISERS[0])
    texts = [list(text.source), *map(list, text.outputs.values())]
    source, *outputs = (CheckedColumn(*both) for both in zip(texts, words, strict=True))
    return source, dict(zip(text.outputs, outputs, strict=True))


def checked_columns(corpus: Corpus) -> tuple[CheckedColumn, dict[str, CheckedColumn]] | None:
    """Return source and outputs with words by white space and punctuation; None without a source.

    Words are those of the corpus unless it has been told to take something else for a word, such as characters.
    """
    source = corpus.evalset.source
    if source is None or corpus.source is None:
        return None
    texts = {name: list(column) for name, column in corpus.outputs.items()}
    if corpus.tok in WORD_TOKENISERS:
        words = [corpus.source, *corpus.hypotheses.values()]
    else:
        words = number_words([source, *texts.values()], "13a")
    columns = [CheckedColumn(*both) for both in zip(texts.values(), words[1:], strict=True)]
    return CheckedColumn(list(source), words[0]), dict(zip(texts, columns, strict=True))


def _whole(source: CheckedColumn, side: CheckedColumn, usual: Ratios) -> dict[str, Counts]:
    """Look at outputs as wholes: empty, copied, looping, cut off, of an odd length."""
    odd = usual.outliers(side.texts, source.texts)
    spoken = [any(map(str.isalnum, text)) for text in side.texts]
    asked = [any(map(str.isalnum, text)) for text in source.texts]
    return {
        "no-output": _counts(np.array(asked) & ~np.array(spoken)),
        "copied-source": copied(source.texts, source.words, side.texts),
        "untranslated": fragments(source.words, side.words),
        "loops": np.where(source.loops > 0, 0, side.loops),
        "truncated": _counts(_cut_off(source.texts, side.texts, usual)),
        "too-long": _counts(odd > 0),
        "too-short": _counts(odd < 0),
    }


def _counts(flags: Flags) -> Counts:
    return flags.astype(np.int64)


def _cut_off(source: Sequence[str], texts: Sequence[str], usual: Ratios) -> Flags:
    """Say where an output stops short: no final stop where the source has one, and less text than is usual."""
    stops = np.array([text.rstrip(CLOSERS)[-1:] in FINAL and text != "" for text in source], dtype=np.bool_)
    ends = np.array([text.rstrip(CLOSERS)[-1:] in ENDS for text in texts], dtype=np.bool_)
    if not stops.any() or ends[stops].mean() < MOSTLY:
        return np.zeros(len(ends), dtype=np.bool_)
    return np.asarray(stops & ~ends & (usual.deviations(texts, source) < SHORT))


def language_checks(
    side: CheckedColumn, wanted: Expected, source: CheckedColumn | None = None
) -> dict[str, Counts]:
    """Say where a text is in another language or script than it should be; what the source has there may stay."""
    counts = {}
    if wanted.language:
        counts["wrong-language"] = _counts(_wrong_language(side, wanted, source))
    if wanted.script != "none":
        counts["wrong-script"] = _counts(_wrong_script(side, wanted.script, source))
    return counts


def _wrong_language(side: CheckedColumn, wanted: Expected, source: CheckedColumn | None) -> Flags:
    """Say where another language is clear; one that the source has there for once, as in a quotation, is not wrong."""
    best, scores = np.array(side.languages, dtype="U2"), side.told.scores
    ruled_out = scores[:, PLACES[wanted.language]] < RIVAL * scores.max(axis=1, initial=0)
    wrong = (best != "") & (best != wanted.language) & ruled_out
    if source is not None:
        own = np.array(source.languages, dtype="U2")
        wrong &= (best != own) | (own == wanted.source_language)
    return np.asarray(wrong)


def _wrong_script(side: CheckedColumn, script: str, source: CheckedColumn | None) -> Flags:
    """Say where most letters are of another script; a few words of the source may stay as they are."""
    wrong = (share_of(side.scripts, script) < HALF) & (side.scripts.sum(axis=1) >= LEAST_LETTERS)
    for row in np.flatnonzero(wrong).tolist() if source is not None else ():
        words, known = side.words.at(row), set(source.words.at(row)) if source is not None else set()
        if len(words) < FEW_WORDS and known.issuperset(words):
            wrong[row] = False
    return np.asarray(wrong)
