"""The documentation as a site: no warning, no link that leads nowhere, nothing fetched from elsewhere."""

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest

from support.program import LIMIT

ROOT = Path(__file__).parents[2]
LINK = re.compile(r'(?:href|src)="([^"#?]+)')


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site")
    command = [sys.executable, "tools/site.py", str(target)]
    ran = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True, timeout=10 * LIMIT)
    assert ran.returncode == 0, ran.stderr
    return target


@pytest.mark.slow
def test_every_page_is_there_and_no_link_leads_nowhere(site: Path) -> None:
    pages = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    assert all((site / page).exists() for page in pages)
    for page in site.rglob("*.html"):
        if page.parent.name == "gallery":
            continue
        for link in LINK.findall(page.read_text(encoding="utf-8")):
            if not re.match(r"https?:|mailto:|data:", link):
                assert (page.parent / unquote(link)).exists(), f"{page.name}: {link}"


@pytest.mark.slow
def test_nothing_is_fetched_and_the_search_knows_the_pages(site: Path) -> None:
    fetched = re.compile(r'<(?:script|img|link rel="stylesheet")[^>]*(?:src|href)="https?:')
    for page in site.rglob("*.html"):
        assert not fetched.search(page.read_text(encoding="utf-8")), page.name
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    assert "bench-system.md" in index
    assert "krippendorff" in index
