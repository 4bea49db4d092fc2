"""What every test may ask for: the folder of figures from other tools, and one profile of Hypothesis."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from support.small_models import scratch
from support.small_resources import use_small_store

# Tests of the installed program run where there is no checkout: tools/installed.py.
collect_ignore = ["installed"]

SHARED = Path(__file__).resolve().parents[1].parent / "shared"

settings.register_profile("assay", max_examples=100, deadline=None, derandomize="CI" in os.environ)
settings.register_profile("quick", max_examples=10, deadline=None, derandomize=True)
settings.load_profile("assay")
use_small_store()
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or each of many hundred processes compiles the package anew
os.environ["ASSAY_PLUGINS"] = str(scratch() / "plugins")  # not those of whoever runs the tests


@pytest.fixture(scope="session")
def shared_dir() -> Path:
    """Return the folder `shared` beside the repository, which holds figures made with other tools."""
    if not SHARED.is_dir():
        pytest.skip("the golden figures are in a folder `shared` beside the repository, and it is not there")
    return SHARED


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name tests alike in all processes, each of which has its small models in a folder of its own."""
    return val.replace(str(scratch()), "models") if isinstance(val, str) and str(scratch()) in val else None
