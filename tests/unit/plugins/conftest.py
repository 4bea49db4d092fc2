"""A store of plug-ins for each test."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the plug-ins of a test."""
    monkeypatch.setenv("ASSAY_PLUGINS", str(tmp_path / "plugins"))
    return tmp_path / "plugins"
