"""An encoder of sentences, BERT or XLM-R, in numpy: a vector for every piece of a text, from any of its layers.

A text has the same vectors, to the last bit, in any company: every product is of one text alone. Of a row among others
the libraries of matrices round the last bit by where it stands, and each processor has its own such places. For that
products are small, and texts, not parts of a product, are shared out to the cores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.errors import DependencyError, InputError
from assay.io.models.encoder_folders import EncoderFolder, read_encoder
from assay.text.wordpiece import WordPiece

Vectors = NDArray[np.float32]
WORDS, KINDS, PLACES = (f"embeddings.{kind}_embeddings.weight" for kind in ("word", "token_type", "position"))
ANY = -1  # a size that is not checked here
# Pieces that are encoded together: they fit into memory, and leave something for every core
_AT_ONCE = 2048


@dataclass(frozen=True)
class Encoded:
    """The pieces of some texts: those of text i are rows offsets[i] to offsets[i + 1]."""

    vectors: Vectors
    pieces: NDArray[np.int32]
    offsets: NDArray[np.int64]
    cut: NDArray[np.bool_]  # texts that were longer than the model can read

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, text: int) -> Vectors:
        return self.vectors[self.offsets[text] : self.offsets[text + 1]]

    def numbers(self, text: int) -> NDArray[np.int32]:
        """Return the numbers of a text's pieces."""
        return self.pieces[self.offsets[text] : self.offsets[text + 1]]

    def part(self, start: int, stop: int) -> Encoded:
        """Return some of the texts."""
        first, last = self.offsets[start], self.offsets[stop]
        return Encoded(
            self.vectors[first:last],
            self.pieces[first:last],
            self.offsets[start : stop + 1] - first,
            self.cut[start:stop],
        )


@dataclass(frozen=True, eq=False)
class Encoder:
    """Weights and a tokeniser; `split` turns a text to numbers of pieces, without marks of beginning and end."""

    folder: str
    weights: Mapping[str, Vectors]
    layers: int
    heads: int
    epsilon: float
    first_place: int  # where positions begin to count
    ends: tuple[int, int]  # marks of beginning and end
    most_pieces: int
    split: Callable[[str], list[int]]

    def pieces(self, text: str) -> tuple[list[int], bool]:
        """Return the numbers of a text's pieces between the marks of its ends, and whether some had to be left out."""
        numbers, room = self.split(text), self.most_pieces - 2
        return [self.ends[0], *numbers[:room], self.ends[1]], len(numbers) > room

    def encode(self, texts: Sequence[str], layer: int) -> Encoded:
        """Return the vectors of a layer, 0 for the embeddings; each text is computed once, however often it occurs."""
        unique = {text: row for row, text in enumerate(dict.fromkeys(texts))}
        split = [self.pieces(text) for text in unique]
        rows = [np.array(numbers, dtype=np.int32) for numbers, _ in split]
        vectors: list[Vectors] = [np.zeros((0, 0), dtype=np.float32)] * len(rows)
        batches = list(_batches(rows))
        for batch, parts in zip(batches, self._side_by_side(rows, batches, layer), strict=True):
            for row, part in zip(batch, parts, strict=True):
                vectors[row] = part
        order = [unique[text] for text in texts]
        return Encoded(
            np.concatenate([vectors[row] for row in order]) if order else np.zeros((0, 1), dtype=np.float32),
            np.concatenate([rows[row] for row in order]) if order else np.zeros(0, dtype=np.int32),
            np.concatenate([[0], np.cumsum([len(rows[row]) for row in order])]).astype(np.int64),
            np.array([split[row][1] for row in order], dtype=bool),
        )

    def _side_by_side(
        self, rows: Sequence[NDArray[np.int32]], batches: Sequence[Sequence[int]], layer: int
    ) -> Iterator[list[Vectors]]:
        """Yield the vectors of batches of texts, each computed by one thread."""
        from threadpoolctl import threadpool_limits

        with threadpool_limits(1, "blas"), ThreadPoolExecutor(kernel.cores(0)) as threads:
            yield from threads.map(lambda batch: self._hidden([rows[row] for row in batch], layer), batches)

    def _hidden(self, rows: Sequence[NDArray[np.int32]], layer: int) -> list[Vectors]:
        """Encode texts, shortest first; weights that make of them what is no finite number are refused."""
        lengths = [len(row) for row in rows]
        with np.errstate(over="ignore", invalid="ignore"):
            state = self._embeddings(rows)
            for number in range(layer):
                state = self._layer(state, lengths, f"encoder.layer.{number}.")
        if not np.isfinite(state).all():
            raise InputError(
                f"{self.folder}: its weights make vectors that are no finite numbers; copy the files again"
            )
        return np.split(state, np.cumsum(lengths)[:-1])

    def _embeddings(self, rows: Sequence[NDArray[np.int32]]) -> Vectors:
        pieces = np.concatenate(rows)
        places = np.concatenate([np.arange(len(row)) for row in rows]) + self.first_place
        state = self.weights["embeddings.word_embeddings.weight"][pieces]
        state += self.weights["embeddings.token_type_embeddings.weight"][0]
        state += self.weights["embeddings.position_embeddings.weight"][places]
        return self._normalised(state, "embeddings.LayerNorm")

    def _layer(self, state: Vectors, lengths: Sequence[int], name: str) -> Vectors:
        queries, keys, values = (
            self._product(state, lengths, f"{name}attention.self.{part}")
            for part in ("query", "key", "value")
        )
        mixed = self._attention(queries, keys, values, lengths)
        state = self._normalised(
            state + self._product(mixed, lengths, f"{name}attention.output.dense"),
            f"{name}attention.output.LayerNorm",
        )
        inner = self._product(state, lengths, f"{name}intermediate.dense")
        kernel.gelu(inner)
        return self._normalised(
            state + self._product(inner, lengths, f"{name}output.dense"), f"{name}output.LayerNorm"
        )

    def _attention(self, queries: Vectors, keys: Vectors, values: Vectors, lengths: Sequence[int]) -> Vectors:
        """Mix the values of each text; texts of one length are done together."""
        mixed = np.zeros_like(values)
        depth = values.shape[1] // self.heads
        for rows, count, length in _of_one_length(lengths):
            shape = (count, length, self.heads, depth)
            query, key, value = (
                part[rows].reshape(shape).transpose(0, 2, 1, 3) for part in (queries, keys, values)
            )
            scores = query @ key.transpose(0, 1, 3, 2)
            scores *= np.float32(1 / np.sqrt(depth))
            scores -= scores.max(axis=-1, keepdims=True)
            np.exp(scores, out=scores)
            scores /= scores.sum(axis=-1, keepdims=True)
            mixed[rows] = (scores @ value).transpose(0, 2, 1, 3).reshape(count * length, -1)
        return mixed

    def _product(self, state: Vectors, lengths: Sequence[int], name: str) -> Vectors:
        weight, bias = self.weights[f"{name}.weight"], self.weights[f"{name}.bias"]
        out = np.empty((len(state), weight.shape[1]), dtype=np.float32)
        for rows, count, length in _of_one_length(lengths):
            texts, made = (part[rows].reshape(count, length, -1) for part in (state, out))
            np.matmul(texts, weight, out=made)
        out += bias
        return out

    def _normalised(self, state: Vectors, name: str) -> Vectors:
        weights, bias = self.weights[f"{name}.weight"], self.weights[f"{name}.bias"]
        kernel.layer_norm(state, weights, bias, self.epsilon)
        return state


