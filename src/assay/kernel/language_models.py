"""Language models of n-grams: modified Kneser-Ney smoothing, ARPA text, KenLM's files, and logarithms of sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import assay.kernel._native as native
from assay.kernel.columns import Matrix, Offsets, Texts, check_offsets, cores

BadModelError, OutOfMemoryError, SpillError = native.BadModelError, native.OutOfMemoryError, native.SpillError
# Discounts of counts too few to tell: those of lmplz --discount_fallback
FALLBACK = (0.5, 1.0, 1.5)
MOST_ORDER = 15  # words of an n-gram that the kernel has four bits for


class LanguageModel(NamedTuple):
    """A model that the kernel holds."""

    held: native.LanguageModel | native.KenlmFile

    @property
    def order(self) -> int:
        """The length of its longest n-grams."""
        return self.held.order

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many n-grams there are of every order."""
        held = self.held
        if isinstance(held, native.KenlmFile):
            return tuple(native.kenlm_number(held, order) for order in range(1, self.order + 1))
        return tuple(native.ngram_number(held, order) for order in range(1, self.order + 1))


class CountedText(NamedTuple):
    """A text that is counted: its discounts (of 1, 2, and 3 or more, a row an order), and how many n-grams it has."""

    held: native.LanguageModelTrainer
    discounts: Matrix
    sizes: tuple[int, ...]

    @property
    def spilled(self) -> bool:
        """Whether memory did not suffice, and files were used."""
        return self.held.spilled


def train_language_model(
    shards: Iterable[Texts],
    order: int,
    folder: str,
    *,
    memory: int,
    fallback: tuple[float, float, float] = FALLBACK,
) -> CountedText:
    """Count the n-grams of sentences; what `memory` bytes cannot hold goes to `folder`, for the caller to remove.

    OutOfMemoryError says that the words alone need more, SpillError that the folder cannot be used.
    """
    if not 1 <= order <= MOST_ORDER:
        raise ValueError(f"the order must be from 1 to {MOST_ORDER}")
    trainer = native.LanguageModelTrainer(order, memory, folder)
    for shard in shards:
        check_offsets(shard.data, shard.offsets)
        native.add_sentences(trainer, shard.data, shard.offsets)
    discounts = np.zeros(3 * order)
    native.finish_training(trainer, *fallback, discounts)
    sizes = tuple(trainer.size(length) for length in range(1, order + 1))
    return CountedText(trainer, discounts.reshape(order, 3), sizes)


def arpa_parts(training: CountedText) -> Iterator[bytes]:
    """Smooth, and yield the text of the model in parts, once."""
    heads = "".join(f"ngram {order}={size}\n" for order, size in enumerate(training.sizes, start=1))
    yield f"\\data\\\n{heads}\n".encode()
    while part := native.next_lines(training.held):
        yield part
    yield b"\n\\end\\\n"


def read_arpa(text: NDArray[np.uint8]) -> LanguageModel:
    """Read a model; BadModelError says in which line something is wrong."""
    held = native.LanguageModel()
    native.read_arpa(held, text)
    return LanguageModel(held)


def read_kenlm(file: NDArray[np.uint8]) -> LanguageModel:
    """Read a binary file of KenLM, which stays where it is; BadModelError says what is wrong with it."""
    return LanguageModel(native.KenlmFile(file))


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
