"""What programs import from sacreBLEU's modules, one by one, held against sacreBLEU itself."""

import copy
import pickle
import shutil
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sacrebleu
import sentencepiece
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu import significance as their_significance
from test_compat_sacrebleu import FIRST, HYPOTHESES, SECOND, TEXTS, assert_same_score, assert_same_signature

from assay.compat import sacrebleu as ours
from assay.compat.sacrebleu import significance
from assay.errors import DependencyError, InputError, OptionError
from support.assertions import untyped
from support.program import HARBOUR

NAMES = {
    "": ["__version__", "smart_open", "DATASETS", "metrics", "tokenizers", "utils", "compat", "dataset"],
    "compat": ["corpus_bleu", "raw_corpus_bleu", "sentence_bleu", "corpus_chrf", "sentence_ter"],
    "metrics": ["BLEU", "CHRF", "TER", "BLEUScore", "CHRFScore", "TERScore", "METRICS"],
    "metrics.base": ["Metric", "Score", "Signature"],
    "metrics.bleu": ["BLEU", "BLEUScore", "BLEUSignature", "MAX_NGRAM_ORDER", "_TOKENIZERS", "_get_tokenizer"],
    "metrics.chrf": ["CHRF", "CHRFScore", "CHRFSignature"],
    "metrics.ter": ["TER", "TERScore", "TERSignature"],
    "metrics.helpers": ["extract_all_word_ngrams", "extract_word_ngrams", "extract_char_ngrams"],
    "significance": ["PairedTest", "Result", "estimate_ci", "_bootstrap_resample", "_compute_p_value"],
    "tokenizers": ["BaseTokenizer"],
    "tokenizers.tokenizer_base": ["BaseTokenizer"],
    "tokenizers.tokenizer_13a": ["Tokenizer13a"],
    "tokenizers.tokenizer_intl": ["TokenizerV14International"],
    "tokenizers.tokenizer_zh": ["TokenizerZh"],
    "tokenizers.tokenizer_char": ["TokenizerChar"],
    "tokenizers.tokenizer_none": ["NoneTokenizer"],
    "tokenizers.tokenizer_ja_mecab": ["TokenizerJaMecab"],
    "tokenizers.tokenizer_ko_mecab": ["TokenizerKoMecab"],
    "tokenizers.tokenizer_spm": ["TokenizerSPM", "Flores101Tokenizer", "Flores200Tokenizer", "spBLEU1KTokenizer"],
    "tokenizers.tokenizer_re": ["TokenizerRegexp"],
    "tokenizers.tokenizer_ter": ["TercomTokenizer"],
    "utils": ["SACREBLEU_DIR", "smart_open", "my_log", "sum_of_lists", "get_available_testsets", "get_source_file"],
    "version": ["__version__"],
}  # fmt: skip


@pytest.mark.parametrize("module", NAMES)
def test_modules_have_the_names_that_programs_import(module: str) -> None:
    mine, theirs = (import_module(f"{base}.{module}".rstrip(".")) for base in (ours.__name__, "sacrebleu"))
    assert [name for name in NAMES[module] if not hasattr(theirs, name)] == []
    assert [name for name in NAMES[module] if not hasattr(mine, name)] == []


def test_everything_that_sacrebleu_exports_is_there() -> None:
    assert {*sacrebleu.__all__} - {*ours.__all__} == set()
    assert [name for name in ours.__all__ if not hasattr(ours, name)] == []


def test_the_version_is_that_of_the_interface() -> None:
    version = import_module("packaging.version")
    assert version.parse(ours.__version__) == version.parse(sacrebleu.__version__)
    assert version.parse(ours.__version__).major >= 2


# --- tokenisers ---------------------------------------------------------------------------------------------

PLAIN = ["none", "13a", "intl", "zh", "char", "ja-mecab", "ko-mecab"]


def tokenizers(name: str) -> list[Any]:
    modules = [import_module(f"{base}.metrics.bleu") for base in (ours.__name__, "sacrebleu")]
    return [module._get_tokenizer(name)() for module in modules]


