"""The Slovak to English example of compare-mt, and segments of our own, as corpus for analyses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import make_analysis

from assay.data.evalset import EvalSet
from assay.diagnosis.corpus import Corpus, SetKnowledge, prepare_corpus
from assay.metrics.specs import parse_metric

SYSTEMS = ("sys1", "sys2")


def golden(shared_dir: Path) -> dict[str, Any]:
    """Return the figures that other programs gave."""
    found: dict[str, Any] = json.loads((shared_dir / "golden" / "analysis.json").read_text(encoding="utf-8"))
    return found


def load(shared_dir: Path) -> Corpus:
    """Read texts, tags, alignment and training counts."""
    folder = shared_dir / "data" / "ted-sk-en"

    def lines(name: str) -> list[str]:
        return (folder / name).read_bytes().decode("utf-8").split("\n")[:-1]

    training = dict(line.rsplit("\t", 1) for line in lines("ted.train.counts"))
    links = [[_pair(pair) for pair in line.split()] for line in lines("ted.ref.align")]
    knowledge = SetKnowledge(
        training={word: int(count) for word, count in training.items()},
        labels={
            name: [line.split(" ") for line in lines(f"ted.{name}.eng.tag")] for name in ("ref", *SYSTEMS)
        },
        links={"ref": links},
    )
    evalset = EvalSet("ted", ("sk", "en"), lines("ted.orig.slk"), {"ref": lines("ted.ref.eng")}, None)
    outputs = {name: lines(f"ted.{name}.eng") for name in SYSTEMS}
    return prepare_corpus(evalset, outputs, [parse_metric("bleu:tok=none")], knowledge, tok="none")


def own() -> Corpus:
    """Return the segments of analysis.json."""
    texts = {name: [" ".join(line) for line in lines] for name, lines in make_analysis.WORDS.items()}
    knowledge = SetKnowledge(
        training=make_analysis.TRAINING, labels=make_analysis.LABELS, links={"ref": make_analysis.LINKS}
    )
    evalset = EvalSet("own", ("de", "en"), make_analysis.SOURCE, {"ref": texts.pop("ref")}, None)
    return prepare_corpus(evalset, texts, [parse_metric("bleu:tok=none")], knowledge, tok="none")


def _pair(text: str) -> tuple[int, int]:
    source, _, target = text.partition("-")
    return int(source), int(target)
