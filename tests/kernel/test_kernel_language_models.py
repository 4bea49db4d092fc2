"""Language models: the kernel against plain Python, sums to 1, ARPA there and back, and what is no model."""

import gzip
import json
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reference
from assay import kernel
from assay.cli.main import main
from assay.io.models.language_models import read_language_model
from assay.text import Column

GOLDEN = json.loads((Path(__file__).parents[1] / "golden/data/language-models-kenlm.json").read_text("utf-8"))
HARBOUR = Path(__file__).parents[2] / "examples" / "harbour"
TEXT = [
    line
    for name in ("reference-a", "alder", "birch", "cedar", "drift")
    for line in (HARBOUR / f"{name}.en.txt").read_text("utf-8").removesuffix("\n").split("\n")
]
SENTENCES = [case["text"] for case in GOLDEN["sentences"]]
CORPORA = st.lists(st.lists(st.sampled_from("abcdé"), max_size=6).map(" ".join), min_size=1, max_size=8)


def texts(sentences):
    return Column.of(list(sentences)).texts


def arpa(sentences, order, memory=1 << 28):
    """Return the text of a model, and whether memory did not suffice."""
    with TemporaryDirectory() as folder:
        training = kernel.train_language_model([texts(sentences)], order, folder, memory=memory)
        text = b"".join(kernel.arpa_parts(training))
        assert not list(Path(folder).iterdir())  # files have no name while they are open
        return text, training.spilled


def trained(sentences, order):
    return kernel.read_arpa(np.frombuffer(arpa(sentences, order)[0], dtype=np.uint8))


def as_array(text: str):
    return np.frombuffer(text.encode(), dtype=np.uint8)


@pytest.mark.parametrize("case", GOLDEN["cases"], ids=lambda case: f"order {case['order']}")
def test_figures_are_those_of_kenlm(case) -> None:
    model = trained(TEXT, case["order"])
    assert list(model.sizes) == case["sizes"]
    sums = kernel.score_sentences(model, texts(SENTENCES))
    assert sums[:, 0] == pytest.approx(case["scores"], abs=GOLDEN["tolerance"])
    perplexities = 10 ** (-sums[:, 0] / sums[:, 1])
    assert perplexities == pytest.approx(case["perplexities"], rel=GOLDEN["tolerance"])
    words = kernel.score_words(model, texts(SENTENCES))
    flat = [pair for sentence in case["words"] for pair in sentence]
    assert words.values == pytest.approx([log for log, _ in flat], abs=GOLDEN["tolerance"])
    assert words.known.tolist() == [not unknown for _, unknown in flat]


@settings(max_examples=40, deadline=None)
@given(CORPORA, st.integers(1, 4), CORPORA)
def test_the_kernel_is_its_twin(corpus, order, sentences) -> None:
    model, twin = trained(corpus, order), reference.train_model(corpus, order)
    assert model.sizes == tuple(len(own) for own in twin)
    found = kernel.score_words(model, texts(sentences))
    expected = [pair for sentence in sentences for pair in reference.word_logarithms(twin, sentence)]
    assert found.values == pytest.approx([log for log, _ in expected], abs=1e-5)
    assert found.known.tolist() == [known for _, known in expected]


@settings(max_examples=40, deadline=None)
@given(CORPORA, st.integers(1, 3), st.lists(st.sampled_from("abcdéx"), max_size=3))
def test_probabilities_of_every_context_sum_to_1(corpus, order, context) -> None:
    model = trained(corpus, order)
    words = sorted({word for line in corpus for word in line.split()})
    scored = [
        kernel.score_words(model, texts([" ".join([*context, word])])).values[len(context)]
        for word in [*words, "zzz"]
    ]
    end = kernel.score_words(model, texts([" ".join(context)])).values[-1]
    assert sum(10**log for log in [*scored, end]) == pytest.approx(1, abs=1e-5)


@settings(max_examples=30, deadline=None)
@given(CORPORA, st.integers(1, 4))
def test_the_twin_writes_the_same_model(corpus, order) -> None:
    model = trained(corpus, order)
    sentences = texts([*corpus, "a b zzz", ""])
    twin = kernel.read_arpa(as_array(reference.write_arpa(reference.train_model(corpus, order))))
    assert twin.sizes == model.sizes
    assert kernel.score_sentences(twin, sentences) == pytest.approx(
        kernel.score_sentences(model, sentences), abs=1e-4
    )


