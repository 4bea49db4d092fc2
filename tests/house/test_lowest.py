"""The file of lowest versions is what pyproject.toml allows, and every extra for users is among what is tried."""

from __future__ import annotations

import lowest
import pytest


def test_the_constraints_are_those_of_the_project() -> None:
    assert lowest.CONSTRAINTS.read_text(encoding="utf-8") == lowest.constraints(), (
        "run python tools/lowest.py"
    )


def test_a_requirement_without_a_lowest_version_is_refused() -> None:
    with pytest.raises(SystemExit, match="numpy<3 has no lowest version"):
        list(lowest.map_lowest(["numpy<3"]))


def test_extras_of_our_own_stand_for_what_they_require() -> None:
    assert list(lowest.map_lowest(["mt-assay[server]", "psycopg[binary]>=3.2"])) == ["psycopg==3.2"]


# What was mended there: multipart forms (CVE-2024-47874, CVE-2025-54121), ranges of files (CVE-2025-62727), and paths
# that the Host header says (CVE-2026-48710). FastAPI 0.133 is the first that takes such a Starlette.
SAFE = {"starlette": (1, 0, 1), "fastapi": (0, 133)}


@pytest.mark.parametrize("name", SAFE)
def test_no_lowest_version_has_a_weakness_that_is_known(name: str) -> None:
    lines = dict(line.split("==") for line in lowest.constraints().splitlines() if "==" in line)
    assert tuple(map(int, lines[name].split("."))) >= SAFE[name]
