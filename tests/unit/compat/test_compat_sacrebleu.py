"""sacreBLEU's interface, held against sacreBLEU itself: the same figures, fields and text."""

import json
import logging
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

import assay
from assay.compat import sacrebleu as ours
from assay.errors import DependencyError, InputError, MismatchError, OptionError
from assay.metrics import Bleu
from support.assertions import untyped
from support.strategies import lines

Streams = Sequence[Sequence[str | None]]

HYPOTHESES = [
    "The quick brown fox jumps over the lazy dog .",
    "She sells 1,000 sea shells (by the sea shore) for $3.50!",
    "",
    "今日は東京で会議がありました。とても長かったです。",
    "Don't stop — the 'music' is playing &quot;loud&quot; 😀 👩‍👩‍👧",
    "ÉTÉ à la plage, STRASSE und İstanbul",
]
FIRST = [
    "A quick brown fox jumped over the lazy dog.",
    "She sells 1,000 sea-shells by the sea shore, for $3.50.",
    "Something was said here",
    "今日、東京で長い会議がありました。",
    "Do not stop: the 'music' is playing \"loud\" 😀",
    "été à la plage, Straße und istanbul",
]
SECOND = [
    None,
    "By the sea shore, she is selling 1,000 sea shells (for $3.50).",
    "",
    "東京では今日、会議が行われました。",
    None,
    "L'été à la plage , STRASSE and Istanbul",
]
CORPORA = {"one reference": [FIRST], "two references with holes": [FIRST, SECOND]}

WORDS = """
the cat sat on a mat The CAT . , ! ? ( ) (the) 'tis don't 3.50 1,000 $5 e-mail &quot; &amp; <skipped> é É ß İ
ﬁ 東京 です。 。 、 ！ 한국어 สวัสดี हिन्दी 😀 👩‍👩‍👧 — … “the” №
"""
PIECES = st.sampled_from([*WORDS.split(), "\u00a0", "\u3000", "\u200b", "\u0085", "\x1f", "a\u0301", ""])
TEXTS = st.one_of(
    st.lists(PIECES, max_size=12).map(" ".join),
    st.lists(PIECES, max_size=8).map("".join),
    st.lists(st.sampled_from("abc"), max_size=25).map(" ".join),
    lines(15),
)


@st.composite
def corpora(draw: st.DrawFn, most: int = 4) -> tuple[list[str], list[list[str | None]]]:
    """Hypotheses and up to three streams with holes, at least one reference a segment."""
    size, streams = draw(st.integers(1, most)), draw(st.integers(1, 3))
    hypotheses = draw(st.lists(TEXTS, min_size=size, max_size=size))
    near = st.one_of(TEXTS, st.sampled_from(hypotheses))
    entry = near if streams == 1 else st.one_of(near, st.none())
    columns = [[draw(entry) for _ in range(size)] for _ in range(streams)]
    for row, texts in enumerate(zip(*columns, strict=True)):
        if all(text is None for text in texts):
            columns[draw(st.integers(0, streams - 1))][row] = draw(near)
    return hypotheses, columns


def fields(score: Any) -> dict[str, Any]:
    return {name: value for name, value in vars(score).items() if not name.startswith("_")}


def assert_same_score(mine: Any, theirs: Any) -> None:
    assert str(mine) == str(theirs)
    assert fields(mine).keys() == fields(theirs).keys()
    for name, value in fields(theirs).items():
        found = fields(mine)[name]
        assert type(found) is type(value), name
        assert found == (value if isinstance(value, str) else pytest.approx(value, rel=1e-9, abs=1e-12)), name
    for name in {"counts", "totals"} & fields(theirs).keys():
        assert [type(value) for value in getattr(mine, name)] == [
            type(value) for value in getattr(theirs, name)
        ]


def assert_same_signature(mine: Any, theirs: Any) -> None:
    for short in (False, True):
        pairs, version = mine.format(short=short).rsplit("|", 1)
        assert pairs == theirs.format(short=short).rsplit("|", 1)[0]
        assert version == f"{'v' if short else 'version'}:assay-{assay.__version__}"


def assert_same(name: str, options: dict[str, Any], hypotheses: list[str], references: Streams) -> None:
    mine, theirs = getattr(ours, name)(**options), getattr(sacrebleu, name)(**options)
    assert_same_score(mine.corpus_score(hypotheses, references), theirs.corpus_score(hypotheses, references))
    assert_same_signature(mine.get_signature(), theirs.get_signature())
    for row in (0, len(hypotheses) - 1):
        texts = [stream[row] for stream in references if stream[row] is not None]
        assert_same_score(
            mine.sentence_score(hypotheses[row], texts), theirs.sentence_score(hypotheses[row], texts)
        )


