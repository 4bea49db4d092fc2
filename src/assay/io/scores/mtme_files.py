"""Score files of mt-metrics-eval: `SYSTEM<TAB>SCORE` a line, a block of lines a system at segment level.

Files of scores by domain have `DOMAIN<TAB>SYSTEM<TAB>SCORE` a line.
`None` stands for a segment that was not judged. Higher is better in all of them: error metrics are negated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from assay.data import Array, Scores
from assay.errors import InputError, OptionError
from assay.io.opening import Named, contents, label, shown
from assay.io.scores.entries import is_number, number
from assay.io.tables.head import Head
from assay.io.texts.lines import decoded, text_lines

LEVELS = {"seg": "segment", "sys": "system"}


def recognises(head: Head) -> bool:
    """Tell from the first line of a file whether it is one of these."""
    *names, score = head.first.split("\t")
    known = len(names) == 1 or (len(names) == 2 and not any(map(is_number, names)))
    return known and (score == "None" or is_number(score))


def read_blocks(path: Named) -> dict[str, list[float]]:
    """Read the scores of every system, in the order of the file."""
    lines = text_lines(decoded(path, contents(path)))
    blocks: dict[str, list[float]] = {}
    file = label(path)
    for at, line in enumerate(lines, start=1):
        cells = line.split("\t") if "\t" in line else line.split()
        if len(cells) != 2:
            raise InputError(f"{file}, line {at}: not SYSTEM<TAB>SCORE; repair or remove the line")
        system, text = cells
        value = np.nan if text == "None" else number(f"{file}, line {at}", text)
        blocks.setdefault(system, []).append(value)
    return blocks


def read_domains(path: Named) -> dict[str, dict[str, float]]:
    """Read a file of scores by domain: every domain with the scores of its systems."""
    file, domains = label(path), dict[str, dict[str, float]]()
    for at, line in enumerate(text_lines(decoded(path, contents(path))), start=1):
        cells = line.split("\t")
        if len(cells) != 3:
            raise InputError(f"{file}, line {at}: not DOMAIN<TAB>SYSTEM<TAB>SCORE; repair or remove the line")
        domain, system, text = cells
        systems = domains.setdefault(domain, {})
        if system in systems:
            raise InputError(
                f'{file}, line {at}: a second score of "{shown(system)}" in "{shown(domain)}"; remove one of the two'
            )
        systems[system] = np.nan if text == "None" else number(f"{file}, line {at}", text)
    return domains


def read_by_domain(path: Named, name: str) -> Scores:
    """Read a file of scores by domain alone: every domain stands where a segment does elsewhere."""
    domains = read_domains(path)
    systems = tuple(dict.fromkeys(system for scores in domains.values() for system in scores))
    values = [[scores.get(system, np.nan) for scores in domains.values()] for system in systems]
    matrix = np.array(values, dtype=np.float64).reshape(len(systems), len(domains))
    return Scores(name, systems, tuple(domains), matrix, notes=("scores by domain: a segment is a domain",))


def read_totals(path: Named) -> dict[str, float]:
    """Read a file with one score a system."""
    blocks = read_blocks(path)
    twice = [system for system, values in blocks.items() if len(values) > 1]
    if twice:
        raise InputError(
            f'{label(path)}: {len(blocks[twice[0]])} scores of the system "{shown(twice[0])}"; '
            "a file of system scores has one each"
        )
    return {system: values[0] for system, values in blocks.items()}


def as_matrix(
    path: Named, blocks: Mapping[str, Sequence[float]], segments: int | None = None, unit: str = "segments"
) -> Array:
    """Return blocks as a matrix; every block must have as many lines as the set has segments."""
    expected = next(iter(map(len, blocks.values()))) if segments is None else segments
    for system, values in blocks.items():
        if len(values) != expected:
            raise InputError(
                f'{label(path)}: {len(values)} scores of the system "{shown(system)}", '
                f"{'the set' if segments is not None else 'the first system'} has {expected} {unit}; "
                "write None where there is no score"
            )
    return np.array(list(blocks.values()), dtype=np.float64).reshape(len(blocks), expected)


def numbered(segments: int) -> tuple[str, ...]:
    """Return the names of the segments of a set: their numbers from 1 on."""
    return tuple(map(str, range(1, segments + 1)))


def read_segments(path: Named, name: str) -> Scores:
    """Read one file of segment scores."""
    blocks = read_blocks(path)
    values = as_matrix(path, blocks)
    return Scores(name, tuple(blocks), numbered(values.shape[1]), values)


def write_scores(scores: Scores, level: str) -> str:
    """Write scores as mt-metrics-eval reads them: level "seg" or "sys"; error metrics are negated.

    A system without a total has the mean of its segments.
    """
    if level not in LEVELS:
        raise OptionError(f'level "{level}" is not recognised; choose from {" or ".join(LEVELS)}')
    sign = 1.0 if scores.higher_is_better else -1.0
    values = scores.values if level == "seg" else _totals(scores)[:, None]
    for system in scores.systems:
        if len(system.split()) != 1:
            raise InputError(
                f'"{shown(system)}": mt-metrics-eval allows no spaces in system names; rename it'
            )
    return "".join(
        f"{system}\t{_written(sign * value)}\n"
        for system, row in zip(scores.systems, values.tolist(), strict=True)
        for value in row
    )


def _totals(scores: Scores) -> Array:
    return scores.means() if scores.totals is None else scores.totals


def _written(value: float) -> str:
    return "None" if np.isnan(value) else repr(value)
