"""Encoders by name: a resource of the store, such as `minilm`, or the path of a folder.

In signatures the name has the version of the resource, or the checksum of the folder.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from warnings import warn

import numpy as np
from numpy.typing import NDArray

from assay.errors import AssayWarning, OptionError
from assay.io.models.encoder_folders import encoder_digest, encoder_layers
from assay.metrics.identities import plain_path, with_digest
from assay.metrics.meaning.encoder import Encoded, Encoder, load_encoder
from assay.resources import Resources
from assay.resources.store import installed_identity

DEFAULT_ENCODER = "minilm"
# Of MiniLM's 6, the one that agrees best with people (docs/which-metric.md)
DEFAULT_LAYER = 4
ENCODER_HELP = "encoder: a resource (minilm, encoder-NAME) or the path of a folder"
# Bytes of vectors of references that are kept for the next system
_KEPT = 1 << 30
_LISTED = 5

Encode = Callable[[int, int], Encoded]


def is_path(name: str) -> bool:
    """Say whether a model is named by its path."""
    return "/" in name or "\\" in name or Path(plain_path(name)).exists()


def encoder_identity(name: str, layer: int | None = None) -> str:
    """Return the name with the version of the resource, or with the checksum of the folder.

    A layer that the encoder does not have is refused, if the encoder is there to be asked.
    """
    if not is_path(name):
        return installed_identity(name)
    _check_layer(name, layer, encoder_layers(plain_path(name)))
    return with_digest(name, encoder_digest(plain_path(name)))


def encoder_of(name: str, layer: int | None, resources: Resources) -> Encoder:
    """Open an encoder, and refuse a layer that it does not have."""
    if is_path(name):
        path = plain_path(name)
        encoder = load_encoder(path, encoder_digest(path))
    else:
        resource = resources.get(name)
        encoder = load_encoder(str(resource.folder), resource.version)
    _check_layer(name, layer, encoder.layers)
    return encoder


def _check_layer(name: str, layer: int | None, layers: int) -> None:
    if layer is not None and layer > layers:
        raise OptionError(f"{name} has {layers} layers, and 0 for its embeddings: layer {layer} is none")


def encode_once(encoder: Encoder, texts: Sequence[str], layer: int) -> Encode:
    """Return the function from a range of texts to their vectors: computed once, if they can be kept."""
    width = encoder.weights["embeddings.word_embeddings.weight"].shape[1]
    pieces = sum(len(text) // 4 + 4 for text in texts)
    if 4 * width * pieces > _KEPT:
        return lambda start, stop: encoder.encode(texts[start:stop], layer)
    whole = encoder.encode(texts, layer)
    return whole.part


def warn_of_cut(metric: str, cut: NDArray[np.bool_]) -> None:
    """Say which segments are too long for the encoder, so that nothing is left out in silence."""
    rows = (np.flatnonzero(cut) + 1).tolist()
    if rows:
        shown = ", ".join(map(str, rows[:_LISTED])) + (", …" if len(rows) > _LISTED else "")
        warn(
            f"{metric}: longer than the encoder can read, and compared without the end: segment "
            f"{shown}; split it into sentences",
            AssayWarning,
            stacklevel=3,
        )
