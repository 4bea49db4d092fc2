"""The tokeniser zh: Chinese characters one by one, the rest as 13a does."""

from assay.compat.sacrebleu.tokenizers.tokenizer_base import NamedTokenizer


class TokenizerZh(NamedTokenizer):
    """Makes each Chinese character a token."""

    tok = "zh"