@settings(max_examples=60, deadline=None)
@given(CORPORA, st.integers(1, 6), st.integers(600, 2500))
def test_what_goes_to_disk_gives_the_same_file_as_what_is_in_memory(corpus, order, memory) -> None:
    whole, spilled = arpa(corpus, order)
    assert not spilled
    assert arpa(corpus, order, memory)[0] == whole


@pytest.mark.parametrize("memory", [110_000, 200_000, 400_000])
@pytest.mark.parametrize("order", [1, 2, 5, 15])
def test_a_text_past_memory_gives_the_same_file(memory, order) -> None:
    text, spilled = arpa(TEXT, order, memory)
    assert spilled == (memory < 400_000)
    assert text == arpa(TEXT, order)[0]


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path) -> None:
    with pytest.raises(kernel.SpillError, match="no file"):
        kernel.train_language_model([texts(TEXT)], 3, str(tmp_path / "none"), memory=200_000)


def test_contexts_without_a_line_and_models_without_unk_are_read() -> None:
    text = "\\data\\\nngram 1=3\nngram 2=1\nngram 3=1\n\n\\1-grams:\n-1\ta\t-0.5\n-2\t</s>\n-9\t<s>\t-0.25\n"
    text += "\n\\2-grams:\n-0.5\t<s> a\t-0.125\n\n\\3-grams:\n-0.1\ta a </s>\n\n\\end\\\n"
    words = kernel.score_words(kernel.read_arpa(as_array(text)), texts(["a a", "b"]))
    assert words.values == pytest.approx([-0.5, -0.125 - 0.5 - 1, -0.1, -0.25 - 100, -2], abs=1e-6)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no line"),
        ("hello", "before"),
        ("\\data\\\nngram 1=1\n\n\\1-grams:\n-1\ta\n", "cut off"),
        ("\\data\\\nngram 1=2\n\n\\1-grams:\n-1\ta\n\\end\\\n", "another number of n-grams"),
        ("\\data\\\nngram 1=1\n\n\\1-grams:\nx\ta\n\\end\\\n", "no logarithm"),
        ("\\data\\\nngram 1=1\n\n\\1-grams:\n-1\ta b c\n\\end\\\n", "number of words"),
        (
            "\\data\\\nngram 1=1\nngram 2=1\n\n\\1-grams:\n-1\ta\n\n\\2-grams:\n-1\ta b\n\n\\end\\\n",
            "no unigram",
        ),
        ("\\data\\\nngram 1=99999999999999999999\n", "number of n-grams"),
        ("\\data\\\n\n\\end\\\n", "no order"),
        ("\\data\\\nngram 1=1\n\n\\2-grams:\n", "head of the next order"),
    ],
)
def test_what_is_no_model_is_refused(text, words) -> None:
    with pytest.raises(kernel.BadModelError, match=words):
        kernel.read_arpa(as_array(text))


def test_memory_is_bounded_and_marks_are_no_words(tmp_path, capsys) -> None:
    with pytest.raises(kernel.OutOfMemoryError):
        arpa(TEXT, 3, memory=1000)
    path = tmp_path / "text.txt"
    path.write_text("a b\nc <s> d\n")
    before = tmp_path / "before.txt"
    before.write_text("a b\n\nc d\n")
    assert main(["lm", str(before), str(path), "-o", str(tmp_path / "x.arpa")]) == 1
    assert f"{path}, line 2, holds one of the marks" in capsys.readouterr().err
    path.write_text("")
    assert main(["lm", str(path), "-o", str(tmp_path / "x.arpa")]) == 1


def test_the_command_writes_what_the_metric_reads(tmp_path, capsys) -> None:
    corpus, model, out = tmp_path / "c.txt", tmp_path / "m.arpa.gz", tmp_path / "out.txt"
    corpus.write_text("\n".join(TEXT) + "\n", "utf-8")
    out.write_text("The ferry is late\nzzz yyy\n")
    assert main(["lm", str(corpus), "--order", "3", "-o", str(model)]) == 0
    assert gzip.decompress(model.read_bytes()).startswith(b"\\data\\")
    assert read_language_model(str(model)).order == 3
    specs = [f"lm:model={model}", f"lm:model={model},measure=logprob", f"lm:model={model},measure=oov"]
    flags = [word for spec in specs for word in ("-m", spec)]
    assert main(["score", str(out), *flags, "--format", "json", "-q"]) == 0
    assert "Perplexity" in capsys.readouterr().out
    assert main(["score", str(out), "-m", "bleu"]) == 1
    assert "-r" in capsys.readouterr().err
