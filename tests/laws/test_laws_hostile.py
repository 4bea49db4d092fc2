"""Metrics of meaning and structure on input that nobody meant for them: a score in its bounds or an error of ours."""

import shutil
from collections.abc import Callable
from contextlib import suppress
from itertools import product
from pathlib import Path
from time import process_time

import numpy as np
import pytest
from law_sets import ENCODER, VECTORS

from assay.errors import AssayError
from assay.metrics.registry import METRICS
from assay.resources import store_at
from support.metric_scores import stats
from support.small_resources import write_small

FAMILY = (
    *(f"meteor:version={version}" for version in ("1.5", "universal", "2005", "2007", "nltk")),
    *("beer", "yisi", "lsa", "lsa:weighting=tf-idf", "pet"),
    *(f"{name}:parser=chain" for name in ("hwcm", "stm", "dependency", "overlap", "maxsim", "meant")),
    *(f"{name}model={ENCODER},layer=1" for name in ("bertscore:", "wmd:", "yisi:variant=1,")),
    *(f"cosine:model={ENCODER}", f"wmd:model={VECTORS}", f"yisi:variant=1,model={VECTORS}"),
    f"dreem:vectors={VECTORS},sentence={ENCODER}",
)
EVERY = pytest.mark.parametrize("spec", FAMILY)
TEXTS = (
    "",
    " ",
    "word",
    "ᚠᚢᚦ ᐃᓄᒃᑎᑐᑦ ꦗꦮ",  # scripts that no list has
    "👩‍👩‍👧 🇸🇮 ☕️",
    "a\x00b \x07 \x1b[0m \x85 \u2028 \u202e \ufeff",
    "\ud800 lone",
    "e\u0301\u0301\u0301 ﷽ ẞ İ",
    "'' -- ... ,,, -'-.-,-",
)
TOKENS, SECONDS = 5_000, 40.0


def test_the_whole_family_is_here() -> None:
    packages = ("assay.metrics.meaning.", "assay.metrics.structure.")
    family = {name for name, metric in METRICS.items() if metric.__module__.startswith(packages)}
    assert {spec.partition(":")[0] for spec in FAMILY} == family


@EVERY
def test_odd_text_has_a_score(spec: str) -> None:
    pairs = list(product(TEXTS, repeat=2))
    scores = stats(spec, [output for output, _ in pairs], [[reference for _, reference in pairs]]).each()
    assert np.isfinite(scores).all()
    assert (scores >= -1e-9).all() or spec.startswith("cosine")
    assert (scores <= 100 + 1e-9).all() or spec.startswith("wmd")


@EVERY
@pytest.mark.parametrize("types", [7, TOKENS])
def test_a_text_of_thousands_of_words_is_scored_or_refused_in_time(spec: str, types: int) -> None:
    output, reference = (" ".join(f"w{seed * n % types}" for n in range(TOKENS)) for seed in (7, 11))
    start = process_time()
    with suppress(AssayError):
        assert np.isfinite(stats(spec, [output], [[reference]]).total())
    assert process_time() - start < SECONDS


def _cut(whole: bytes) -> bytes:
    return whole[:-1]


def _inverted(whole: bytes) -> bytes:
    return bytes(255 - byte for byte in whole)


def _inverted_cells(whole: bytes) -> bytes:
    """Leave the header of an array as it is."""
    return whole[:128] + _inverted(whole[128:])


@pytest.mark.parametrize("damage", [_cut, _inverted, _inverted_cells])
def test_a_damaged_resource_is_an_error_or_does_no_harm(
    tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    write_small(str(tmp_path / "whole"))
    outputs, references = ["as well the cat , Mr. Big"], [["too cat a lot of mice"]]
    for name in sorted(path.name for path in (tmp_path / "whole" / "meteor-en").iterdir()):
        store = tmp_path / name  # one each: what was opened once stays open
        shutil.copytree(tmp_path / "whole", store)
        whole = (store / "meteor-en" / name).read_bytes()
        (store / "meteor-en" / name).write_bytes(damage(whole))
        with store_at(str(store)), suppress(AssayError):
            assert np.isfinite(stats("meteor", outputs, references).total())
            assert len(damage(whole)) == len(whole), f"{name} was cut short, and nobody noticed"
