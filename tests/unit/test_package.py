"""`import assay` costs nothing, and its names are there all the same."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version

import pytest

import assay
from support.program import LIMIT


def test_the_import_is_light() -> None:
    code = "import sys, assay; print(sorted({'numpy', 'argparse', 'typing', 'assay.api'} & set(sys.modules)))"
    bare = "import sys; print(sorted({'numpy', 'argparse', 'typing', 'assay.api'} & set(sys.modules)))"
    lazily, without = (
        subprocess.run(
            [sys.executable, "-c", text], capture_output=True, encoding="utf-8", timeout=LIMIT, check=True
        ).stdout
        for text in (code, bare)
    )
    assert lazily == without


def test_every_public_name_is_there() -> None:
    assert all(getattr(assay, name) for name in assay.__all__)
    assert set(assay.__all__) <= set(dir(assay))
    assert assay.__version__ == version("mt-assay")


def test_other_names_are_not() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        assay.__getattr__("nonsense")
