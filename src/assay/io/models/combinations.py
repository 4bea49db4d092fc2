"""Combinations of metrics that were learnt: one JSON file with members, weights, and a card of what they rest on.

A member is a metric with the mean and the deviation of its segment scores in the training data; the score of a segment
is `intercept` plus the weighted sum of its standardised members, each turned so that higher is better. The card is for
people (`assay learn` writes it), and no figure depends on it.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from assay.errors import InputError
from assay.io.opening import contents, label

FORM = "assay-combination"
VERSION = 1
MOST_MEMBERS = 1000  # more are another file


@dataclass(frozen=True)
class ModelMember:
    """One metric of a combination, and how its segment scores are standardised and weighted."""

    metric: str
    signature: str
    mean: float
    deviation: float
    weight: float


@dataclass(frozen=True)
class CombinedModel:
    """A score as weighted sum of metrics; `digest` is the beginning of the file's SHA-256 checksum."""

    method: str
    intercept: float
    members: tuple[ModelMember, ...]
    card: Mapping[str, Any] = field(default_factory=dict)
    digest: str = field(default="", compare=False)


def combined_model_file(model: CombinedModel) -> str:
    """Return what the file of a model holds."""
    members = [asdict(member) for member in model.members]
    content = {
        "format": FORM,
        "version": VERSION,
        "method": model.method,
        "intercept": model.intercept,
        "members": members,
        "card": dict(model.card),
    }
    return json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def rounded_model(model: CombinedModel) -> CombinedModel:
    """Return a model whose numbers have ten digits.

    The libraries of matrices round the last of sixteen by the processor, and the same data shall make the same file,
    whose checksum is in the signature.
    """
    members = tuple(ModelMember(**_rounded(asdict(member))) for member in model.members)
    return CombinedModel(model.method, _rounded(model.intercept), members, _rounded(model.card), model.digest)


def _rounded(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _rounded(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(part) for part in value]
    return float(f"{value:.10g}") if isinstance(value, float) else value


def read_combined_model(path: str) -> CombinedModel:
    """Read a model; whatever is missing, or no number, is an error that says which."""
    data = contents(path)
    try:
        content = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict) or content.get("format") != FORM:
        raise InputError(
            f"{label(path)} is no combination of metrics; give a file that assay learn has written"
        )
    if content.get("version") != VERSION:
        raise InputError(
            f"{label(path)} has version {content.get('version')!r} of its format, and this program reads {VERSION}; "
            "learn it again, or use a newer program"
        )
    members = content.get("members")
    if not isinstance(members, list) or not 1 <= len(members) <= MOST_MEMBERS:
        raise _damaged(path, f'"members" must be a list of 1 to {MOST_MEMBERS} metrics')
    card = content.get("card", {})
    return CombinedModel(
        _text(path, content, "method"),
        _number(path, content, "intercept"),
        tuple(_member(path, member) for member in members),
        card if isinstance(card, dict) else {},
        hashlib.sha256(data).hexdigest()[:12],
    )


def _member(path: str, member: object) -> ModelMember:
    if not isinstance(member, dict):
        raise _damaged(path, "a member must be an object with metric, mean, deviation and weight")
    deviation = _number(path, member, "deviation")
    if deviation <= 0:
        raise _damaged(path, f'"deviation" must be above 0, not {deviation:g}')
    return ModelMember(
        _text(path, member, "metric"),
        _text(path, member, "signature"),
        _number(path, member, "mean"),
        deviation,
        _number(path, member, "weight"),
    )


def _text(path: str, values: Mapping[str, Any], name: str) -> str:
    text = values.get(name)
    if not isinstance(text, str) or not text:
        raise _damaged(path, f'"{name}" must be a text')
    return text


def _number(path: str, values: Mapping[str, Any], name: str) -> float:
    number = values.get(name)
    if isinstance(number, bool) or not isinstance(number, int | float) or not math.isfinite(number):
        raise _damaged(path, f'"{name}" must be a number')
    return float(number)


def _damaged(path: str, what: str) -> InputError:
    return InputError(f"{label(path)}: {what}; learn the combination again, or copy the file again")
