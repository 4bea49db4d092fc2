"""The folder of a test set as mt-metrics-eval (version 2) keeps it, read piece by piece as it is asked for.

```
sources/LP.txt   references/LP.REF.txt   system-outputs/LP/SYSTEM.txt   documents/LP.docs (DOMAIN DOCUMENT)
human-scores/LP.NAME.LEVEL.score, LP.NAME.seg.rating   metric-scores/LP/METRIC-REF.LEVEL.score
```

LP is the pair of languages, REF the reference of a metric or `src`, LEVEL `seg`, `doc`, `sys` or `domain`. Any part may
be missing. Segments are named by their numbers, from 1 on. Scores of whole systems are those of the file, which may
have been computed on more segments than are here; they are the `totals`, those by domain the `domain_totals`, and
those of documents the `document_totals`.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from assay.data import Array, Codes, EvalSet, Judgements, Outputs, Scores
from assay.errors import InputError, counted
from assay.io.opening import contents, label, listed, shown
from assay.io.ratings.formats import seg_rating
from assay.io.scores.mtme_files import as_matrix, numbered, read_blocks, read_domains, read_totals
from assay.io.texts.lines import columns
from assay.io.texts.names import base_name
from assay.text import Column

PARTS = ("sources", "references", "system-outputs", "documents", "human-scores", "metric-scores")
SOURCE = "src"


def open_tree(folder: str) -> Tree:
    """Open the folder of a test set; what it holds is read when it is asked for."""
    path = str(folder)
    if not os.path.isdir(path):
        raise InputError(f"{label(path)}: no such folder; name the folder of a test set, such as wmt23")
    if not any(os.path.isdir(os.path.join(path, part)) for part in PARTS):
        inner = [name for name in _listed(path) if any(_listed(os.path.join(path, name, p)) for p in PARTS)]
        advice = (
            f"name one of its test sets: {', '.join(inner)}"
            if inner
            else f"it has none of {', '.join(PARTS)}"
        )
        raise InputError(f"{label(path)}: not a test set of mt-metrics-eval; {advice}")
    return Tree(path)


@dataclass(frozen=True)
class Tree:
    """A test set with all its pairs of languages."""

    folder: str
    # Those that were read so far
    files: list[str] = field(default_factory=list, compare=False, repr=False)
    _columns: dict[tuple[str, str], Codes | None] = field(default_factory=dict, compare=False, repr=False)

    def pairs(self) -> tuple[str, ...]:
        """Return the pairs of languages that anything is there of."""
        files = [name.partition(".")[0] for part in ("sources", "references", "documents", "human-scores")
                 for name in self._list(part)]  # fmt: skip
        folders = [name for part in ("system-outputs", "metric-scores") for name in self._list(part)]
        return tuple(sorted({name for name in (*files, *folders) if "-" in name}))

    def references(self, pair: str) -> tuple[str, ...]:
        """Return the names of the references of a pair."""
        return tuple(_middle(name, pair, ".txt") for name in self._files(pair, "references", ".txt"))

    def systems(self, pair: str) -> tuple[str, ...]:
        """Return the names of the outputs of a pair, those of people among them."""
        names = self._list(os.path.join("system-outputs", self._known(pair)))
        return tuple(name.removesuffix(".txt") for name in names if name.endswith(".txt"))

    def human_names(self, pair: str) -> tuple[str, ...]:
        """Return the names of the human scores of a pair: mqm, da-sqm."""
        stems = (_middle(name, pair, ".score") for name in self._files(pair, "human-scores", ".score"))
        return tuple(dict.fromkeys(name.rpartition(".")[0] for name in stems))

    def rating_names(self, pair: str) -> tuple[str, ...]:
        """Return the names of the files with marked errors of a pair."""
        files = self._files(pair, "human-scores", seg_rating.ENDING)
        return tuple(_middle(name, pair, seg_rating.ENDING) for name in files)

    def metric_names(self, pair: str, reference: str | None = None) -> tuple[str, ...]:
        """Return the names of the metrics of a pair, METRIC-REF, with one reference (or none) where it is named."""
        files = self._list(os.path.join("metric-scores", self._known(pair)))
        names = dict.fromkeys(_stem(name) for name in files if name.endswith(".score"))
        wanted = (reference, SOURCE)
        return tuple(name for name in names if reference is None or name.rpartition("-")[2] in wanted)

    def documents(self, pair: str) -> Codes | None:
        """Return the document of every segment."""
        return self._document_column(pair, "document")

    def domains(self, pair: str) -> Codes | None:
        """Return the domain of every segment."""
        return self._document_column(pair, "domain")

    def human(self, pair: str, name: str) -> Scores:
        """Return the human scores of a pair under a name."""
        self._check(name, self.human_names(pair), f"human scores of {pair}")
        return self._scores(pair, name, os.path.join("human-scores", f"{pair}.{name}"))

    def rating(self, pair: str, name: str) -> Judgements:
        """Return marked errors as judgements."""
        self._check(name, self.rating_names(pair), f"ratings of {pair}")
        path = self._read(self._path("human-scores", f"{pair}.{name}{seg_rating.ENDING}"))
        return replace(seg_rating.read(path), languages=_languages(pair))

    def metric(self, pair: str, name: str) -> Scores:
        """Return the scores of a metric, by its full name or, where that names one, without its reference."""
        names = self.metric_names(pair)
        full = name if name in names else self._completed(pair, name, names)
        reference = full.rpartition("-")[2]
        scores = self._scores(pair, full, os.path.join("metric-scores", pair, full))
        return replace(scores, notes=("no reference" if reference == SOURCE else f"reference {reference}",))

    def metrics(self, pair: str, reference: str | None = None) -> list[Scores]:
        """Return the scores of all metrics of a pair, with one reference (or none) where it is named."""
        return [self.metric(pair, name) for name in self.metric_names(pair, reference)]

    def texts(self, pair: str) -> tuple[EvalSet, Outputs]:
        """Return the source, the references and the outputs of a pair."""
        sources = self._files(pair, "sources", ".txt")
        evalset = EvalSet(
            name=f"{base_name(self.folder.rstrip(os.sep))}.{pair}",
            languages=_languages(pair),
            source=self._column("sources", sources[0]) if sources else None,
            references={
                name: self._column("references", f"{pair}.{name}.txt") for name in self.references(pair)
            },
            document=self.documents(pair),
        )
        return evalset, {name: self._output(pair, name, len(evalset)) for name in self.systems(pair)}

    def _output(self, pair: str, system: str, segments: int) -> Column:
        column = self._column("system-outputs", pair, f"{system}.txt")
        if len(column) != segments:
            path = self._path("system-outputs", pair, f"{system}.txt")
            raise InputError(
                f"{label(path)}: {counted(len(column), 'line')}, the set has {counted(segments, 'segment')}"
            )
        return column

    def _scores(self, pair: str, name: str, stem: str) -> Scores:
        """Put the scores of segments and of systems together; either may be missing."""
        by_segment, by_system, by_domain, by_document = (
            self._path(f"{stem}.{level}.score") for level in ("seg", "sys", "domain", "doc")
        )
        documents, domains = self.documents(pair), self.domains(pair)
        blocks = read_blocks(self._read(by_segment)) if os.path.isfile(by_segment) else {}
        segments = None if documents is None else len(documents)
        totals = read_totals(self._read(by_system)) if os.path.isfile(by_system) else None
        of_domains = read_domains(self._read(by_domain)) if os.path.isfile(by_domain) else {}
        of_documents = self._by_document(pair, by_document) if os.path.isfile(by_document) else {}
        named = (name for scores in (*of_domains.values(), *of_documents.values()) for name in scores)
        systems = tuple(dict.fromkeys([*blocks, *(totals or {}), *named]))
        values = as_matrix(by_segment, blocks, segments) if blocks else np.empty((0, 0))
        there = values.shape[1] > 0
        return Scores(
            name,
            systems,
            numbered(values.shape[1]),
            _padded(values, len(systems)),
            None if totals is None else _column(totals, systems),
            document=documents if there else None,
            domain=domains if there else None,
            domain_totals={name: _column(scores, systems) for name, scores in of_domains.items()},
            document_totals={name: _column(scores, systems) for name, scores in of_documents.items()},
        )

    def _by_document(self, pair: str, path: str) -> dict[str, dict[str, float]]:
        """Return the scores of every document: a block a system, documents in the order of the list of documents."""
        documents = self.documents(pair)
        if documents is None:
            raise InputError(
                f"{label(path)}: scores of documents, and there is no list of documents for {pair}"
            )
        blocks = read_blocks(self._read(path))
        as_matrix(path, blocks, len(documents.names), "documents")
        return {
            name: {system: values[at] for system, values in blocks.items()}
            for at, name in enumerate(documents.names)
        }

    def _completed(self, pair: str, name: str, names: Sequence[str]) -> str:
        fitting = [full for full in names if full.rpartition("-")[0] == name]
        if len(fitting) > 1:
            raise InputError(
                f'{label(self.folder)}: "{name}" is one of {listed(fitting)} in {pair}; name one'
            )
        self._check(fitting[0] if fitting else name, names, f"metrics of {pair}")
        return fitting[0]

    def _document_column(self, pair: str, which: str) -> Codes | None:
        key = (self._known(pair), which)
        if key not in self._columns:
            files = self._files(pair, "documents", ".docs")
            rows = [line.split() for line in self._column("documents", files[0])] if files else []
            for number, cells in enumerate(rows, start=1):
                if len(cells) != 2:
                    path = self._path("documents", files[0])
                    raise InputError(
                        f"{label(path)}, line {number}: not DOMAIN and DOCUMENT separated by a space; repair the line"
                    )
            for at, kind in enumerate(("domain", "document")):
                self._columns[pair, kind] = Codes.of([cells[at] for cells in rows]) if files else None
        return self._columns[key]

    def _known(self, pair: str) -> str:
        self._check(pair, self.pairs(), "pairs of languages")
        return pair

    def _check(self, name: str, names: Sequence[str], kind: str) -> None:
        if name not in names:
            close = difflib.get_close_matches(name, names, n=1)
            advice = f'did you mean "{close[0]}"? ' if close else ""
            raise InputError(
                f'{label(self.folder)}: "{shown(name)}" is not among the {kind}; {advice}'
                f"there are {listed(names) or 'none'}"
            )

    def _files(self, pair: str, part: str, ending: str) -> list[str]:
        start = f"{self._known(pair)}."
        return [name for name in self._list(part) if name.startswith(start) and name.endswith(ending)]

    def _list(self, part: str) -> list[str]:
        return _listed(self._path(part))

    def _path(self, *parts: str) -> str:
        return os.path.join(self.folder, *parts)

    def _column(self, *parts: str) -> Column:
        path = self._read(self._path(*parts))
        return Column.joined(list(columns(path, [contents(path)])))

    def _read(self, path: str) -> str:
        """Note that a file is read: a run file names all that a result depends on."""
        if path not in self.files:
            self.files.append(path)
        return path


def _listed(folder: str) -> list[str]:
    return sorted(os.listdir(folder)) if os.path.isdir(folder) else []


def _middle(name: str, pair: str, ending: str) -> str:
    return name.removeprefix(f"{pair}.").removesuffix(ending)


def _stem(name: str) -> str:
    """Return the name of a metric from that of its file: without level and ending."""
    return name.removesuffix(".score").rpartition(".")[0]


def _languages(pair: str) -> tuple[str, str]:
    source, _, target = pair.partition("-")
    return source, target


def _padded(values: Array, systems: int) -> Array:
    """Add rows of NaN for the systems that have no scores of segments."""
    return np.vstack([values, np.full((systems - len(values), values.shape[1]), np.nan)])


def _column(scores: Mapping[str, float], systems: Sequence[str]) -> Array:
    return np.array([scores.get(system, np.nan) for system in systems], dtype=np.float64)
