"""What holds between edit metrics, and between an alignment and the statistics that count it."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from law_sets import SPECS, Set, scored, sets

from assay.errors import InputError, OptionError
from assay.metrics.conformance import close
from assay.metrics.edits.alignment import Aligning, WordAlignment
from assay.metrics.edits.cder import Cder
from assay.metrics.edits.character import Character
from assay.metrics.edits.eed import Eed
from assay.metrics.registry import METRICS
from assay.metrics.specs import parse_metric
from assay.resources import Resources
from reference.cder import replacement
from reference.character import shift_cost
from support.metric_scores import evalset, stats
from support.strategies import reordered, tokens

ONE_THREAD = Resources(threads=1)
ALIGNING = [name for name, cls in METRICS.items() if isinstance(cls(), Aligning)]
KINDS = ("substitutions", "deletions", "insertions")
pairs = reordered(12) | st.tuples(tokens(12), tokens(12))


def spelt(row: list[int]) -> str:
    return " ".join(f"w{number}" for number in row)


def sums(specification: str, output: str, *references: str) -> dict[str, float]:
    found = stats(specification, [output], [[text] for text in references])
    return dict(zip(found.metric.columns, found.rows[0].tolist(), strict=True))


def common_subsequence(first: list[int], second: list[int]) -> int:
    row = [0] * (len(second) + 1)
    for word in first:
        diagonal = 0
        for at, other in enumerate(second, start=1):
            diagonal, row[at] = row[at], diagonal + 1 if word == other else max(row[at], row[at - 1])
    return row[-1]


@given(pairs)
def test_shifts_never_cost_more_than_they_save(pair: tuple[list[int], list[int]]) -> None:
    output, reference = map(spelt, pair)
    levenshtein = sum(sums("wer", output, reference)[kind] for kind in KINDS)
    for specification in ("ter:lowercase=no", "ter:mode=definition,lowercase=no"):
        assert sums(specification, output, reference)["edits"] <= levenshtein


@given(pairs)
def test_a_substitution_worth_two_edits_leaves_the_longest_common_subsequence(
    pair: tuple[list[int], list[int]],
) -> None:
    """(|h| + |r|) / 2 - LCS, whether the cheapest way substitutes or not."""
    row = sums("wer:insertion=0.5,deletion=0.5", *map(spelt, pair))
    cost = row["substitutions"] + (row["deletions"] + row["insertions"]) / 2
    assert cost == sum(map(len, pair)) / 2 - common_subsequence(*pair)


@given(pairs, st.sampled_from(("wer", "cer")))
def test_operations_account_for_every_token(pair: tuple[list[int], list[int]], name: str) -> None:
    output, reference = map(spelt, pair)
    row = sums(name, output, reference)
    sizes = [len(text.split()) if name == "wer" else len(text) for text in (output, reference)]
    assert row["hits"] + row["substitutions"] + row["insertions"] == sizes[0]
    assert row["hits"] + row["substitutions"] + row["deletions"] == sizes[1] == row["length"]


@given(pairs)
def test_output_and_reference_may_change_places(pair: tuple[list[int], list[int]]) -> None:
    there, back = (sums("wer", *map(spelt, order)) for order in (pair, pair[::-1]))
    assert sum(there[kind] for kind in KINDS) == sum(back[kind] for kind in KINDS)


@given(pairs)
def test_words_out_of_place_are_wrong_in_wer_and_not_in_per(pair: tuple[list[int], list[int]]) -> None:
    output, reference = map(spelt, pair)
    per, wer = (stats(name, [output], [[reference]]).total() for name in ("per", "wer"))
    assert per <= wer + 1e-9


@given(sets(references=1))
def test_both_orders_of_per_agree_on_one_segment_and_never_gain(one: Set) -> None:
    whole, parts = (scored(parse_metric(f"per:excess={order}"), one) for order in ("corpus", "segment"))
    assert close(whole.each(), parts.each())
    assert parts.total() >= whole.total() - 1e-9


@given(sets())
def test_hter_is_ter_against_the_post_edit_alone(one: Set) -> None:
    expected = stats("ter", one.outputs, [one.first_references()]).rows
    assert stats("hter", one.outputs, one.streams).rows.tolist() == expected.tolist()


def test_hter_takes_its_lengths_from_where_it_is_told() -> None:
    output, postedit, others = "a b c d", "a b x", ["a b c d e", "a"]
    streams = [[postedit], *([text] for text in others)]
    assert stats("hter", [output], streams).total() == pytest.approx(100 * 2 / 3)
    assert stats("hter:length=references", [output], streams).total() == pytest.approx(100 * 2 / 3)
    assert stats("hter:length=references", [output], [["a b x"], ["a b c d e"]]).total() == pytest.approx(40)
    assert stats("hter:postedit=ref1", [output], streams).total() == pytest.approx(20)
    assert stats("hter", ["a b c d e f"], [["x"]]).total() == 600
    assert stats("hter:cap", ["a b c d e f"], [["x"]]).total() == 100
    assert stats("hter:cap", ["a"], [[""]]).total() == 100


def test_hter_refuses_a_post_edit_that_is_not_there() -> None:
    with pytest.raises(OptionError, match="no reference is called 'pe'; there are ref0, ref1"):
        stats("hter:postedit=pe", ["a"], [["a"], ["b"]])
    with pytest.raises(InputError, match="segment 2 has no post-edit in ref0"):
        stats("hter:postedit=ref0", ["a", "b"], [["a", None], ["b", "b"]])


# --- alignments -------------------------------------------------------------------------------------


def check_alignment(found: WordAlignment) -> None:
    """An alignment uses every token of either side once, in order, and calls equal what is equal."""
    order = [place for place, _ in found.moves]
    assert sorted(order) == list(range(len(found.output_tokens)))
    places = list(found.pairs())
    assert [at for _, at, _ in places if at is not None] == list(range(len(found.reference_tokens)))
    assert [at for _, _, at in places if at is not None] == list(range(len(order)))
    for operation, theirs, ours in places:
        if theirs is not None and ours is not None:
            same = found.reference_tokens[theirs] == found.output_tokens[order[ours]]
            assert same == (operation == "match")


def test_the_edit_metrics_align() -> None:
    assert set(ALIGNING) >= {"ter", "hter", "wer", "cer", "cder", "eed", "character"}


@pytest.mark.parametrize("text", [text for name in ("ter", "hter", "wer", "cer") for text in SPECS[name]])
@given(one=sets(holes=False))
@settings(max_examples=15)
def test_an_alignment_is_what_the_statistics_count(text: str, one: Set) -> None:
    metric = parse_metric(text)
    assert isinstance(metric, Aligning)
    rows = scored(metric, one).rows
    alignments = metric.align(evalset(one.streams), ONE_THREAD)(one.outputs)
    for found, row in zip(alignments, rows.tolist(), strict=True):
        check_alignment(found)
        named = dict(zip(metric.columns, row, strict=True))
        for kind in KINDS:
            assert found.operations.count(kind.removesuffix("s")) == named[kind]
        assert len(found.shifts) == named.get("shifts", 0)


def check_leaps(found: WordAlignment) -> None:
    """With jumps every token of the reference comes once, in order, and the output is read to its end."""
    places = list(found.pairs())
    assert [at for _, at, _ in places if at is not None] == list(range(len(found.reference_tokens)))
    leaps = list(found.leaps())
    assert len(leaps) == len(found.jumps) == found.operations.count("jump")
    output = 0
    for operation, theirs, ours in places:
        if operation == "jump":
            source, target = leaps.pop(0)
            assert source == output
            output = target
        elif ours is not None:
            assert ours == output
            output += 1
        if theirs is not None and ours is not None:
            same = found.reference_tokens[theirs] == found.output_tokens[ours]
            assert same == (operation == "match")
    assert output == len(found.output_tokens)


def cder_cost(found: WordAlignment, metric: Cder) -> float:
    cost = 0.0
    for operation, theirs, ours in found.pairs():
        if operation == "substitution" and theirs is not None and ours is not None:
            words = found.reference_tokens[theirs], found.output_tokens[ours]
            cost += replacement(*words, metric.substitution == "characters")
        else:
            cost += operation != "match"
    return cost


def eed_cost(found: WordAlignment, metric: Eed) -> float:
    """Add up prices in the precision of the form; before the first character either way costs 1."""
    real = np.float64 if metric.form == "python" else np.float32
    prices = {
        "match": 0.0,
        "substitution": metric.substitution,
        "insertion": metric.deletion,
        "deletion": metric.insertion,
        "jump": metric.alpha,
    }
    cost, read, at, jumps = real(0), 0, 0, iter(found.jumps)
    for operation, theirs, ours in found.pairs():
        edge = (operation == "jump" and not read) or (operation == "deletion" and not at)
        cost += real(1 if edge else prices[operation])
        read += theirs is not None
        at = next(jumps) if operation == "jump" else at if ours is None else ours + 1
    return float(cost)


def character_cost(found: WordAlignment) -> float:
    moved = WordAlignment(found.words or (), (), 0, (), found.shifts).moves
    before = list(found.words or ())
    edits = len(found.operations) - found.operations.count("match")
    return edits + shift_cost(before, [before[place] for place, _ in moved])


JUMPING = [text for name in ("cder", "eed", "character") for text in SPECS[name]]
MORE = [
    "eed:deletion=1",
    "eed:alpha=0",
    "eed:alpha=0,deletion=0,form=python",
    "eed:insertion=0.5,substitution=0",
]


@pytest.mark.parametrize("text", [*JUMPING, *MORE])
@given(one=sets(holes=False))
@settings(max_examples=25)
def test_an_alignment_with_jumps_or_moves_costs_what_is_scored(text: str, one: Set) -> None:
    metric = parse_metric(text)
    assert isinstance(metric, Cder | Eed | Character)
    rows = scored(metric, one).rows
    alignments = metric.align(evalset(one.streams), ONE_THREAD)(one.outputs)
    for found, row in zip(alignments, rows.tolist(), strict=True):
        named = dict(zip(metric.columns, row, strict=True))
        if isinstance(metric, Character):
            check_alignment(found)
            assert "".join(found.output_tokens) == " ".join(found.words or ())
            cost = character_cost(found)
            empty = not found.words or not found.reference_tokens
            share = min(1.0, cost / named["characters"]) if not empty else float(cost > 0)
            assert (cost, share) == (named["edits"] + named["shift_cost"], named["sum"])
            continue
        check_leaps(found)
        if isinstance(metric, Eed):
            assert eed_cost(found, metric) == named["errors"]
        else:
            assert cder_cost(found, metric) == named["distance"]


@given(one=sets())
@settings(max_examples=30)
def test_an_alignment_names_a_reference_that_is_there(one: Set) -> None:
    for name in ALIGNING:
        metric = parse_metric(name)
        assert isinstance(metric, Aligning)
        found = metric.align(evalset(one.streams), ONE_THREAD)(one.outputs)
        for row, alignment in enumerate(found):
            text = one.streams[alignment.reference][row]
            assert text is not None
            if name == "wer":
                assert alignment.reference_tokens == tuple(text.split())
