"""`assay lm`: a language model of n-grams, trained on plain text."""

from __future__ import annotations

from dataclasses import dataclass

from assay.cli.answer import Answer
from assay.cli.output import SameFormat
from assay.errors import OptionError
from assay.options import nested, option

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
        "4G", "the most memory; what it cannot hold is sorted on disk, in a temporary folder", metavar="SIZE"
    )
    lowercase: bool = option(False, "lower-case the text")
    writing: SameFormat = nested(SameFormat)

    def __post_init__(self) -> None:
        """Refuse what is no size."""
        from assay.io import parse_size

        parse_size(self.memory)
        if not self.texts:
            raise OptionError("give the text to train on, one sentence a line")


def run(arguments: Arguments) -> Answer:
    """Count, and return the file in parts, which are made while it is written."""
    from itertools import chain

    from assay.io import parse_size, train_arpa

    parts = train_arpa(
        arguments.texts,
        arguments.order,
        parse_size(arguments.memory),
        lowercase=arguments.lowercase,
        packed=(arguments.writing.path or "").endswith(".gz"),
    )
    return Answer(ready=chain([next(parts)], parts))  # the first part comes when all is read
