"""A gate in a test suite: pytest finds the fixture `assert_not_worse` wherever Assay is installed.

    def test_the_new_model_is_as_good(assert_not_worse):
        assert_not_worse(translate(sources), references, baseline="base.json", metrics="chrf", margin=0.5)

Nothing is computed here: it is `assay.gate`, and a gate that does not hold fails the test with the gate's own words. A
gate that is inconclusive passes, unless `strict=True`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from assay.api import GateResult


@pytest.fixture(scope="session")
def assert_not_worse() -> Callable[..., GateResult]:
    """Return a function that takes what `assay.gate` takes, fails the test, or returns the result of the gate."""

    def check(hypotheses: Any, references: Any = None, metrics: Any = None, **options: Any) -> GateResult:
        from assay.api import gate

        result = gate(hypotheses, references, metrics, **options)
        if not result.holds:
            pytest.fail(str(result), pytrace=False)
        return result

    return check