def every(**choices: Sequence[Any]) -> list[dict[str, Any]]:
    return [dict(zip(choices, values, strict=True)) for values in product(*choices.values())]


TOKENIZERS = ["none", "13a", "intl", "zh", "char"]
SMOOTHINGS = [("none", None), ("exp", None), ("exp", 3.0), ("floor", None), ("floor", 0.01), ("floor", 0)]
SMOOTHINGS += [("add-k", None), ("add-k", 1.0), ("add-k", 0.5), ("add-k", 2)]
BLEU_OPTIONS = [
    *every(tokenize=TOKENIZERS, lowercase=[False, True]),
    *(
        {"smooth_method": m, "smooth_value": v, "effective_order": e}
        for m, v in SMOOTHINGS
        for e in (False, True)
    ),
    *every(max_ngram_order=[1, 2, 6], smooth_method=["exp", "add-k"], effective_order=[False, True]),
]
CHRF_OPTIONS = [
    *every(
        word_order=[0, 1, 2, 3],
        whitespace=[False, True],
        lowercase=[False, True],
        eps_smoothing=[False, True],
    ),
    *every(char_order=[1, 4, 8], beta=[1, 3], eps_smoothing=[False, True]),
    *every(char_order=[0], word_order=[4]),
]
TER_OPTIONS = every(
    **{name: [False, True] for name in ("normalized", "no_punct", "asian_support", "case_sensitive")}
)
OPTIONS = (
    [("BLEU", o) for o in BLEU_OPTIONS]
    + [("CHRF", o) for o in CHRF_OPTIONS]
    + [("TER", o) for o in TER_OPTIONS]
)


@pytest.mark.parametrize("references", CORPORA.values(), ids=CORPORA)
@pytest.mark.parametrize(("name", "options"), OPTIONS, ids=str)
def test_fixed_corpora_under_every_option(name: str, options: dict[str, Any], references: Streams) -> None:
    assert_same(name, options, HYPOTHESES, references)


@pytest.mark.parametrize("name", ["BLEU", "CHRF", "TER"])
@given(data=st.data())
def test_any_corpus_under_any_option(name: str, data: st.DataObject) -> None:
    options = data.draw(st.sampled_from([options for owner, options in OPTIONS if owner == name]))
    hypotheses, references = data.draw(corpora())
    assert_same(name, options, hypotheses, references)


FUNCTIONS: dict[str, list[dict[str, Any]]] = {
    "corpus_bleu": [
        {},
        {"smooth_method": "floor", "tokenize": "intl", "lowercase": True},
        {"use_effective_order": True},
    ],
    "raw_corpus_bleu": [{}, {"smooth_value": 0.5}],
    "sentence_bleu": [{}, {"smooth_method": "add-k", "smooth_value": 2}, {"use_effective_order": False}],
    "corpus_chrf": [{}, {"word_order": 2, "remove_whitespace": False}, {"beta": 3, "eps_smoothing": True}],
    "sentence_chrf": [{}, {"char_order": 3}],
    "corpus_ter": [{}, {"normalized": True, "asian_support": True}, {"case_sensitive": True}],
    "sentence_ter": [{}, {"no_punct": True}],
}


@pytest.mark.parametrize(
    ("name", "options"), [(n, o) for n, several in FUNCTIONS.items() for o in several], ids=str
)
def test_functions(name: str, options: dict[str, Any]) -> None:
    whole = name.startswith(("corpus", "raw"))
    arguments: tuple[Any, ...] = (
        (HYPOTHESES, [FIRST, SECOND]) if whole else (HYPOTHESES[1], [FIRST[1], SECOND[1]])
    )
    mine, theirs = (getattr(module, name)(*arguments, **options) for module in (ours, sacrebleu))
    assert_same_score(mine, theirs)


def test_functions_take_the_same_positions() -> None:
    arguments: tuple[Any, ...] = (HYPOTHESES, [FIRST], "floor", 0.2, True, True, "intl", True)
    assert_same_score(ours.corpus_bleu(*arguments), sacrebleu.corpus_bleu(*arguments))
    arguments = (HYPOTHESES[0], [FIRST[0]], 4, 2, 3, False, True)
    assert_same_score(ours.sentence_chrf(*arguments), sacrebleu.sentence_chrf(*arguments))
    arguments = (HYPOTHESES, [FIRST], True, True, True, True)
    assert_same_score(ours.corpus_ter(*arguments), sacrebleu.corpus_ter(*arguments))


