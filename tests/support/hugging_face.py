"""A dataset of Hugging Face, as far as it is asked."""

from __future__ import annotations

from typing import Any


class Dataset:
    """What is asked of one split of a dataset: its columns by name, and that it has features."""

    def __init__(self, columns: dict[str, list[Any]]) -> None:
        self.columns = columns
        self.column_names = [*columns]
        self.features = dict.fromkeys(columns, "string")

    def __getitem__(self, name: str) -> list[Any]:
        return self.columns[name]
