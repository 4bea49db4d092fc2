"""A browser and a page for all tests that look at pages."""

from collections.abc import Iterator
from typing import Any

import pytest

from support.report_pages import Watched, chromium, ships


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    return ships(tmp_path_factory.mktemp("page"))


@pytest.fixture
def opened(browser: Any, address: str) -> Iterator[Watched]:
    with Watched(browser, address) as watched:
        yield watched
        assert watched.wrong == []
