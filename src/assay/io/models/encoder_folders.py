"""The folder of an encoder, as its makers publish it: config.json, a vocabulary, and weights in safetensors.

BERT has `vocab.txt`, a piece a line; XLM-R has `sentencepiece.bpe.model`. Nothing is fetched,
and nothing is run that a file holds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from numpy.typing import NDArray

from assay.errors import InputError
from assay.io.checked.json_values import read_json
from assay.io.checked.shapes import ShapeError, Within, shaped
from assay.io.models.safetensors import read_safetensors

CONFIG, WEIGHTS, VOCABULARY, PIECES = (
    "config.json",
    "model.safetensors",
    "vocab.txt",
    "sentencepiece.bpe.model",
)
TOKENISER = "tokenizer_config.json"
Made = TypeVar("Made")
_KINDS = {"bert": VOCABULARY, "xlm-roberta": PIECES}


@dataclass(frozen=True, kw_only=True)
class EncoderConfig:
    """What config.json says that decides what an encoder computes; its kind comes first, which explains the rest."""

    model_type: Literal["bert", "xlm-roberta"] = "bert"
    num_hidden_layers: Annotated[int, Within(1, 10_000)]
    max_position_embeddings: Annotated[int, Within(3, 2**31)]
    num_attention_heads: Annotated[int, Within(1, 10_000)]
    pad_token_id: Annotated[int, Within(0, 2**31)] = 1
    layer_norm_eps: Annotated[float, Within(0)] = 1e-12
    hidden_act: Literal["gelu"] = "gelu"

    @property
    def first_place(self) -> int:
        """Where positions begin to count: XLM-R leaves those of padding and before it out."""
        return self.pad_token_id + 1 if self.model_type == "xlm-roberta" else 0


@dataclass(frozen=True)
class TokeniserConfig:
    """What tokenizer_config.json says that decides how a text is parted."""

    do_lower_case: bool = True
    strip_accents: bool | None = None
    tokenize_chinese_chars: bool = True
    model_max_length: Annotated[float, Within(3)] | None = None


@dataclass(frozen=True, eq=False)
class EncoderFolder:
    """What the files of a folder say."""

    path: Path
    config: EncoderConfig
    tokeniser: TokeniserConfig  # of defaults, where there is no such file
    vocabulary: Mapping[str, int]  # {} for SentencePiece, whose model is a file of the folder
    weights: Mapping[str, NDArray[Any]]
    # What it reads of a sentence, with marks of beginning and end
    most_pieces: int


def read_encoder(path: str) -> EncoderFolder:
    """Read the folder of a BERT or XLM-R encoder."""
    folder = Path(path)
    config = _settings(folder / CONFIG, EncoderConfig)
    for name in (WEIGHTS, _KINDS[config.model_type]):
        if not (folder / name).is_file():
            raise InputError(f"{folder} has no {name}; give the folder of an encoder with {WEIGHTS} in it")
    given = (folder / TOKENISER).is_file()
    tokeniser = _settings(folder / TOKENISER, TokeniserConfig) if given else TokeniserConfig()
    return EncoderFolder(
        folder,
        config,
        tokeniser,
        _vocabulary(folder / VOCABULARY) if config.model_type == "bert" else {},
        read_safetensors(folder / WEIGHTS),
        _most_pieces(folder, config, tokeniser),
    )


def _settings(path: Path, kind: type[Made]) -> Made:
    if not path.is_file():
        raise InputError(f"{path}: no such file; give the folder of an encoder, with {CONFIG} in it")
    told = read_json(str(path), "copy the file again")
    try:
        return shaped(kind, told)
    except ShapeError as error:
        raise InputError(
            f"{path}: {error}; copy the file again, or give the folder of another encoder"
        ) from None


def _vocabulary(path: Path) -> Mapping[str, int]:
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    numbers = {line.removesuffix("\r"): number for number, line in enumerate(lines)}
    if missing := [piece for piece in ("[UNK]", "[CLS]", "[SEP]") if piece not in numbers]:
        raise InputError(f"{path}: {', '.join(missing)} is missing; a vocabulary has a piece a line")
    return numbers


def _most_pieces(path: Path, config: EncoderConfig, tokeniser: TokeniserConfig) -> int:
    """Return the least of what the model has places for and what its tokeniser is said to give it."""
    places = config.max_position_embeddings - config.first_place
    most = int(min(places, tokeniser.model_max_length or places))
    if most < 3:
        raise InputError(f"{path / CONFIG}: a model that reads {most} pieces has no place for a word")
    return most


def encoder_layers(path: str) -> int:
    """Return how many layers the encoder of a folder has."""
    return _settings(Path(path) / CONFIG, EncoderConfig).num_hidden_layers


def encoder_digest(path: str) -> str:
    """Return the first digits of the SHA-256 checksum of all that decides what an encoder says."""
    folder = Path(path)
    files = [folder / name for name in (CONFIG, TOKENISER, VOCABULARY, PIECES, WEIGHTS)]
    return _digest(tuple((str(file), file.stat().st_mtime_ns) for file in files if file.is_file()))


@lru_cache(maxsize=16)
def _digest(files: tuple[tuple[str, int], ...]) -> str:
    digest = hashlib.sha256()
    for file, _ in files:
        with open(file, "rb") as stream:
            digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()[:12]
