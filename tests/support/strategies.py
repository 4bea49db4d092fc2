"""Text and tokens for property tests: what real lines hold, and all that a tokeniser may trip over."""

from hypothesis import strategies as st

# Entities, line ends, stops and digits, numbers and marks of other scripts, every kind of white space,
# Chinese and kana, both ends of the mistyped ranges, characters beyond U+FFFF, lone surrogates, NUL.
PIECES = (
    *("&amp;", "&amp;amp;", "&amp;lt;", "&lt;", "&gt;", "&quot;", "&", "amp;", "<skipped>", "<ski", "pped>"),
    *(
        "\n",
        "-\n",
        "\n-",
        "-",
        "--",
        ".",
        ",",
        "...",
        "'s",
        "'s ",
        "'",
        "’s",
        "1",
        "42",
        "3.5",
        "x",
        "word",
        "É",
    ),
    *("٣", "½", "²", "Ⅷ", "𝟘", "€", "$", "+", "^", "`", "_", "(", ")", "¿", "…", "—", "،", "।", "\u0e2f"),
    *(" ", "  ", "\t", "\r", "\x0b", "\x1c", "\x1f", "\x85", "\xa0", "\u1680", "\u2003", "\u2028", "\u3000"),
    *("中", "㐀", "豈", "𠀀", "ア", "ー", "は", "ㇰ", "・", "、", "。", "，", "！", "ｱ", "｡", "한"),
    *("\u2000", "\u2001", "\u2a6d", "\u2a6e", "\u32ff", "\u3f22", "\u3f23", "\ufeff", "\u200b", "\u0301"),
    *("😀", "👩\u200d🔬", "\U0001f6d8", "\u20c1", "\U0010ffff", "\ud800", "\udfff", "\ud83d\ude00", "\0"),
)


def lines(max_size: int = 40) -> st.SearchStrategy[str]:
    """Return lines of such pieces, of any characters at all, and of nothing but digits, stops and spaces."""
    characters = st.characters() | st.characters(codec="latin-1")
    mixed = st.lists(st.sampled_from(PIECES) | characters, max_size=max_size).map("".join)
    return mixed | st.text("0123.,- a&;'s\n", max_size=max_size) | st.text("ab. ", max_size=max_size)


def tokens(max_size: int = 40) -> st.SearchStrategy[list[int]]:
    """Return tokens over a few types, so that n-grams recur and shifts are worth while."""
    over = {types: st.lists(st.integers(0, types), max_size=max_size) for types in range(1, 13)}
    return st.integers(1, 12).flatmap(over.__getitem__)


def reordered(max_size: int = 40) -> st.SearchStrategy[tuple[list[int], list[int]]]:
    """Return a reference and a hypothesis made of its own spans, cut anywhere and put in any order."""
    spans = st.lists(st.tuples(st.integers(0, max_size), st.integers(1, 8)), max_size=8)
    return st.tuples(tokens(max_size), spans).map(lambda drawn: (drawn[0], _joined(*drawn)))


def _joined(words: list[int], spans: list[tuple[int, int]]) -> list[int]:
    """Return the words of spans, each given by where it begins and how long it is."""
    begun = [(start % (len(words) + 1), length) for start, length in spans]
    return [word for start, length in begun for word in words[start : start + length]]