SCRIPT = """
from {module} import BLEU, CHRF, TER, corpus_bleu, sentence_chrf
out = [str(corpus_bleu(hypotheses, references)), str(sentence_chrf(hypotheses[0], [references[0][0]]))]
for metric in (BLEU(tokenize="intl", lowercase=True), CHRF(word_order=2), TER(normalized=True)):
    result = metric.corpus_score(hypotheses, references)
    out.append(f"{{result}} {{result.score:.6f}} {{result.name}}")
    out.append(str(metric.get_signature()).rsplit("|", 1)[0])
    out.append(result.format(width=4, score_only=True))
    out.append(result.format(signature="a:b|c:d", is_json=True))
    out.append(result.format(signature=metric.get_signature().format(short=True)).rsplit("v:")[0])
"""


def test_a_program_changes_one_import_line() -> None:
    outputs = []
    for module in ("sacrebleu", "assay.compat.sacrebleu"):
        scope: dict[str, Any] = {"hypotheses": HYPOTHESES, "references": [FIRST, SECOND]}
        exec(SCRIPT.format(module=module), scope)
        outputs.append(scope["out"])
    assert outputs[0] == outputs[1]


@pytest.mark.parametrize("name", ["BLEU", "CHRF", "TER"])
def test_references_given_once_serve_many_systems(name: str) -> None:
    mine, theirs = (getattr(module, name)(references=[FIRST, SECOND]) for module in (ours, sacrebleu))
    assert_same_signature(mine.get_signature(), theirs.get_signature())
    for hypotheses in (HYPOTHESES, HYPOTHESES[::-1]):
        assert_same_score(mine.corpus_score(hypotheses, None), theirs.corpus_score(hypotheses, None))
    assert_same_score(mine.corpus_score(HYPOTHESES, [FIRST]), theirs.corpus_score(HYPOTHESES, [FIRST]))
    assert_same_score(mine.corpus_score(HYPOTHESES, None), theirs.corpus_score(HYPOTHESES, None))


def test_options_may_be_changed_on_the_object() -> None:
    mine, theirs = ours.BLEU(), sacrebleu.BLEU()
    for metric in (mine, theirs):
        metric.effective_order = True
        metric.smooth_method = "floor"
    arguments = (HYPOTHESES[0], [FIRST[0]])
    assert_same_score(mine.sentence_score(*arguments), theirs.sentence_score(*arguments))


@pytest.mark.parametrize(
    ("language", "tokenizer"), [("zh", "zh"), ("ja", "ja-mecab"), ("ko", "ko-mecab"), ("de", "13a")]
)
def test_the_target_language_chooses_the_tokeniser(language: str, tokenizer: str) -> None:
    mine, theirs = (module.BLEU(trg_lang=language) for module in (ours, sacrebleu))
    assert mine.tokenizer_signature == theirs.tokenizer_signature
    assert mine.tokenizer_signature.startswith(tokenizer)
    assert_same_score(mine.corpus_score(HYPOTHESES, [FIRST]), theirs.corpus_score(HYPOTHESES, [FIRST]))
    assert_same_signature(mine.get_signature(), theirs.get_signature())


@pytest.mark.parametrize(
    "arguments",
    [
        ([3, 2, 1, 0], [9, 8, 7, 6], 9, 12),
        ([0, 0, 0, 0], [4, 3, 2, 1], 4, 4),
        ([1, 0, 0, 0], [1, 0, 0, 0], 1, 2),
    ],
)
@pytest.mark.parametrize(
    "options", [{}, {"smooth_method": "exp"}, {"smooth_method": "add-k", "effective_order": True}]
)
def test_bleu_from_counts(arguments: Any, options: dict[str, Any]) -> None:
    correct, total, *lengths = arguments
    mine, theirs = (
        module.BLEU.compute_bleu(list(correct), list(total), *lengths, **options)
        for module in (ours, sacrebleu)
    )
    assert_same_score(mine, theirs)


ANY_SMOOTHING = st.one_of(
    st.tuples(st.sampled_from(["none", "exp"]), st.none()),
    st.tuples(
        st.sampled_from(["floor", "add-k"]),
        st.sampled_from([None, 0, 0.0, 0.1, 0.5, 1, 1.0, 2.0, 5.0, 1000.0]),
    ),
)


