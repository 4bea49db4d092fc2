"""Linear models of features in the layout of BEER 2.0: a folder of four files.

`feature_names_mapping` has a line "NUMBER NAME" for each feature, `feature_values_scaling` its least and largest value,
`core_model` its weight in the layout of LIBLINEAR, and `output_scaling` the two coefficients that turn the weighted sum
into a score from 0 to 100. Other files of such a folder, which say how the model was trained, are not needed.
"""

from __future__ import annotations

import hashlib
import math
import os
from collections.abc import Sequence
from dataclasses import dataclass

from assay.errors import InputError
from assay.io.opening import contents, label, shown

NAMES, SCALING, WEIGHTS, OUTPUT = (
    "feature_names_mapping",
    "feature_values_scaling",
    "core_model",
    "output_scaling",
)
MOST = 10_000  # features: more are another file


@dataclass(frozen=True)
class LinearModel:
    """A score as weighted sum of features between 0 and 1: names, their ranges, weights, and the scale of the sum."""

    names: tuple[str, ...]
    lows: tuple[float, ...]
    highs: tuple[float, ...]
    weights: tuple[float, ...]
    intercept: float
    slope: float
    digest: str = ""  # the first digits of the SHA-256 checksum of the four files


def read_linear_model(folder: str) -> LinearModel:
    """Read a model; whatever is missing or no number is an error that says in which file."""
    files = {name: contents(os.path.join(folder, name)) for name in (NAMES, SCALING, WEIGHTS, OUTPUT)}
    lines = {name: _lines(os.path.join(folder, name), data) for name, data in files.items()}
    names = _names(os.path.join(folder, NAMES), lines[NAMES])
    ranges = [_numbers(os.path.join(folder, SCALING), line, 2) for line in lines[SCALING]]
    weights = _coefficients(os.path.join(folder, WEIGHTS), lines[WEIGHTS])
    output = _coefficients(os.path.join(folder, OUTPUT), lines[OUTPUT])
    for name, size, wanted in (
        (SCALING, len(ranges), len(names)),
        (WEIGHTS, len(weights), len(names)),
        (OUTPUT, len(output), 2),
    ):
        if size != wanted:
            raise InputError(
                f"{label(os.path.join(folder, name))}: {size} lines of numbers, not {wanted}; copy the folder again"
            )
    lows, highs = zip(*ranges, strict=True)
    digest = hashlib.sha256(b"".join(files.values())).hexdigest()[:12]
    return LinearModel(names, lows, highs, tuple(weights), output[0], output[1], digest)


def _lines(path: str, data: bytes) -> list[str]:
    try:
        lines = data.decode("ascii").splitlines()
    except UnicodeDecodeError:
        raise InputError(f"{label(path)} is no text of a linear model; copy the folder again") from None
    if len(lines) > MOST:
        raise InputError(
            f"{label(path)}: {len(lines)} lines, where a model has at most {MOST}; check the path"
        )
    return [line.strip() for line in lines if line.strip()]


def _names(path: str, lines: Sequence[str]) -> tuple[str, ...]:
    names = []
    for number, line in enumerate(lines):
        place, _, name = line.partition(" ")
        if place != str(number) or not name or name in names:
            raise InputError(
                f'{label(path)}, line {number + 1}: "{shown(line[:80])}" is not {number} and a new feature; '
                "copy the folder again"
            )
        names.append(name)
    return tuple(names)


def _coefficients(path: str, lines: Sequence[str]) -> list[float]:
    """Return the numbers below the line "w"."""
    if "w" not in lines:
        raise InputError(f'{label(path)} has no line "w" with weights below it; copy the folder again')
    return [_numbers(path, line, 1)[0] for line in lines[lines.index("w") + 1 :]]


def _numbers(path: str, line: str, count: int) -> tuple[float, ...]:
    try:
        numbers = tuple(float(cell) for cell in line.split())
    except ValueError:
        numbers = ()
    if len(numbers) != count or not all(map(math.isfinite, numbers)):
        wanted = "a number" if count == 1 else f"{count} numbers"
        raise InputError(f'{label(path)}: "{shown(line[:80])}" is not {wanted}; copy the folder again')
    return numbers
