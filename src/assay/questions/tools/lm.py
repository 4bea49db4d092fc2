"""A language model of n-grams, trained on plain text with modified Kneser-Ney smoothing, as ARPA."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from assay.errors import OptionError, counted
from assay.options import option
from assay.questions.results import Written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from assay.questions.given import Given

MOST_ORDER = 10


@dataclass(frozen=True)
class LmQuestion:
    """Train a language model with modified Kneser-Ney smoothing, and write it as ARPA."""

    texts: tuple[str, ...] = option(
        (), "plain text, one sentence a line", metavar="TEXT", positional="+", reads=True
    )
    order: int = option(5, "length of the longest n-grams", metavar="N", least=1, most=MOST_ORDER)
    memory: str = option(
        "4G", "the most memory; what it cannot hold is sorted on disk, in a temporary folder", metavar="SIZE"
    )
    lowercase: bool = option(False, "lower-case the text")

    def __post_init__(self) -> None:
        """Refuse what is no size, and a call without text."""
        from assay.io import parse_size

        parse_size(self.memory)
        if not self.texts:
            raise OptionError("give the text to train on, one sentence a line")


def ask(question: LmQuestion, given: Given) -> Written:
    """Return the file in parts, which are made while it is written."""
    return Written(
        partial(_parts, question),
        f"A language model of {counted(question.order, 'word')} at most, to be written with save",
    )


def _parts(question: LmQuestion, packed: bool) -> Iterator[bytes]:
    from assay.io import parse_size
    from assay.io.models.language_models import train_arpa

    memory = parse_size(question.memory)
    return train_arpa(question.texts, question.order, memory, lowercase=question.lowercase, packed=packed)
