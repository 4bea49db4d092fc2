"""Write the tables of Unicode categories that the tokenisers "intl" and "unicode", EED and the checks of lines need.

The kernel (native/unicode.h, native/letters.h) and its Python twin (tests/reference/unicode.py, letters.py) hold the
same ranges, made here from the `regex` module. Python's own `unicodedata` would make a score depend on the release of
Python; a table in the repository does not. After a new `regex`, run this again and change UNICODE below if it moved.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import fill

import regex

UNICODE = "17.0"
CATEGORIES = {"punctuation": "P", "number": "N", "symbol": "S", "decimal": "Nd"}
NOTICE = "Written by tools/unicode_tables.py: do not edit. Sorted, and both ends belong to a range."
HEADER = Path("native/unicode.h")
MODULE = Path("tests/reference/unicode.py")
LETTERS_HEADER = Path("native/letters.h")
LETTERS_MODULE = Path("tests/reference/letters.py")
# Latin, Greek, Cyrillic and Armenian, where no pair of cases has been added for years: all Pythons agree on them.
CASED = (range(0x80, 0x590), range(0x1E00, 0x2000))

Range = tuple[int, int]


def code_points(*categories: str) -> Iterator[int]:
    """Yield every code point of general categories, named by their letters, in order."""
    matches = regex.compile("|".join(rf"\p{{{category}}}" for category in categories)).fullmatch
    return (code for code in range(sys.maxunicode + 1) if matches(chr(code)))


def merged(codes: Iterable[int]) -> list[Range]:
    """Join neighbouring code points, given in order, to ranges; both ends belong to the range."""
    ranges: list[Range] = []
    for code in codes:
        if ranges and code == ranges[-1][1] + 1:
            ranges[-1] = (ranges[-1][0], code)
        else:
            ranges.append((code, code))
    return ranges


def tables() -> dict[str, list[Range]]:
    """Return the ranges of each category by its long name."""
    return {name: merged(code_points(category)) for name, category in CATEGORIES.items()}


def word_ranges() -> list[Range]:
    """Return the ranges of letters and numbers: what words are made of."""
    return merged(code_points("L", "N"))


def lowered() -> dict[int, int]:
    """Return the lower-case letter of each capital beyond ASCII that has one, and no more than one."""
    letters = {code: chr(code).lower() for block in CASED for code in block}
    return {code: ord(lower) for code, lower in letters.items() if len(lower) == 1 and ord(lower) != code}


def listed(ranges: list[Range], opening: str, closing: str) -> str:
    """Lay ranges out in short lines, each range between the brackets of the language."""
    items = [f"{opening}0x{first:X},~0x{last:X}{closing}," for first, last in ranges]
    return fill(" ".join(items), 100, initial_indent="    ", subsequent_indent="    ").replace("~", " ")


def origin() -> str:
    """Say what the tables are and where they come from."""
    return f"General categories P, N, S and Nd of Unicode {UNICODE}, by regex {regex.__version__}"


def header(categories: dict[str, list[Range]]) -> str:
    """Return the text of the C++ header."""
    arrays = [
        f"inline constexpr Range {name}[] = {{\n{listed(ranges, '{', '}')}\n}};\n"
        for name, ranges in categories.items()
    ]
    return (
        f"// {origin()}.\n// {NOTICE}\n"
        "#pragma once\n\n// clang-format off\nnamespace assay::unicode {\n\n"
        "struct Range {\n    char32_t first, last;\n};\n\n"
        f"{chr(10).join(arrays)}\n}}  // namespace assay::unicode\n"
    )


def module(categories: dict[str, list[Range]]) -> str:
    """Return the text of the Python module."""
    tuples = [f"{name.upper()} = (\n{listed(ranges, '(', ')')}\n)\n" for name, ranges in categories.items()]
    return f'"""{origin()}.\n\n{NOTICE}\n"""\n\n# fmt: off\n{"".join(tuples)}'


def letters_origin() -> str:
    """Say what the tables of letters are and where they come from."""
    return f"General categories L and N of Unicode {UNICODE}, by regex {regex.__version__}; lower case as in Python"


def letters_header(words: list[Range], lower: dict[int, int]) -> str:
    """Return the text of the C++ header of letters."""
    return (
        f"// {letters_origin()}.\n// {NOTICE}\n"
        '#pragma once\n\n#include "unicode.h"\n\n// clang-format off\nnamespace assay::unicode {\n\n'
        f"inline constexpr Range word[] = {{\n{listed(words, '{', '}')}\n}};\n\n"
        "struct Cases {\n    char16_t capital, lower;\n};\n\n"
        f"inline constexpr Cases cases[] = {{\n{listed(list(lower.items()), '{', '}')}\n}};\n\n"
        "}  // namespace assay::unicode\n"
    )


def letters_module(words: list[Range], lower: dict[int, int]) -> str:
    """Return the text of the Python module of letters."""
    return (
        f'"""{letters_origin()}.\n\n{NOTICE}\n"""\n\n# fmt: off\n'
        f"WORD = (\n{listed(words, '(', ')')}\n)\nCASES = (\n{listed(list(lower.items()), '(', ')')}\n)\n"
    )


def main() -> None:
    """Write both files into the repository this file stands in."""
    root = Path(__file__).resolve().parents[1]
    categories = tables()
    words, lower = word_ranges(), lowered()
    written = {
        HEADER: header(categories),
        MODULE: module(categories),
        LETTERS_HEADER: letters_header(words, lower),
        LETTERS_MODULE: letters_module(words, lower),
    }
    for path, text in written.items():
        (root / path).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
