"""From segments by document and id, as SGML and XML have them, to columns that are aligned."""

from __future__ import annotations

from dataclasses import dataclass, field

from assay.data import Codes, EvalSet, Outputs
from assay.errors import InputError
from assay.io.opening import label, shown
from assay.io.texts.lines import text_column
from assay.text import Column

SegmentKey = tuple[str, str]  # document and segment id


@dataclass
class Stream:
    """One text of the set, as one file has it: the source, a reference or an output."""

    path: str
    what: str
    documents: dict[str, dict[str, str]] = field(default_factory=dict)

    def start(self, document: str, where: str) -> dict[str, str]:
        """Begin a document and return the place for its segments."""
        if document in self.documents:
            raise InputError(f'{where}: document "{shown(document)}" twice in {self.what}; give each once')
        return self.documents.setdefault(document, {})

    def text(self, row: SegmentKey) -> str | None:
        """Return the text of a segment, or None if there is none."""
        return self.documents.get(row[0], {}).get(row[1])

    def complete(self, rows: list[SegmentKey]) -> Column:
        """Return the texts of all rows, or say which is missing."""
        texts = [self.text(row) for row in rows]
        if None not in texts:
            return Column.of([text for text in texts if text is not None])
        document, segment = rows[texts.index(None)]
        where = f'{label(self.path)}: document "{shown(document)}"'
        if document not in self.documents:
            raise InputError(f"{where} is missing in {self.what}; documents must match: add it")
        raise InputError(
            f"{where}, segment {shown(segment)} is missing in {self.what}; add it, empty if it has no text"
        )


@dataclass
class Collected:
    """What the files of a set hold, documents in input order."""

    name: str
    languages: tuple[str, str] = ("", "")
    source: Stream | None = None
    references: dict[str, Stream] = field(default_factory=dict)
    systems: dict[str, Stream] = field(default_factory=dict)
    documents: dict[str, None] = field(default_factory=dict)

    def aligned(self) -> tuple[EvalSet, Outputs]:
        """Return columns with one row for every segment of the source or, without one, of any reference."""
        basis = {document: self._segments(document) for document in self.documents}
        for stream in [*self.references.values(), *self.systems.values()]:
            _refuse_strangers(stream, basis, "references" if self.source is None else "source")
        rows = [(document, segment) for document, segments in basis.items() for segment in segments]
        if not rows:
            raise InputError(f"{self.name}: no segment with a source or a reference; give a reference")
        if not self.references:
            raise InputError(f"{self.name}: no reference; give at least one")
        evalset = EvalSet(
            name=self.name,
            languages=self.languages,
            source=None if self.source is None else self.source.complete(rows),
            references={
                name: text_column([stream.text(row) for row in rows])
                for name, stream in self.references.items()
            },
            document=Codes.of([document for document, _ in rows]),
        )
        return evalset, {name: stream.complete(rows) for name, stream in self.systems.items()}

    def _segments(self, document: str) -> dict[str, None]:
        if self.source and document in self.source.documents:
            return dict.fromkeys(self.source.documents[document])
        streams = self.references.values()
        return dict.fromkeys(segment for stream in streams for segment in stream.documents.get(document, {}))


def add_segment(texts: dict[str, str], segment: str | None, text: str, where: str) -> None:
    """Add a segment to a document; one without an id is numbered by its place."""
    name = str(len(texts) + 1) if segment is None else segment.strip()
    if name in texts:
        raise InputError(
            f"{where}: segment id {shown(name)} twice in one document; give every segment a number of its own"
        )
    texts[name] = text


def _refuse_strangers(stream: Stream, basis: dict[str, dict[str, None]], origin: str) -> None:
    for document, texts in stream.documents.items():
        extra = next((segment for segment in texts if segment not in basis.get(document, {})), None)
        if extra is not None:
            raise InputError(
                f'{label(stream.path)}: document "{shown(document)}", segment {shown(extra)} '
                f"of {stream.what} is not in the {origin}; documents and segment ids must match"
            )
