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
