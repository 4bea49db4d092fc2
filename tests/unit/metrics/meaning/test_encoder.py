"""The encoder: equal to a plain one, the same in any company, and clear about folders that are none."""

import json
import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from assay.errors import AssayWarning, DependencyError, InputError, OptionError, ResourceMissingError
from assay.io.models.encoder_folders import encoder_digest
from assay.metrics.meaning.encoder import Encoder, load_encoder
from assay.metrics.specs import parse_metric, signature_of
from assay.resources import Resources
from support.metric_scores import evalset, stats
from support.program import LIMIT
from support.small_models import PIECES, small_encoder, weights, write_encoder

TEXTS = ["the cat", "", "one two three four", "the cat", "ᚠ 中国。 3.5", "a " * 40, "morning!"]


def encoder() -> Encoder:
    return load_encoder(small_encoder(), "test")


def plain(pieces: list[int], layers: int) -> list[list[float]]:
    """Return the vectors of one text by the definition, number by number."""
    made = {name: array.astype(float) for name, array in weights(len(PIECES)).items()}
    state = [
        made["embeddings.word_embeddings.weight"][piece]
        + made["embeddings.position_embeddings.weight"][place]
        + made["embeddings.token_type_embeddings.weight"][0]
        for place, piece in enumerate(pieces)
    ]
    state = [_norm(row) for row in state]
    for layer in (f"encoder.layer.{number}." for number in range(layers)):
        state = _layer(made, layer, state)
    return [list(row) for row in state]


def _norm(row):
    return (row - row.mean()) / math.sqrt(row.var() + 1e-12)


def _layer(made, layer, state):
    def linear(name, row):
        return made[f"{layer}{name}.weight"] @ row + made[f"{layer}{name}.bias"]

    parts = {
        name: [linear(f"attention.self.{name}", row) for row in state] for name in ("query", "key", "value")
    }
    mixed = []
    for query in parts["query"]:
        heads = []
        for head in (slice(0, 4), slice(4, 8)):
            scores = [math.exp(query[head] @ key[head] / 2) for key in parts["key"]]
            heads.append(
                sum(s * value[head] for s, value in zip(scores, parts["value"], strict=True)) / sum(scores)
            )
        mixed.append(np.concatenate(heads))
    state = [
        _norm(row + linear("attention.output.dense", mix)) for row, mix in zip(state, mixed, strict=True)
    ]
    inner = [
        [x * (1 + math.erf(x / math.sqrt(2))) / 2 for x in linear("intermediate.dense", row)] for row in state
    ]
    return [_norm(row + linear("output.dense", np.array(x))) for row, x in zip(state, inner, strict=True)]


@pytest.mark.parametrize("layer", [0, 1, 4])
def test_vectors_are_those_of_the_definition(layer: int) -> None:
    encoded = encoder().encode(TEXTS, layer)
    for number, text in enumerate(TEXTS):
        pieces, cut = encoder().pieces(text)
        assert not cut
        assert encoded.numbers(number).tolist() == pieces
        assert np.allclose(encoded[number], plain(pieces, layer), rtol=1e-4, atol=1e-4)


def test_company_changes_no_bit() -> None:
    together = encoder().encode([*TEXTS, *(f"the cat {'b' * n}" for n in range(60))], 4)
    for number, text in enumerate(TEXTS):
        assert np.array_equal(together[number], encoder().encode([text], 4)[0])


