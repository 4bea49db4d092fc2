"""MAXSIM and MEANT: hand-worked scores, roles from rules and from files, and what is refused."""

from pathlib import Path

import pytest

from assay.data import Parse
from assay.errors import InputError, OptionError
from assay.metrics.specs import parse_metric
from assay.metrics.structure.frames import frames_of
from assay.metrics.structure.matching import best_matching, common_substring
from support.metric_scores import stats

PARSES = """\
# text = Anna sold boats
1	Anna	Anna	PROPN	_	_	2	nsubj	_	_
2	sold	sell	VERB	_	_	0	root	_	_
3	boats	boat	NOUN	_	_	2	obj	_	_

# text = Anna sells ships
1	Anna	Anna	PROPN	_	_	2	nsubj	_	_
2	sells	sell	VERB	_	_	0	root	_	_
3	ships	ship	NOUN	_	_	2	obj	_	_

# text = boats sold Anna
1	boats	boat	NOUN	_	_	2	nsubj	_	_
2	sold	sell	VERB	_	_	0	root	_	_
3	Anna	Anna	PROPN	_	_	2	obj	_	_

# text = boats were sold by Anna
1	boats	boat	NOUN	_	_	3	nsubj:pass	_	_
2	were	be	AUX	_	_	3	aux:pass	_	_
3	sold	sell	VERB	_	_	0	root	_	_
4	by	by	ADP	_	_	5	case	_	_
5	Anna	Anna	PROPN	_	_	3	obl:agent	_	_

# text = Anna , boats , sale
1	Anna	Anna	PROPN	_	_	5	dep	_	Role=5:A0
2	,	,	PUNCT	_	_	1	punct	_	_
3	boats	boat	NOUN	_	_	5	dep	_	Role=5:A1
4	,	,	PUNCT	_	_	3	punct	_	_
5	sale	sale	NOUN	_	_	0	root	_	_
"""
REFERENCE = "Anna sold boats"


@pytest.fixture
def parses(tmp_path: Path) -> Path:
    """Return a file with five parses."""
    path = tmp_path / "parses.conllu"
    path.write_text(PARSES, encoding="utf-8")
    return path


def score(spec: str, parses: Path, output: str, reference: str = REFERENCE) -> float:
    name, _, rest = spec.partition(":")
    return stats(f"{name}:parses={parses},{rest}", [output], [[reference]]).total()


def test_maxsim_by_hand(parses: Path) -> None:
    # base forms anna and sell match, ship and boat are both nouns: half; so P = R = 2.5 / 3
    assert score("maxsim:order=1", parses, "Anna sells ships") == pytest.approx(100 * 2.5 / 3)
    # the pair anna sell matches; sell ship and sell boat: (1 + 0.5) / 2
    pairs = (1 + 0.75) / 2
    assert score("maxsim:order=2", parses, "Anna sells ships") == pytest.approx(100 * (2.5 / 3 + pairs) / 2)
    assert score("maxsim:order=1,tag_weight=0", parses, "Anna sells ships") == pytest.approx(100 * 2 / 3)


def test_maxsim_with_synonyms_and_relations(parses: Path, tmp_path: Path) -> None:
    synonyms = tmp_path / "synonyms.tsv"
    synonyms.write_text("ship\tboat\n", encoding="utf-8")
    assert score(f"maxsim:order=1,synonyms={synonyms}", parses, "Anna sells ships") == pytest.approx(100)
    # of the dependencies nsubj matches, and obj by the base form of its head and the part of speech of ship
    relations = (1 + (1 + 0.5) / 2) / 2
    found = score("maxsim:order=1,relations", parses, "Anna sells ships")
    assert found == pytest.approx(100 * (2.5 / 3 + relations) / 2)


def test_meant_asks_who_did_what_to_whom(parses: Path) -> None:
    exact = "meant:similarity=exact"
    assert score(exact, parses, REFERENCE) == 100
    assert score(exact, parses, "boats sold Anna") == pytest.approx(100 / 3)  # the same words in other roles
    assert score(exact, parses, "Anna sells ships") == pytest.approx(100 / 3)  # the agent
    assert score("meant:similarity=exact,unit=lemma", parses, "Anna sells ships") == pytest.approx(200 / 3)
    # the passive: predicate, patient in full, "by Anna" for "Anna" 2/3; "were" has no partner
    matched = 2 + 2 / 3
    precision, recall = matched / 4, matched / 3
    expected = 2 * precision * recall / (precision + recall)
    assert score(exact, parses, "boats were sold by Anna") == pytest.approx(100 * expected)


def test_meant_by_spelling(parses: Path) -> None:
    # sold and sells: "s" or "l" in common, 2/9; boats and ships: "s", 2/10
    assert score("meant", parses, "Anna sells ships") == pytest.approx(100 * (1 + 2 / 9 + 2 / 10) / 3)


def test_roles_of_a_file_count_before_rules(parses: Path) -> None:
    found = score("meant:similarity=exact,predicate_weight=1", parses, "Anna , boats , sale")
    # both arguments have a comma below them: 2/3 each; the predicate differs
    assert found == pytest.approx(100 * (2 * 2 / 3) / 3)


def test_a_sentence_without_verbs_has_its_root_for_a_predicate() -> None:
    parse = Parse(("a", "boat"), ("a", "boat"), ("DET", "NOUN"), (1, -1), ("det", "root"), ((), ()))
    (frame,) = frames_of(parse, parse.forms)
    assert (frame.predicate, frame.arguments) == ("boat", (("other", ("a",)),))


def test_longest_common_substrings() -> None:
    assert common_substring("ferry", "ferries") == pytest.approx(8 / 12)
    assert common_substring("a", "b") == 0
    assert common_substring("", "") == 1


def test_matchings_have_the_largest_sum() -> None:
    import numpy as np

    assert best_matching(np.array([[0.9, 0.8], [0.8, 0.0]])) == [(0, 1), (1, 0)]
    assert best_matching(np.zeros((2, 2))) == []
    assert best_matching(np.zeros((0, 2))) == []


@pytest.mark.parametrize("name", ["maxsim:order=1,", "meant:"])
def test_more_units_than_can_be_matched_are_refused(name: str) -> None:
    one, two = (" ".join(f"{letter}{number}" for number in range(5_000)) for letter in "ab")
    assert stats("maxsim:parser=chain", [one], [[one]]).total() == 100
    with pytest.raises(InputError, match="split it into sentences"):
        stats(f"{name}parser=flat", [one], [[two]])


@pytest.mark.parametrize(
    "text", ["maxsim:order=0", "maxsim:alpha=2", "meant:alpha=-1", "meant:predicate_weight=0"]
)
def test_numbers_without_meaning_are_refused(text: str) -> None:
    with pytest.raises(OptionError):
        parse_metric(text)
