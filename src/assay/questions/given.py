"""An evaluation set as a Python call gives it: lists, columns, frames, or files as on the command line.

Hypotheses that name their systems (a mapping, several files, a file or frame that holds a whole set) keep these names;
one list alone is called "hypotheses".
"""

from __future__ import annotations

import os
import re
import shlex
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from assay.data import Codes, EvalSet, Outputs, numbered_ids, shards
from assay.errors import AssayWarning, InputError, MismatchError, OptionError, counted
from assay.io import (
    Columns,
    FileOptions,
    Source,
    lacks_references,
    open_set,
    open_unreferenced,
    parse_columns,
    read_table,
)
from assay.io.sides.joining import join_sides
from assay.metrics import Metric
from assay.questions.asker import Asker, Shard, Shards
from assay.questions.columns import (
    aligned_texts,
    elements,
    frame_columns,
    frame_rows,
    imported,
    reference_streams,
    texts,
)
from assay.questions.joined_frames import any_ids, by_position, sides_of
from assay.questions.named_files import path_of, paths_of, read_column, read_names
from assay.questions.parts import NO_OUTPUTS
from assay.questions.specifications import Metrics, parse_metrics, refuse_for_references
from assay.text import Column

# The registry of metrics is imported where one is computed: what people said is ranked without any.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.data import PostEdits, Scores
    from assay.io.sides.side import Side
    from assay.metrics import Beside, MetricOptions

Path = str | os.PathLike[str]
SYSTEM = "hypotheses"
# Other keywords of calls.
BESIDES = ("hypotheses", "references", "metrics", "sources", "documents", "references_by")
# Characters that a warning spends on a command.
LONGEST_COMMAND = 120
# In the name of a file: ref, refB, reference-b.
_REFERENCE = re.compile(r"(?i)(?<![a-z])ref(?:erences?|s)?(?![a-z]{2})")


