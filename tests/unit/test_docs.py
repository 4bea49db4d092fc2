"""The documentation: every example in it is run, and what it says of options is what the code says.

A `console` block holds commands (`$ …`, carried on by lines `> …`) and what they write to the two streams. A
line `...` stands for any number of lines. A `python` block is a session (`>>> …`) or plain code; the blocks
of a page share their names. A page runs from top to bottom in a directory with a copy of `examples/` in it.
"""

from __future__ import annotations

import contextlib
import difflib
import doctest
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import ModuleType

import pytest

from assay.cli import main
from assay.cli.commands import COMMANDS
from assay.cli.execution import command_parser
from assay.comparison.paired import TESTS
from assay.metrics import registry
from assay.metrics import specs as spec
from assay.metrics.base import Metric
from assay.text import tokenisers as tokenize
from support.program import LIMIT

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md"))]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\[([^\]]*)\]\(([^)#\s]*)(?:#([^)]*))?\)")
# Commands of few words, explained in a page on something larger.
WITHOUT_TABLE = ("oracle", "flag", "verify", "sacrebleu", "metrics")
CELL = re.compile(r"(?<!\\)\|")


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def text_of(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


# --- examples -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Example:
    """One fenced block; `line` is that of its first line in the page."""

    kind: str
    text: str
    line: int


def examples(text: str) -> Iterator[Example]:
    for match in FENCE.finditer(text):
        yield Example(match[1], match[2], text.count("\n", 0, match.start(2)) + 1)


def commands(example: Example) -> Iterator[tuple[int, str, list[str]]]:
    """Yield line, command and expected output of every command of a console block."""
    found: list[tuple[int, list[str], list[str]]] = []
    for number, line in enumerate(example.text.splitlines(), start=example.line):
        if line.startswith("$ "):
            found.append((number, [line[2:]], []))
        elif line.startswith("> ") and not found[-1][2]:
            found[-1][1].append(line[2:])
        else:
            found[-1][2].append(line)
    for number, lines, expected in found:
        yield number, "\n".join(lines), expected


def agree(expected: Sequence[str], found: Sequence[str]) -> bool:
    """Compare line by line; `...` in what is expected stands for any number of lines."""
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else re.escape(line) + r"\n" for line in expected)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in found)) is not None


def run_console(example: Example, where: str, directory: Path) -> None:
    environment = os.environ | {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]),
        "LC_ALL": "C.UTF-8",
        "COLUMNS": "80",
    }
    for line, command, expected in commands(example):
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=directory,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=LIMIT,
            check=False,
        )
        found = done.stdout.decode("utf-8").splitlines()
        change = difflib.unified_diff(expected, found, "the page", "the program", lineterm="")
        assert agree(expected, found), "\n".join([f"{where}:{line}: $ {command}", *islice(change, 40)])


def run_python(example: Example, where: str, module: ModuleType) -> None:
    if ">>>" not in example.text:
        exec(compile("\n" * (example.line - 1) + example.text, where, "exec"), vars(module))
        return
    test = doctest.DocTestParser().get_doctest(example.text, vars(module), where, where, example.line - 1)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=report.append, clear_globs=False)
    vars(module).update(test.globs)
    assert not runner.failures, "".join(report)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_example_does_what_the_page_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ASSAY_PLUGINS", str(tmp_path / "plugins"))
    module = ModuleType("page")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    with contextlib.ExitStack() as stack:
        stack.callback(registry.METRICS.pop, "opening", None)  # the tour adds it
        for example in examples(page.read_text(encoding="utf-8")):
            if example.kind == "console":
                run_console(example, name_of(page), tmp_path)
            elif example.kind == "python":
                run_python(example, name_of(page), module)


def test_an_elided_line_stands_for_any_number_of_lines() -> None:
    assert agree(["a", "...", "d"], ["a", "b", "c", "d"])
    assert agree(["a", "..."], ["a"])
    assert not agree(["a", "...", "d"], ["a", "b"])
    assert not agree(["a."], ["ab"])


# --- tables ---------------------------------------------------------------------------------------


