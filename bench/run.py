"""The benchmark of Assay: `python bench/run.py`. Speed next to other tools, start-up, growth and memory.

The answer goes to standard output as tables, progress to standard error. The exit code is 1 if a score
differs from another tool's, for then its time means nothing; a target that is missed is only marked "NO".
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import bertscore
import campaigns
import claims
import comparisons
import diagnosis
import draws
import grids
import human
import language_models
import limits
import machine
import matrices
import meaning
import meta
import pairs
import postedit
import published
import sentences
import wide
from sections import Section

PARTS: dict[str, Callable[[], Section]] = {
    "ratios": comparisons.ratios,
    "processor": comparisons.processor,
    "moses": comparisons.moses,
    "published": published.published,
    "lebleu": comparisons.lebleu,
    "beer": comparisons.beer,
    "yisi": comparisons.yisi,
    "commands": comparisons.commands,
    "sentences": sentences.sentences,
    "meteor": meaning.meteor,
    "bertscore": bertscore.bertscore,
    "language-models": language_models.language_models,
    "pairs": pairs.pairs,
    "matrices": matrices.matrices,
    "startup": limits.startup,
    "long": limits.long,
    "very-long": limits.very_long,
    "growth": limits.growth,
    "memory": partial(limits.memory, (1_000_000,)),
    "draws": draws.draws,
    "meta": meta.meta,
    "table": meta.table,
    "loops": meta.loops,
    "skill": human.skill,
    "agreement": human.agreement,
    "human": human.many,
    "raters": human.raters,
    "postedit": postedit.postedit,
    "diagnose": diagnosis.diagnose,
    "report": diagnosis.report,
    "campaigns": campaigns.campaigns,
    "wide": wide.wide,
    "claims": claims.claims,
    "grid": grids.grids,
}
FULL: dict[str, Callable[[], Section]] = {"memory": partial(limits.memory, (1_000_000, 5_000_000))}


def main() -> int:
    """Take the measurements that were asked for and print each as it comes."""
    arguments = _parser().parse_args()
    about = machine.describe()
    print("Benchmark of Assay\n\n" + "\n".join(f"{name}: {value}" for name, value in about.items()) + "\n")
    parts = PARTS | FULL if arguments.full else PARTS
    sections: dict[str, Section] = {}
    for name in arguments.only or parts:
        sections[name] = parts[name]()
        print(sections[name], flush=True)
    if arguments.json:
        _save(arguments.json, about, sections)
    return 0 if all(section.correct for section in sections.values()) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Time Assay, alone and next to other tools.")
    parser.add_argument("--full", action="store_true", help="memory: take 5 million segments, too")
    parser.add_argument("--only", action="append", choices=PARTS, help="take this part only; may be repeated")
    parser.add_argument("--json", type=Path, metavar="FILE", help="save every figure")
    return parser


def _save(path: Path, about: dict[str, Any], sections: dict[str, Section]) -> None:
    saved = {"machine": about} | {name: section.values() for name, section in sections.items()}
    path.write_text(json.dumps(saved, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
