"""`assay paraphrases`: phrases that may stand for each other, from a bitext or a phrase table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.output import SameFormat
from assay.errors import OptionError
from assay.options import nested, option, same_option
from assay.resources import ParaphraseOptions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.data import Paraphrase, PhrasePair

    Sentences = list[list[str]]

EPILOG = """\
examples:
  assay paraphrases corpus.de corpus.en -o paraphrases-en.gz
  assay paraphrases corpus.de corpus.en --phrase-table phrase-table.gz --corpus references.en -o paraphrases-en.gz
  assay resources add paraphrases-en --from paraphrases-en.gz
The paraphrases are those of the second language. Texts are tokenised, one sentence a line.
"""


@dataclass(frozen=True)
class Arguments:
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
    max_size: str = same_option(Manners, "max_size")
    writing: SameFormat = nested(SameFormat)

    def __post_init__(self) -> None:
        """Refuse a call without anything to extract from."""
        if len(self.texts) not in (0, 2) or not (self.texts or self.phrase_table):
            raise OptionError("give a bitext, SOURCE and TARGET, or --phrase-table FILE")
        if self.links and (self.phrase_table or not self.texts):
            raise OptionError("--links are those of a bitext from which a phrase table is made")


def run(arguments: Arguments) -> Answer:
    """Read texts and table, extract, and return the file."""
    from assay.io import paraphrase_file

    paraphrases = _extracted(arguments)
    packed = (arguments.writing.path or "").endswith(".gz")
    return Answer(ready=paraphrase_file(paraphrases, arguments.layout, packed))


def _extracted(arguments: Arguments) -> list[Paraphrase]:
    from assay.resources import common_words, extract_paraphrases

    chosen = arguments.chosen
    texts = [_sentences(path, chosen.lowercase) for path in arguments.texts]
    common = [common_words(sentences, chosen.common) for sentences in texts] or [frozenset(), frozenset()]
    corpus = texts[1] if texts else None
    if arguments.corpus is not None:
        corpus = _sentences(arguments.corpus, chosen.lowercase)
    return extract_paraphrases(
        _table(arguments, texts), chosen, common_source=common[0], common_target=common[1], corpus=corpus
    )


def _sentences(path: str, lowercase: bool) -> Sentences:
    from assay.io import read_labels

    sentences = read_labels(path)
    return [[word.lower() for word in words] for words in sentences] if lowercase else sentences


def _table(arguments: Arguments, texts: list[Sentences]) -> list[PhrasePair]:
    """Return the phrase table that is given, or one made from the bitext."""
    from assay.io import read_links, read_phrase_table
    from assay.resources import phrase_table

    if arguments.phrase_table is None:
        links = None if arguments.links is None else read_links(arguments.links)
        return phrase_table(texts[0], texts[1], arguments.chosen, links)
    table = read_phrase_table(arguments.phrase_table)
    if arguments.chosen.lowercase:
        return [pair._replace(source=pair.source.lower(), target=pair.target.lower()) for pair in table]
    return table
