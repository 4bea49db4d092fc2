"""Which phrases may stand for each other? Extracted from a bitext or a phrase table, by way of another language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Literal

from assay.errors import OptionError, counted
from assay.options import nested, option
from assay.questions.results import Written
from assay.resources.options import ParaphraseOptions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.data import Paraphrase, PhrasePair
    from assay.questions.given import Given

    Sentences = list[list[str]]


@dataclass(frozen=True)
class ParaphrasesQuestion:
    """Extract paraphrases by way of another language: e1 and e2 are paraphrases if they translate the same phrases."""

    texts: tuple[str, ...] = option(
        (),
        "a bitext: source and target, sentence by sentence",
        metavar="SOURCE TARGET",
        positional="*",
        reads=True,
    )
    phrase_table: str | None = option(
        None,
        "a phrase table as Moses writes it, in place of one made from the bitext",
        metavar="FILE",
        reads=True,
    )
    links: str | None = option(
        None,
        "word alignments of the bitext, as fast_align writes them, in place of our own",
        metavar="FILE",
        reads=True,
    )
    corpus: str | None = option(
        None,
        "only paraphrases of phrases that occur in this text (default: TARGET)",
        metavar="FILE",
        reads=True,
    )
    layout: Literal["meteor", "tsv"] = option("meteor", "three lines each, as METEOR reads them, or a table")
    chosen: ParaphraseOptions = nested(ParaphraseOptions)

    def __post_init__(self) -> None:
        """Refuse a call without anything to extract from."""
        if len(self.texts) not in (0, 2) or not (self.texts or self.phrase_table):
            raise OptionError("give a bitext, SOURCE and TARGET, or --phrase-table FILE")
        if self.links and (self.phrase_table or not self.texts):
            raise OptionError("--links are those of a bitext from which a phrase table is made")


def ask(question: ParaphrasesQuestion, given: Given) -> Written:
    """Read texts and table, and extract."""
    paraphrases = _extracted(question)
    return Written(
        partial(_file, paraphrases, question.layout),
        f"{counted(len(paraphrases), 'paraphrase')}, to be written with save",
    )


def _file(paraphrases: Sequence[Paraphrase], layout: str, packed: bool) -> tuple[bytes]:
    from assay.io.lexicons import paraphrase_file

    return (paraphrase_file(paraphrases, layout, packed),)


def _extracted(question: ParaphrasesQuestion) -> list[Paraphrase]:
    from assay.resources.pivot import common_words, extract_paraphrases

    chosen = question.chosen
    texts = [_sentences(path, chosen.lowercase) for path in question.texts]
    common = [common_words(sentences, chosen.common) for sentences in texts] or [frozenset(), frozenset()]
    corpus = texts[1] if texts else None
    if question.corpus is not None:
        corpus = _sentences(question.corpus, chosen.lowercase)
    return extract_paraphrases(
        _table(question, texts), chosen, common_source=common[0], common_target=common[1], corpus=corpus
    )


def _sentences(path: str, lowercase: bool) -> Sentences:
    from assay.io import read_labels

    sentences = read_labels(path)
    return [[word.lower() for word in words] for words in sentences] if lowercase else sentences


def _table(question: ParaphrasesQuestion, texts: list[Sentences]) -> list[PhrasePair]:
    """Return the phrase table that is given, or one made from the bitext."""
    from assay.io import read_links
    from assay.io.lexicons import read_phrase_table
    from assay.resources import phrase_table

    if question.phrase_table is None:
        links = None if question.links is None else read_links(question.links)
        return phrase_table(texts[0], texts[1], question.chosen, links)
    table = read_phrase_table(question.phrase_table)
    if question.chosen.lowercase:
        return [pair._replace(source=pair.source.lower(), target=pair.target.lower()) for pair in table]
    return table
