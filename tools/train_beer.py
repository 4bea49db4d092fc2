"""Trains a model for `beer:model=FOLDER`: `python tools/train_beer.py FOLDER --set OUTPUTS REFERENCES SCORES`.

The three files of a set have one segment a line, and a higher score is better; `--set` may be given again. The model
that is part of Assay was made by this program from the direct assessments of WMT15 (cs, de, fi, ru) and WMT16 (cs, fi,
ro) into English, 3 680 segments.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from assay import kernel
from assay.data import Array
from assay.io import linear_model_files
from assay.metrics.structure.beer_training import train_beer
from assay.text import Column, tokenize


def _lines(path: str) -> list[str]:
    return Path(path).read_text(encoding="utf-8").removesuffix("\n").split("\n")


def _read_set(outputs: str, references: str, scores: str) -> tuple[Array, Array]:
    """Return the counts of all pairs, and their scores."""
    hyp, ref = (tokenize(Column.of(_lines(path)), "none", 0).texts for path in (outputs, references))
    counts = kernel.beer_counts(hyp, ref, np.arange(len(hyp.offsets), dtype=np.int64))
    return counts, np.array([float(line) for line in _lines(scores)])


def main() -> None:
    """Train on all sets and write the four files of the model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--set", nargs=3, action="append", required=True)
    parser.add_argument("--penalty", type=float, default=10.0, help="of the ridge regression (%(default)s)")
    arguments = parser.parse_args()
    model = train_beer([_read_set(*paths) for paths in arguments.set], arguments.penalty)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for name, text in linear_model_files(model).items():
        (arguments.folder / name).write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
