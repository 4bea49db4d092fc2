"""Is anything wrong with the files? To be asked before any score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assay.diagnosis.options import CheckOptions
from assay.io import FileOptions
from assay.options import nested
from assay.questions.parts import NO_OUTPUTS
from assay.questions.results import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.diagnosis import FileCheck
    from assay.io import RawFile, RawSet
    from assay.questions.given import Given
    from assay.reporting import Block


@dataclass(frozen=True)
class CheckQuestion:
    """Look for what would make scores wrong: lines, encodings, copies, languages, leaks."""

    files: FileOptions = nested(FileOptions)
    check: CheckOptions = nested(CheckOptions)

    def without_outputs(self) -> str:
        """Say what is missing where no output is given."""
        return NO_OUTPUTS


@dataclass(frozen=True, repr=False)
class CheckResult(Result):
    """What would make scores wrong: `check` holds every trouble, the worst first."""

    check: FileCheck

    @property
    def failed(self) -> bool:
        """Whether there is an error: something that makes scores wrong."""
        return self.check.failed

    @property
    def holds(self) -> bool:
        """Whether nothing makes scores wrong."""
        return not self.failed

    def report(self, *, pictures: bool = False) -> Sequence[Block]:
        """Return the troubles, and the files or lists that were looked at."""
        from assay.reporting.tables.diagnosis.checks import file_check_report

        return file_check_report(self.check)


def ask(question: CheckQuestion, given: Given) -> CheckResult:
    """Read files as they are, however broken, look at them, and say what was found."""
    from assay.diagnosis.files.integrity import check_files
    from assay.io.raw_files import read_raw_set

    files = given.as_files()
    return CheckResult(
        check_files(_in_memory(given) if files is None else read_raw_set(files), question.check)
    )


def _in_memory(given: Given) -> RawSet:
    """Return lists and columns as files that were read, of whatever lengths they are."""
    from assay.data import join_shards
    from assay.io import RawSet
    from assay.questions.columns import frame_columns, texts
    from assay.questions.named_files import read_column

    frame = frame_columns(given.hypotheses)
    if given.references is None and frame is not None and len(frame) > 1:
        evalset, outputs = join_shards(list(given.shards()))
        return RawSet(
            {name: _raw(name, column) for name, column in outputs.items()},
            {name: _raw(name, column) for name, column in evalset.references.items()},
            None if evalset.source is None else _raw("source", evalset.source),
        )
    outputs = given.outputs()
    return RawSet(
        {name: _raw(name, column) for name, column in outputs.items()},
        _references(given, len(next(iter(outputs.values())))),
        None if given.sources is None else _raw("sources", texts(read_column(given.sources), "sources")),
        ()
        if given.documents is None
        else (_raw("documents", texts(read_column(given.documents), "documents")),),
    )


def _references(given: Given, segments: int) -> dict[str, RawFile]:
    from assay.questions.columns import elements, reference_streams
    from assay.questions.named_files import read_column

    references = read_column(given.references)
    if references is None:
        return {}
    if not isinstance(references, Mapping):
        entries = elements(references, "references")
        if all(isinstance(entry, str) for entry in entries):
            return {"references": _raw("references", entries)}
    streams = reference_streams(references, segments, given.references_by)
    return {name: _raw(name, column) for name, column in streams.items()}


def _raw(name: str, column: Sequence[Any]) -> RawFile:
    from assay.io import RawFile

    holes = frozenset(line for line, text in enumerate(column, start=1) if text is None)
    return RawFile(name, tuple(text or "" for text in column), absent=holes)
