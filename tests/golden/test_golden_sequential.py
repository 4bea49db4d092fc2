"""The boundary for looks at any time against published figures of O'Brien and Fleming's spending function.

Lan and DeMets (1983) took the chance that a Brownian motion has reached a constant by the time t. With half of the
level kept for the end, that constant is ours.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from scipy.stats import norm

from assay.stats import any_time_p
from assay.stats.sequential import early_bound

PUBLISHED = json.loads((Path(__file__).parent / "data" / "sequential-seqbounds.json").read_text())


@pytest.mark.parametrize(
    ("portion", "spent"), list(zip(PUBLISHED["portion"], PUBLISHED["function value"], strict=True))
)
def test_what_is_spent_by_a_share_of_the_information(portion: float, spent: float) -> None:
    bound = early_bound(2 * PUBLISHED["alpha one-sided"], kept=0.5)
    # A path that has reached the bound by this share is one that reached bound / √share of a whole one.
    two_sided = 2 * norm.sf(bound / math.sqrt(portion))
    assert any_time_p(two_sided, 1.0, kept=0.5) / 2 == pytest.approx(spent, rel=PUBLISHED["tolerance"] * 2)


@pytest.mark.parametrize(("portion", "z"), list(zip(PUBLISHED["portion"], PUBLISHED["z"], strict=True)))
def test_no_look_of_a_few_planned_ones_asks_more_than_looks_at_any_time(portion: float, z: float) -> None:
    bound = early_bound(2 * PUBLISHED["alpha one-sided"], kept=0.5)
    assert z < bound / math.sqrt(portion) < 1.15 * z
