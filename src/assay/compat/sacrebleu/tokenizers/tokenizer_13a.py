"""The tokeniser 13a, that of mteval-v13a."""

from assay.compat.sacrebleu.tokenizers.tokenizer_base import NamedTokenizer


class Tokenizer13a(NamedTokenizer):
    """Parts punctuation from words, but not inside numbers."""

    tok = "13a"
