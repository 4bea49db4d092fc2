"""How likely a language model finds the output: perplexity, logarithm a word, or the share of unknown words.

The model is an ARPA file of n-grams, one's own (`assay lm`) or that of KenLM, SRILM or any other program, or a binary
file of KenLM. Words are parted by blanks, tabs and line ends, so the text must be split as that of the model was
(`tok`). The end of a sentence counts as a word, unknown words with the probability of <unk>, as in KenLM's
"perplexity including OOVs".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np

from assay import kernel
from assay.data import Array, EvalSet
from assay.errors import InputError, OptionError
from assay.io.models.language_models import read_language_model
from assay.metrics.base import StatsFn, ratio
from assay.metrics.identities import file_identity, plain_path
from assay.metrics.tokenised import Tokenised
from assay.options import option
from assay.resources import Resources
from assay.text import Column

# The logarithm of a word whose perplexity is as large as a double holds
LEAST_MEAN = -300
LABELS = {"perplexity": "Perplexity", "logprob": "LogProb", "oov": "OOV"}


@dataclass(frozen=True)
class Lm(Tokenised):
    """How likely the output is in a language model of n-grams, without any reference."""

    name: ClassVar[str] = "lm"
    higher_is_better: ClassVar[bool] = False  # of logarithms it is, see __post_init__
    fits_corpus: ClassVar[bool] = False
    needs: ClassVar[tuple[str, ...]] = ()

    model: str = option(
        "", "file of the model: ARPA, plain or gzip, or a binary file of KenLM; it has to be named"
    )
    measure: Literal["perplexity", "logprob", "oov"] = option(
        "perplexity", "perplexity, mean logarithm (base 10) of a word, or unknown words per hundred"
    )
    tok: str = option("none", "tokeniser; none splits at white space")
    lowercase: bool = option(False, "lower-case the output")

    def __post_init__(self) -> None:
        """Say which model is meant."""
        super().__post_init__()
        if self.model:
            object.__setattr__(self, "model", file_identity(self.model))
        object.__setattr__(self, "higher_is_better", self.measure == "logprob")

    @property
    def label(self) -> str:
        """Return the name of the measure."""
        return LABELS[self.measure]

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the sum of logarithms, words with the ends of sentences, unknown words, and segments."""
        return ("logarithm", "words", "unknown", "segments")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Read the model; one has to be named."""
        if not self.model:
            raise OptionError("lm: name the model, such as lm:model=news.arpa; assay lm trains one")
        model = open_language_model(self.model)

        def stats(outputs: Sequence[str]) -> Array:
            texts = self.words(Column.of(outputs), resources.threads).texts
            sums = finite_logarithms(
                self.model, kernel.score_sentences(model, texts, threads=resources.threads)
            )
            if self.measure == "perplexity" and (sums[:, 0] < LEAST_MEAN * sums[:, 1]).any():
                segment = int((sums[:, 0] < LEAST_MEAN * sums[:, 1]).argmax()) + 1
                raise InputError(
                    f"{self.model}: words of segment {segment} have a logarithm below {LEAST_MEAN} on average, whose "
                    "perplexity no number can hold; ask for lm:measure=logprob, or for another model"
                )
            return np.column_stack([sums, np.ones(len(sums))])

        return stats

    def score(self, totals: Array) -> Array:
        """Return the measure of all words together."""
        totals = np.asarray(totals, dtype=np.float64)
        if self.measure == "oov":
            return 100 * ratio(totals[..., 2], totals[..., 1] - totals[..., 3])
        mean = ratio(totals[..., 0], totals[..., 1])
        return mean if self.measure == "logprob" else np.power(10.0, -mean)


def finite_logarithms(name: str | None, sums: Array) -> Array:
    """Return the sums of a model; weights that are no finite numbers are those of a damaged file."""
    if not np.isfinite(sums).all():
        raise InputError(
            f"{name}: the model gives logarithms that are no finite numbers; copy the file again"
        )
    return sums


def open_language_model(name: str) -> kernel.LanguageModel:
    """Return the model of a file, which is kept: several measures of one model read it once."""
    path = plain_path(name)
    return _read(path, Path(path).stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _read(path: str, _: int) -> kernel.LanguageModel:
    return read_language_model(path)