@pytest.mark.parametrize("name", PLAIN)
def test_a_metric_has_its_tokeniser(name: str) -> None:
    mine, theirs = (module.BLEU(tokenize=name) for module in (ours, sacrebleu))
    assert type(mine.tokenizer).__name__ == type(theirs.tokenizer).__name__
    assert mine.tokenizer.signature() == theirs.tokenizer.signature() == mine.tokenizer_signature
    for text in [*HYPOTHESES, *FIRST]:
        assert mine.tokenizer(text) == theirs.tokenizer(text)
        assert mine._preprocess_segment(text + "  ") == theirs._preprocess_segment(text + "  ")


@given(st.sampled_from(PLAIN[:5]), TEXTS)
def test_tokenisers_of_any_text(name: str, text: str) -> None:
    mine, theirs = tokenizers(name)
    assert mine(text) == theirs(text)


MARKED = st.text(st.sampled_from("ab09 .,-'/&{}[]()!\"#$%*+:;<=>?@^_`|~\\é。"), max_size=12)


@given(TEXTS | MARKED)
def test_the_rules_of_mteval_of_any_text(text: str) -> None:
    mine, theirs = (
        import_module(f"{base}.tokenizers.tokenizer_re").TokenizerRegexp()
        for base in (ours.__name__, "sacrebleu")
    )
    assert mine(text) == theirs(text)
    assert mine.signature() == theirs.signature()


@given(st.tuples(*[st.booleans()] * 4), TEXTS)
def test_tercom_of_any_text(options: tuple[bool, ...], text: str) -> None:
    mine, theirs = (module.TER(*options).tokenizer for module in (ours, sacrebleu))
    assert mine(text) == theirs(text)
    assert mine.signature() == theirs.signature() == "tercom"


def test_programs_may_set_a_tokeniser_of_their_own() -> None:
    class Backwards:
        def __call__(self, line: str) -> str:
            return " ".join(reversed(line))

    scores = []
    for module in (ours, sacrebleu):
        bleu: Any = module.BLEU(lowercase=True)
        bleu.tokenizer = Backwards()
        scores.append(
            (bleu.corpus_score(HYPOTHESES, [FIRST, SECOND]), bleu.sentence_score("Abc d", ["abc de", "bc"]))
        )
    for mine, theirs in zip(*scores, strict=True):
        assert_same_score(mine, theirs)


