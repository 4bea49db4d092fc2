"""The tokeniser intl, that of mteval-v14 with Unicode's categories."""

from assay.compat.sacrebleu.tokenizers.tokenizer_base import NamedTokenizer


class TokenizerV14International(NamedTokenizer):
    """Parts punctuation and symbols of all scripts from words."""

    tok = "intl"
