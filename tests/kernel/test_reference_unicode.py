"""The tables of Unicode categories are what tools/unicode_tables.py writes with the pinned `regex`."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from reference import category_class, letters
from reference import unicode as tables

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("unicode_tables", ROOT / "tools" / "unicode_tables.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def ranges(tool: ModuleType) -> dict[str, list[tuple[int, int]]]:
    tables: dict[str, list[tuple[int, int]]] = tool.tables()
    return tables


def test_header_is_what_the_tool_writes(tool, ranges):
    assert (ROOT / tool.HEADER).read_text(encoding="utf-8") == tool.header(ranges)


def test_module_is_what_the_tool_writes(tool, ranges):
    assert Path(tables.__file__).read_text(encoding="utf-8") == tool.module(ranges)


def test_letters_are_what_the_tool_writes(tool):
    made = tool.word_ranges(), tool.lowered()
    assert (ROOT / tool.LETTERS_HEADER).read_text(encoding="utf-8") == tool.letters_header(*made)
    assert Path(letters.__file__).read_text(encoding="utf-8") == tool.letters_module(*made)


@pytest.mark.parametrize("name", ["PUNCTUATION", "NUMBER", "SYMBOL"])
def test_ranges_are_sorted_and_apart(name: str) -> None:
    ends = [end for ends in getattr(tables, name) for end in ends]
    assert ends == sorted(ends)
    assert all(later > last + 1 for last, later in zip(ends[1::2], ends[2::2], strict=False))


@pytest.mark.parametrize(
    ("characters", "expected"),
    [("!_«।、\U00010100", "P"), ("7٣½²Ⅷ𝟘", "N"), ("$+^`€😀\u20c1", "S"), ("aé中 \n\0\ud800\U0010ffff", "")],
)
def test_category_class(characters: str, expected: str) -> None:
    assert {category_class(ch) for ch in characters} == {expected}
