"""Assay: evaluation of machine translation, from raw outputs to a claim one can defend.

>>> import assay
>>> assay.score(["the cat sat"], ["the cat sat"], "chrf").score
100.0

Names are imported when they are first used, so that `import assay` costs nothing.
"""

from importlib import import_module

TYPE_CHECKING = False  # typing itself would be most of the cost
if TYPE_CHECKING:
    from assay.api import Score, Scores, score
    from assay.errors import AssayError, AssayWarning

    __version__: str

__all__ = ["AssayError", "AssayWarning", "Score", "Scores", "__version__", "score"]

_HOMES = {
    "AssayError": "assay.errors",
    "AssayWarning": "assay.errors",
    "Score": "assay.api",
    "Scores": "assay.api",
    "score": "assay.api",
}


def __getattr__(name: str) -> object:
    if name == "__version__":
        value: object = import_module("importlib.metadata").version("mt-assay")
    elif name in _HOMES:
        value = getattr(import_module(_HOMES[name]), name)
    else:
        raise AttributeError(f"module 'assay' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
