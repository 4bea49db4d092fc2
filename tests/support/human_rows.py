"""Judgements for tests: small ones from lists, and the published ones read with a few plain lines."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from assay.data.evalset import Codes
from assay.data.judgements import GENUINE, Judgements, Spans
from assay.data.scores import Scores

Row = tuple[str, str, str, float]  # rater, system, segment, score
Error = tuple[int, str, str]  # row, severity, category


def judged(rows: Sequence[Row], scheme: str = "da", **columns: Any) -> Judgements:
    """Return judgements; further columns are lists, of names or of numbers."""
    rater, system, segment, score = zip(*rows, strict=True) if rows else ((), (), (), ())
    named = {"item": [GENUINE] * len(rows), "aspect": [""] * len(rows)} | columns
    codes: dict[str, Any] = {
        name: Codes.of(value) if name in ("item", "aspect", "document", "domain", "screen") else value
        for name, value in named.items()
    }
    return Judgements(
        scheme, Codes.of(rater), Codes.of(system), Codes.of(segment), np.array(score, dtype=float), **codes
    )


def spans(rows: int, errors: Iterable[Error]) -> Spans:
    """Return marked errors without places, all on the target side."""
    listed = sorted(errors, key=lambda error: error[0])
    counts = np.bincount([row for row, _, _ in listed], minlength=rows) if listed else np.zeros(rows, int)
    nowhere = np.full(len(listed), -1, dtype=np.int32)
    return Spans(
        np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        nowhere,
        nowhere,
        Codes.alike("target", len(listed)),
        Codes.of([severity for _, severity, _ in listed]),
        Codes.of([category for _, _, category in listed]),
    )


def wmt21_xh_zu(shared: Path) -> Judgements:
    """Return the direct assessments of Xhosa-Zulu, whose columns are separated by tabs and blanks."""
    folder = shared / "data" / "da" / "wmt21-wiki-xh-zu"
    lines = (folder / "ad-good-raw.csv").read_text(encoding="utf-8").splitlines()
    table = [re.split(r"[\t ]+", line) for line in lines[1:]]
    kinds = {"SYSTEM": "genuine", "REPEAT": "repeat", "BADREF": "degraded", "REF": "reference"}
    rows = [(row[1], row[6].strip('"'), row[9], float(row[10])) for row in table]
    return judged(rows, item=[kinds[row[8]] for row in table])


def ted21_en_de(shared: Path) -> Judgements:
    """Return the marked errors of the TED talks, one judgement a rater, system and segment."""
    with (shared / "data" / "mqm-raw" / "ted2021.ende.mqm.tsv").open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return _mqm(table, "seg_id", "doc")


def wmt23_three_raters(shared: Path) -> Judgements:
    """Return twelve segments that three raters marked, with planted errors among the real ones."""
    with (shared / "data" / "mqm-raw" / "wmt23.ende.3raters.tsv").open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return _mqm(table, "globalSegId", "doc")


def _mqm(table: list[dict[str, str]], segment: str, document: str) -> Judgements:
    numbers: dict[tuple[str, str, str], int] = {}
    documents: dict[str, str] = {}
    errors = []
    for row in table:
        key = (row["rater"], row["system"], row[segment])
        documents[row[segment]] = row[document]
        errors.append((numbers.setdefault(key, len(numbers)), row["severity"], row["category"]))
    rows = [(*key, float("nan")) for key in numbers]
    of_rows = [documents[key[2]] for key in numbers]
    return judged(rows, "mqm", spans=spans(len(rows), errors), document=of_rows)


def wmt23_ratings(shared: Path) -> tuple[Judgements, list[float]]:
    """Return the merged ratings of English-German, and the scores that the file gives to the errors."""
    path = shared / "data" / "wmt23" / "human-scores" / "en-de.mqm.merged.seg.rating"
    rows: list[Row] = []
    errors: list[Error] = []
    given: list[float] = []
    seen: dict[str, int] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        system, _, text = line.partition("\t")
        segment = seen[system] = seen.get(system, 0) + 1
        if text == "None":
            continue
        for error in json.loads(text)["errors"]:
            errors.append((len(rows), error["severity"], error["category"]))
            given.append(error["score"])
        rows.append(("merged", system, str(segment), float("nan")))
    return judged(rows, "mqm", spans=spans(len(rows), errors)), given


def wmt20_km_en(shared: Path) -> Scores:
    """Return the raw direct assessments of Khmer-English: systems by segments."""
    path = shared / "data" / "da" / "wmt20-km-en" / "da-seg-scores.csv"
    table = [line.split(" ") for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    system, segment = Codes.of([row[0] for row in table]), Codes.of([row[1] for row in table])
    values = np.full((len(system.names), len(segment.names)), np.nan)
    values[system.index, segment.index] = [float(row[2]) for row in table]
    return Scores("da", system.names, segment.names, values)
