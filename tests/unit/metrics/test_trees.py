"""Metrics of dependency trees: hand-worked scores, where parses come from, and what is refused."""

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from assay.errors import AssayError, DependencyError, InputError, OptionError
from assay.metrics.specs import parse_metric
from assay.metrics.structure.parsers import parser_of
from support.metric_scores import stats

# The ferry sails at noon . / A ferry sails at dawn .
PARSES = """\
# text = The ferry sails at noon.
1	The	the	DET	_	_	2	det	_	_
2	ferry	ferry	NOUN	_	_	3	nsubj	_	_
3	sails	sail	VERB	_	_	0	root	_	_
4	at	at	ADP	_	_	5	case	_	_
5	noon	noon	NOUN	_	_	3	obl	_	SpaceAfter=No
6	.	.	PUNCT	_	_	3	punct	_	_

# text = A ferry sailed at dawn.
1	A	a	DET	_	_	2	det	_	_
2	ferry	ferry	NOUN	_	_	3	nsubj	_	_
3	sailed	sail	VERB	_	_	0	root	_	_
4	at	at	ADP	_	_	5	case	_	_
5	dawn	dawn	NOUN	_	_	3	obl	_	SpaceAfter=No
6	.	.	PUNCT	_	_	3	punct	_	_

# text = Vámonos al mar.
1-2	Vámonos	_	_	_	_	_	_	_	_
1	Vamos	ir	VERB	_	_	0	root	_	_
2	nos	nosotros	PRON	_	_	1	obj	_	_
3-4	al	_	_	_	_	_	_	_	_
3	a	a	ADP	_	_	5	case	_	_
4	el	el	DET	_	_	5	det	_	_
5	mar	mar	NOUN	_	_	1	obl	_	SpaceAfter=No
5.1	empty	_	_	_	_	_	_	_	_
6	.	.	PUNCT	_	_	1	punct	_	_
"""
REFERENCE, OUTPUT = "The ferry sails at noon.", "A ferry sailed at dawn ."


@pytest.fixture
def parses(tmp_path: Path) -> Path:
    """Return a file with the parses of three sentences."""
    path = tmp_path / "parses.conllu"
    path.write_text(PARSES, encoding="utf-8")
    return path


def score(specification: str, output: str = OUTPUT, *references: str) -> float:
    return stats(specification, [output], [[text] for text in references or [REFERENCE]]).total()


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        # words: ferry, at, "."; pairs of head and dependent: none, as sails is not sailed
        ("hwcm:length=2", (3 / 6 + 0) / 2),
        # base forms: ferry, sail, at, "."; sail-ferry, sail-"."
        ("hwcm:length=2,unit=lemma", (4 / 6 + 2 / 5) / 2),
        ("hwcm:length=3,unit=lemma", (4 / 6 + 2 / 5 + 0) / 3),
        ("dependency", 0.0),
        # root-sail, nsubj-sail-ferry, punct-sail-"."
        ("dependency:unit=lemma", 3 / 6),
        ("overlap:by=word", 3 / 9),
        ("overlap:by=tag,only=NOUN", 1 / 3),
        ("overlap:by=relation,unit=lemma", 4 / 8),
        ("stm:nodes=relation", 1.0 * 3 / 4),  # trees of one shape, three levels deep; no fourth
        ("stm:nodes=tag,depth=3", 1.0),
        # words ferry, at, "."; det below ferry and case below noon differ
        ("stm:nodes=form,depth=2", (3 / 6 + 0 / 3) / 2),
    ],
)
def test_scores_by_hand(parses: Path, spec: str, expected: float) -> None:
    name, _, rest = spec.partition(":")
    assert score(f"{name}:parses={parses},{rest}") == pytest.approx(100 * expected)


def test_white_space_is_no_part_of_a_text_and_segments_may_have_several_sentences(parses: Path) -> None:
    assert score(f"hwcm:parses={parses},length=3", f"{REFERENCE}  {OUTPUT}", f"{REFERENCE}{OUTPUT}") == 100
    assert score(f"dependency:parses={parses}", "Vámonos al mar .", "Vámonos al mar.") == 100