@pytest.mark.parametrize("value", [0, 0.0])
def test_nothing_added_leaves_the_types_of_counts_as_theirs(value: float) -> None:
    mine, theirs = (
        module.BLEU.compute_bleu([0, 1], [1, 0], 0, 0, "add-k", value, max_ngram_order=2)
        for module in (ours, sacrebleu)
    )
    assert_same_score(mine, theirs)


@given(ANY_SMOOTHING, st.booleans(), st.integers(1, 6), st.data())
def test_bleu_from_any_counts(
    smoothing: tuple[str, float | None], effective: bool, order: int, data: st.DataObject
) -> None:
    count = st.integers(0, 9)
    correct, total = (data.draw(st.lists(count, min_size=order, max_size=order)) for _ in range(2))
    mine, theirs = (
        module.BLEU.compute_bleu(
            list(correct), list(total), *lengths, *smoothing, effective_order=effective, max_ngram_order=order
        )
        for lengths in [(data.draw(count), data.draw(count))]
        for module in (ours, sacrebleu)
    )
    assert_same_score(mine, theirs)


@given(ANY_SMOOTHING, st.booleans(), st.integers(1, 6), st.integers(1, 12), st.data())
def test_one_row_of_counts_scores_as_in_our_metric(
    smoothing: tuple[str, float | None], effective: bool, order: int, length: int, data: st.DataObject
) -> None:
    method, value = smoothing
    ngrams = [max(0, length - n) for n in range(order + 1)]
    matches = [data.draw(st.integers(0, most)) for most in ngrams]
    reference = data.draw(st.integers(0, 12))
    metric = Bleu(
        orders=tuple(range(1, order + 1)),
        smooth=untyped(method),
        smooth_value=value,
        effective_order=effective,
    )
    score = ours.BLEU.compute_bleu(
        matches[:-1], ngrams[:-1], length, reference, method, value, effective, order
    )
    totals = np.array([length, reference, reference, reference, *matches, *ngrams], dtype=np.float64)
    assert score.score == pytest.approx(float(metric.score(totals)), rel=1e-12)
    assert score.precisions == pytest.approx(metric.precisions(totals).tolist(), rel=1e-12)


def test_add_0_is_no_smoothing_and_a_floor_may_lift_a_score_past_100() -> None:
    added = ours.BLEU.compute_bleu([2, 1, 0, 0], [2, 1, 0, 0], 2, 3, "add-k", 0, effective_order=True)
    plain = ours.BLEU.compute_bleu([2, 1, 0, 0], [2, 1, 0, 0], 2, 3, "none", effective_order=True)
    assert added.score == plain.score > 60
    bleu = ours.BLEU(smooth_method="add-k", smooth_value=0, effective_order=True)
    assert bleu.sentence_score("a b", ["a b c"]).score == plain.score
    assert ours.BLEU.compute_bleu([4, 0, 0, 0], [4, 3, 2, 1], 4, 4, "floor", 1000.0).score > 100


@pytest.mark.parametrize("lists", [([3, 2], [9, 8]), ([3, 2, 1], [9, 8, 7, 6]), ([0], [0]), ([], [])])
def test_lists_of_counts_that_are_too_short_are_refused(lists: tuple[list[int], list[int]]) -> None:
    with pytest.raises(MismatchError, match=r"for the orders 1 to 4; give one of each an order"):
        ours.BLEU.compute_bleu(*lists, 9, 12)


@pytest.mark.parametrize("total", [16, 40, 80, 160, 720])
def test_a_precision_that_ends_in_five_is_rounded_alike(total: int) -> None:
    for correct in range(1, total + 1):
        counts = ([correct, 0, 0, 0], [total, 0, 0, 0], total, total)
        assert str(ours.BLEU.compute_bleu(*counts)) == str(sacrebleu.BLEU.compute_bleu(*counts))


def test_constants_are_the_same() -> None:
    assert ours.BLEU.SMOOTH_DEFAULTS == sacrebleu.BLEU.SMOOTH_DEFAULTS
    assert set(ours.BLEU.TOKENIZERS) == set(sacrebleu.BLEU.TOKENIZERS)
    assert ours.BLEU.TOKENIZER_DEFAULT == sacrebleu.BLEU.TOKENIZER_DEFAULT
    for name in ("CHAR_ORDER", "WORD_ORDER", "BETA"):
        assert getattr(ours.CHRF, name) == getattr(sacrebleu.CHRF, name)


