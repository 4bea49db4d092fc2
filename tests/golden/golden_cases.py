"""Figures of other tools: how their parameters are written as specifications, and how close we have to be."""

import hashlib
import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from golden_write import DATA
from numpy.typing import NDArray

from assay.metrics.base import Stats
from assay.metrics.ngrams.bleu import Bleu
from support.metric_scores import columns, sacrebleu_rows, stats

Case = Mapping[str, Any]
Figures = NDArray[np.float64]

METRICS = ("BLEU", "chrF", "TER")


def load(path: Path) -> Any:
    """Read a file of figures."""
    return json.loads(path.read_text(encoding="utf-8"))


def corpus_file(shared_dir: Path, path: str, checksum: str) -> list[str] | None:
    """Return the lines of a file that may lie anywhere in the data, if it is the one that was scored."""
    for found in (shared_dir / "data").rglob(Path(path).name):
        if hashlib.sha256(found.read_bytes()).hexdigest() == checksum:
            return found.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    return None


def large_corpora(shared_dir: Path, cases: Iterable[Case]) -> Iterator[tuple[Case, list[str], list[str]]]:
    """Yield the cases of a whole test set with its outputs and references; skip the test where these are not here."""
    for case in cases:
        corpus: Any = case.get("corpus")
        if not corpus:
            continue
        hyps = corpus_file(shared_dir, corpus["hyp_file"], corpus["hyp_sha256"])
        refs = corpus_file(shared_dir, corpus["ref_file"], corpus["ref_sha256"])
        if hyps is None or refs is None:
            pytest.skip(f"{corpus['hyp_file']} of {corpus['repository']} is not among the shared data")
        yield case, hyps, refs


def number(text: str | float) -> float:
    """Read a figure that may be a fraction, such as 4/7."""
    return float(Fraction(text))


# --- parameters to specifications ---------------------------------------------------------------------------

_NAMES = {
    "tokenize": "tok",
    "smooth_method": "smooth",
    "ref_len": "length",
    "normalized": "normalize",
    "asian_support": "cjk",
    "max_shift_size": "shift_size",
    "max_shift_dist": "shift_distance",
}
_SAME = ("smooth_value", "lowercase", "effective_order", "char_order", "word_order", "beta", "whitespace")
# tercom lays its beam around the best cell of a row, sacreBLEU and we around the diagonal: not the same number.
_WITHOUT_MEANING = (
    "beam",
    "variant",
    "brevity",
    "combine",
    "missing_reference",
    "form",
    "note",
    "K",
    "alpha",
)

_OTHER: Mapping[str, Callable[[Any], str]] = {
    "case_sensitive": lambda value: f"lowercase={'no' if value else 'yes'}",
    "no_punct": lambda value: f"punctuation={'no' if value else 'yes'}",
    "eps_smoothing": lambda value: f"average={'f' if value else 'pr'}",
    "max_ngram_order": lambda value: f"orders={' '.join(map(str, range(1, value + 1)))}",
    "max_order": lambda value: f"orders={' '.join(map(str, range(1, value + 1)))}",
    "ngrams": lambda value: f"orders={' '.join(map(str, value))}",
    "smooth": lambda value: f"smooth={'exp' if value == 'nist-geometric' else value}",
}
_VARIANTS = {
    "koehn-8.9": ("koehn",),
    "arithmetic": ("average=arithmetic", "smooth=none"),
    "ngram-list": (),
    "chen-cherry-method1": ("smooth=floor",),
    "chen-cherry-method2": ("smooth=add-k",),
    "chen-cherry-method3": ("smooth=exp",),
    **{f"chen-cherry-method{n}": (f"smooth=cc{n}",) for n in (4, 5, 6, 7)},
    **{f"chen-cherry-{n}": (f"smooth=cc{n}",) for n in (4, 5, 6, 7)},
}


