"""Stems and classes of synonyms: tokens stay tokens, whatever their script."""

from importlib.metadata import version

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import DependencyError, OptionError
from assay.metrics.specs import parse_metric, spec_of
from assay.text.column import Column
from assay.text.stem import class_column, stem_column, stemmer_identity, synonym_classes
from assay.text.tokenisers import tokenize
from support.strategies import lines


def test_stems_are_of_lower_case() -> None:
    column = stem_column(Column.of(["The Dogs chased 3.5 cats", "", "Äpfel 中国 😀"]), "english")
    assert list(column) == ["the dog chase 3.5 cat", "", "äpfel 中国 😀"]


@given(st.lists(lines(), max_size=3), st.sampled_from(["english", "porter", "turkish", "arabic", "russian"]))
def test_no_token_is_lost_or_made(texts: list[str], stemmer: str) -> None:
    column = tokenize(Column.of(texts), "none", 1)
    stems = stem_column(column, stemmer)
    assert [line.count(" ") for line in stems] == [line.count(" ") for line in column]
    assert all(all(line.split(" ")) for line in stems if line)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(OptionError, match="klingon"):
        stemmer_identity("klingon")


def test_pairs_that_share_a_word_are_one_class() -> None:
    names = synonym_classes(
        [("big", "large"), ("small", "Little"), ("huge", "LARGE"), ("big", "huge")], "none"
    )
    assert len({names[word] for word in ("big", "large", "huge")}) == 1
    assert names["small"] == names["little"] != names["big"]


def test_stems_of_synonyms_are_synonyms() -> None:
    names = synonym_classes([("chase", "pursue")], "english")
    column = Column.of(["He chased", "he pursues", ""])
    assert list(class_column(column, "english", names)) == ["he chase", "he chase", ""]


@given(st.lists(st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("abcdefgh"))))
def test_classes_are_what_the_pairs_connect(pairs: list[tuple[str, str]]) -> None:
    names = synonym_classes(pairs, "none")
    groups = [{word} for word in names]
    for first, second in pairs:
        joined = {word for group in groups if group & {first, second} for word in group}
        groups = [group for group in groups if not group & joined] + [joined]
    assert all(len({names[word] for word in group}) == 1 for group in groups)
    assert len(set(names.values())) == len(groups)


def test_a_stemmer_is_known_by_language_and_version() -> None:
    installed = version("snowballstemmer")
    metric = parse_metric("wer:stem=english")
    assert spec_of(metric) == f"wer:stem=english-{installed}"
    assert parse_metric(spec_of(metric)) == metric
    with pytest.raises(DependencyError, match=f"english-0.0 was asked for, english-{installed} is installed"):
        parse_metric("wer:stem=english-0.0")