COMPANY = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parents[3])!r})
import numpy as np
from assay.metrics.meaning.encoder import load_encoder
from support.small_models import small_encoder
encoder = load_encoder(small_encoder(), "test")
texts = [("the cat " + "b " * (n % 40)).strip() for n in range(90)]
together = encoder.encode(texts, 4)
print(all(np.array_equal(together[n], encoder.encode([text], 4)[0]) for n, text in enumerate(texts)))
"""


@pytest.mark.parametrize("processor", ["Prescott", "Haswell"])
def test_company_changes_no_bit_on_another_processor(processor: str) -> None:
    # OpenBLAS multiplies as this processor would; elsewhere (Accelerate on a Mac) the variable says nothing.
    done = subprocess.run(
        [sys.executable, "-c", COMPANY],
        env=os.environ | {"OPENBLAS_CORETYPE": processor},
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=True,
    )
    assert done.stdout == "True\n"


def test_what_is_too_long_is_cut_and_said() -> None:
    encoded = encoder().encode(["a " * 600, "a " * 510, "a"], 0)
    assert encoded.cut.tolist() == [True, False, False]
    assert np.diff(encoded.offsets).tolist() == [512, 512, 3]
    for spec in (
        "bertscore:layer=1,model=",
        "cosine:model=",
        "wmd:layer=1,model=",
        "yisi:variant=1,layer=1,model=",
    ):
        with pytest.warns(AssayWarning, match="without the end: segment 2"):
            found = stats(spec + small_encoder(), ["a", "b " * 600, "a"], [["a", "a", "a"]])
        assert found.rows[:, -1].tolist() == [0, 1, 0]
    with pytest.warns(AssayWarning, match="segment 1"):
        assert stats(f"bertscore:model={small_encoder()}", ["a"], [["a " * 600]]).rows[0, -1] == 1


def test_five_thousand_words_are_no_trouble() -> None:
    long = " ".join(f"w{n % 700}" for n in range(5000))
    assert stats("yisi:idf=no", [long], [[long]]).total() == pytest.approx(100)
    assert stats("lsa", [long], [[long]]).total() == 100


def broken(tmp_path: Path) -> Path:
    write_encoder(tmp_path / "broken")
    return tmp_path / "broken"


def test_a_file_cut_short_is_refused(tmp_path: Path) -> None:
    folder = broken(tmp_path)
    raw = (folder / "model.safetensors").read_bytes()
    for size in (0, 4, 100, len(raw) - 1):
        (folder / "model.safetensors").write_bytes(raw[:size])
        with pytest.raises(InputError, match="copy"):
            stats(f"cosine:model={folder}", ["a"], [["a"]])


@pytest.mark.parametrize("name", ["config.json", "model.safetensors", "vocab.txt"])
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    folder = broken(tmp_path)
    (folder / name).unlink()
    with pytest.raises(InputError, match=name):
        stats(f"cosine:model={folder}", ["a"], [["a"]])


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("{", "not JSON"),
        ("[]", "an object"),
        ("{}", "layers"),
        ('{"model_type": "t5", "num_hidden_layers": 1}', "t5"),
        ('{"num_hidden_layers": 4}', "max_position_embeddings is missing"),
        ('{"num_hidden_layers": 9, "max_position_embeddings": 9, "num_attention_heads": 2}', "layer.4"),
    ],
)
def test_settings_that_are_none_are_refused(tmp_path: Path, settings: str, message: str) -> None:
    folder = broken(tmp_path)
    (folder / "config.json").write_text(settings)
    with pytest.raises(InputError, match=message):
        stats(f"cosine:model={folder}", ["a"], [["a"]])


def test_another_activation_is_refused(tmp_path: Path) -> None:
    folder = broken(tmp_path)
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"hidden_act": "relu"}))
    with pytest.raises(InputError, match="relu"):
        stats(f"cosine:model={folder}", ["a"], [["a"]])


def test_a_layer_too_high_is_refused() -> None:
    with pytest.raises(OptionError, match="4 layers"):
        parse_metric(f"bertscore:model={small_encoder()},layer=5")


def test_the_signature_names_the_folder_with_its_checksum(tmp_path: Path) -> None:
    folder = broken(tmp_path)
    metric = parse_metric(f"cosine:model={folder}")
    assert f"model:{folder}#{encoder_digest(str(folder))}" in signature_of(metric, (1, 1))
    (folder / "vocab.txt").write_text("\n".join(reversed(PIECES)))
    with pytest.raises(DependencyError, match="checksum"):
        parse_metric(signature_of(metric, (1, 1)))


def test_a_missing_resource_names_its_command(tmp_path: Path) -> None:
    missing = Resources(store=str(tmp_path))
    for spec in (
        "bertscore:model=encoder-none",
        "wmd:model=vectors-none",
        "yisi:variant=1,model=vectors-none",
    ):
        with pytest.raises(ResourceMissingError, match="assay resources add"):
            parse_metric(spec).prepare(evalset([["a"]]), missing)


def test_xlm_r_reads_sentencepiece(tmp_path: Path) -> None:
    sentencepiece = pytest.importorskip("sentencepiece", reason="pip install sentencepiece")
    folder = tmp_path / "xlm-r"
    write_encoder(folder, "xlm-roberta", vocabulary=60)
    lines = tmp_path / "lines.txt"
    lines.write_text("the harbour is quiet today\na cat sat on the quay\nboats come and go\n" * 20)
    sentencepiece.SentencePieceTrainer.train(
        input=str(lines), model_prefix=str(tmp_path / "m"), vocab_size=28, minloglevel=2
    )
    (tmp_path / "m.model").rename(folder / "sentencepiece.bpe.model")
    loaded = load_encoder(str(folder), "xlm-r")
    model = sentencepiece.SentencePieceProcessor(model_file=str(folder / "sentencepiece.bpe.model"))
    pieces, _ = loaded.pieces("the cat ᚠ")
    assert pieces == [0, *(number + 1 if number else 3 for number in model.encode("the cat ᚠ")), 2]
    assert 3 in pieces
    assert loaded.first_place == 2
    assert loaded.most_pieces == 510
    assert stats(f"bertscore:model={folder},layer=2", ["a boat"], [["a boat"]]).total() == pytest.approx(100)
