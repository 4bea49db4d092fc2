"""The tokeniser ja-mecab: MeCab with the IPA dictionary."""

from assay.compat.sacrebleu.tokenizers.tokenizer_base import NamedTokenizer


class TokenizerJaMecab(NamedTokenizer):
    """Finds the words of Japanese text."""

    tok = "ja-mecab"
