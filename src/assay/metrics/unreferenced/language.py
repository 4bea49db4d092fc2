"""Is the output in the language that it should be in? The share of outputs that are, by py3langid.

py3langid (Barbaresi's fork of langid.py, Lui and Baldwin 2012; BSD licence) is naive Bayes over n-grams of bytes, and
has a model of about 140 languages inside the package. Text without a letter is in no language, and does not count as
being in the one that is asked for, whatever py3langid would say of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Literal

import numpy as np

from assay.data import Array, EvalSet
from assay.errors import DependencyError, OptionError
from assay.metrics.base import StatsFn, ratio
from assay.options import option
from assay.resources import Resources

PROGRAM = "py3langid"
LABELS = {"share": "Language", "probability": "P(language)"}


@dataclass(frozen=True)
class Language:
    """Outputs in the expected language, in per cent, without any reference."""

    name: ClassVar[str] = "language"
    higher_is_better: ClassVar[bool] = True
    fits_corpus: ClassVar[bool] = False
    needs: ClassVar[tuple[str, ...]] = ()

    code: str = option("", "the expected language, such as de; without it, the target language of the set")
    measure: Literal["share", "probability"] = option(
        "share", "outputs whose likeliest language it is, or the mean probability of it"
    )

    def __post_init__(self) -> None:
        """Say behind the language which version of py3langid is meant: figures depend on it."""
        code, _, version = self.code.partition("#")
        installed = _installed()
        if version not in ("", installed):
            raise DependencyError(f"language: {version} is asked for, and {installed} is installed")
        object.__setattr__(self, "code", f"{code}#{installed}")

    @property
    def label(self) -> str:
        """Return what is measured."""
        return LABELS[self.measure]

    @property
    def columns(self) -> tuple[str, ...]:
        """Return outputs in the language, or the sum of probabilities, and all outputs."""
        return ("sum", "segments")

    def prepare(self, evalset: EvalSet, resources: Resources) -> StatsFn:
        """Load the model, and refuse a language that it does not know."""
        identifier = _identifier()
        code = _known(self.code.partition("#")[0] or evalset.languages[1], identifier)

        def stats(outputs: Sequence[str]) -> Array:
            values = [self._value(text, code, identifier) for text in outputs]
            return np.column_stack([np.array(values, dtype=np.float64), np.ones(len(values))])

        return stats

    def _value(self, text: str, code: str, identifier: Any) -> float:
        if not any(map(str.isalpha, text)):
            return 0.0
        if self.measure == "share":
            return float(identifier.classify(text)[0] == code)
        return float(dict(identifier.rank(text))[code])

    def score(self, totals: Array) -> Array:
        """Return the mean on the scale of 0 to 100."""
        totals = np.asarray(totals, dtype=np.float64)
        return 100 * ratio(totals[..., 0], totals[..., 1])


def _installed() -> str:
    """Return the name and version of the identifier, or its name alone where it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"{PROGRAM}-{version(PROGRAM)}"
    except PackageNotFoundError:
        return PROGRAM


@lru_cache(maxsize=1)
def _identifier() -> Any:
    try:
        from py3langid.langid import MODEL_FILE, LanguageIdentifier
    except ImportError as error:
        raise DependencyError("language needs py3langid: pip install 'mt-assay[language]'") from error
    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


def _known(code: str, identifier: Any) -> str:
    """Return the label of a language; a region or script behind it, as in pt-BR, is left off."""
    if not code:
        raise OptionError(
            "language: say which, such as language:code=de; these texts do not say it themselves"
        )
    bare = code.lower().replace("_", "-").partition("-")[0]
    if bare not in identifier.labels:
        raise OptionError(
            f"language:code={code}: py3langid does not know it; its codes are those of ISO 639, such as "
            f"{', '.join(sorted(identifier.labels)[:8])} …"
        )
    return bare
