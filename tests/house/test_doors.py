"""Front doors: packages enter each other by what `__init__` exports, and pages name the layers as they are."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path
from typing import TypeGuard

import doors
import pytest
from test_house import LAYERS, PATHS, REPOSITORY, ROOT, TREES, layer, of_every

from assay import extensions
from assay.doors import full_name

PACKAGES = [name for name in LAYERS if (ROOT / name / "__init__.py").is_file()]
DOORS = [
    name for name in PACKAGES if "open_door" in (ROOT / name / "__init__.py").read_text(encoding="utf-8")
]


def dotted(module: str) -> str:
    """Return the name by which a module is imported."""
    return "assay." + module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


MODULES = {dotted(module) for module in TREES if module != "__init__.py"}


def targets(module: str) -> Iterator[str]:
    """Yield the modules of ours that a module imports, wherever the import stands."""
    for node in ast.walk(TREES[module]):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("assay."))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "assay":
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in MODULES else str(node.module) for name in names)


def test_imports_past_a_door_are_listed() -> None:
    """What one neighbour alone needs is no promise to all: it is imported from its module, and listed."""
    listed = doors.EDGES.read_text(encoding="utf-8")
    assert listed == doors.edges(), "run: python tools/doors.py, and look at what it adds to the list"


def test_nothing_imports_studies() -> None:
    """A product on top: the workbench knows it by one line of a table."""
    assert [module for module in TREES if layer(module) != "studies" and names_studies(module)] == [
        "extensions.py"
    ]
    assert set(extensions.DECLARED) <= MODULES


def names_studies(module: str) -> bool:
    """Tell whether a module imports studies, or has their name in a text by which it might."""
    texts = (node.value for node in ast.walk(TREES[module]) if isinstance(node, ast.Constant))
    return any(name.startswith("assay.studies") for name in (*targets(module), *filter(is_text, texts)))


def is_text(value: object) -> TypeGuard[str]:
    return isinstance(value, str)


@of_every(module for module in TREES if not module.endswith("__init__.py"))
def test_nobody_enters_his_own_door(module: str) -> None:
    own = f"assay.{layer(module)}"
    if layer(module) in DOORS:
        assert own not in set(targets(module)), f"{own} imports this module: import its neighbours directly"


@pytest.mark.parametrize("name", [*DOORS, ""])
def test_a_door_opens_on_all_that_it_lists_and_on_nothing_else(name: str) -> None:
    door = import_module(f"assay.{name}".rstrip("."))
    listed = [export for names in door.HOMES.values() for export in names.split()]
    assert sorted(listed) == door.__all__
    assert len(set(listed)) == len(listed)
    assert [export for export in listed if not hasattr(door, export)] == []


@pytest.mark.parametrize("package", list(doors.doors()))
def test_editors_are_told_what_a_door_opens_on(package: str) -> None:
    written = doors.stub_path(package).read_text(encoding="utf-8")
    assert written == doors.stub(package), "run: python tools/doors.py"


@pytest.mark.parametrize("name", PACKAGES)
def test_nothing_exported_is_called_like_a_module(name: str) -> None:
    """Importing the module would put it in the place of what the door exports."""
    inside = {path.stem for path in (ROOT / name).iterdir() if path.stem != "__init__"}
    assert not inside & set(getattr(import_module(f"assay.{name}"), "__all__", ()))


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_says_at_its_door_what_it_is_for(name: str) -> None:
    docstring = ast.get_docstring(TREES[f"{name}/__init__.py"]) or ""
    assert len(docstring.splitlines()) >= 3, "say what the package answers, and show its flow"


def test_no_module_needs_itself() -> None:
    """Imports form no circle, those inside functions counted."""
    needs = {dotted(module): set(targets(module)) - {dotted(module)} for module in TREES}
    for package in doors.doors():
        needs.setdefault(package, set()).update(
            full_name(package, home) for home in import_module(package).HOMES
        )
    TopologicalSorter(needs).prepare()  # it raises an error that names the circle


def test_no_module_keeps_state() -> None:
    """A list or dictionary that a module fills while the program runs is a result without an owner."""
    for module, tree in TREES.items():
        changed = {name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names}
        assert not changed, f"{module}: {changed}"


def test_no_command_line_gets_past_run() -> None:
    """Only the flags know argparse's namespace."""
    for module in TREES:
        if module not in ("cli/flags.py", "cli/config.py"):
            assert "Namespace" not in PATHS[module].read_text(encoding="utf-8"), module


@pytest.mark.parametrize("page", ["docs/tour.md", "CONTRIBUTING.md"])
def test_pages_name_the_layers_as_they_are(page: str) -> None:
    text = (REPOSITORY / page).read_text(encoding="utf-8")
    listed = re.search(r"<!-- layers -->(.*?)<!-- end -->", text, re.DOTALL)
    assert listed, f"{page} has no list of layers between its two marks"
    named = re.findall(r"^\| `(\w+)` \|", listed[1], re.MULTILINE) or re.findall(r"`(\w+)`", listed[1])
    assert named == [name for name in LAYERS if name in {layer(module) for module in TREES}]


def test_folders_can_be_taken_in_at_a_glance() -> None:
    crowded = {
        folder.relative_to(ROOT).as_posix(): len(list(folder.glob("*.py")))
        for folder in [ROOT, *(path for path in ROOT.rglob("*") if path.is_dir())]
    }
    assert {name: number for name, number in crowded.items() if number > 16} == {}  # 15 and the door


def test_what_tests_share_is_in_a_folder_of_its_own() -> None:
    assert {path.name for path in (REPOSITORY / "tests").glob("*.py")} == {"conftest.py"}


def test_the_repository_has_no_stray_folder() -> None:
    known = {
        *(".ci", ".github", "bench", "docs", "examples", "native", "packaging", "src", "tests", "tools"),
    }  # fmt: skip
    tracked = {path.name for path in REPOSITORY.iterdir() if path.is_dir() and not is_made(path)}
    assert tracked <= known


def is_made(path: Path) -> bool:
    """Tell whether a folder is made by tools and ignored."""
    ignored = (REPOSITORY / ".gitignore").read_text(encoding="utf-8")
    return path.name == ".git" or f"{path.name}/" in ignored
