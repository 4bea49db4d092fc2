# Written by tools/doors.py from the map in __init__.py.
from assay.text.column import Column as Column
from assay.text.column import Grouped as Grouped
from assay.text.column import count_tokenised as count_tokenised
from assay.text.column import is_whole as is_whole
from assay.text.stem import NO_STEMMER as NO_STEMMER
from assay.text.stem import class_column as class_column
from assay.text.stem import stem_column as stem_column
from assay.text.stem import stemmer_identity as stemmer_identity
from assay.text.stem import synonym_classes as synonym_classes
from assay.text.stem import word_stemmer as word_stemmer
from assay.text.tokenisers import SPACED_TOKENISERS as SPACED_TOKENISERS
from assay.text.tokenisers import check_tokeniser as check_tokeniser
from assay.text.tokenisers import tercom as tercom
from assay.text.tokenisers import tokeniser_identity as tokeniser_identity
from assay.text.tokenisers import tokenize as tokenize
from assay.text.wordpiece import WordPiece as WordPiece

__all__: list[str]
