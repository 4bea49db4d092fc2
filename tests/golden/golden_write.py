"""Where golden figures lie, and how the scripts that make them write a file: one case a line, its origin at the head.

Nothing of ours is imported, so that a script runs where only the other tool is installed.
"""

import json
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parent / "data"


def write(
    script: str, tool: str, tolerance: float, release: str = "", /, **parts: Iterable[dict[str, Any]]
) -> None:
    """Write the figures of a tool for the family that a script `make_FAMILY.py` is named after."""
    family, name = Path(script).stem.removeprefix("make_"), tool.replace(" ", "-")
    head = {
        "tool": tool,
        "version": release or version(tool),
        "command": f"python tests/golden/make_{family}.py {name}",
        "tolerance": tolerance,
    }
    lines = [f" {json.dumps(key)}: {json.dumps(text)}" for key, text in head.items()]
    for part, cases in parts.items():
        rows = ",\n".join(f"  {json.dumps(case, ensure_ascii=False)}" for case in cases)
        lines.append(f' "{part}": [\n{rows}\n ]')
    path = DATA / f"{family.replace('_', '-')}-{name}.json"
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
