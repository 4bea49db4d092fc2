"""Whether responses fit what was asked: known units and fields, ranges, spans inside the text, nothing missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Any

from assay.campaigns.values import Field, Item, Protocol


@dataclass(frozen=True)
class FieldError:
    """What is wrong with a response: where, and a key of the wording with what it speaks of."""

    unit: str
    field: str
    message: str
    values: Mapping[str, Any] = dataclass_field(default_factory=dict)


def check_answer(protocol: Protocol, item: Item, step: int, responses: Mapping[str, Any]) -> list[FieldError]:
    """Return all that is wrong with the responses to a step; units are named u1, u2 … as the item has them."""
    asked = protocol.steps[step].fields
    units = {f"u{number}" for number in range(1, len(item.units) + 1)}
    errors = [FieldError(name, "", "unknown-unit") for name in responses if name not in {*units, "screen"}]
    for field in asked:
        for unit in sorted(units) if field.each else ["screen"]:
            given = responses.get(unit, {})
            if not isinstance(given, Mapping):
                errors.append(FieldError(unit, field.name, "not-an-object"))
            elif field.name not in given:
                errors += [FieldError(unit, field.name, "missing")] if field.required else []
            else:
                errors += _check(field, unit, given[field.name])
    return errors


def _check(field: Field, unit: str, given: Any) -> list[FieldError]:
    if field.kind in ("slider", "points", "rank"):
        number = isinstance(given, int | float) and not isinstance(given, bool)
        if not number or not field.low <= given <= field.high:
            return [FieldError(unit, field.name, "range", {"low": field.low, "high": field.high})]
    return []