def specification(case: Case) -> str:
    """Write a case's parameters as a specification of ours."""
    parts = ["nist"] if case["source"].startswith("mteval") else []
    if "variant" in case["params"]:
        parts += ["tok=none", *_VARIANTS[case["params"]["variant"]]]
    for name, value in case["params"].items():
        if name in _OTHER:
            parts.append(_OTHER[name](value))
        elif name not in _WITHOUT_MEANING:
            assert name in _NAMES or name in _SAME, f"say in golden_cases how {name} is written"
            parts.append(f"{_NAMES.get(name, name)}={value}")
    return f"{case['metric'].lower()}:{','.join(parts)}"


# --- what a case asserts ------------------------------------------------------------------------------------


def scored(case: Case) -> Stats:
    """Return our statistics for a case."""
    return stats(specification(case), case["hyps"], case["refs"])


def _bleu(found: Stats) -> Bleu:
    assert isinstance(found.metric, Bleu)
    return found.metric


def _reference_length(found: Stats) -> Figures:
    return np.asarray(found.rows[:, columns(found, f"reference_{_bleu(found).length}")].sum(axis=0))


FIELDS: Mapping[str, Callable[[Stats], Any]] = {
    "score": lambda found: found.total(),
    "segment_scores": lambda found: found.each(),
    "segment_stats": sacrebleu_rows,
    "counts": lambda found: found.rows.sum(axis=0)[columns(found, "match")],
    "totals": lambda found: found.rows.sum(axis=0)[columns(found, "ngrams")],
    "bp": lambda found: _bleu(found).brevity_penalty(found.rows.sum(axis=0)),
    "sys_len": lambda found: found.rows[:, 0].sum(),
    "ref_len": _reference_length,
    "ops_ins_del_sub_shift_wordsshifted": lambda found: found.rows[:, 2:],
}
_ON_A_SCALE = ("score", "segment_scores")


def tolerance(case: Case) -> dict[str, float]:
    """Return how close a figure must be: some tools print few digits."""
    if case["source"].startswith("mteval"):
        return {"rtol": 0.0, "atol": 1e-10}
    if case["source"].startswith("chrF++.py"):
        return {"rtol": 0.0, "atol": 5e-5}
    return {"rtol": 1e-9, "atol": 1e-12}


def figures(case: Case, field: str, found: Stats) -> tuple[Figures, Figures]:
    """Return one figure of a case, or one list of them, as we and as the other tool give it."""
    scale = case.get("scale", 100) / 100 if field in _ON_A_SCALE else 1
    return np.ravel(FIELDS[field](found)) * scale, np.ravel(np.asarray(case[field], dtype=np.float64))


def agrees(case: Case, field: str, found: Stats) -> bool:
    """Tell whether both are equal, as far as the other tool's digits go."""
    ours, theirs = figures(case, field, found)
    near = tolerance(case)
    return ours.shape == theirs.shape and bool(
        np.allclose(ours, theirs, rtol=near["rtol"], atol=near["atol"])
    )


def fields_of(case: Case) -> list[str]:
    """Return the figures that a case gives."""
    return [field for field in FIELDS if case.get(field) is not None]


# --- where we differ on purpose -----------------------------------------------------------------------------

DIFFERENCES: list[Case] = tomllib.loads((DATA / "deliberate_differences.toml").read_text(encoding="utf-8"))[
    "difference"
]


def matches(difference: Case, case: Case) -> bool:
    """Tell whether a listed difference is about this case."""
    return (
        difference["metric"] == case["metric"]
        and difference.get("corpus", False) == ("corpus" in case)
        and case["source"].startswith(difference["source"])
        and all(case["params"].get(name) == value for name, value in difference["params"].items())
    )


def deliberate(case: Case, field: str) -> bool:
    """Tell whether a figure is listed as one that we do not want to match."""
    return any(matches(difference, case) and field in difference["fields"] for difference in DIFFERENCES)
