"""Specifications and signatures: what they look like, and what is said of those that are wrong."""

import pytest

from assay.errors import OptionError
from assay.metrics.edits.ter import Ter
from assay.metrics.ngrams.bleu import Bleu
from assay.metrics.ngrams.chrf import Chrf
from assay.metrics.specs import options_of, parse_metric, presets_of, signature_of, spec_of


@pytest.mark.parametrize(
    ("text", "metric"),
    [
        ("bleu", Bleu()),
        ("BLEU", Bleu()),
        (" bleu : lowercase , tok = none ", Bleu(lowercase=True, tok="none")),
        ("bleu:smooth=floor,tok=intl", Bleu(smooth="floor", tok="intl")),
        ("bleu:lowercase=no", Bleu()),
        ("bleu:orders=1 3", Bleu(orders=(1, 3))),
        ("bleu:smooth_value=none", Bleu()),
        ("bleu:koehn", Bleu(weights="one", brevity="linear", smooth="none")),
        ("bleu:koehn,smooth=exp", Bleu(weights="one", brevity="linear")),
        ("bleu:smooth=exp,koehn", Bleu(weights="one", brevity="linear", smooth="none")),
        ("bleu:nist", Bleu(edges="mteval")),
        ("chrf++", Chrf(word_order=2)),
        ("chrf++:beta=3", Chrf(word_order=2, beta=3)),
        ("chrf++:word_order=1", Chrf(word_order=1)),
        ("wordf", Chrf(char_order=0, word_order=4)),
        ("ter:lowercase=FALSE,beam=7", Ter(lowercase=False, beam=7)),
        ("chrf:", Chrf()),
    ],
)
def test_specifications_are_read(text: str, metric: object) -> None:
    assert parse_metric(text) == metric


def test_later_options_win() -> None:
    assert parse_metric("chrf:beta=1,beta=3") == Chrf(beta=3)


def test_a_signature_says_all() -> None:
    text = signature_of(Chrf(word_order=2), (1, 1))
    assert text.startswith(
        "chrf|char_order:6|word_order:2|beta:2.0|whitespace:no|average:pr|lowercase:no|stem:none|refs:1|v:"
    )


@pytest.mark.parametrize(("counts", "shown"), [((1, 1), "refs:1"), ((4, 4), "refs:4"), ((1, 3), "refs:1-3")])
def test_a_signature_says_how_many_references(counts: tuple[int, int], shown: str) -> None:
    assert shown in signature_of(Ter(), counts).split("|")


@pytest.mark.parametrize(
    ("metric", "text"),
    [
        (Bleu(), "bleu"),
        (Bleu(lowercase=True), "bleu:lowercase=yes"),
        (Bleu(smooth="floor"), "bleu:smooth=floor"),
        (Bleu(smooth="floor", smooth_value=0.5), "bleu:smooth=floor,smooth_value=0.5"),
        (Bleu(orders=(1, 2)), "bleu:orders=1 2"),
        (Chrf(word_order=2, beta=3), "chrf:word_order=2,beta=3"),
        (Ter(punctuation=False), "ter:punctuation=no"),
    ],
)
def test_a_specification_is_short(metric: Bleu | Chrf | Ter, text: str) -> None:
    assert spec_of(metric) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("blue", "unknown metric 'blue'; did you mean 'bleu'?"),
        ("", "unknown metric ''; \"assay metrics\" lists all"),
        ("zzz", '"assay metrics" lists all'),
        ("bleu:lowercas", "unknown bleu option 'lowercas'; did you mean 'lowercase'?"),
        ("bleu:tok=13b", "unknown tokeniser '13b'"),
        ("bleu:orders=two", "bleu:orders must be whole numbers separated by spaces, not 'two'"),
        ("bleu:orders=1,2", "separated by spaces"),
        ("bleu:orders=", "orders must increase"),
        ("bleu:orders=0 1", "orders must increase, from at least 1"),
        ("bleu:orders=2 1", "orders must increase"),
        ("bleu:orders=1 1", "orders must increase"),
        ("bleu:smooth=foo", "bleu:smooth must be none | floor | add-k"),
        ("bleu:smooth_value=1", "smooth=exp takes no smooth_value"),
        ("bleu:smooth=floor,smooth_value=-1", "must be from 0 to 1e+06, not -1"),
        ("bleu:smooth=floor,smooth_value=inf", "must be from 0 to 1e+06, not inf"),
        ("bleu:smooth=floor,smooth_value=nan", "must be from 0 to 1e+06, not nan"),
        ("bleu:koehn,average=arithmetic", "no arithmetic average"),
        ("chrf:beta=0", "chrf: beta must be from 1e-06 to 1e+06"),
        ("chrf:beta=nan", "chrf: beta must be from 1e-06 to 1e+06"),
        ("chrf:beta=inf", "chrf: beta must be from 1e-06 to 1e+06"),
        ("chrf:char_order=0", "not both be 0"),
        ("chrf:word_order=-1", "word_order must be from 0 to 100, not -1"),
        ("chrf:char_order=2.5", "chrf:char_order must be a whole number, not '2.5'"),
        ("chrf:whitespace=perhaps", "chrf:whitespace must be yes | no, not 'perhaps'"),
        ("ter:beam=0", "ter: beam must be from 1 to 1e+06, not 0"),
        ("ter:shift_size=-1", "ter: shift_size must be from 0 to 1e+06, not -1"),
        ("ter|beam:x|refs:1|v:0", "ter:beam must be a whole number"),
        ("bleu|nothing:1|v:0", "unknown bleu option 'nothing'"),
    ],
)
def test_what_is_wrong_is_named(text: str, message: str) -> None:
    with pytest.raises(OptionError) as raised:
        parse_metric(text)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    "text",
    [
        "bleu:orders=1000000000",
        "chrf:char_order=1000000000",
        "chrf:beta=1e200",
        "ter:beam=1000000000000000000000",
        "ter:candidates=1000000000000000000000",
        "bleu:smooth=cc4,smooth_value=0",
    ],
)
def test_numbers_that_no_machine_can_use_are_refused_at_once(text: str) -> None:
    with pytest.raises(OptionError):
        parse_metric(text)


def test_options_are_read_off_the_fields() -> None:
    found = {option.name: option for option in options_of(Bleu)}
    assert found["orders"].default == "1 2 3 4"
    assert found["smooth"].type == "none | floor | add-k | exp | cc4 | cc5 | cc6 | cc7 | moses"
    assert found["smooth_value"].type == "a number | none"
    assert found["lowercase"].default == "no"
    assert {option.type for option in options_of(Ter)} == {
        "yes | no",
        "a whole number",
        "tercom | definition",
        "text",
    }


def test_presets_are_listed_with_what_they_stand_for() -> None:
    assert presets_of(Bleu) == {
        "koehn": "weights=one,brevity=linear,smooth=none",
        "nist": "smooth=exp,edges=mteval",
    }
    assert presets_of(Chrf) == {}
