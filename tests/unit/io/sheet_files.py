"""Spreadsheets of judgements as people have them, written for the tests in the layouts of real files."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

SCORES = {("Anna", "DeepL"): (80, 71, 66, 90), ("Anna", "Google"): (60, 55, 40, 72)}
SCORES |= {("Ben", "DeepL"): (85, 64, 70, 93), ("Ben", "Google"): (64, 51, 48, 70)}
SEGMENTS = ("1", "2", "3", "4")


def ratings() -> list[tuple[str, str, str, int]]:
    """Return rater, system, segment and score of a small study: two raters, two systems, four segments."""
    return [
        (rater, system, segment, score)
        for (rater, system), scores in SCORES.items()
        for segment, score in zip(SEGMENTS, scores, strict=True)
    ]


def text(header: str, *, separator: str = ";", above: Sequence[str] = (), end: str = "\r\n") -> str:
    """Write the study as a table, a row a rating, under a header and the lines above it."""
    rows = [separator.join(map(str, row)) for row in ratings()]
    return "".join(line + end for line in (*above, header, *rows))


def workbook(rows: Sequence[Sequence[object]]) -> bytes:
    """Write rows as the first sheet of an XLSX workbook."""
    import openpyxl

    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(list(row))
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


BY_SYSTEM = "Segment;Rater;DeepL;Google\n" + "".join(
    f"{segment};{rater};{SCORES[rater, 'DeepL'][at]};{SCORES[rater, 'Google'][at]}\n"
    for rater in ("Anna", "Ben")
    for at, segment in enumerate(SEGMENTS)
)
BY_RATER = "ID\tMT system\tAnna\tBen\n" + "".join(
    f"{segment}\t{system}\t{SCORES['Anna', system][at]}\t{SCORES['Ben', system][at]}\n"
    for system in ("DeepL", "Google")
    for at, segment in enumerate(SEGMENTS)
)
GRADES = (
    "Human evaluation, spring\n\nEvaluator,Sys,Seg,Adequacy (1-5),Fluency (1-5),Comments,Time\n"
    'Anna,A,1,4,5,"good, but long",0:01:05\nAnna,B,1,2,3,,12.5\nAnna,A,2,5,5,,10\nAnna,B,2,3,3,,9\n'
    "Ben,A,1,4,4,,8\nBen,B,1,2,2,,7\nBen,A,2,5,4,,9\nBen,B,2,3,,,11\nAverage,,,3.5,3.71,,\n"
)
ERRORS = (
    "Segment ID;Engine;Reviewer;Source;Target;Error category;Error subcategory;Severity;Comment\n"
    "1;DeepL;Anna;Guten Tag;Good day;Accuracy;Mistranslation;Minor;hm\n"
    "1;DeepL;Anna;Guten Tag;Good day;Fluency;Grammar;Major;\n"
    "2;DeepL;Anna;Danke;Thanks;;;;\n"
    "1;Google;Anna;Guten Tag;Day good;Fluency;Word order;Major;\n"
    "2;Google;Anna;Danke;Thank;Accuracy;Omission;Minor;\n"
)
MLQE = "index\toriginal\ttranslation\tscores\tmean\tz_scores\tz_mean\tmodel_scores\n" + "".join(
    f"{at}\tSatz {at}.\tSentence {at}.\t[{70 + at}, {80 + at}, {60 + at}]\t{70 + at}\t[0.1, 0.2, 0.3]\t0.2\t-0.5\n"
    for at in range(6)
)
BOOK: list[Sequence[object]] = [
    ["Evaluation of two engines"],
    [],
    ["Annotator", "MT engine", "Segment ID", "Score 0-100", "Comment"],
    *([*row, "line one\nline two" if row[3] == 80 else None] for row in ratings()),
]

# what is in a file, its content, and how many judgements it holds
FILES: dict[str, tuple[bytes, int]] = {
    "xlsx": (workbook(BOOK), 16),
    "semicolons": (text("Annotator;Sys;Seg;Score 0-100").encode(), 16),
    "sep-line": (text("Evaluator;MT engine;Segment ID;Rating", above=["sep=;"]).encode(), 16),
    "commas": (text("judge,Engine,Segment No.,DA score", separator=",", end="\n").encode(), 16),
    "tabs-utf16": (text("Rater ID\tSystem\tSentence\tQuality", separator="\t").encode("utf-16"), 16),
    "windows": (
        text("Annotator;Sys;Seg;Score 0-100", above=["\xdcbersicht;;;"])
        .replace("Ben", "Ren\xe9")
        .encode("cp1252"),
        16,
    ),
    "mark": (b"\xef\xbb\xbf" + text("Annotator;Sys;Seg;Score 0-100").encode(), 16),
    "old-mac": (text("Annotator;Sys;Seg;Score 0-100", end="\r").encode(), 16),
    "trailing": (
        text("Annotator;Sys;Seg;Points;").replace("\r\n", ";\r\n").replace(";;\r\n", ";\r\n").encode(),
        16,
    ),
    "title": (text("Annotator;Sys;Seg;Score", above=["Evaluation of 3 May;;;", ";;;"]).encode(), 16),
    "by-system": (BY_SYSTEM.encode(), 16),
    "by-rater": (BY_RATER.encode(), 16),
    "grades": (GRADES.encode(), 16),
    "errors": (ERRORS.encode(), 4),
    "mlqe": (MLQE.encode(), 6),
}


def put_sheet(folder: Path, content: bytes | str, name: str = "sheet.csv") -> str:
    """Write a file and return its path."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)
