"""The lock of figures (tools/figures.py): none changes without a word. It proves nothing right; `tests/golden` does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import figures
from assay.version import __version__

CHANGELOG = Path(__file__).resolve().parents[2] / "CHANGELOG.md"


@pytest.mark.parametrize("group", figures.groups())
def test_figures_are_the_locked_ones(group: str) -> None:
    if figures.lacks(group):
        pytest.skip(f"assay resources install {group}")
    lock, now = figures.read(group), figures.locked(group)
    tolerance = figures.TOLERANCES.get(group, 0)
    differing = {
        key: (lock.get(key), now.get(key))
        for key in lock.keys() | now.keys()
        if not figures.same(lock.get(key, ""), now.get(key, ""), tolerance)
    }
    assert differing == {}, "run python tools/figures.py, and look at what it changed"


def test_the_lock_has_no_other_files() -> None:
    assert {path.stem for path in figures.FOLDER.glob("*.tsv")} == {*figures.groups(), "released"}


def named() -> set[str]:
    """Return the groups that the newest version of the changelog names under "Figures that changed"."""
    newest = re.split(r"^## ", CHANGELOG.read_text(encoding="utf-8"), flags=re.MULTILINE)[1]
    found = re.search(r"^### Figures that changed\n(.*?)(?=^### |\Z)", newest, re.MULTILINE | re.DOTALL)
    return set(re.findall(r"`([a-z-]+)`", found[1])) if found else set()


def test_changed_figures_are_named_in_the_changelog() -> None:
    changed = figures.changed()
    missing = {group: keys[:3] for group, keys in changed.items() if group not in named()}
    assert missing == {}, 'name each group in backquotes under "Figures that changed" of the newest version'


def test_a_released_version_keeps_its_figures() -> None:
    version, _ = figures.released()
    assert version != __version__ or not figures.changed(), "raise the version before you change a figure"


@pytest.mark.parametrize(
    ("one", "other", "tolerance", "equal"),
    [
        ("p 0.05", "p 0.05", 0, True),
        ("p 0.05", "p 0.050000000000001", 0, False),
        ("p 0.05", "p 0.050000000000001", 1e-12, True),
        ("p 0.05", "p 0.0500001", 1e-12, False),
        ("better 0.05", "worse 0.05", 1e-6, False),
        ("better 0.05", "better", 1e-6, False),
    ],
)
def test_texts_are_the_same_up_to_the_last_digits_of_their_numbers(
    one: str, other: str, tolerance: float, equal: bool
) -> None:
    assert figures.same(one, other, tolerance) is equal


def test_a_change_of_one_figure_is_seen_and_a_new_one_is_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lines = {
        "bleu | corpus": "58.4 34.8",
        "all | pairs | row 001": '{"p": 0.01, "first": "a"}',
        "all | 1 | sentence 001": "so",
    }
    monkeypatch.setattr(figures, "RELEASED", tmp_path / "released.tsv")
    monkeypatch.setattr(figures, "groups", lambda: ("bleu",))
    monkeypatch.setattr(figures, "read", lambda group: lines)
    figures.RELEASED.write_text(figures.release("1.0"), encoding="utf-8")
    lines |= {
        "bleu:tok=none | corpus": "1 2",
        "all | pairs | row 001": '{"p": 0.01, "first": "a", "n": 1}',
        "all | 1 | sentence 001": "thus",
    }
    assert figures.changed() == {}
    lines["bleu | corpus"] = "58.5 34.8"
    lines["all | pairs | row 001"] = '{"p": 0.02, "first": "a", "n": 1}'
    assert figures.changed() == {"bleu": ["bleu | corpus", "all | pairs | row 001"]}
    assert figures.released()[0] == "1.0"