def test_derived_tokenisers_must_say_what_they_do() -> None:
    base: Any = import_module("assay.compat.sacrebleu.tokenizers").BaseTokenizer
    with pytest.raises(TypeError):
        base()


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a small SentencePiece model of the example set."""
    folder = tmp_path_factory.mktemp("model")
    text = (HARBOUR / "reference-a.en.txt").as_posix()
    sentencepiece.SentencePieceTrainer.train(
        input=text, model_prefix=str(folder / "small"), vocab_size=150, minloglevel=2
    )
    return folder / "small.model"


MODELS = {
    "flores200": "flores200sacrebleuspm",
    "flores101": "sacrebleu_tokenizer_spm.model",
    "spm": "sacrebleu_tokenizer_spm.model",
    "spBLEU-1K": "spbleu-1k_tokenizer_spm.model",
}


@pytest.mark.parametrize("name", MODELS)
def test_models_are_found_where_sacrebleu_keeps_them(
    name: str, model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "models").mkdir()
    shutil.copy(model, tmp_path / "models" / MODELS[name])
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    monkeypatch.setattr("sacrebleu.tokenizers.tokenizer_spm.SACREBLEU_DIR", str(tmp_path))
    forget(ours)
    mine, theirs = (module.BLEU(tokenize=name) for module in (ours, sacrebleu))
    hypotheses, references = lines("alder.en.txt"), [lines("reference-a.en.txt")]
    assert_same_score(mine.corpus_score(hypotheses, references), theirs.corpus_score(hypotheses, references))
    assert mine.tokenizer_signature == ("flores101" if name == "spm" else name)
    assert_same_signature(mine.get_signature(), theirs.get_signature())
    arguments = (hypotheses[0], [references[0][0]])
    assert_same_score(mine.sentence_score(*arguments), theirs.sentence_score(*arguments))


def forget(module: Any) -> None:
    """Let tokenisers be made anew: the folder of models is another one."""
    module.metrics.bleu._tokenizer.cache_clear()


def test_a_model_that_is_not_there_is_said_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    forget(ours)
    with pytest.raises(
        DependencyError, match=f"no model at {tmp_path}/models/flores200sacrebleuspm, and nothing is down"
    ):
        ours.BLEU(tokenize="flores200")


# --- statistics, copies, own sums ---------------------------------------------------------------------------


def lines(name: str) -> list[str]:
    return (HARBOUR / name).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", ["BLEU", "CHRF", "TER"])
def test_statistics_of_segments_are_the_same(name: str) -> None:
    mine, theirs = (getattr(module, name)(references=[FIRST, SECOND]) for module in (ours, sacrebleu))
    rows = theirs._extract_corpus_statistics(HYPOTHESES, None)
    found = mine._extract_corpus_statistics(HYPOTHESES, None)
    assert found == rows
    assert [[type(value) for value in row] for row in found] == [
        [type(value) for value in row] for row in rows
    ]
    assert_same_score(mine._aggregate_and_compute(found), theirs._aggregate_and_compute(rows))
    assert_same_score(
        mine._compute_score_from_stats(rows[0][:]), theirs._compute_score_from_stats(rows[0][:])
    )
    single = np.array(rows, dtype=np.float32).sum(axis=0)
    mine_single, theirs_single = (
        metric._compute_score_from_stats(single.copy()).score for metric in (mine, theirs)
    )
    assert mine_single == theirs_single
    assert type(mine_single) is type(theirs_single)


def test_statistics_of_a_sentence_are_the_same() -> None:
    mine, theirs = (module.BLEU(max_ngram_order=3) for module in (ours, sacrebleu))
    words = ["a b a b c", "b a b a b", "a b c d"]
    rows = [
        metric._compute_segment_statistics(words[0], metric._extract_reference_info(words[1:]))
        for metric in (mine, theirs)
    ]
    assert rows[0] == rows[1]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda metric: pickle.loads(pickle.dumps(metric))])
@pytest.mark.parametrize("name", ["BLEU", "CHRF", "TER"])
def test_metrics_can_be_sent_to_other_processes(name: str, copied: Callable[[Any], Any]) -> None:
    metric = getattr(ours, name)(references=[FIRST, SECOND])
    expected = metric.corpus_score(HYPOTHESES, None)
    twin = copied(metric)
    assert_same_score(twin.corpus_score(HYPOTHESES, None), expected)
    assert str(twin.get_signature()) == str(metric.get_signature())
    assert_same_score(copied(getattr(ours, name)()).corpus_score(HYPOTHESES, [FIRST, SECOND]), expected)


@pytest.mark.parametrize("name", ["char", "unicode", "spm"])
def test_metrics_with_any_tokeniser_can_be_sent(name: str, model: Path) -> None:
    metric = ours.BLEU(tokenize=f"spm:{model}" if name == "spm" else name, references=[FIRST])
    twin = pickle.loads(pickle.dumps(metric))
    assert_same_score(twin.corpus_score(HYPOTHESES, None), metric.corpus_score(HYPOTHESES, None))


@given(TEXTS, st.integers(1, 5), st.booleans())
def test_ngrams_are_counted_alike(text: str, order: int, keep: bool) -> None:
    mine, theirs = (import_module(f"{base}.metrics.helpers") for base in (ours.__name__, "sacrebleu"))
    assert mine.extract_all_word_ngrams(text, 1, order) == theirs.extract_all_word_ngrams(text, 1, order)
    assert mine.extract_word_ngrams(text.split(), order) == theirs.extract_word_ngrams(text.split(), order)
    assert mine.extract_char_ngrams(text, order, keep) == theirs.extract_char_ngrams(text, order, keep)
    assert mine.extract_all_char_ngrams(text, order, keep) == theirs.extract_all_char_ngrams(
        text, order, keep
    )


# --- paired tests -------------------------------------------------------------------------------------------

SYSTEMS = ["alder", "birch", "cedar"]


@pytest.mark.parametrize("seed", ["12345", "7"])
@pytest.mark.parametrize(
    ("kind", "draws", "more"), [("bs", 101, {}), ("ar", 333, {}), ("ar", 70, {"n_ar_confidence": 51})]
)
def test_paired_tests_draw_alike(
    kind: str, draws: int, more: dict[str, int], seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", seed)
    systems: Any = [(name, lines(f"{name}.en.txt")) for name in SYSTEMS]
    references = [lines("reference-a.en.txt"), lines("drift.en.txt")]
    answers = []
    for module, test in ((ours, significance.PairedTest), (sacrebleu, their_significance.PairedTest)):
        metrics: dict[str, Any] = {
            "BLEU": module.BLEU(),
            "CHRF": module.CHRF(word_order=2),
            "TER": module.TER(),
        }
        answers.append(test(systems, metrics, references, kind, draws, **more)())
    (mine_signed, mine), (theirs_signed, theirs) = answers
    assert list(mine) == list(theirs)
    assert str(mine) == str(theirs)
    for name, signature in theirs_signed.items():
        assert_same_signature(mine_signed[name], signature)


def test_results_and_intervals() -> None:
    assert repr(significance.Result(1.5, 0.2)) == repr(their_significance.Result(1.5, 0.2))
    scores = np.random.default_rng(1).normal(30, 2, 1001)
    assert significance.estimate_ci(scores) == their_significance.estimate_ci(scores)
    stats = ours.BLEU(references=[FIRST])._extract_corpus_statistics(HYPOTHESES, None)
    mine = significance._bootstrap_resample(stats, ours.BLEU(), 20)
    theirs = their_significance._bootstrap_resample(stats, sacrebleu.BLEU(), 20)
    assert mine[0] == theirs[0]
    assert [score.score for score in mine[1]] == [score.score for score in theirs[1]]


def test_a_test_of_another_kind_is_refused() -> None:
    with pytest.raises(OptionError, match="there are ar and bs"):
        significance.PairedTest([("a", HYPOTHESES)], {}, [FIRST], "wilcoxon")


# --- what others call ---------------------------------------------------------------------------------------


def test_the_calls_of_hugging_faces_metrics() -> None:
    """As metrics/sacrebleu, chrf, ter and sari of its library evaluate 0.4 make them."""
    predictions = ["hello there general kenobi", "on our way to ankh morpork"]
    streams = [["hello there general kenobi", "goodbye ankh morpork"], ["hello there !", "ankh morpork"]]
    options: dict[str, Any] = {
        "smooth_method": "exp",
        "smooth_value": None,
        "force": False,
        "lowercase": False,
    }
    bleu = ours.corpus_bleu(predictions, streams, use_effective_order=False, **options)
    assert round(bleu.score, 1) == 39.8
    fields = [bleu.counts, bleu.totals, bleu.precisions, bleu.bp, bleu.sys_len, bleu.ref_len]
    theirs = sacrebleu.corpus_bleu(predictions, streams, use_effective_order=False, **options)
    assert fields == [
        theirs.counts,
        theirs.totals,
        theirs.precisions,
        theirs.bp,
        theirs.sys_len,
        theirs.ref_len,
    ]
    for word_order in (0, 2):
        chrf, their_chrf = (
            module.CHRF(6, word_order, 2, True, False, False).corpus_score(predictions, streams)
            for module in (ours, sacrebleu)
        )
        assert (chrf.score, chrf.char_order, chrf.word_order, chrf.beta) == (
            their_chrf.score,
            6,
            word_order,
            2,
        )
    ter, their_ter = (
        module.TER(normalized=False, no_punct=True, asian_support=False, case_sensitive=True).corpus_score(
            predictions, streams
        )
        for module in (ours, sacrebleu)
    )
    assert (ter.score, ter.num_edits, ter.ref_length) == (
        their_ter.score,
        their_ter.num_edits,
        their_ter.ref_length,
    )
    assert ours.metrics.bleu._get_tokenizer("13a")()("about 95 species, now.") == "about 95 species , now ."


def test_a_sentence_without_a_reference_is_refused() -> None:
    with pytest.raises(InputError, match="no reference"):
        ours.sentence_bleu("a", untyped([None]))
