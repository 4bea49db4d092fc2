from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from assay.text.column import Column, count_tokenised

endings = st.sampled_from(["", ".", " .", "a .", "a.", "日 .", " . ", ". ."])


@given(st.lists(endings))
def test_a_column_and_a_list_agree(texts: list[str]) -> None:
    expected = sum(text.endswith(" .") for text in texts)
    assert count_tokenised(texts) == count_tokenised(Column.of(texts)) == expected


def test_a_full_stop_does_not_reach_into_the_segment_before() -> None:
    assert count_tokenised(Column.of(["a ", "."])) == 0
