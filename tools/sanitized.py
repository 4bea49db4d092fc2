"""Run tests with the kernel of another build: `python tools/sanitized.py build/sanitize tests/kernel`."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

NAME = "assay.kernel._native"


def load(build: Path) -> None:
    """Import the kernel of a build in place of the one that is installed."""
    (path,) = build.glob("_native*")
    spec = importlib.util.spec_from_file_location(NAME, path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path} is no module of Python")
    module = sys.modules[NAME] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)


if __name__ == "__main__":
    load(Path(sys.argv[1]))
    sys.exit(pytest.main(sys.argv[2:]))
