"""Short signatures: sacreBLEU's own words where the figure is the same, else the options that were chosen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.compat.sacrebleu.metrics import BLEU, CHRF, TER
from assay.errors import OptionError
from assay.metrics import METRICS, parse_metric, short_signature_of, spec_of
from assay.version import installed_version

OURS = installed_version()


@pytest.mark.parametrize(
    ("spec", "theirs"),
    [
        ("bleu", BLEU()),
        ("bleu:lowercase,tok=intl", BLEU(lowercase=True, tokenize="intl")),
        ("bleu:smooth=floor,effective_order", BLEU(smooth_method="floor", effective_order=True)),
        ("bleu:smooth=add-k,smooth_value=2", BLEU(smooth_method="add-k", smooth_value=2)),
        ("bleu:smooth=none,tok=zh", BLEU(smooth_method="none", tokenize="zh")),
        ("chrf", CHRF()),
        ("chrf++", CHRF(word_order=2)),
        ("chrf:lowercase,whitespace,average=f", CHRF(lowercase=True, whitespace=True, eps_smoothing=True)),
        ("ter", TER()),
        ("ter:lowercase=no,normalize", TER(case_sensitive=True, normalized=True)),
        ("ter:punctuation=no,cjk,normalize", TER(no_punct=True, asian_support=True, normalized=True)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_where_the_figure_is_sacrebleus_so_are_the_words(spec: str, theirs: BLEU | CHRF | TER) -> None:
    theirs.corpus_score(["a b c d"], [["a b c d"]])
    assert short_signature_of(parse_metric(spec), (1, 1)) == str(theirs.get_signature())
    assert short_signature_of(parse_metric(spec), (1, 3)).startswith("nrefs:var|")


@pytest.mark.parametrize(
    ("spec", "short"),
    [
        ("cer", f"cer|refs:2|v:{OURS}"),
        ("chrf:beta=3", f"chrf|beta:3.0|refs:2|v:{OURS}"),
        ("bleu:orders=1 2", f"bleu|orders:1 2|refs:2|v:{OURS}"),
        ("bleu:tok=unicode,lowercase", f"bleu|tok:unicode|lowercase:yes|refs:2|v:{OURS}"),
        ("bleu:smooth=floor,smooth_value=0.125", f"bleu|smooth:floor|smooth_value:0.125|refs:2|v:{OURS}"),
        ("ter:mode=definition", f"ter|mode:definition|refs:2|v:{OURS}"),
        ("wordf", f"chrf|char_order:0|word_order:4|refs:2|v:{OURS}"),
    ],
)
def test_elsewhere_only_what_was_chosen_is_named(spec: str, short: str) -> None:
    assert short_signature_of(parse_metric(spec), (2, 2)) == short


@pytest.mark.parametrize(
    "name", ["bleu", "chrf", "ter", "cer", "wer", "rouge", "gtm", "nist", "bleu:koehn", "bleu:nist"]
)
def test_a_short_signature_is_the_metric_again(name: str) -> None:
    metric = parse_metric(name)
    assert parse_metric(short_signature_of(metric, (1, 2))) == metric


@given(
    smooth=st.sampled_from(["exp", "floor", "add-k", "none"]),
    value=st.none() | st.floats(0.01, 9).map(lambda number: round(number, 3)),
    tok=st.sampled_from(["13a", "none", "intl", "char", "zh", "unicode"]),
    flags=st.sets(st.sampled_from(["lowercase", "effective_order"])),
)
def test_every_bleu_is_read_back(smooth: str, value: float | None, tok: str, flags: set[str]) -> None:
    given_value = "" if value is None or smooth in ("exp", "none") else f",smooth_value={value}"
    metric = parse_metric(",".join([f"bleu:smooth={smooth},tok={tok}{given_value}", *sorted(flags)]))
    assert parse_metric(short_signature_of(metric, (1, 1))) == metric


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.4.3", "bleu"),
        ("nrefs:2|bs:1000|seed:12345|case:lc|eff:no|tok:intl|smooth:floor[0.10]|version:2.0.0", None),
        ("chrF2++|nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no|version:2.4.3", "chrf:word_order=2"),
        ("chrF3|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.4.3", "chrf:beta=3.0"),
        ("TER|nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.4.3", "ter"),
    ],
)
def test_signatures_from_papers_are_read(text: str, spec: str | None) -> None:
    metric = parse_metric(text)
    if spec is None:
        assert metric == parse_metric("bleu:lowercase,tok=intl,smooth=floor,smooth_value=0.1")
    else:
        assert spec_of(metric) == spec


@pytest.mark.parametrize(
    "text", ["nrefs:1|case:mixed|version:2", "comet|nrefs:1|smooth:exp", "BLEU|nrefs:1|nc:6"]
)
def test_what_is_of_no_metric_of_sacrebleus_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="of none of BLEU, chrF and TER"):
        parse_metric(text)


def test_every_metric_has_one_and_none_is_longer_than_it_must_be() -> None:
    for cls in METRICS.values():
        if not cls.name.startswith("opening"):
            assert len(short_signature_of(cls(), (1, 1))) < 100