def table(page: str, head: str) -> list[list[str]]:
    """Return the rows of the table that starts with `head`, without links, backquotes and escapes."""
    lines = iter(text_of(page).splitlines())
    assert any(line.startswith(head) for line in lines), f"docs/{page} has no table {head}"
    next(lines)
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        cells = CELL.split(LINK.sub(r"\1", line))[1:-1]
        rows.append([cell.strip().strip("`").replace("\\|", "|") for cell in cells])
    return rows


@pytest.mark.parametrize("metric", registry.METRICS.values(), ids=list(registry.METRICS))
def test_the_page_of_a_metric_lists_its_options(metric: type[Metric]) -> None:
    rows = table(f"metrics/{metric.name}.md", "| option ")
    assert [row[:3] for row in rows] == [
        [option.name, option.type, option.default] for option in spec.options_of(metric)
    ]
    assert all(row[3] for row in rows)


@pytest.mark.parametrize("metric", registry.METRICS.values(), ids=list(registry.METRICS))
def test_the_page_of_a_metric_lists_its_statistics(metric: type[Metric]) -> None:
    named = [name for row in table(f"metrics/{metric.name}.md", "| column ") for name in row[0].split(", ")]
    patterns = [re.sub(r"N$", r"\\d+", name) for name in named]
    for column in metric().columns:
        assert any(re.fullmatch(pattern, column) for pattern in patterns), f"{column} is not explained"


def test_metrics_presets_and_aliases_are_listed() -> None:
    assert {row[0] for row in table("metrics.md", "| metric ")} == set(registry.METRICS)
    presets = {
        f"{name}:{preset}": f"{name}:{options}"
        for name, metric in registry.METRICS.items()
        for preset, options in spec.presets_of(metric).items()
    }
    assert {row[0]: row[1] for row in table("metrics.md", "| name ")} == registry.ALIASES | presets


def test_every_tokeniser_has_a_section() -> None:
    headings = re.findall(r"^## `(.+?)`", text_of("tokenisers.md"), re.MULTILINE)
    assert headings == [*tokenize.NAMES, "tercom"]


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in WITHOUT_TABLE])
def test_every_option_of_a_command_is_explained(command: str) -> None:
    rows = table(f"{command}.md", "| option ")
    named = {word for row in rows for word in re.findall(r"(?<!\w)-{1,2}[a-z][a-z-]*", row[0])}
    named -= {"--run", "--run-segments", "--config", "--no-config"}  # every command has them
    every = {word for action in command_parser(command)._actions for word in action.option_strings}
    assert named == every - {"--run", "--run-segments"}


def test_every_paired_test_is_explained() -> None:
    named = [name for row in table("compare.md", "| test ") for name in re.findall(r"[a-z][a-z-]*", row[0])]
    assert named == list(TESTS)


def test_exit_codes_are_those_of_the_program() -> None:
    codes = {
        main.ANSWER,
        main.BAD_INPUT,
        main.BAD_COMMAND_LINE,
        main.INTERRUPTED,
        main.BROKEN_PIPE,
        main.TERMINATED,
    }
    assert {int(row[0]) for row in table("score.md", "| code ")} == codes


# --- pages ----------------------------------------------------------------------------------------


def headings(page: Path) -> set[str]:
    """Return what links to the headings of a page end in."""
    lines = FENCE.sub("", page.read_text(encoding="utf-8")).splitlines()
    titles = [line.lstrip("# ").lower() for line in lines if line.startswith("#")]
    return {re.sub(r"[^\w -]", "", title).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    for _, target, heading in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        if "://" in target:
            continue
        other = page.parent / target if target else page
        assert other.exists(), f"{name_of(page)}: {target} is not there"
        assert not heading or heading in headings(other), (
            f"{name_of(page)}: {target} has no heading {heading}"
        )


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_files_that_are_named_are_there(page: Path) -> None:
    named = re.findall(r"`((?:src|native|tests|docs)/[\w./-]+\.\w+)`", page.read_text(encoding="utf-8"))
    assert [name for name in named if "NAME" not in name and not (ROOT / name).exists()] == []


def test_the_index_names_every_page() -> None:
    linked = {(DOCS / target).resolve() for _, target, _ in LINK.findall(text_of("index.md"))}
    pages = {page for page in DOCS.rglob("*.md") if page.parent.name != "decisions"} - {DOCS / "index.md"}
    assert sorted(map(name_of, pages - linked)) == []
