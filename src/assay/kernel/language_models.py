"""Language models of n-grams: modified Kneser-Ney smoothing, ARPA text, and the logarithms of sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import assay.kernel._native as native
from assay.kernel.columns import Matrix, Offsets, Texts, check_offsets, cores

BadModelError, OutOfMemoryError = native.BadModelError, native.OutOfMemoryError
FALLBACK = (0.5, 1.0, 1.5)  # discounts of counts too few to tell: those of lmplz --discount_fallback
LINES = 100_000  # n-grams that are written at a time


class LanguageModel(NamedTuple):
    """A model that the kernel holds; `discounts`, if it was trained: of 1, 2, and 3 or more, a row an order."""

    held: native.LanguageModel
    discounts: Matrix | None = None

    @property
    def order(self) -> int:
        """The length of its longest n-grams."""
        return self.held.order

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many n-grams there are of every order."""
        return tuple(native.ngram_number(self.held, order) for order in range(1, self.order + 1))


def train_language_model(
    shards: Iterable[Texts], order: int, *, memory: int, fallback: tuple[float, float, float] = FALLBACK
) -> LanguageModel:
    """Count the n-grams of sentences and smooth them; more than `memory` bytes are refused with OutOfMemoryError."""
    if not 1 <= order <= 20:
        raise ValueError("the order must be from 1 to 20")
    trainer = native.LanguageModelTrainer(order, memory)
    for shard in shards:
        check_offsets(shard.data, shard.offsets)
        native.add_sentences(trainer, shard.data, shard.offsets)
    discounts = np.zeros(3 * order)
    held = native.finish_training(trainer, *fallback, discounts)
    held.index()
    return LanguageModel(held, discounts.reshape(order, 3))


def read_arpa(text: NDArray[np.uint8]) -> LanguageModel:
    """Read a model; BadModelError says in which line something is wrong."""
    held = native.LanguageModel()
    native.read_arpa(held, text)
    return LanguageModel(held)


def arpa_parts(model: LanguageModel) -> Iterator[bytes]:
    """Yield the text of a model in parts."""
    sizes = model.sizes
    heads = "".join(f"ngram {order}={size}\n" for order, size in enumerate(sizes, start=1))
    yield f"\\data\\\n{heads}".encode()
    for order, size in enumerate(sizes, start=1):
        yield f"\n\\{order}-grams:\n".encode()
        for start in range(0, size, LINES):
            yield native.arpa_lines(model.held, order, start, min(start + LINES, size))
    yield b"\n\\end\\\n"


def score_sentences(model: LanguageModel, sentences: Texts, *, threads: int = 0) -> Matrix:
    """Return a row a sentence: the sum of logarithms to base 10, words and end, and words that are not known."""
    check_offsets(sentences.data, sentences.offsets)
    out = np.zeros((len(sentences.offsets) - 1, 3))
    native.score_sentences(model.held, sentences.data, sentences.offsets, cores(threads), out)
    return out


class WordLogarithms(NamedTuple):
    """The logarithm of every word and of the end of each sentence, whether it is known, and where sentences begin."""

    values: NDArray[np.float64]
    known: NDArray[np.bool_]
    offsets: Offsets


def score_words(model: LanguageModel, sentences: Texts, *, threads: int = 0) -> WordLogarithms:
    """Return the logarithm to base 10 of every word and of the end of each sentence."""
    sizes = score_sentences(model, sentences, threads=threads)[:, 1]
    offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    values, known = np.zeros(offsets[-1]), np.zeros(offsets[-1], dtype=np.uint8)
    native.score_words(model.held, sentences.data, sentences.offsets, offsets, values, known)
    return WordLogarithms(values, known.astype(bool), offsets)
