"""Text before it is scored: columns, tokenisers, checks. Nothing here knows about scores."""

from assay.doors import open_door

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.text.checks import count_tokenised
    from assay.text.column import Column, Grouped, is_whole
    from assay.text.stem import NONE, stem_column, stemmer_identity
    from assay.text.synonyms import class_column, classes
    from assay.text.tokenisers import check, identity, tercom, tokenize

__all__ = [
    "NONE",
    "Column",
    "Grouped",
    "check",
    "class_column",
    "classes",
    "count_tokenised",
    "identity",
    "is_whole",
    "stem_column",
    "stemmer_identity",
    "tercom",
    "tokenize",
]
__getattr__, __dir__ = open_door(__name__)