@dataclass(frozen=True)
class Given:
    """What is given to be asked about: texts in memory, or files, whose options may also name the whole set.

    `metrics` may be objects, which no option can name; without them the options of the question say which. What people
    said may have been read already: `judgements`, and so may `postedits` and the `scores` of metrics. `runs` are
    outputs of several training runs, by system; `baseline` is the output of the system that a gate holds another
    against; `beside` makes the texts that the outputs of these systems are compared with.
    """

    hypotheses: object = None
    references: object = None
    sources: object = None
    documents: object = None
    references_by: str | None = None
    files: FileOptions = FileOptions()
    metrics: Metrics | None = None
    judgements: object = None
    postedits: PostEdits | None = None
    scores: Sequence[Scores] = ()
    beside: Callable[[Sequence[str]], Beside] | None = None
    runs: Mapping[str, Sequence[Any]] | None = None
    baseline: object = None
    asker: Asker = field(default=Asker(), kw_only=True)

    def __post_init__(self) -> None:
        """Take in what speaks Arrow's C stream interface; some of it can be read only once."""
        for name in ("hypotheses", "references", "sources", "documents"):
            object.__setattr__(self, name, imported(getattr(self, name)))
        if not isinstance(self.metrics, str) and isinstance(self.metrics, Iterable):
            object.__setattr__(self, "metrics", tuple(self.metrics))

    @property
    def is_given(self) -> bool:
        """Whether there is any system."""
        return self.hypotheses is not None or self.runs is not None or bool(self.files.systems)

    @property
    def lacks_references(self) -> bool:
        """Whether there are source and outputs, and no reference."""
        if self.references is not None:
            return False
        files = self.as_files()
        if files is not None:
            return lacks_references(files)
        return self.sources is not None and not isinstance(self.hypotheses, str)

    @property
    def is_one_list(self) -> bool:
        """Whether there is one system, without a name of its own."""
        if isinstance(self.hypotheses, Mapping):
            return False
        if self.references is None:
            return isinstance(self.hypotheses, list | tuple) and paths_of(self.hypotheses) is None
        if paths_of(self.hypotheses) is not None:
            return len(paths_of(self.hypotheses) or ()) == 1
        frame = frame_columns(self.hypotheses)
        return frame is None or len(frame) == 1

    def shards(self) -> Iterator[Shard]:
        """Yield the set in parts."""
        files = self.as_files()
        yield from self._in_memory() if files is None else open_set(files)

    def unreferenced(self) -> Iterator[Shard]:
        """Yield the set as one part, for metrics that need no references."""
        files = self.as_files()
        if files is not None:
            yield from open_unreferenced(files)
            return
        outputs = self.outputs()
        _check_lengths(outputs)
        segments = len(next(iter(outputs.values())))
        documents = self._column("documents", segments)
        codes = None if documents is None else Codes.of(documents)
        source = self._column("sources", segments)
        yield EvalSet("hypotheses", ("", ""), source, {}, codes, numbered_ids(segments)), outputs

    def shards_for(self, metrics: Sequence[Metric], *, documents: bool = False) -> Iterator[Shard]:
        """Yield the set in parts for these metrics, with warnings: without references where none are needed.

        `documents` refuses a set without them.
        """
        from assay.metrics import need_no_references
        from assay.metrics.evaluation import with_tokenised_warning

        self.warn_of_references()
        named = self.references is not None or bool(self.files.reference)
        if not named and need_no_references(metrics):
            return with_tokenised_warning(self.unreferenced(), metrics)
        files = self.as_files()
        if files is not None and files.source is not None and not files.reference:
            refuse_for_references(metrics)
        whole = with_tokenised_warning(self.checked_shards(metrics), metrics)
        return self.asker.shards(with_documents(whole) if documents else whole)

    def checked_shards(self, metrics: Sequence[Metric]) -> Iterator[Shard]:
        """Yield the set in parts, and warn of what would make its scores by these metrics wrong."""
        from assay.diagnosis.files.quick_checks import with_quick_checks

        command = "assay.check" if self.asker.names == "keywords" else check_command(self.files)
        return with_quick_checks(self.shards(), command, metrics)

    def chosen_metrics(self, asked: MetricOptions) -> list[Metric]:
        """Return the metrics given, or those that options name; catch `-m bleu chrf`, where chrf is an output."""
        from assay.metrics import ALIASES, METRICS

        if self.metrics is not None:
            return parse_metrics(self.metrics)
        for name in self.files.systems:
            if not os.path.exists(name) and (name in METRICS or name in ALIASES):
                raise OptionError(f"{name} is a metric, and there is no file of this name; write -m {name}")
        return asked.parse()

    def refuse_nothing(self, words: str = NO_OUTPUTS) -> None:
        """Refuse a question about outputs where none are given, in `words` of the command line."""
        if self.is_given:
            return
        if self.asker.names == "flags":
            raise OptionError(words)
        raise InputError(
            "no hypotheses given; give a list, a frame, a file, or a mapping from systems to these"
        )

    def as_files(self) -> FileOptions | None:
        """Return the options that name the same set, if all of it lies in files."""
        self.refuse_nothing()
        if self.hypotheses is None:
            return self.files
        if self.files.systems or self.files.reference or self.files.source or self.files.docs:
            raise OptionError(
                "systems, reference, source and docs name files in place of hypotheses; give one or the other"
            )
        systems = paths_of(self.hypotheses)
        references = () if self.references is None else paths_of(self.references)
        others = [path_of(other) for other in (self.sources, self.documents)]
        if systems is None or references is None or None in others:
            return None
        source, docs = (other or None for other in others)
        return replace(self.files, systems=systems, reference=references, source=source, docs=docs)

    def warn_of_references(self) -> None:
        """Warn of `-r a.txt b.txt` where b.txt, by its name, is another reference, or the two were exchanged."""
        files = self.files
        for name in files.systems if files.reference else ():
            path, first = name.rpartition("=")[2], files.reference[0]
            if not _is_reference(path) or path in files.reference:
                continue
            exchanged = len(files.systems) == 1 and not _is_reference(first) and not os.path.isdir(first)
            meant = f"-r {path} {first}" if exchanged else f"-r {first} -r {path}"
            also = f" (or -r {first} -r {path}, if both are)" if exchanged else ""
            warnings.warn(
                f"{path} is scored as the output of a system; if it is a reference, write {meant}{also}",
                AssayWarning,
                stacklevel=2,
            )

    def _in_memory(self) -> Iterator[Shard]:
        if self.references is None:
            yield from shards(*self._whole_frame(frame_columns(self.hypotheses)))
            return
        systems = self.hypotheses.values() if isinstance(self.hypotheses, Mapping) else [self.hypotheses]
        if any_ids([self.references, self.sources, *systems]):
            yield from shards(*self._joined())
            return
        outputs = self.outputs()
        _check_lengths(outputs)
        segments = len(next(iter(outputs.values())))
        documents = self._column("documents", segments)
        evalset = EvalSet(
            name="references",
            languages=("", ""),
            source=self._column("sources", segments),
            references=reference_streams(self._given_references(), segments, self.references_by),
            document=None if documents is None else Codes.of(documents),
        )
        yield from shards(evalset, outputs)

    def _joined(self) -> Shard:
        """Return the set, of which some frames have ids, by which the rows of those are joined."""
        outputs = self._output_sides()
        segments = len(next(iter(outputs.values())))
        named = self.files.columns
        references = sides_of(self.references, "references", "reference", named, self.files.missing)
        if references is None:
            streams = reference_streams(self._given_references(), segments, self.references_by)
            references = by_position(streams, "references")
        source = None
        if self.sources is not None:
            sides = sides_of(self.sources, "sources", "source", named)
            if sides is None:
                sides = by_position({"": texts(read_column(self.sources, "source"), "sources")}, "sources")
            source = next(iter(sides.values()))
        evalset, joined = join_sides(
            {name or "ref1": side for name, side in references.items()}, source, outputs
        )
        if self.documents is not None:
            names = self._column("documents", len(evalset))
            evalset = replace(evalset, document=None if names is None else Codes.of(names))
        return replace(evalset, name="references"), joined

    def _output_sides(self) -> dict[str, Side]:
        """Return the outputs of every system, with ids where they are in a frame that has them."""
        if not isinstance(self.hypotheses, Mapping):
            sides = sides_of(self.hypotheses, SYSTEM, "system", self.files.columns)
            if sides is None:
                return by_position(self.outputs(), SYSTEM)
            return {name or SYSTEM: side for name, side in sides.items()}
        outputs: dict[str, Side] = {}
        for name, value in self.hypotheses.items():
            place = f"hypotheses[{name!r}]"
            sides = sides_of(value, place, "system", self.files.columns)
            if sides is None:
                sides = by_position({"": _systems({name: value})[str(name)]}, place)
            for own, side in sides.items():
                outputs[str(name) if len(sides) == 1 else f"{name}:{own}"] = side
        return outputs

    def _given_references(self) -> object:
        """Return the references, of a frame of several columns those that `columns` name."""
        frame = frame_columns(self.references)
        if frame is None or len(frame) == 1 or not self.files.columns:
            return read_column(self.references, "reference")
        roles = parse_columns(self.files.columns)
        chosen = [
            (name, column) for column in frame for role, name in roles.roles(column) if role == "reference"
        ]
        return {name: frame[column] for name, column in chosen} or self.references

    def _whole_frame(self, frame: Mapping[str, list[Any]] | None) -> Shard:
        """Read a frame that holds outputs and references under their names, as a table in a file would."""
        if frame is None:
            kind = type(self.hypotheses).__name__
            raise InputError(
                f"no references given for hypotheses of type {kind}; give one string per hypothesis"
            )
        if self.sources is not None or self.documents is not None:
            raise OptionError("a frame with references also holds source and documents; name its columns")
        columns = parse_columns(self.files.columns) if self.files.columns else None
        return read_table(Source("the frame", rows=frame_rows(frame)), columns, self.files.missing)

    def outputs(self) -> dict[str, Column]:
        """Return the outputs of every system, where these are not in files."""
        frame = frame_columns(self.hypotheses)
        if isinstance(self.hypotheses, Mapping):
            return _systems(self.hypotheses)
        if frame is not None and len(frame) > 1:
            chosen = _system_columns(frame, self.files.columns)
            return {name: texts(frame[column], f"hypotheses[{column!r}]") for name, column in chosen.items()}
        return {SYSTEM: texts(read_column(self.hypotheses), SYSTEM)}

    def _column(self, name: str, segments: int) -> Column | None:
        column = getattr(self, name)
        if column is None:
            return None
        given = read_column(column, "source") if name == "sources" else read_names(column)
        return aligned_texts(given, name, segments)


