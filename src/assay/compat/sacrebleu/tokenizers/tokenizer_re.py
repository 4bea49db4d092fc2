"""The rules of mteval for Western text alone, without its entities: what programs build tokenisers of their own on."""

from __future__ import annotations

import re
import string

from assay.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer

MARKS = "".join(sign for sign in string.punctuation if sign not in "',-.")
RULES = (
    (re.compile(f"([{re.escape(MARKS)}])"), r" \1 "),
    (re.compile(r"([^0-9])([.,])"), r"\1 \2 "),  # not after a digit
    (re.compile(r"([.,])([^0-9])"), r" \1 \2"),  # not before one
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
)


class TokenizerRegexp(BaseTokenizer):
    """Parts marks from words, points and commas unless they stand in a number, and a dash from the digit before it."""

    def signature(self) -> str:
        """Return the name that stands in signatures."""
        return "re"

    def __call__(self, line: str) -> str:
        """Tokenise a line."""
        for pattern, parted in RULES:
            line = pattern.sub(parted, line)
        return " ".join(line.split())
