# Written by tools/doors.py from the map in __init__.py.
from assay.text.column import Column as Column
from assay.text.column import count_tokenised as count_tokenised
from assay.text.column import is_whole as is_whole
from assay.text.stem import stem_column as stem_column
from assay.text.stem import stemmer_identity as stemmer_identity
from assay.text.tokenisers import SPACED_TOKENISERS as SPACED_TOKENISERS
from assay.text.tokenisers import check_tokeniser as check_tokeniser
from assay.text.tokenisers import tercom as tercom
from assay.text.tokenisers import tokeniser_identity as tokeniser_identity
from assay.text.tokenisers import tokenize as tokenize

__all__: list[str]
