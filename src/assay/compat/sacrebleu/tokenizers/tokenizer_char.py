"""The tokeniser char: every character is a token."""

from assay.compat.sacrebleu.tokenizers.tokenizer_base import NamedTokenizer


class TokenizerChar(NamedTokenizer):
    """Puts a blank between all characters, those that are blanks included."""

    tok = "char"

    def __call__(self, line: str) -> str:
        """Tokenise a line."""
        return " ".join(line)
