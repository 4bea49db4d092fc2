"""The benchmark of Assay: `python bench/run.py`. Speed next to other tools, start-up, growth and memory.

The answer goes to standard output as tables, progress to standard error. The exit code is 1 if a score differs from
another tool's, for then its time means nothing; a target that is missed is marked "NO" and no error.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import machine
import measures
from sections import Section

PARTS = {
    "ratios": measures.ratios,
    "moses": measures.ter_and_moses,
    "commands": measures.commands,
    "startup": measures.startup,
    "growth": measures.growth,
    "long": measures.long,
    "memory": measures.memory,
}


def main() -> int:
    """Take the measurements that were asked for and print them as they come."""
    arguments = _parser().parse_args()
    about = machine.describe()
    print("Benchmark of Assay\n", *(f"{name}: {value}" for name, value in about.items()), "", sep="\n", flush=True)
    sections: dict[str, Section] = {}
    for name in arguments.only or PARTS:
        sections[name] = PARTS[name](arguments.full)
        print(sections[name], flush=True)
    if arguments.json:
        _save(arguments.json, about, sections)
    return 0 if all(section.correct for section in sections.values()) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Time Assay, alone and next to other tools.")
    parser.add_argument("--full", action="store_true", help="take 5 million segments for the memory test, too")
    parser.add_argument("--only", action="append", choices=PARTS, help="take this part only; may be repeated")
    parser.add_argument("--json", type=Path, metavar="FILE", help="save every figure")
    return parser


def _save(path: Path, about: dict[str, str | int | float], sections: dict[str, Section]) -> None:
    parts = {
        name: {"title": section.title, "rows": section.values, "notes": section.notes}
        for name, section in sections.items()
    }
    path.write_text(json.dumps({"machine": about, **parts}, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
