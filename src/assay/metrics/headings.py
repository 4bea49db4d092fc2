"""Headings of tables read back as metrics: chrF2, ROUGE-2, GTM-1, or "BLEU lowercase=yes" where two share a label.

A heading is looked for among the labels that metrics give themselves: with their defaults, with one option changed,
and with two where the metric's own label begins alike. So it needs no list, and a new metric is found as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import combinations, product
from typing import Any

from assay.errors import AssayError
from assay.metrics.base import Metric
from assay.metrics.registry import ALIASES, METRICS
from assay.options import Declared, declared

ARROWS = " ↑↓"
# Letters with which two labels begin, from which two options may differ
ALIKE = 3
NUMBER = re.compile(r"\d+(?:\.\d+)?")
INSIDE = re.compile(r"\(([^()]+)\)")
Read = Callable[[str], Metric]


def metric_of_heading(text: str, read: Read) -> Metric | None:
    """Return the metric whose column has this heading, None where there is none; `read` reads specifications."""
    heading = text.strip(ARROWS)
    found = _labelled(heading) or _of_alias(heading, read)
    if found is not None:
        return found
    blanks = [place for place, sign in enumerate(heading) if sign == " "]
    for place in reversed(blanks):
        label, options = heading[:place], heading[place + 1 :]
        metric = _labelled(label) or _of_alias(label, read)
        if metric is not None:
            with suppress(AssayError):
                asked = read(f"{metric.name}:{options}")
                return type(metric)(**{**changed_options(metric), **changed_options(asked)})
    return None


def _labelled(label: str) -> Metric | None:
    """Return the metric with a label, of any case; the one with fewest options changed."""
    wanted = label.casefold()
    if not wanted or wanted in METRICS or wanted in ALIASES:
        return METRICS[wanted]() if wanted in METRICS else None
    for changed in (0, 1, 2):
        for name in METRICS:
            with suppress(AssayError, TypeError):
                for metric in _variants(METRICS[name], label, changed):
                    if metric.label.casefold() == wanted:
                        return metric
    return None


def _of_alias(label: str, read: Read) -> Metric | None:
    """Return what another name stands for, with its label, or with a beta of this label."""
    for alias in ALIASES:
        for spec in (alias, *(f"{alias}:beta={number}" for number in NUMBER.findall(label))):
            with suppress(AssayError):
                metric = read(spec)
                if metric.label.casefold() == label.casefold():
                    return metric
    return None


def _variants(cls: type[Metric], label: str, changed: int) -> Iterator[Metric]:
    """Yield a metric with so many options changed to what a label may say."""
    if changed == 2 and not _begins_alike(cls, label.casefold()):
        return
    values = {option.name: _values(option, label) for option in declared(cls)}
    for names in combinations([name for name, found in values.items() if found], changed):
        for chosen in product(*(values[name] for name in names)):
            with suppress(AssayError, ValueError):
                yield cls(**dict(zip(names, chosen, strict=True)))


def _begins_alike(cls: type[Metric], wanted: str) -> bool:
    return cls().label.casefold()[:ALIKE] == wanted[:ALIKE]


def _values(option: Declared, label: str) -> list[Any]:
    """Return what an option may be for a label: its choices, and the numbers and signs that stand in the label."""
    if option.choices:
        return [choice for choice in option.choices if choice != option.default]
    if option.kind is bool:
        return [not option.default]
    if option.depth or option.kind not in (int, float, str):
        return []
    if option.kind is str:
        return [option.kind(word) for word in INSIDE.findall(label)]
    numbers = {option.kind(float(number)) for number in NUMBER.findall(label)}
    return sorted((numbers | ({label.count("+")} if option.kind is int else set())) - {option.default})


def changed_options(metric: Metric) -> Mapping[str, Any]:
    """Return the options of a metric that are not as they are by default."""
    values = {option.name: getattr(metric, option.name) for option in declared(type(metric))}
    defaults = {option.name: option.default for option in declared(type(metric))}
    return {name: value for name, value in values.items() if value != defaults[name]}
