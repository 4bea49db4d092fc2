"""The tokeniser ko-mecab: MeCab with a Korean dictionary."""

from assay.compat.sacrebleu.tokenizers.tokenizer_base import NamedTokenizer


class TokenizerKoMecab(NamedTokenizer):
    """Finds the words of Korean text."""

    tok = "ko-mecab"
