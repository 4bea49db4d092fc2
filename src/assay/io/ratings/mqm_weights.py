"""Weights of errors from a TOML file: `name`, `source`, `left_out` and a table `[[rule]]` for each rule in turn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from assay.data import MqmWeights, Rule
from assay.errors import InputError
from assay.io.opening import label, shown
from assay.io.toml_files import packaged_toml, read_toml

FIELDS = ("weight", "severity", "category", "side")
KEYS = ("name", "source", "left_out", "rule")
LARGEST = 1e9  # beyond it sums of weights lose the single error
EXAMPLE = 'write rules such as [[rule]] severity = "minor" weight = 1.0'


def read_weights(path: str | Path) -> MqmWeights:
    """Read a set of weights; a rule that cannot be one is an error that names it."""
    return _weights(str(path), read_toml(path, EXAMPLE))


def packaged_weights(path: Path) -> MqmWeights:
    """Read a set of weights that is part of this program."""
    return _weights(str(path), packaged_toml(path))


def _weights(path: str, content: dict[str, Any]) -> MqmWeights:
    place = label(path)
    unknown = [key for key in content if key not in KEYS]
    if unknown:
        raise InputError(f'{place}: "{shown(unknown[0])}" is not recognised; choose from {", ".join(KEYS)}')
    rules = content.get("rule")
    if not isinstance(rules, list) or not rules:
        raise InputError(f"{place} has no rule; {EXAMPLE}")
    left_out = content.get("left_out", list(MqmWeights.left_out))
    if not isinstance(left_out, list) or not all(isinstance(name, str) for name in left_out):
        raise InputError(f'{place}: left_out must be a list of severities, such as ["HOTW-test"]')
    return MqmWeights(
        name=str(content.get("name", Path(path).stem)),
        rules=tuple(_rule(place, number, rule) for number, rule in enumerate(rules, start=1)),
        source=str(content.get("source", "")),
        left_out=tuple(left_out),
    )


def _rule(place: str, number: int, rule: Any) -> Rule:
    where = f"{place}, rule {number}"
    if not isinstance(rule, dict):
        raise InputError(f"{where} is not a table; {EXAMPLE}")
    unknown = [key for key in rule if key not in FIELDS]
    if unknown:
        raise InputError(f'{where}: "{shown(unknown[0])}" is not recognised; choose from {", ".join(FIELDS)}')
    weight = rule.get("weight")
    if not isinstance(weight, int | float) or isinstance(weight, bool) or not 0 <= weight <= LARGEST:
        raise InputError(
            f"{where}: weight must be a number from 0 to {LARGEST:g}, not {_short(weight)}; {EXAMPLE}"
        )
    patterns = {key: rule[key] for key in FIELDS[1:] if key in rule}
    wrong = [key for key, value in patterns.items() if not isinstance(value, str) or not value]
    if wrong:
        raise InputError(f'{where}: {wrong[0]} must be a name or a pattern such as "*punctuation*"')
    return Rule(float(weight), **patterns)


def _short(weight: object) -> str:
    text = shown(repr(weight))
    return text if len(text) <= 40 else f"{text[:40]}…"
