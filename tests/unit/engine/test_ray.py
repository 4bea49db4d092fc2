"""A real Ray cluster of one machine, where Ray is installed: the digits are those of processes."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_kills import METRICS, totals, write_shards

from assay.engine.flow import map_shards
from assay.engine.options import EngineOptions, MapOptions

pytest.importorskip("ray", reason="the extra mt-assay[ray] is not installed: a cluster engine of 200 MB")


@pytest.mark.slow
def test_ray_gives_the_same_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    files = write_shards(tmp_path, 3)
    map_shards(files, METRICS, MapOptions(str(tmp_path / "own")), EngineOptions(workers=1))
    mapped = map_shards(files, METRICS, MapOptions(str(tmp_path / "ray")), EngineOptions(engine="ray"))
    assert mapped.written == 3
    assert totals(tmp_path / "ray") == totals(tmp_path / "own")
    own = {path.name: path.read_bytes() for path in (tmp_path / "own").glob("*.part")}
    assert {path.name: path.read_bytes() for path in (tmp_path / "ray").glob("*.part")} == own
