"""Places of words: what counting characters says is what looking for one word after the other says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.diagnosis.words.tokens import WINDOW, number_words, word_places

FAR = " " * (WINDOW + 1)
PIECES = st.sampled_from(["a", "ab", "word", " ", "  ", ".", ",", "&quot;", "é", "😀", "\t", "1 000", FAR])
TEXTS = st.lists(st.lists(PIECES, max_size=12).map("".join), min_size=1, max_size=5)


def looked_for(words: list[str], text: str) -> list[tuple[int, int]]:
    position, found = 0, []
    for word in words:
        start = text.find(word, position, position + WINDOW + len(word))
        found.append((start, start + len(word)) if start >= 0 else (-1, -1))
        position = max(position, found[-1][1])
    return found


@pytest.mark.parametrize("tok", ["none", "13a", "intl", "char"])
@given(texts=TEXTS)
def test_every_word_is_where_a_search_finds_it(tok: str, texts: list[str]) -> None:
    words = number_words([texts], tok)[0]
    starts, ends = word_places(words, texts)
    expected = [place for row, text in enumerate(texts) for place in looked_for(words.at(row), text)]
    assert list(zip(starts.tolist(), ends.tolist(), strict=True)) == expected


def test_a_word_with_a_blank_in_its_text_has_no_place() -> None:
    words = number_words([["ab c"]], "none")[0]
    starts, _ = word_places(words, ["a bc"])
    assert starts.tolist() == [-1, 3]
