"""The folder of an encoder, as its makers publish it: config.json, a vocabulary, and weights in safetensors.

BERT has `vocab.txt`, a piece a line; XLM-R has `sentencepiece.bpe.model`. Nothing is fetched,
and nothing is run that a file holds.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from assay.errors import InputError
from assay.io.models.safetensors import read_safetensors

CONFIG, WEIGHTS, VOCABULARY, PIECES = (
    "config.json",
    "model.safetensors",
    "vocab.txt",
    "sentencepiece.bpe.model",
)
_KINDS = {"bert": VOCABULARY, "xlm-roberta": PIECES}


@dataclass(frozen=True, eq=False)
class EncoderFolder:
    """What the files of a folder say."""

    path: Path
    config: Mapping[str, Any]
    tokeniser: Mapping[str, Any]  # tokenizer_config.json, {} where there is none
    vocabulary: Mapping[str, int]  # {} for SentencePiece, whose model is a file of the folder
    weights: Mapping[str, NDArray[Any]]
    most_pieces: int  # what it reads of a sentence, with marks of beginning and end


def read_encoder(path: str) -> EncoderFolder:
    """Read the folder of a BERT or XLM-R encoder."""
    folder = Path(path)
    config = _json(folder / CONFIG)
    kind = config.get("model_type", "bert")
    if kind not in _KINDS:
        raise InputError(
            f"{folder / CONFIG}: a model of type {kind} is not known; there are {', '.join(_KINDS)}"
        )
    for name in (WEIGHTS, _KINDS[kind]):
        if not (folder / name).is_file():
            raise InputError(f"{folder} has no {name}; give the folder of an encoder with {WEIGHTS} in it")
    tokeniser = _json(folder / "tokenizer_config.json", needed=False)
    return EncoderFolder(
        folder,
        config,
        tokeniser,
        _vocabulary(folder / VOCABULARY) if kind == "bert" else {},
        read_safetensors(folder / WEIGHTS),
        _most_pieces(folder, config, tokeniser),
    )


def _json(path: Path, needed: bool = True) -> Mapping[str, Any]:
    if not needed and not path.is_file():
        return {}
    try:
        settings = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(
            f"{path}: {error.strerror}; give the folder of an encoder, with {CONFIG} in it"
        ) from error
    except ValueError as error:
        raise InputError(f"{path}: this is no JSON ({error}); copy the file again") from error
    if not isinstance(settings, dict):
        raise InputError(f"{path}: settings are an object with names, and this is none; copy the file again")
    return settings


def _vocabulary(path: Path) -> Mapping[str, int]:
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    numbers = {line.removesuffix("\r"): number for number, line in enumerate(lines)}
    if missing := [piece for piece in ("[UNK]", "[CLS]", "[SEP]") if piece not in numbers]:
        raise InputError(f"{path}: {', '.join(missing)} is missing; a vocabulary has a piece a line")
    return numbers


def _most_pieces(path: Path, config: Mapping[str, Any], tokeniser: Mapping[str, Any]) -> int:
    """Return the least of what the model has places for and what its tokeniser is said to give it."""
    try:
        places = int(config["max_position_embeddings"])
        if config.get("model_type") == "xlm-roberta":
            places -= int(config.get("pad_token_id", 1)) + 1
        return min(places, int(tokeniser.get("model_max_length", places)))
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(
            f"{path / CONFIG}: it does not say how many pieces the model reads ({error})"
        ) from error


def encoder_layers(path: str) -> int:
    """Return how many layers the encoder of a folder has."""
    try:
        return int(_json(Path(path) / CONFIG)["num_hidden_layers"])
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(
            f"{Path(path) / CONFIG}: it does not say how many layers there are ({error})"
        ) from error


def encoder_digest(path: str) -> str:
    """Return the first digits of the SHA-256 checksum of all that decides what an encoder says."""
    folder = Path(path)
    files = [folder / name for name in (CONFIG, "tokenizer_config.json", VOCABULARY, PIECES, WEIGHTS)]
    return _digest(tuple((str(file), file.stat().st_mtime_ns) for file in files if file.is_file()))


@lru_cache(maxsize=16)
def _digest(files: tuple[tuple[str, int], ...]) -> str:
    digest = hashlib.sha256()
    for file, _ in files:
        with open(file, "rb") as stream:
            digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()[:12]
