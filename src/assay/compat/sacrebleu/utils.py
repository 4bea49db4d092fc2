"""What programs import from sacreBLEU's `utils`: its folder, its test sets, files, and sums."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import IO, Any

from assay.compat.sacrebleu.dataset import DATASETS, Dataset
from assay.compat.sacrebleu.metrics.arithmetic import ZERO
from assay.compat.sacrebleu.storage import sacrebleu_directory
from assay.io.testsets.formats import open_encoded

SACREBLEU_DIR = sacrebleu_directory()


def smart_open(file: str, mode: str = "rt", encoding: str = "utf-8") -> IO[Any]:
    """Open a text file, packed if its name ends in .gz; lines end at line feeds alone."""
    return open_encoded(file, mode, encoding)


def my_log(num: float) -> float:
    """Return the logarithm, and a very low number for that of 0."""
    return math.log(num) if num else ZERO


def sum_of_lists(lists: Sequence[Sequence[Any]]) -> Sequence[Any]:
    """Add lists of numbers up, place by place."""
    return lists[0] if len(lists) == 1 else [sum(column) for column in zip(*lists, strict=True)]


def get_available_testsets() -> list[str]:
    """Return the names of the test sets on this machine, the newest first."""
    return sorted(DATASETS, reverse=True)


def get_available_testsets_for_langpair(langpair: str) -> list[str]:
    """Return the test sets on this machine that have a language pair, in either direction."""
    pairs = {langpair, "-".join(reversed(langpair.split("-")))}
    return [name for name, dataset in DATASETS.items() if pairs & {*dataset.langpairs}]


def get_langpairs_for_testset(testset: str) -> list[str]:
    """Return the language pairs of a test set, none if it is not on this machine."""
    return list(DATASETS[testset].langpairs) if testset in DATASETS else []


def get_source_file(test_set: str, langpair: str) -> str:
    """Return the plain text file of the source of a test set."""
    return Dataset(test_set).get_source_file(langpair)


def get_reference_files(test_set: str, langpair: str) -> list[str]:
    """Return the plain text files of the references of a test set."""
    return Dataset(test_set).get_reference_files(langpair)


def get_files(test_set: str, langpair: str) -> list[str]:
    """Return the plain text files of all fields of a test set."""
    return Dataset(test_set).get_files(langpair)


def download_test_set(test_set: str, langpair: str) -> list[str]:
    """Return the files of a test set that is on this machine; what is not is refused, for nothing is fetched."""
    return get_files(test_set, langpair)
