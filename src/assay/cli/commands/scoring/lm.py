"""`assay lm`: a language model of n-grams, trained on plain text."""

from __future__ import annotations

from dataclasses import dataclass

from assay.cli.answer import Answer
from assay.cli.flags import Manners
from assay.cli.output import SameFormat
from assay.errors import InputError, OptionError
from assay.options import nested, option, same_option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from assay.kernel import Texts

EPILOG = """\
examples:
  assay lm corpus.en -o en.arpa
  assay lm news.en.gz talks.en.gz --order 3 --memory 2G -o en.arpa.gz
  assay score out.txt -m lm:model=en.arpa
Texts are tokenised as the texts that are to be scored, one sentence a line.
"""
MOST_ORDER = 10


@dataclass(frozen=True)
class Arguments:
    """Train a language model with modified Kneser-Ney smoothing, and write it as ARPA."""

    texts: tuple[str, ...] = option(
        (), "plain text, one sentence a line", metavar="TEXT", positional="+", reads=True
    )
    order: int = option(5, "length of the longest n-grams", metavar="N", least=1, most=MOST_ORDER)
    memory: str = option(
        "4G", "the most memory for counts; a text that needs more is refused", metavar="SIZE"
    )
    lowercase: bool = option(False, "lower-case the text")
    max_size: str = same_option(Manners, "max_size")
    writing: SameFormat = nested(SameFormat)

    def __post_init__(self) -> None:
        """Refuse what is no size."""
        from assay.io import parse_size

        parse_size(self.memory)
        if not self.texts:
            raise OptionError("give the text to train on, one sentence a line")


def run(arguments: Arguments) -> Answer:
    """Count, smooth, and return the file."""
    import gzip

    from assay.io import arpa_file, parse_size
    from assay.kernel import BadModelError, OutOfMemoryError, train_language_model

    memory = parse_size(arguments.memory)
    try:
        model = train_language_model(_sentences(arguments), arguments.order, memory=memory)
    except OutOfMemoryError:
        raise InputError(
            f"more than {arguments.memory} of memory is needed; give --memory more, a lower --order, or less text"
        ) from None
    except BadModelError as error:
        raise InputError(f"{error}; take it out of the text") from None
    text = arpa_file(model)
    packed = (arguments.writing.path or "").endswith(".gz")
    return Answer(ready=gzip.compress(text, 6, mtime=0) if packed else text)


def _sentences(arguments: Arguments) -> Iterator[Texts]:
    """Yield the sentences of all files."""
    from assay.io import read_texts
    from assay.text import Column

    empty = True
    for path in arguments.texts:
        column = Column.of(read_texts(path))
        empty = empty and not len(column)
        yield (column.lower() if arguments.lowercase else column).texts
    if empty:
        raise InputError(f"{arguments.texts[0]}: there is no sentence to learn from; give a text with some")