def _of_one_length(lengths: Sequence[int]) -> Iterator[tuple[slice, int, int]]:
    """Yield the rows of texts of one length that follow one another, how many texts these are, and their length."""
    start = 0
    for length, same in groupby(lengths):
        count = len(list(same))
        yield slice(start, start + count * length), count, length
        start += count * length


def _batches(rows: Sequence[NDArray[np.int32]]) -> Iterator[list[int]]:
    """Yield the places of texts, shortest first, as many as are encoded together."""
    batch: list[int] = []
    size = 0
    for row in sorted(range(len(rows)), key=lambda row: len(rows[row])):
        if batch and size + len(rows[row]) > _AT_ONCE:
            yield batch
            batch, size = [], 0
        batch.append(row)
        size += len(rows[row])
    if batch:
        yield batch


# --- from a folder -------------------------------------------------------------------------------------------


@lru_cache(maxsize=2)
def load_encoder(path: str, digest: str) -> Encoder:
    """Return the encoder of a folder; the digest is there so that a folder that has changed is read again."""
    del digest
    folder = read_encoder(path)
    config = folder.config
    weights = _weights(folder)
    _check_weights(folder, weights)
    split, ends, pieces = (_sentencepieces if config.model_type == "xlm-roberta" else _wordpieces)(folder)
    if pieces > len(weights[WORDS]):
        raise InputError(
            f"{folder.path}: {pieces} pieces in the vocabulary, and vectors for {len(weights[WORDS])}; files of "
            "different models lie here, copy those of one"
        )
    return Encoder(
        path,
        weights,
        config.num_hidden_layers,
        config.num_attention_heads,
        config.layer_norm_eps,
        config.first_place,
        ends,
        folder.most_pieces,
        split,
    )


