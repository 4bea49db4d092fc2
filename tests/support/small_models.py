"""Small models for tests, made of random numbers: an encoder's folder and a table of word vectors."""

import atexit
import json
import shutil
import tempfile
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

PIECES = (
    *(
        "[PAD]",
        "[UNK]",
        "[CLS]",
        "[SEP]",
        "the",
        "cat",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
    ),
    *(
        "eight",
        "mor",
        "##ning",
        "##s",
        "stra",
        "##ße",
        ",",
        ".",
        "!",
        "(",
        "'",
        "-",
        "中",
        "国",
        "。",
        "3",
        "5",
        "😀",
    ),
    *(f"{mark}{letter}" for mark in ("", "##") for letter in "abcdefghijklmnopqrstuvwxyz01"),
)
WIDTH, INNER, LAYERS, PLACES = 8, 16, 4, 512
WORDS = (
    "a",
    "b",
    "the",
    "The",
    "cat",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    ",",
    ".",
    "中",
)


@cache
def scratch() -> Path:
    """Return a folder that is gone when the tests end."""
    folder = Path(tempfile.mkdtemp(prefix="assay-models-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def small_encoder() -> str:
    """Return the path of a BERT folder with four layers of eight numbers."""
    folder = scratch() / "encoder"
    write_encoder(folder)
    return str(folder)


def write_encoder(folder: Path, model_type: str = "bert", vocabulary: int = len(PIECES)) -> None:
    """Write the folder of an encoder with random weights."""
    folder.mkdir(parents=True)
    config = {
        "model_type": model_type,
        "num_hidden_layers": LAYERS,
        "num_attention_heads": 2,
        "max_position_embeddings": PLACES,
        "hidden_act": "gelu",
        "layer_norm_eps": 1e-12,
        "pad_token_id": 1 if model_type == "xlm-roberta" else 0,
    }
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "tokenizer_config.json").write_text(json.dumps({"do_lower_case": True}))
    (folder / "vocab.txt").write_text("\n".join(PIECES) + "\n", encoding="utf-8")
    write_safetensors(folder / "model.safetensors", weights(vocabulary))


def weights(vocabulary: int) -> dict[str, NDArray[np.float32]]:
    """Return random weights by the names that BERT has for them."""
    random = np.random.default_rng(15)
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (vocabulary, WIDTH),
        "embeddings.position_embeddings.weight": (PLACES, WIDTH),
        "embeddings.token_type_embeddings.weight": (2, WIDTH),
    }
    norms = ["embeddings.LayerNorm"]
    for layer in (f"encoder.layer.{number}." for number in range(LAYERS)):
        square = [f"{layer}attention.self.{part}" for part in ("query", "key", "value")]
        for name in (*square, f"{layer}attention.output.dense"):
            shapes |= {f"{name}.weight": (WIDTH, WIDTH), f"{name}.bias": (WIDTH,)}
        shapes |= {
            f"{layer}intermediate.dense.weight": (INNER, WIDTH),
            f"{layer}intermediate.dense.bias": (INNER,),
        }
        shapes |= {f"{layer}output.dense.weight": (WIDTH, INNER), f"{layer}output.dense.bias": (WIDTH,)}
        norms += [f"{layer}attention.output.LayerNorm", f"{layer}output.LayerNorm"]
    made = {name: random.normal(0, 0.4, shape).astype(np.float32) for name, shape in shapes.items()}
    ones, zeros = np.ones(WIDTH, dtype=np.float32), np.zeros(WIDTH, dtype=np.float32)
    return made | {f"{n}.weight": ones for n in norms} | {f"{n}.bias": zeros for n in norms}


def write_safetensors(path: Path, arrays: dict[str, NDArray[np.float32]]) -> None:
    """Write arrays in the format's layout, without help from what is tested."""
    header, data = {}, b""
    for name, array in arrays.items():
        raw = array.tobytes()
        place = [len(data), len(data) + len(raw)]
        header[name] = {"dtype": "F32", "shape": list(array.shape), "data_offsets": place}
        data += raw
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + data)


@cache
def small_table() -> str:
    """Return the path of a table of word vectors, as GloVe writes them."""
    random = np.random.default_rng(16)
    path = scratch() / "vectors.txt"
    lines = [f"{word} {' '.join(f'{x:.4f}' for x in random.normal(size=5))}" for word in WORDS]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


@cache
def small_corpus() -> str:
    """Return the path of a corpus, one text a line."""
    path = scratch() / "corpus.txt"
    path.write_text(
        "the cat one two\nthree four a b\nthe the five six seven\ncat , eight .\n", encoding="utf-8"
    )
    return str(path)
