"""YiSi with structure: hand-worked scores, several references, an encoder's pieces, and what is refused."""

from pathlib import Path

import pytest

from assay.errors import OptionError
from assay.metrics.specs import parse_metric
from support.metric_scores import stats
from support.small_models import small_encoder

PARSES = """\
# text = Anna sold boats
1	Anna	Anna	PROPN	_	_	2	nsubj	_	_
2	sold	sell	VERB	_	_	0	root	_	_
3	boats	boat	NOUN	_	_	2	obj	_	_

# text = boats sold Anna
1	boats	boat	NOUN	_	_	2	nsubj	_	_
2	sold	sell	VERB	_	_	0	root	_	_
3	Anna	Anna	PROPN	_	_	2	obj	_	_

# text = Anna, boats
1	Anna	Anna	PROPN	_	_	3	dep	_	Role=3:C-A0
2	,	,	PUNCT	_	_	1	punct	_	_
3	boats	boat	NOUN	_	_	0	root	_	_

# text = morning cat
1	morning	morning	NOUN	_	_	2	compound	_	_
2	cat	cat	NOUN	_	_	0	root	_	_
"""
REFERENCE = "Anna sold boats"
PLAIN = "order=1,idf=no,alpha=0.5"


@pytest.fixture
def parses(tmp_path: Path) -> Path:
    path = tmp_path / "parses.conllu"
    path.write_text(PARSES, encoding="utf-8")
    return path


def parts(spec: str, output: str, references: list[str]) -> list[float]:
    """Return score, precision and recall."""
    rows = stats(spec, [output], [[reference] for reference in references]).rows
    return list(rows[0, :3].tolist())


def test_precision_asks_for_the_same_roles_and_recall_does_not(parses: Path) -> None:
    # sold 1 + 1/4 (one predicate in the reference), agent and patient 1 + 1 each
    precision = 1.25 / (1.25 + 2 + 2)
    spec = f"yisi:{PLAIN},parses={parses}"
    score, p, r = parts(f"{spec},beta=1", "boats sold Anna", [REFERENCE])
    assert [p, r] == pytest.approx([precision, 1])
    assert score == pytest.approx(2 * precision / (1 + precision))
    _, p, r = parts(f"{spec},beta=0.2", "boats sold Anna", [REFERENCE])
    assert [p, r] == pytest.approx([0.2 * precision + 0.8, 1])


def test_each_phrase_takes_its_best_reference(parses: Path) -> None:
    # roles of both references count: 1 + 2/4 for predicates, 1 + 2 for agents and patients
    spec = f"yisi:{PLAIN},beta=1,parses={parses}"
    assert parts(spec, "boats sold Anna", [REFERENCE, "boats sold Anna"]) == pytest.approx([1, 1, 1])


def test_roles_that_a_file_gives(parses: Path) -> None:
    # "Anna ," is the agent of "boats"; the reference's predicate "sold" shares "o" with it, 2 / 9 in spelling
    score, p, r = parts(f"yisi:{PLAIN},beta=1,parses={parses}", "Anna, boats", [REFERENCE])
    alike = 2 * 1 / 9
    # the agent's words: Anna finds Anna, the comma finds nothing
    assert p == pytest.approx((1.25 * alike + 2 * 0.5) / (1.25 + 2))
    # of the reference's two arguments one is matched: Anna, wholly
    assert r == pytest.approx((1.25 * alike + 2 * 1) / (1.25 + 2 + 2))
    assert score == pytest.approx(2 * p * r / (p + r))


@pytest.mark.parametrize("beta", [0.2, 1])
def test_pieces_of_an_encoder_follow_their_words(parses: Path, beta: float) -> None:
    spec = f"yisi:variant=1,layer=1,model={small_encoder()},beta={beta},parses={parses}"
    assert parts(spec, "morning cat", ["morning cat"]) == pytest.approx([1, 1, 1])
    assert 0 < parts(spec, "boats sold Anna", [REFERENCE])[1] < 1


def test_an_empty_output_scores_nothing() -> None:
    assert parts("yisi:beta=0.2,parser=chain", "", [REFERENCE]) == [0, 0, 0]


def test_parses_without_a_weight_are_refused(parses: Path) -> None:
    with pytest.raises(OptionError, match=r"give beta, such as 0\.2"):
        parse_metric(f"yisi:parses={parses}")
    with pytest.raises(OptionError, match="needs parses"):
        stats("yisi:beta=0.2", ["a"], [["a"]])