def _check_lengths(outputs: Outputs) -> None:
    (first, column), *others = outputs.items()
    for name, other in others:
        if len(other) != len(column):
            raise MismatchError(
                f"hypotheses[{name!r}] has {counted(len(other), 'segment')}, hypotheses[{first!r}] has {len(column)}"
            )


def check_command(files: FileOptions) -> str:
    """Return the command that checks the same files, as a shell takes it; long ones are only named."""
    named = {
        "-r": files.reference,
        "-s": (files.source,),
        "--columns": files.columns,
        "--missing": (files.missing,),
    }
    words = ["assay", "check", *files.systems]
    words += [
        word for flag, paths in named.items() for path in paths if path is not None for word in (flag, path)
    ]
    command = shlex.join(words)
    return f'"{command}"' if len(command) <= LONGEST_COMMAND else '"assay check" on the same files'


def with_documents(shards: Iterable[Shard]) -> Shards:
    """Refuse a set without documents at its first shard, not after hours of work."""
    from assay.reporting.tables.comparison.scores import documents_of

    for evalset, outputs in shards:
        documents_of(evalset.document)
        yield evalset, outputs


def _system_columns(frame: Iterable[str], columns: Sequence[str]) -> dict[str, str]:
    """Return the columns of a frame that hold outputs, by the names of the systems; it would be a guess otherwise."""
    roles = parse_columns(columns) if columns else Columns()
    chosen = {name: column for column in frame for role, name in roles.roles(column) if role == "system"}
    if not chosen:
        listed = ", ".join(f'"{column}"' for column in frame)
        raise InputError(
            f"hypotheses is a frame with the columns {listed}; choose one, "
            f'or say which are outputs, as in columns={{"system": [{listed}]}}'
        )
    return chosen


def _systems(hypotheses: Mapping[str, object]) -> dict[str, Column]:
    if not hypotheses:
        raise InputError("hypotheses is empty; give at least one system")
    for name, column in hypotheses.items():
        if not isinstance(column, Iterable) and not isinstance(column, os.PathLike):
            raise InputError(
                f"hypotheses is of type dict, and hypotheses[{name!r}] of type {type(column).__name__}; "
                "give a list of strings for each system"
            )
    return {
        str(name): texts(read_column(column), f"hypotheses[{name!r}]") for name, column in hypotheses.items()
    }


def column_options(columns: object) -> tuple[str, ...]:
    """Write `columns={"reference": "ref", "system": ["a", "b"]}` as the command line does: reference=ref, …"""
    if isinstance(columns, str):
        return (columns,)
    if not isinstance(columns, Mapping):
        return tuple(map(str, elements(columns, "columns")))
    return tuple(
        f"{role}={column}"
        for role, named in columns.items()
        for column in ([named] if isinstance(named, str) else named)
    )


def _is_reference(path: str) -> bool:
    """Tell by its name whether a file may hold references."""
    return _REFERENCE.search(os.path.basename(path)) is not None
