"""The types of the native module are the ones that its bindings have."""

import ast
import subprocess
import sys
from pathlib import Path

from assay import kernel
from support.program import LIMIT

STUB = Path(kernel.__file__).with_name("_native.pyi")


def test_the_stub_is_what_the_bindings_say(tmp_path: Path) -> None:
    fresh = tmp_path / "_native.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "assay.kernel._native", "-o", str(fresh)]
    subprocess.run(command, timeout=LIMIT, check=True)
    assert _code(STUB) == _code(fresh), 'the bindings have changed: "make stubs" writes their types anew'


def _code(path: Path) -> str:
    return ast.dump(ast.parse(path.read_text(encoding="utf-8")))  # whatever its layout
