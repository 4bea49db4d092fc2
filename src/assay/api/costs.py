"""What translations cost, for Python: to run the systems that make them, and to repair what they made.

Post-edits are a file in any format that `assay postedit` reads, several files, a frame with the columns `editor`,
`segment` and what was measured, or what `read_postedits` returned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from assay.api.calls import answered, read_keywords, takes
from assay.api.reading import file_of
from assay.data import PostEdits, Scores
from assay.io import PostEditFiles, open_postedits
from assay.questions import Asker, BenchResult, Given
from assay.questions.people.postedit import PostEditQuestion
from assay.questions.specifications import Metrics
from assay.questions.tools.bench_system import BenchQuestion

GIVEN = ("postedits", "scores")


@takes(BenchQuestion)
def bench_systems(
    commands: Mapping[str, str] | Sequence[str] | str,
    sources: Any,
    references: Any = None,
    metrics: Metrics | None = None,
    *,
    step: Any = None,
    **options: Any,
) -> BenchResult:
    """Measure what systems cost: commands that read a segment a line and write its translation a line.

    `commands` is a mapping from systems to commands of a shell, or a list of `NAME=COMMAND`. With references, quality
    stands beside speed. `step(words)` gives a context in which a step is shown.
    """
    besides = ("commands", "sources", "references", "metrics", "step")
    question = read_keywords(BenchQuestion, options | {"commands": _named_commands(commands)}, besides)
    asker = Asker() if step is None else Asker(step=step)
    given = Given(None, references, sources, metrics=metrics, asker=asker)
    benched: BenchResult = answered("bench-system", question, given)
    return benched


def _named_commands(commands: Mapping[str, str] | Sequence[str] | str) -> list[str]:
    if isinstance(commands, Mapping):
        return [f"{name}={command}" for name, command in commands.items()]
    return [commands] if isinstance(commands, str) else list(commands)


@takes(PostEditQuestion)
def effort(postedits: Any = (), *, scores: Any = (), **options: Any) -> Any:
    """Measure what it costs to repair translations: time, keys, pauses, edits; by system, editor and document.

    `postedits` is a log or a table, several of them, a frame, or what `read_postedits` returned; texts before and after
    editing can be given as files with `mt` and `final`. `scores` are those of metrics that are to predict the effort.
    `to="log"` converts them instead, and `save` writes the file.
    """
    question = read_keywords(PostEditQuestion, options, GIVEN)
    listed = scores if isinstance(scores, list | tuple) else [scores]
    rows = postedits if isinstance(postedits, PostEdits) else None
    question = replace(
        question,
        files=question.files if rows is not None else _files(question.files, postedits),
        scores=tuple(file_of(each, "scores") for each in listed if not isinstance(each, Scores)),
    )
    read = [each for each in listed if isinstance(each, Scores)]
    return answered("postedit", question, Given(postedits=rows, scores=read))


def read_postedits(postedits: Any, **options: Any) -> PostEdits:
    """Read post-edits from a log, a table or a frame, or from texts before and after editing."""
    return open_postedits(_files(read_keywords(PostEditFiles, options, GIVEN), postedits))


def _files(files: PostEditFiles, given: Any) -> PostEditFiles:
    listed = given if isinstance(given, list | tuple) else [given]
    return replace(files, logs=tuple(file_of(each, "postedits") for each in listed))