def test_the_best_reference_counts(parses: Path) -> None:
    for name in ("hwcm:length=3", "stm:depth=3", "dependency:labels=no", "overlap:by=tag"):
        spec = f"{name},parses={parses}"
        assert score(spec, REFERENCE, OUTPUT, REFERENCE) == 100


def test_a_missing_parse_is_named_and_a_parser_can_stand_in(parses: Path) -> None:
    with pytest.raises(InputError, match='no parse of "The ferry sinks'):
        score(f"hwcm:parses={parses}", "The ferry sinks.")
    assert score(f"hwcm:parses={parses},parser=chain,length=1", "The ferry sinks.") == pytest.approx(200 / 3)


def test_without_any_parses_the_error_says_what_to_give() -> None:
    with pytest.raises(OptionError, match=r"parses=FILE\.conllu"):
        score("hwcm")


@pytest.mark.parametrize(
    "name", ["stanza:xx", "spacy:no_such_model", "udpipe:/no/such/file", "magic", "spacy:"]
)
def test_parsers_that_are_not_there_are_refused(name: str) -> None:
    with pytest.raises(AssayError, match="parser"):
        parse_metric(f"hwcm:parser={name}")


def test_other_parses_than_those_asked_for_are_refused(parses: Path) -> None:
    spec = f"hwcm:parses={parses}#0123456789ab"
    with pytest.raises(DependencyError, match="checksum"):
        parse_metric(spec)


@pytest.mark.parametrize(
    ("line", "changed", "message"),
    [
        ("3	sails	sail	VERB	_	_	0	root	_	_", "3	sails	sail", "3 columns"),
        (
            "3	sails	sail	VERB	_	_	0	root",
            "3	sails	sail	VERB	_	_	7	root",
            'head "7"',
        ),
        (
            "3	sails	sail	VERB	_	_	0	root",
            "3	sails	sail	VERB	_	_	_	root",
            'head "_"',
        ),
        (
            "3	sails	sail	VERB	_	_	0	root",
            "4	sails	sail	VERB	_	_	0	root",
            "where 3 was to come",
        ),
        (
            "3	sails	sail	VERB	_	_	0	root",
            "3	sails	sail	VERB	_	_	2	root",
            "depends on itself",
        ),
        (
            "5	noon	noon	NOUN	_	_	3	obl	_	SpaceAfter=No",
            "5	n	n	N	_	_	3	obl	_	Role=9:A0",
            "no role",
        ),
    ],
)
def test_damaged_files_are_refused(parses: Path, line: str, changed: str, message: str) -> None:
    parses.write_text(PARSES.replace(line, changed), encoding="utf-8")
    with pytest.raises(InputError, match=message):
        parse_metric(f"hwcm:parses={parses}")


@pytest.mark.parametrize("name", ["hwcm", "stm", "dependency", "overlap:by=relation"])
def test_five_thousand_words(name: str) -> None:
    words = " ".join(f"w{number % 700}" for number in range(5_000))
    assert score(f"{name}{',' if ':' in name else ':'}parser=chain", words, words) == pytest.approx(100)


def token(place: int, text: str, head: int, relation: str) -> Any:
    return SimpleNamespace(
        i=place,
        text=text,
        lemma_=text.lower(),
        pos_="X",
        head=SimpleNamespace(i=head),
        dep_=relation,
        is_space=text == " ",
    )


def test_spacy_tokens_become_a_parse(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in for spaCy: white space is no word, and a root is its own head."""
    tokens = [token(0, "Boats", 2, "nsubj"), token(1, " ", 0, ""), token(2, "wait", 2, "ROOT")]
    tokens[2].head = tokens[2]
    library: Any = ModuleType("spacy")
    library.load = lambda model: lambda text: tokens
    monkeypatch.setitem(sys.modules, "spacy", library)
    parse = parser_of("spacy:stand-in#1")("Boats  wait")
    assert (parse.forms, parse.heads, parse.relations) == (("Boats", "wait"), (1, -1), ("nsubj", "ROOT"))
