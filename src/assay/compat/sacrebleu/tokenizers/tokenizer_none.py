"""The tokeniser none, which leaves a line as it is."""

from assay.compat.sacrebleu.tokenizers.tokenizer_base import NamedTokenizer


class NoneTokenizer(NamedTokenizer):
    """Takes the text for tokenised."""

    tok = "none"

    def __call__(self, line: str) -> str:
        """Return the line itself."""
        return line
