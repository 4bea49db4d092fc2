"""What is special about BERTScore, cosine, YiSi, word mover's distance, DREEM and LSA."""

import math
from pathlib import Path

import numpy as np
import pytest

from assay.errors import InputError, OptionError
from assay.metrics.evaluation import evaluate
from assay.metrics.meaning.bertscore import BASELINES
from assay.metrics.specs import parse_metric, signature_of
from assay.resources import Resources, store_at
from assay.resources.installation import add_resource
from support.metric_scores import evalset, stats
from support.small_models import small_encoder, small_table

BERT = f"bertscore:model={small_encoder()}"


def test_bertscore_without_a_piece_is_0() -> None:
    assert stats(BERT, ["", "a", "", "\x00"], [["a", "", "", "a"]]).each().tolist() == [0, 0, 0, 0]


def test_bertscore_is_rescaled_to_its_baseline() -> None:
    plain, moved = (
        stats(f"{BERT}{more}", ["a cat"], [["the cat"]]).total() for more in ("", ",baseline=0.25")
    )
    assert moved == pytest.approx((plain - 25) / 0.75)


@pytest.mark.parametrize("baseline", ["1", "nan", "x", "ours"])
def test_a_baseline_without_meaning_is_refused(baseline: str) -> None:
    with pytest.raises(OptionError, match="baseline"):
        parse_metric(f"{BERT},baseline={baseline}")


def test_our_baseline_is_in_the_signature() -> None:
    signature = signature_of(parse_metric("bertscore:measure=p,baseline=ours"), (1, 1))
    assert f"baseline:{BASELINES['minilm', 4][1]}" in signature
    with pytest.raises(OptionError, match="no baseline"):
        parse_metric("bertscore:layer=7,baseline=ours")


def test_idf_without_weight_weighs_all_the_same() -> None:
    """A piece that all references have weighs nothing, and of one reference all have it."""
    weighed, plain = (stats(f"{BERT}{more}", ["the cat"], [["the cat"]]).total() for more in (",idf", ""))
    assert weighed == plain == pytest.approx(100)


def test_the_best_reference_counts_for_each_measure() -> None:
    references = [["the cat"], ["one two three"]]
    both = stats(BERT, ["the two"], references).rows[0, :3]
    each = [stats(BERT, ["the two"], [stream]).rows[0, :3] for stream in references]
    assert both.tolist() == np.max(each, axis=0).tolist()


def test_yisi_of_words_alike_in_spelling() -> None:
    found = stats("yisi:order=1,idf=no,alpha=0.5", ["abcd"], [["xbcx"]])
    assert found.rows[0].tolist() == [0.5, 0.5, 0.5, 1, 0]


def test_yisi_2_compares_with_the_source() -> None:
    metric = parse_metric(f"yisi:variant=2,model={small_table()}")
    found = evaluate([(evalset([["the cat"]]), {"s": ["the cat"]})], [metric])
    assert found.stats[metric, "s"].total() == pytest.approx(100)
    unsourced = evalset([["the cat"]])
    with pytest.raises(InputError, match="source"):
        metric.prepare(type(unsourced)("set", ("xx", "yy"), None, unsourced.references, None), Resources())


def test_a_word_without_a_vector_is_like_itself_alone(tmp_path: Path) -> None:
    table = tmp_path / "table.txt"
    table.write_text("one 1 0\ntwo 0.6 0.8\n")
    score = f"yisi:variant=1,order=1,idf=no,alpha=0.5,model={table}"
    assert stats(score, ["one"], [["two"]]).total() == pytest.approx(60)
    assert stats(score, ["Three"], [["three"]]).total() == 100
    assert stats(score, ["three"], [["four"]]).total() == 0


def test_the_mover_goes_the_least_way(tmp_path: Path) -> None:
    table = tmp_path / "table.txt"
    table.write_text("one 1 0\ntwo 0 1\nthree -1 0\n")
    wmd = f"wmd:model={table}"
    assert stats(wmd, ["one two"], [["two one"]]).total() == 0
    assert stats(wmd, ["one"], [["three"]]).total() == 200
    assert stats(wmd, ["one"], [["two"]]).total() == pytest.approx(100 * math.sqrt(2))
    assert stats(wmd, ["one"], [["one two"]]).total() == pytest.approx(50 * math.sqrt(2))
    assert stats(f"{wmd},relaxed", ["one two"], [["one one two"]]).total() == 0
    assert stats(wmd, ["one two"], [["one one two"]]).total() > 0
    assert stats(wmd, ["", "one", "", "ᚠ"], [["one", "", "", "ᚢ"]]).each().tolist() == [200, 200, 0, 0]


def test_dreem_is_a_mean_of_cosines_and_a_penalty() -> None:
    counts = f"dreem:vectors={small_encoder()},sentence={small_encoder()},vectors_weight=0,sentence_weight=0"
    assert stats(counts, ["a b"], [["a c"]]).total() == pytest.approx(50)
    assert stats(counts, ["a a"], [["a"]]).total() == pytest.approx(100 * math.exp(-1))
    assert stats(f"{counts},penalty=no", ["a a"], [["a"]]).total() == pytest.approx(100)
    assert stats(f"{counts},alpha=2", ["a b"], [["a c"]]).total() == pytest.approx(25)
    with pytest.raises(OptionError, match="weights"):
        parse_metric("dreem:counts_weight=0,vectors_weight=0,sentence_weight=0")


def test_lsa_finds_words_that_go_together(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("ship harbour\nboat harbour\nship quay\nboat quay\ncat dog\ncat mouse\ndog mouse\n")
    lsa = f"lsa:corpus={corpus},dimensions=2"
    near, far = stats(lsa, ["ship", "ship"], [["boat", "dog"]]).each()
    assert near > 90
    assert far < 10
    assert stats(lsa, ["unknown", "unknown"], [["boat", "unknown"]]).each().tolist() == [0, 100]


def test_lsa_cuts_a_large_space() -> None:
    random = np.random.default_rng(4)
    texts = [" ".join(f"w{n}" for n in random.integers(0, 3000, 12)) for _ in range(900)]
    found = stats("lsa:dimensions=20", texts, [texts])
    assert found.total() == 100
    assert stats("lsa:dimensions=20", texts[1:] + texts[:1], [texts]).total() < 60


def test_vectors_of_the_store_are_those_of_the_file(tmp_path: Path) -> None:
    with store_at(str(tmp_path)):
        add_resource("vectors-small", small_table())
        add_resource("encoder-small", small_encoder())
        for spec in ("wmd:{}", "yisi:variant=1,{}"):
            stored, own = (
                stats(spec.format(f"model={name}"), ["the cat two"], [["one cat , b"]])
                for name in ("vectors-small", small_table())
            )
            assert np.array_equal(stored.rows, own.rows)
            assert "model:vectors-small-" in signature_of(stored.metric, (1, 1))
        assert stats("bertscore:model=encoder-small", ["a"], [["a"]]).total() == pytest.approx(100)
