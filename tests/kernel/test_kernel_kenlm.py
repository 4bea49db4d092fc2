"""Binary files of KenLM: figures of kenlm, the twin that is trained on the same text, and files that are damaged."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import assay
import reference
from assay import kernel
from assay.errors import InputError
from assay.io.models.language_models import read_language_model
from assay.text import Column

DATA = Path(__file__).parents[1] / "golden" / "data"
GOLDEN = json.loads((DATA / "language-models-kenlm.json").read_text("utf-8"))
HARBOUR = Path(__file__).parents[2] / "examples" / "harbour"
LINES = (
    (HARBOUR / "reference-a.en.txt").read_text("utf-8").split("\n")[:25]
)  # as tests/golden/make_language_models.py
SENTENCES = [*(case["text"] for case in GOLDEN["sentences"]), *LINES]
WORDS = sorted({word for line in LINES for word in line.split()})
TWIN = reference.train_model(LINES, 4)
KINDS = ("probing", "trie")
ORDER, KIND, VERSION = 88, 96, 104  # where the head of a file says so


def path_of(kind: str) -> Path:
    return DATA / f"kenlm-{kind}.bin"


def texts(sentences):
    return Column.of(list(sentences)).texts


def changed(kind: str, place: int, value: int):
    data = bytearray(path_of(kind).read_bytes())
    data[place] = value
    return np.frombuffer(bytes(data), dtype=np.uint8)


@pytest.mark.parametrize("case", GOLDEN["binaries"], ids=lambda case: case["kind"])
def test_figures_are_those_of_kenlm(case) -> None:
    model = read_language_model(str(path_of(case["kind"])))
    assert (model.order, model.sizes[0]) == (case["order"], len(WORDS) + 3)
    assert kernel.score_sentences(model, texts(SENTENCES))[:, 0] == pytest.approx(case["scores"], abs=1e-5)
    words = kernel.score_words(model, texts(SENTENCES))
    flat = [pair for sentence in case["words"] for pair in sentence]
    assert words.values == pytest.approx([log for log, _ in flat], abs=1e-5)
    assert words.known.tolist() == [not unknown for _, unknown in flat]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.sampled_from([*WORDS, "zeppelin", "é"]), max_size=8).map(" ".join), max_size=4))
@pytest.mark.parametrize("kind", KINDS)
def test_a_file_is_the_model_that_the_twin_trains(kind, sentences) -> None:
    words = kernel.score_words(read_language_model(str(path_of(kind))), texts(sentences))
    expected = [pair for sentence in sentences for pair in reference.word_logarithms(TWIN, sentence)]
    assert words.values == pytest.approx([log for log, _ in expected], abs=1e-4)
    assert words.known.tolist() == [known for _, known in expected]


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_is_cut_off_is_refused(kind) -> None:
    data = path_of(kind).read_bytes()
    tables = len(data) - len(
        "\0".join(["<unk>", "<s>", "</s>", *WORDS, ""]).encode()
    )  # the words are not needed
    for size in (*range(53, 160, 7), *range(160, tables, 997), tables - 1):
        with pytest.raises(kernel.BadModelError):
            kernel.read_kenlm(np.frombuffer(data[:size], dtype=np.uint8))
    kernel.read_kenlm(np.frombuffer(data[:tables], dtype=np.uint8))


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(KINDS), st.data())
def test_a_damaged_file_gives_an_error_or_figures(kind, drawn) -> None:
    data = bytearray(path_of(kind).read_bytes())
    for place in drawn.draw(st.lists(st.integers(0, len(data) - 1), min_size=1, max_size=40)):
        data[place] = drawn.draw(st.integers(0, 255))
    try:
        model = kernel.read_kenlm(np.frombuffer(bytes(data), dtype=np.uint8))
    except kernel.BadModelError:
        return
    assert kernel.score_sentences(model, texts(SENTENCES))[:, 1].min() >= 1


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (KIND, 1, "rest costs"),
        (KIND, 3, "a quantised trie"),
        (KIND, 4, "array-compressed pointers"),
        (KIND, 5, "quantised trie with array-compressed"),
        (KIND, 9, "unknown kind"),
        (VERSION, 7, "another version"),
        (49, ord("4"), "another version"),
        (60, 1, "other numbers"),
        (ORDER, 0, "no sense"),
        (ORDER, 19, "cut off"),
    ],
)
def test_what_is_not_read_is_refused_by_name(place, value, words) -> None:
    with pytest.raises(kernel.BadModelError, match=words):
        kernel.read_kenlm(changed("trie", place, value))


def test_files_are_read_by_the_metric_packed_or_not_and_errors_say_what_to_do(tmp_path) -> None:
    packed, broken = tmp_path / "m.bin.gz", tmp_path / "broken.bin"
    packed.write_bytes(gzip.compress(path_of("trie").read_bytes()))
    broken.write_bytes(path_of("probing").read_bytes()[:1000])
    specs = [f"lm:model={path}" for path in (path_of("probing"), packed)]
    scores = assay.score(["The harbour is closed ."], None, specs)
    assert scores[0].score == scores[1].score > 1
    with pytest.raises(InputError, match=r"broken\.bin is a binary file of KenLM .* cut off.* ARPA file"):
        read_language_model(str(broken))
