"""Scores of learned metrics as their own programs write them, so that these need not be installed here.

COMET's `--to_json`: one JSON object from the file of each system to a list of segments, each with "COMET" (or another
score) beside its texts, and "variance" of the score under Monte Carlo dropout, which is no score. `comet-compare
--to_json`: one object with a list of "translations", each with "name" and "scores". MetricX: JSONL with "prediction", 0
to 25 and lower is better, and "system_id" and "segment_id" in the form for evaluation; without them the file is one
system. The automatic scores of WMT 2025: JSONL, one document a line, with lists of scores under "metric_scores"; the
file is one system, and segments are named as in the human judgements of that year.

What `comet-score` prints is read, too: `FILE<TAB>Segment 0<TAB>score: 0.8`, segments from 0, and `FILE<TAB>score: 0.8`
for whole files. Segments are numbered from 1 here, as everywhere.
"""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from assay.data import Scores
from assay.errors import AssayWarning, InputError
from assay.io.checked.json_values import JsonError, parse_json, read_json
from assay.io.opening import Named, contents, label, shown
from assay.io.scores.entries import Entries, finite, number, of_systems
from assay.io.tables.head import Head
from assay.io.texts.lines import decoded, text_lines
from assay.io.texts.names import base_name, stem

METRICX, PREDICTION = "MetricX", "prediction"
COMET, VARIANCE = "COMET", "variance"


def recognises_metricx(head: Head) -> bool:
    """Tell from the first line of a file whether it is MetricX's."""
    return head.first.lstrip().startswith("{") and f'"{PREDICTION}"' in head.first


def recognises_wmt25(head: Head) -> bool:
    """Tell from the first line of a file whether it has the automatic scores of WMT 2025."""
    return head.first.lstrip().startswith("{") and '"metric_scores"' in head.first


PRINTED = re.compile(r"(?P<file>[^\t]+)\t(Segment (?P<segment>\d+)\t)?score: (?P<score>\S+)")


def recognises_printed(head: Head) -> bool:
    """Tell from the first line of a file whether it is what comet-score prints."""
    return PRINTED.fullmatch(head.first) is not None


def read_printed(path: Named) -> list[Scores]:
    """Read what comet-score prints: scores of segments, of whole files, or both."""
    entries, values, totals, file = Entries(path), list[float](), dict[str, float](), label(path)
    for line, text in enumerate(text_lines(decoded(path, contents(path))), start=1):
        printed, where = PRINTED.fullmatch(text), f"{file}, line {line}"
        if printed is None:
            raise InputError(
                f"{where}: not FILE, Segment and score, as comet-score prints them; remove the line"
            )
        system, value = stem(printed["file"]), number(where, printed["score"])
        if printed["segment"] is None:
            totals[system] = value
            continue
        entries.add(line, system, str(int(printed["segment"]) + 1))
        values.append(value)
    if not values:
        return [of_systems(COMET, totals)]
    scores = entries.scores(COMET, values)
    given = [totals.get(system, math.nan) for system in scores.systems]
    return [replace(scores, totals=np.array(given)) if totals else scores]


# A file with its list of segments, or what comet-compare writes; indented or not.
COMET_START = re.compile(r'\s*\{\s*(?:"(?:[^"\\]|\\.)*"\s*:\s*[\[{]|\})')


def recognises_comet(head: Head) -> bool:
    """Tell by its beginning whether a file may be what COMET writes with --to_json."""
    compared = head.start.lstrip().startswith("{") and '"translations"' in head.start
    return compared or COMET_START.match(head.start) is not None


def read_comet(path: Named) -> list[Scores]:
    """Read what COMET writes with --to_json; every number beside the texts is a score."""
    content = read_json(path, "COMET writes it with --to_json", nan=True)
    if isinstance(content, dict) and isinstance(content.get("translations"), list):
        return _compared(path, content["translations"])
    if not isinstance(content, dict) or not all(isinstance(rows, list) and rows for rows in content.values()):
        raise InputError(
            f"{label(path)}: not an object from system to a list of segments, as COMET writes it"
        )
    names = [stem(name) for name in content]
    systems = names if len(set(names)) == len(names) else list(content)
    entries, columns, file = Entries(path), dict[str, list[float]](), label(path)
    for system, (given, rows) in zip(systems, content.items(), strict=True):
        for at, row in enumerate(rows, start=1):
            where = f'{file}: "{shown(given)}", segment {at}'
            entries.add(at, system, str(at))
            for name, value in _scores(where, row, columns if len(entries.lines) > 1 else None).items():
                columns.setdefault(name, []).append(value)
    if not columns:
        raise InputError(f"{label(path)}: no segment has a score; run comet-score without --only_system")
    return [entries.scores(name, values) for name, values in columns.items()]