def _weights(folder: EncoderFolder) -> dict[str, Vectors]:
    """Return the weights in single precision, matrices of products turned so that texts stand on their left."""
    weights: dict[str, Vectors] = {}
    for name, array in folder.weights.items():
        plain = name.removeprefix("bert.").removeprefix("roberta.")
        if plain.startswith(("embeddings.", "encoder.")) and array.dtype.kind == "f":
            turned = array.T if plain.startswith("encoder.") and array.ndim == 2 else array
            # What is too large for single precision is refused as not finite
            with np.errstate(over="ignore"):
                weights[plain] = np.ascontiguousarray(turned, dtype=np.float32)
    return weights


def _check_weights(folder: EncoderFolder, weights: Mapping[str, Vectors]) -> None:
    """Refuse weights that are not those of the encoder that config.json describes."""
    heads = folder.config.num_attention_heads
    if WORDS not in weights or weights[WORDS].ndim != 2 or not weights[WORDS].shape[1]:
        raise InputError(f"{folder.path}: without {WORDS}, it is not what a BERT or XLM-R encoder has")
    if weights[WORDS].shape[1] % heads:
        raise InputError(
            f"{folder.path}: vectors of {weights[WORDS].shape[1]} numbers cannot be parted among {heads} heads"
        )
    for name, shape in _shapes(folder, weights):
        if name not in weights:
            raise InputError(f"{folder.path}: without {name}, it is not what a BERT or XLM-R encoder has")
        if len(weights[name].shape) != len(shape) or any(
            wanted not in (size, ANY) for size, wanted in zip(weights[name].shape, shape, strict=True)
        ):
            raise InputError(f"{folder.path}: {name} has not the shape of the rest; copy the files again")
        if not np.isfinite(weights[name]).all():
            raise InputError(f"{folder.path}: {name} holds what is no finite number; copy the files again")
    places = len(weights[PLACES])
    if places < folder.config.first_place + folder.most_pieces or not len(weights[KINDS]):
        raise InputError(
            f"{folder.path}: {PLACES} has {places} places, and config.json promises more; copy the files again"
        )


def _shapes(folder: EncoderFolder, weights: Mapping[str, Vectors]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the names of all weights with their shapes; how wide the inner layer is, its bias says."""
    width = weights[WORDS].shape[1]
    yield from ((name, (ANY, width)) for name in (WORDS, KINDS, PLACES))
    yield from ((f"embeddings.LayerNorm.{part}", (width,)) for part in ("weight", "bias"))
    for number in range(folder.config.num_hidden_layers):
        layer = f"encoder.layer.{number}."
        bias = weights.get(f"{layer}intermediate.dense.bias", np.zeros(0, dtype=np.float32))
        inner = bias.shape[-1] if bias.ndim else 0
        products = {f"attention.self.{part}": (width, width) for part in ("query", "key", "value")}
        products |= {"attention.output.dense": (width, width), "intermediate.dense": (width, inner)}
        for part, shape in {**products, "output.dense": (inner, width)}.items():
            yield f"{layer}{part}.weight", shape
            yield f"{layer}{part}.bias", shape[1:]
        for part in ("attention.output.LayerNorm", "output.LayerNorm"):
            yield f"{layer}{part}.weight", (width,)
            yield f"{layer}{part}.bias", (width,)


def _wordpieces(folder: EncoderFolder) -> tuple[Callable[[str], list[int]], tuple[int, int], int]:
    settings = folder.tokeniser
    accents = settings.strip_accents
    pieces = WordPiece(
        folder.vocabulary,
        lowercase=settings.do_lower_case,
        strip_accents=settings.do_lower_case if accents is None else accents,
        part_cjk=settings.tokenize_chinese_chars,
    )
    ends = folder.vocabulary["[CLS]"], folder.vocabulary["[SEP]"]
    return pieces.ids, ends, max(number for piece, number in folder.vocabulary.items() if piece) + 1


def _sentencepieces(folder: EncoderFolder) -> tuple[Callable[[str], list[int]], tuple[int, int], int]:
    """Number pieces as XLM-R does: 0 begins, 2 ends, 3 is unknown, and the model's own numbers are one higher."""
    try:
        import sentencepiece
    except ImportError as error:
        raise DependencyError("an XLM-R encoder needs sentencepiece: pip install 'mt-assay[spm]'") from error
    path = folder.path / "sentencepiece.bpe.model"
    try:
        model = sentencepiece.SentencePieceProcessor(model_file=str(path))
    except (OSError, RuntimeError) as error:
        raise InputError(f"{path} is no SentencePiece model: {error}") from error

    def split(text: str) -> list[int]:
        clean = text.encode("utf-8", "replace").decode()
        return [number + 1 if number else 3 for number in model.encode(clean)]

    return split, (0, 2), max(model.get_piece_size() + 1, 4)