# --- the bootstrap ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [None, "0", "777"])
@pytest.mark.parametrize("draws", [2, 100, 1000])
@pytest.mark.parametrize(
    ("name", "options"),
    [("BLEU", {}), ("BLEU", {"smooth_method": "add-k"}), ("CHRF", {"word_order": 2}), ("TER", {})],
    ids=str,
)
def test_the_bootstrap_prints_the_same_interval(
    name: str, options: dict[str, Any], draws: int, seed: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if seed is not None:
        monkeypatch.setenv("SACREBLEU_SEED", seed)
    hypotheses, references = HYPOTHESES * 7, [FIRST * 7, SECOND * 7]
    mine, theirs = getattr(ours, name)(**options), getattr(sacrebleu, name)(**options)
    results = [metric.corpus_score(hypotheses, references, n_bootstrap=draws) for metric in (mine, theirs)]
    assert "μ = " in str(results[0])
    assert str(results[0]) == str(results[1])
    assert_same_signature(mine.get_signature(), theirs.get_signature())
    assert results[0].format(is_json=True, signature="a:b") == results[1].format(
        is_json=True, signature="a:b"
    )


def test_the_bootstrap_may_go_without_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", "None")
    metric = ours.CHRF()
    assert "μ = " in str(metric.corpus_score(HYPOTHESES, [FIRST], n_bootstrap=10))
    assert "|seed:none|" in str(metric.get_signature())


def test_a_seed_that_is_no_number_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", "dice")
    with pytest.raises(OptionError, match="SACREBLEU_SEED is 'dice'"):
        ours.CHRF().corpus_score(HYPOTHESES, [FIRST], n_bootstrap=10)


# --- signatures ---------------------------------------------------------------------------------------------


def test_a_signature_can_be_extended() -> None:
    mine, theirs = (
        ours.BLEU(references=[FIRST]).get_signature(),
        sacrebleu.BLEU(references=[FIRST]).get_signature(),
    )
    for signature in (mine, theirs):
        signature.update("test", "wmt24")
        signature.update("lang", "en-de")
        signature.update("ar", 10000)
    assert_same_signature(mine, theirs)
    assert mine.info | {"version": ""} == theirs.info | {"version": ""}
    assert str(mine) == repr(mine) == mine.format()


def test_a_signature_needs_references_first() -> None:
    with pytest.raises(ValueError, match="references"):
        ours.BLEU().get_signature()


def test_json_parses_a_signature_whose_values_hold_colons() -> None:
    fields = json.loads(
        ours.corpus_ter(HYPOTHESES, [FIRST]).format(is_json=True, signature="tok:spm:a|version:assay")
    )
    assert fields["tok"] == "spm:a"
    assert "" not in json.loads(ours.corpus_ter(HYPOTHESES, [FIRST]).format(is_json=True))


# --- refusals -----------------------------------------------------------------------------------------------

WRONG_CORPORA: list[tuple[Any, Any]] = [
    ({"a": 1}, [["a"]]),
    (7, [["a"]]),
    ([1, "a"], [["a", "b"]]),
    (["a", None], [["a", "b"]]),
    (["a"], {"a": 1}),
    (["a"], 7),
    (["a"], [7]),
    (["a"], [[7]]),
]
WRONG_SENTENCES: list[tuple[Any, Any]] = [(["a"], ["a"]), (None, ["a"]), ("a", "a"), ("a", 7), ("a", [7])]


@pytest.mark.parametrize("name", ["BLEU", "CHRF", "TER"])
@pytest.mark.parametrize("arguments", WRONG_CORPORA, ids=str)
def test_types_that_sacrebleu_refuses_are_refused_for_a_corpus(name: str, arguments: tuple[Any, Any]) -> None:
    for module in (sacrebleu, ours):
        with pytest.raises(TypeError, match=name):
            getattr(module, name)().corpus_score(*arguments)


@pytest.mark.parametrize("name", ["BLEU", "CHRF", "TER"])
@pytest.mark.parametrize("arguments", WRONG_SENTENCES, ids=str)
def test_types_that_sacrebleu_refuses_are_refused_for_a_sentence(
    name: str, arguments: tuple[Any, Any]
) -> None:
    for module in (sacrebleu, ours):
        with pytest.raises(TypeError, match=name):
            getattr(module, name)().sentence_score(*arguments)


def test_a_wrong_type_is_named_with_its_place() -> None:
    with pytest.raises(TypeError, match=r"BLEU: hypotheses\[1\] is of type int"):
        ours.BLEU().corpus_score(untyped(["a", 3]), [["a", "b"]])
    with pytest.raises(TypeError, match=r"TER: references\[0\]\[1\] is of type bytes"):
        ours.TER().corpus_score(["a", "b"], untyped([["a", b"b"]]))


def test_strings_in_the_place_of_lists_are_refused() -> None:
    with pytest.raises(TypeError, match="hypotheses is one string"):
        ours.corpus_bleu("a b c", [["a b c"]])
    with pytest.raises(TypeError, match=r"references\[0\] is one string.*\[references\]"):
        ours.corpus_bleu(["a", "b"], ["a", "b"])


MISMATCHES: list[tuple[Any, Any, str]] = [
    (["a", "b"], [["a"]], "2 hypotheses, 1 "),
    (["a"], [["a", "b"]], "1 hypotheses, 2 "),
    (["a", "b"], [["a", "b"], ["a"]], "ref2 has 1 segment, ref1 has 2"),
]


@pytest.mark.parametrize("name", ["BLEU", "CHRF", "TER"])
@pytest.mark.parametrize(("hypotheses", "references", "message"), MISMATCHES)
def test_lengths_that_differ_are_refused(name: str, hypotheses: Any, references: Any, message: str) -> None:
    with pytest.raises(MismatchError, match=message):
        getattr(ours, name)().corpus_score(hypotheses, references)


def test_cached_references_have_a_length_too() -> None:
    with pytest.raises(MismatchError, match="1 hypotheses, 6 "):
        ours.CHRF(references=[FIRST]).corpus_score(["a"], None)


@pytest.mark.parametrize("call", [ours.corpus_bleu, ours.corpus_chrf, ours.corpus_ter])
def test_segments_without_a_reference_are_refused(call: Callable[..., Any]) -> None:
    with pytest.raises(InputError, match="segment 2 has no reference"):
        call(["a", "b"], [["a", None], ["b", None]])


@pytest.mark.parametrize("arguments", [([], [[]]), (["a"], []), (["a"], [[]]), ([], [["a"]])])
def test_empty_lists_are_refused(arguments: tuple[Any, Any]) -> None:
    with pytest.raises(InputError):
        ours.corpus_bleu(*arguments)
    with pytest.raises(InputError):
        ours.sentence_bleu("a", [])


def test_no_references_at_all_is_a_runtime_error_as_there() -> None:
    for module in (ours, sacrebleu):
        with pytest.raises(RuntimeError, match="references"):
            module.BLEU().corpus_score(["a"], None)


def test_unknown_options_are_refused() -> None:
    with pytest.raises(OptionError, match="smooth"):
        ours.BLEU(smooth_method="laplace")
    with pytest.raises(OptionError, match="tokeniser"):
        ours.BLEU(tokenize="14a")
    with pytest.raises(TypeError):
        untyped(ours.BLEU)(tokenise="13a")


@pytest.mark.parametrize("name", ["spm", "flores101", "flores200", "spBLEU-1K"])
def test_models_that_would_be_downloaded_are_asked_for_by_path(name: str) -> None:
    with pytest.raises(DependencyError, match='tokenize="spm:PATH"'):
        ours.BLEU(tokenize=name)


# --- warnings -----------------------------------------------------------------------------------------------


def test_text_that_looks_tokenised_is_warned_of_unless_forced(caplog: pytest.LogCaptureFixture) -> None:
    hypotheses = ["A sentence ."] * 100
    for force, warnings in ((True, 0), (False, 1)):
        caplog.clear()
        ours.BLEU(force=force).corpus_score(hypotheses, [hypotheses])
        assert len(caplog.records) == warnings
    ours.CHRF().corpus_score(hypotheses, [hypotheses])
    assert len(caplog.records) == 1


def test_sentence_bleu_without_effective_order_is_warned_of(caplog: pytest.LogCaptureFixture) -> None:
    ours.BLEU().sentence_score("a b", ["a b"])
    assert "effective_order" in caplog.text
    assert caplog.records[0].levelno == logging.WARNING
    caplog.clear()
    ours.sentence_bleu("a b", ["a b"])
    assert not caplog.records


@pytest.mark.parametrize("language", ["zh", "ja", "ko"])
def test_a_tokeniser_that_does_not_fit_the_language_is_warned_of(
    language: str, caplog: pytest.LogCaptureFixture
) -> None:
    ours.BLEU(tokenize="13a", trg_lang=language)
    assert "13a" in caplog.text
