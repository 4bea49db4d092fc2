"""Files and frames read into the values that everything else works with: texts, sets, judgements, scores, runs."""

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import replace
from typing import Any, TypeVar

from assay.api.calls import answered, read_keywords, takes
from assay.data import EvalSet, Judgements, Outputs, Preferences, Run, Scores, join_shards
from assay.errors import InputError, OptionError
from assay.extensions import with_judgements
from assay.io import (
    FileOptions,
    JudgementOptions,
    Named,
    Source,
    open_judgements,
)
from assay.io import read_run as read_run_file
from assay.io import read_scores as read_score_file
from assay.io import read_texts as read_lines
from assay.questions import FormatsResult, Given
from assay.questions.columns import frame_columns, frame_rows
from assay.questions.outputs.formats import FormatsQuestion

Asked = TypeVar("Asked", bound=JudgementOptions)


def read_texts(path: str | os.PathLike[str]) -> list[str]:
    """Read a file of plain text: one segment per line."""
    return read_lines(os.fspath(path))


@takes(FormatsQuestion)
def formats(*files: str | os.PathLike[str]) -> FormatsResult:
    """Say what files are and what can be done with them; without a file, list the formats that are read."""
    for file in files:
        if not isinstance(file, str | os.PathLike):
            raise OptionError(
                f"what a file is can be said of paths, and not of a {type(file).__name__}; functions take it as it is"
            )
    question = read_keywords(FormatsQuestion, {"files": files}, ())
    told: FormatsResult = answered("formats", question, Given())
    return told


@takes(FileOptions)
def read_set(
    hypotheses: Any = None,
    references: Any = None,
    *,
    sources: Any = None,
    documents: Any = None,
    references_by: str | None = None,
    **options: Any,
) -> tuple[EvalSet, Outputs]:
    """Read an evaluation set and the outputs of systems, from whatever `score` takes: files, frames, lists."""
    files = read_keywords(FileOptions, options)
    given = Given(hypotheses, references, sources, documents, references_by, files)
    return join_shards(list(given.shards()))


@takes(JudgementOptions)
def read_judgements(judgements: Any, **options: Any) -> Judgements | Preferences:
    """Read judgements from a file in any format that `assay human` reads, or from a frame with a row per judgement.

    A database of campaigns has those of a study, the `campaign` of this name if there are several.
    """
    return open_judgements(judged(read_keywords(JudgementOptions, options, ("judgements",)), judgements))


def read_scores(scores: Any, form: str | None = None, lower_is_better: Collection[str] = ()) -> list[Scores]:
    """Read scores of metrics, one `Scores` a metric, from a file or a frame with the columns system and segment."""
    return read_score_file(file_of(scores, "scores"), form, lower_is_better)


def read_run(path: str | os.PathLike[str]) -> Run:
    """Read a run file, which `--run` wrote: the result with inputs, options and environment."""
    return read_run_file(os.fspath(path))


def judged(options: Asked, judgements: Any) -> Asked:
    """Return options with the judgements to read: a file, a frame, or a campaign of a database."""
    return with_judgements(replace(options, judgements=file_of(judgements, "judgements")))


def file_of(given: Any, name: str) -> Named:
    """Return the path of a file, or a frame as a source of this name."""
    if isinstance(given, str | os.PathLike):
        return os.fspath(given)
    frame = frame_columns(given)
    if frame is None:
        raise InputError(f"{name} is of type {type(given).__name__}; give a file or a frame")
    return Source(name, rows=frame_rows(frame))
