"""A browser for all tests of the server's pages."""

from collections.abc import Iterator
from typing import Any

import pytest

from support.report_pages import chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as started:
        yield started
