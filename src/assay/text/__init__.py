"""Text before it is scored: columns of segments, tokenisers, stems. Nothing here knows about scores.

A `Column` is a sequence of strings in one buffer of UTF-8 with offsets, as the kernel reads it; `Grouped` is several
columns of the same segments, such as references. `tokenize` turns a column to one of tokens with a blank between them,
`stem_column` to one of stems, and `class_column` to one of classes of synonyms:

    tokens = tokenize(Column.of(["The house is red."]), "13a")    # The house is red .
    stems = stem_column(tokens, "english")

A tokeniser or stemmer is known in signatures by its name and version (`tokeniser_identity`, `stemmer_identity`);
`word_stemmer` stems single words.
"""

from assay.doors import open_door

HOMES = {
    "column": "Column count_tokenised is_whole",
    "stem": "stem_column stemmer_identity",
    "tokenisers": "SPACED_TOKENISERS check_tokeniser tercom tokeniser_identity tokenize",
}
__getattr__, __dir__, __all__ = open_door(__name__, HOMES)
