"""Test sets as sacreBLEU offers them to programs, of those that are on this machine; none is fetched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from assay.compat.sacrebleu.storage import sacrebleu_directory
from assay.errors import InputError
from assay.io.testsets.published import (
    default_references,
    published_files,
    published_pairs,
    published_sets,
    read_published,
)


@dataclass(frozen=True)
class Dataset:
    """A test set by its name."""

    name: str

    @property
    def langpairs(self) -> dict[str, list[str]]:
        """The language pairs that there are, and the plain text files of each, if sacreBLEU has made them."""
        root = sacrebleu_directory()
        pairs = published_pairs(self.name, root)
        return {pair: list(published_files(self.name, pair, root).values()) for pair in pairs}

    def fieldnames(self, langpair: str) -> list[str]:
        """Return the names of the fields, such as src, ref and docid."""
        return list(self._fields(langpair))

    def source(self, langpair: str) -> Iterator[str]:
        """Yield the lines of the source."""
        return iter(self._fields(langpair)["src"])

    def references(self, langpair: str) -> Iterator[tuple[str, ...]]:
        """Yield the references of each line."""
        fields = self._fields(langpair)
        chosen = default_references(self.name, langpair, fields)
        return zip(*(fields[name] for name in chosen), strict=True)

    def get_files(self, langpair: str) -> list[str]:
        """Return the plain text files of all fields."""
        return list(self._files(langpair).values())

    def get_source_file(self, langpair: str) -> str:
        """Return the plain text file of the source."""
        return self._files(langpair)["src"]

    def get_reference_files(self, langpair: str) -> list[str]:
        """Return the plain text files of the references that the set is scored against."""
        files = self._files(langpair)
        return [files[name] for name in default_references(self.name, langpair, files)]

    def _fields(self, langpair: str) -> dict[str, list[str]]:
        return read_published(self.name, langpair, sacrebleu_directory())

    def _files(self, langpair: str) -> dict[str, str]:
        root = sacrebleu_directory()
        files = published_files(self.name, langpair, root)
        if not files:
            # Says where it was looked for, if it is not there at all
            read_published(self.name, langpair, root)
            raise InputError(
                f"{self.name} ({langpair}) is there as WMT published it, not as plain text; sacreBLEU makes that on "
                "first use, and source() and references() yield the lines as it is"
            )
        return files


class _Datasets(Mapping[str, Dataset]):
    """The sets in sacreBLEU's folder, looked up whenever they are asked for; others may be named by their path."""

    def __getitem__(self, name: str) -> Dataset:
        if not published_pairs(name, sacrebleu_directory()):
            raise KeyError(name)
        return Dataset(name)

    def __iter__(self) -> Iterator[str]:
        return iter(published_sets(sacrebleu_directory()))

    def __len__(self) -> int:
        return len(published_sets(sacrebleu_directory()))


DATASETS: Mapping[str, Dataset] = _Datasets()
