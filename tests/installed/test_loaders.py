"""Doors open whatever loads the package: pytest's rewriting, a zip, compiled files alone, `python -OO`, PyInstaller."""

from __future__ import annotations

import compileall
import shutil
import sys
import zipfile
from pathlib import Path

import pytest

import assay
from installed.room import Run

PACKAGE = Path(assay.__file__).parent
SCORE = ("score", "examples/harbour.xml", "-m", "bleu", "-m", "chrf")
ALDER = "alder    58.42    71.05"
# What studies, which are a product on top, add to the program.
STUDIES = "make a campaign of outputs"
# All names behind all doors, whose modules then are imported, too; a few need an extra that is not installed here.
EVERY_NAME = """
import importlib, pkgutil
import assay
for found in pkgutil.iter_modules(assay.__path__, "assay."):
    if found.name != "assay.__main__":
        module = importlib.import_module(found.name)
        for name in getattr(module, "__all__", ()):
            try:
                getattr(module, name)
            except ModuleNotFoundError as error:
                if error.name.startswith("assay"):
                    raise
print(assay.score(["the cat sat"], ["the cat sat"], "chrf").score)
"""


def test_pytest_rewrites_the_package_and_it_works() -> None:
    assert "Rewrit" in type(assay.__loader__).__name__
    assert assay.score(["the cat sat"], ["the cat sat"], "chrf").score == 100.0


@pytest.mark.parametrize("flag", ["-O", "-OO"])
def test_without_docstrings(flag: str, run: Run) -> None:
    assert run(flag, "-c", EVERY_NAME).stdout == "100.0\n"
    assert run(flag, "-m", "assay", *SCORE).stdout == run("-m", "assay", *SCORE).stdout
    told = run(flag, "-m", "assay", "score", "--help").stdout + run(flag, "-m", "assay", "metrics").stdout
    assert "Arguments(" not in told
    assert "Bleu(" not in told


def test_compiled_files_alone(run: Run, tmp_path: Path) -> None:
    packed = tmp_path / "compiled"
    shutil.copytree(PACKAGE, packed / "assay", ignore=shutil.ignore_patterns("__pycache__"))
    assert compileall.compile_dir(packed, quiet=1, legacy=True)
    for source in packed.rglob("*.py"):
        source.unlink()
    assert run("-c", EVERY_NAME, path=packed).stdout == "100.0\n"
    assert ALDER in run("-m", "assay", *SCORE, path=packed).stdout
    assert STUDIES in run("-m", "assay", "campaign", "--help", path=packed).stdout


def test_from_a_zip(run: Run, tmp_path: Path) -> None:
    """No system loads a native library out of a zip: it stands in a folder beside, as zip applications unpack it."""
    packed, native = tmp_path / "assay.zip", tmp_path / "native"
    native.mkdir()
    with zipfile.ZipFile(packed, "w") as archive:
        for path in PACKAGE.rglob("*"):
            inside = path.relative_to(PACKAGE.parent)
            if path.suffix in (".so", ".pyd"):
                shutil.copy(path, native)
            elif path.is_file() and "__pycache__" not in path.parts:
                archive.write(path, str(inside))
    beside = f"import assay.kernel; assay.kernel.__path__.append({str(native)!r})\n"
    assert run("-c", beside + EVERY_NAME, path=packed).stdout == "100.0\n"
    program = f"import sys; sys.argv[1:] = {list(SCORE)!r}; from assay.__main__ import main; sys.exit(main())"
    assert ALDER in run("-c", beside + program, path=packed).stdout
    assert STUDIES in run("-m", "assay", "campaign", "--help", path=packed).stdout


def test_frozen(run: Run, room: Path) -> None:
    pytest.importorskip("PyInstaller", reason="pip install pyinstaller")
    (room / "program.py").write_text(
        "import sys\nfrom assay.__main__ import main\nsys.exit(main())\n", encoding="utf-8"
    )
    run("-m", "PyInstaller", "--onedir", "--log-level", "ERROR", "--noconfirm", "program.py")
    frozen = str(room / "dist" / "program" / ("program.exe" if sys.platform == "win32" else "program"))
    assert ALDER in run(*SCORE, python=frozen).stdout
    run("report", "examples/harbour.xml", "-o", "report.html", python=frozen)
    assert "alder" in (room / "report.html").read_text(encoding="utf-8")
    assert "chrF2" in run("metrics", python=frozen).stdout
    assert STUDIES in run("campaign", "--help", python=frozen).stdout