def _compared(path: Named, translations: list[Any]) -> list[Scores]:
    """Read what comet-compare writes: the scores of every file in a list."""
    entries, values, file = Entries(path), list[float](), label(path)
    for at, translation in enumerate(translations, start=1):
        scores = translation.get("scores") if isinstance(translation, dict) else None
        if (
            not isinstance(scores, list)
            or not _is_list(scores)
            or not isinstance(translation.get("name"), str)
        ):
            raise InputError(
                f'{file}: translation {at} has no "name" with a list of "scores", as COMET writes it'
            )
        for segment, value in enumerate(scores, start=1):
            entries.add(at, stem(translation["name"]), str(segment))
            values.append(finite(f"{file}: translation {at}, segment {segment}", value))
    return [entries.scores(COMET, values)]


def _scores(where: str, row: object, known: Mapping[str, list[float]] | None) -> dict[str, float]:
    """Return the numbers of a segment; all segments must have the same."""
    given = row if isinstance(row, dict) else {}
    scores = {
        name: finite(where, value) for name, value in given.items() if _is_score(value) and name != VARIANCE
    }
    if known is not None and set(scores) != set(known):
        raise InputError(f"{where}: scores {sorted(scores)}, other segments have {sorted(known)}")
    return scores


def _is_score(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def read_metricx(path: Named) -> list[Scores]:
    """Read the predictions of MetricX."""
    entries, values, counts, file = Entries(path), [], dict[str, int](), label(path)
    for line, record in _records(path):
        where = f"{file}, line {line}"
        value = record.get(PREDICTION)
        if value is None or not _is_score(value):
            raise InputError(f'{where}: no number under "{PREDICTION}"; let MetricX predict this line')
        system = str(record.get("system_id") or system_of(path))
        counts[system] = counts.get(system, 0) + 1
        entries.add(line, system, str(record.get("segment_id", counts[system])))
        values.append(finite(where, value))
    return [entries.scores(METRICX, values, higher_is_better=False)]


def read_wmt25(path: Named) -> list[Scores]:
    """Read the automatic scores of one system of WMT 2025."""
    entries, columns = Entries(path), dict[str, list[float]]()
    uneven: list[str] = []
    for line, record in _records(path):
        where = f"{label(path)}, line {line}"
        lists = record.get("metric_scores")
        if not isinstance(lists, dict) or not all(map(_is_list, lists.values())):
            raise InputError(f'{where}: "metric_scores" is not an object from metric to a list of numbers')
        name = "_#_".join(str(record.get(key, "")) for key in ("language_pair", "domain", "document_id"))
        segments = max(map(len, lists.values()), default=0)
        for at in range(segments):
            entries.add(line, system_of(path), f"{name}_#_{at}", name, str(record.get("domain", "")))
        uneven += [where] if len({*map(len, lists.values())}) > 1 else []
        numbers = {metric: [finite(where, value) for value in lists[metric]] for metric in lists}
        _append(columns, numbers, (len(entries.lines) - segments, segments))
    if uneven:
        warnings.warn(
            f"{uneven[0]}: lists of different lengths; missing entries have no score", AssayWarning, 2
        )
    return [entries.scores(name, values) for name, values in columns.items()]


def _append(
    columns: dict[str, list[float]], lists: Mapping[str, list[float]], place: tuple[int, int]
) -> None:
    """Add the scores of a document to all columns, NaN where a metric has none."""
    before, segments = place
    for name in dict.fromkeys([*columns, *lists]):
        column = columns.setdefault(name, [float("nan")] * before)
        given = lists.get(name, [])
        column += given + [float("nan")] * (segments - len(given))


def _is_list(values: object) -> bool:
    return isinstance(values, list) and all(map(_is_score, values))


def _records(path: Named) -> Iterator[tuple[int, dict[str, Any]]]:
    for line, text in enumerate(text_lines(decoded(path, contents(path))), start=1):
        try:
            record = parse_json(text, nan=True)
        except JsonError as error:
            raise InputError(
                f"{label(path)}, line {line}: not JSON ({error}); give one object per line"
            ) from None
        if not isinstance(record, dict):
            raise InputError(f"{label(path)}, line {line}: not a JSON object; give one per line")
        yield line, record


def system_of(path: Named) -> str:
    """Return what the system is called whose scores are in a file: the name of the file."""
    return base_name(path).removesuffix(".gz").removesuffix(".jsonl")
