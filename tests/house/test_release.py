"""What a release says of itself: one version everywhere, a changelog in its form, and extras that pip finds."""

from __future__ import annotations

import datetime
import re
import tomllib
from importlib.metadata import metadata

import pytest
import repeated_version
from strings import strings
from test_house import REPOSITORY, TREES

from assay.version import __version__

CHANGELOG = (REPOSITORY / "CHANGELOG.md").read_text(encoding="utf-8")
SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
RELEASE = re.compile(r"\[(\d+)\.(\d+)\.(\d+)\] - (\d{4}-\d{2}-\d{2})")
HEADINGS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security", "Figures that changed"]
PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PAGES = [*sorted((REPOSITORY / "docs").rglob("*.md")), *REPOSITORY.glob("*.md")]
EXTRAS = re.compile(r"mt-assay\[([\w,]+)\]")
# The command, options of pip, then words until the command ends: with its line, which a backslash carries on, or in
# a sentence with the next backquote.
PIP = r"pip[x3]?(?:\s+-\S+)*\s+install\b"
OURS = r"mt-assay(?![\[-])\b"
ASKS_INDEX = re.compile(rf"\b{PIP}(?:[^\n`#|;&\\]|\\\n)*?{OURS}|`{PIP}[^`]*?{OURS}")


def sections() -> list[tuple[str, str]]:
    """Return heads and bodies of the changelog's versions, the newest first."""
    _, *parts = SECTION.split(CHANGELOG)
    return list(zip(parts[::2], parts[1::2], strict=True))


def test_the_version_is_written_once_and_repeated_alike() -> None:
    assert "version" not in PROJECT
    assert PROJECT["dynamic"] == ["version"]
    texts = {path: path.read_text(encoding="utf-8") for path in repeated_version.paths()}
    stale = [
        path.name
        for path, before in repeated_version.paths().items()
        if repeated_version.renewed(texts[path], before) != texts[path]
    ]
    assert stale == [], "run python tools/repeated_version.py"
    assert {"CITATION.cff", "meta.yaml", "action.yml", "score.md"} <= {
        path.name
        for path, before in repeated_version.paths().items()
        if re.search(before, texts[path], re.MULTILINE)
    }


def test_the_newest_release_of_the_changelog_is_this_version() -> None:
    heads = [head for head, _ in sections()]
    assert heads[1:] == [head for head in heads[1:] if RELEASE.fullmatch(head)]
    newest = heads[1] if heads[0] == "[Unreleased]" else heads[0]
    assert newest.startswith(f"[{__version__}] - ")


def test_releases_of_the_changelog_are_in_order() -> None:
    found = [RELEASE.fullmatch(head) for head, _ in sections() if head != "[Unreleased]"]
    releases = [
        (tuple(map(int, one.groups()[:3])), datetime.date.fromisoformat(one[4])) for one in found if one
    ]
    assert len(releases) == len(found)
    assert releases == sorted(releases, reverse=True)


@pytest.mark.parametrize(("head", "body"), sections(), ids=[head for head, _ in sections()])
def test_a_version_of_the_changelog_has_the_known_headings(head: str, body: str) -> None:
    headings = re.findall(r"^### (.+)$", body, re.MULTILINE)
    assert headings == [heading for heading in HEADINGS if heading in headings]
    for part in re.split(r"^### .+$", body, flags=re.MULTILINE)[1:]:
        assert re.search(r"^- ", part, re.MULTILINE), f"{head}: a heading has no entry"


def test_entries_of_the_changelog_are_short() -> None:
    entries = re.findall(r"^- .*(?:\n  .*)*", CHANGELOG, re.MULTILINE)
    assert [entry for entry in entries if len(entry) > 480] == []


def test_extras_that_are_named_are_there() -> None:
    """What messages and pages say to type names Assay, which is there, with an extra: pip fetches what is missing."""
    texts = [page.read_text(encoding="utf-8") for page in PAGES] + [
        text for tree in TREES.values() for _, text in strings(tree)
    ]
    named = {extra for text in texts for extras in EXTRAS.findall(text) for extra in extras.split(",")}
    assert {"server", "zst", "parquet"} <= named
    provided = set(metadata("mt-assay").get_all("Provides-Extra") or ())
    assert named - provided == set()


def test_nothing_is_installed_from_an_index_that_does_not_have_it() -> None:
    """Only the README says how Assay itself is installed; without it, `pip install mt-assay…` would ask the index."""
    told = {page.name for page in PAGES if ASKS_INDEX.search(page.read_text(encoding="utf-8"))}
    told |= {text for tree in TREES.values() for _, text in strings(tree) if ASKS_INDEX.search(text)}
    assert told <= {"README.md"}


@pytest.mark.parametrize(
    ("words", "asks"),
    [
        ("`pip install mt-assay`", True),
        ("pip3 install 'mt-assay==0.2.0'", True),
        ("`pip install --upgrade mt-assay`.", True),
        ('pip install -q -U "mt-assay"', True),
        ("python -m pip --quiet install --no-deps numpy mt-assay", True),
        ("pip install \\\n  --upgrade mt-assay", True),
        ("give `pip install --upgrade\n  mt-assay` a try", True),
        ("uv pip install mt-assay>=0.2", True),
        ("pipx install mt-assay", True),
        ("pip install 'mt-assay[server]'", False),
        ("pip install --upgrade 'mt-assay[server]'", False),
        ("pip install mt_assay-0.2.0-cp312-abi3-linux_x86_64.whl", False),
        ("pip install .  # the distribution is called mt-assay", False),
        ("`pip install .` installs mt-assay", False),
        ("pip install .\nmt-assay is its name", False),
    ],
)
def test_asking_an_index_is_seen_with_any_options_between(words: str, asks: bool) -> None:
    assert bool(ASKS_INDEX.search(words)) is asks


def test_the_quick_loop_needs_nothing_but_the_environment() -> None:
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    needs, recipe = re.findall(r"^quick: (.*)\n((?:\t.*\n)+)", makefile, re.MULTILINE)[0]
    assert needs == "$(VENV)/.installed-dev"
    assert "$(QUICK)" in recipe
    single, folders = re.findall(
        r"^QUICK := (\S+) \$\(addprefix tests/unit/,(.*)\)$", makefile, re.MULTILINE
    )[0]
    tried = [REPOSITORY / single, *(REPOSITORY / "tests" / "unit" / name for name in folders.split())]
    files = [file for path in tried for file in (path.rglob("*.py") if path.is_dir() else [path])]
    assert len(files) > len(tried)
    for file in files:
        needing = re.findall(r"playwright|chromium|postgres_server|uvicorn", file.read_text(encoding="utf-8"))
        assert not needing, f"{file.name} needs {needing}"
    first = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8").split("\n\n")[1]
    assert "`make quick`" in first
