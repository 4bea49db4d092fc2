"""Sentences of many scripts, written for these tests, against sacreBLEU and NLTK."""

from pathlib import Path

import pytest
from golden_cases import FIELDS, Case, agrees, deliberate, fields_of, figures, load, scored, specification
from golden_write import DATA

from assay import kernel
from assay.metrics.specs import parse_metric
from assay.text.column import Column
from assay.text.tokenisers import KERNEL_RULES, tercom, tokenize
from support.metric_scores import stats

SEGMENTS = load(DATA / "sentences.json")["segments"]
OUTPUTS = [segment["output"] for segment in SEGMENTS]
STREAMS = [list(stream) for stream in zip(*(segment["references"] for segment in SEGMENTS), strict=True)]
SACREBLEU = load(DATA / "sentences-sacrebleu.json")
NLTK = load(DATA / "sentences-nltk.json")


def name(case: Case) -> str:
    return f"{case.get('metric', case.get('tokenizer'))}-{case.get('params', {})}"


# What was scored or read, with figures in a file beside it; all other files are figures.
TEXTS = ("agreement", "analysis", "pearmut-annotations", "pearmut-campaigns", "sentences")


@pytest.mark.parametrize(
    "path", [path for path in DATA.glob("*.json") if path.stem not in TEXTS], ids=lambda p: p.stem
)
def test_every_golden_file_names_its_origin(path: Path) -> None:
    golden = load(path)
    assert all(golden[key] for key in ("tool", "version", "command"))
    assert 0 <= golden["tolerance"] <= 1e-3


@pytest.mark.parametrize("golden", [SACREBLEU, NLTK], ids=lambda golden: golden["tool"])
def test_a_golden_file_says_where_it_is_from(golden: Case) -> None:
    assert golden["command"].startswith("python ")
    assert golden["version"]
    assert golden["tolerance"] == 1e-9  # what `agrees` allows
    assert all(set(case) & set(FIELDS) for case in golden["cases"])


@pytest.mark.parametrize("case", SACREBLEU["cases"], ids=name)
def test_figures_are_sacrebleus(case: Case) -> None:
    whole = {**case, "hyps": OUTPUTS, "refs": STREAMS[: case["references"]], "source": "sacrebleu"}
    found = scored(whole)
    for field in fields_of(whole):
        same = agrees(whole, field, found)
        assert same != deliberate(whole, field), (field, *figures(whole, field, found))


@pytest.mark.parametrize("case", SACREBLEU["variants"], ids=name)
def test_variants_are_those_of_sacrebleus_counts(case: Case) -> None:
    whole = {"metric": "BLEU", **case, "hyps": OUTPUTS, "refs": STREAMS, "source": "sacrebleu"}
    for field in fields_of(whole):
        assert agrees(whole, field, scored(whole)), (field, *figures(whole, field, scored(whole)))


@pytest.mark.parametrize("case", NLTK["cases"], ids=name)
def test_figures_are_nltks(case: Case) -> None:
    whole = {**case, "source": "nltk"}
    same = agrees(whole, "segment_scores", scored(whole))
    assert same != deliberate(whole, "segment_scores"), figures(whole, "segment_scores", scored(whole))


@pytest.mark.parametrize("case", NLTK["orders"], ids=name)
def test_some_orders_alone_are_nltks(case: Case) -> None:
    hyps, *refs = ([column[row] for row in case["rows"]] for column in (OUTPUTS, *STREAMS))
    whole = {**case, "hyps": hyps, "refs": refs, "source": "nltk"}
    assert agrees(whole, "score", scored(whole)), figures(whole, "score", scored(whole))


def test_every_setting_of_sacrebleu_is_tried() -> None:
    metrics = [parse_metric(specification({**case, "source": "sacrebleu"})) for case in SACREBLEU["cases"]]
    assert {metric.name for metric in metrics} == {"bleu", "chrf", "ter"}
    assert {getattr(metric, "tok", "13a").split("-0")[0] for metric in metrics} >= {
        *(set(KERNEL_RULES) - {"unicode", "rouge"}),
        "ja-mecab",
        "ko-mecab",
    }


@pytest.mark.parametrize("case", SACREBLEU["tokens"], ids=name)
def test_tokens_are_sacrebleus(case: Case) -> None:
    column = Column.of(OUTPUTS)
    if case["tokenizer"] == "tercom":
        params = case["params"]
        text = column if params.get("case_sensitive") else column.lower()
        flags = {"normalize": "normalized" in params, "punctuation": "no_punct" not in params}
        ours = tercom(text, **flags, cjk="asian_support" in params, threads=1)
    elif case["tokenizer"] == "chrF-words":
        ours = Column(*kernel.tokenize(column.texts, "chrf", threads=1))
    else:
        ours = tokenize(column, case["tokenizer"], threads=1)
    assert [line.split() for line in ours] == [line.split() for line in case["output"]]


# --- SentencePiece ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Train a small model on the sentences."""
    sentencepiece = pytest.importorskip("sentencepiece", reason="pip install sentencepiece")
    folder = tmp_path_factory.mktemp("spm")
    text = folder / "text.txt"
    lines = [line for column in (OUTPUTS, *STREAMS) for line in column if line and line.strip()]
    text.write_text("\n".join(" ".join(line.split()) for line in lines) + "\n", encoding="utf-8")
    sentencepiece.SentencePieceTrainer.train(
        input=str(text),
        model_prefix=str(folder / "small"),
        vocab_size=700,
        hard_vocab_limit=False,
        minloglevel=2,
    )
    return folder / "small.model"


def pieces(model: Path, line: str) -> str:
    """Tokenise as sacreBLEU's TokenizerSPM does."""
    sentencepiece = pytest.importorskip("sentencepiece", reason="pip install sentencepiece")
    processor = sentencepiece.SentencePieceProcessor()
    processor.Load(str(model))
    return " ".join(processor.EncodeAsPieces(line.rstrip()))


def test_sentencepiece_tokens_are_sacrebleus(model: Path) -> None:
    ours = tokenize(Column.of(OUTPUTS), f"spm:{model}", threads=1)
    assert [line.split() for line in ours] == [pieces(model, line).split() for line in OUTPUTS]


def test_sentencepiece_bleu_is_sacrebleus(model: Path) -> None:
    sacrebleu = pytest.importorskip("sacrebleu", reason="pip install sacrebleu")
    hyps = [pieces(model, line) for line in OUTPUTS]
    refs = [[line if line is None else pieces(model, line) for line in stream] for stream in STREAMS]
    expected = sacrebleu.BLEU(tokenize="none").corpus_score(hyps, refs).score
    assert stats(f"bleu:tok=spm:{model}", OUTPUTS, STREAMS).total() == pytest.approx(expected, rel=1e-9)


# --- our own rule -------------------------------------------------------------------------------------------


def test_unicode_tokens_hold_all_the_text() -> None:
    """There is no other program for `unicode` to compare with; it only adds spaces."""
    for ours, line in zip(tokenize(Column.of(OUTPUTS), "unicode", threads=1), OUTPUTS, strict=True):
        assert "".join(ours.split()) == "".join(line.split())
