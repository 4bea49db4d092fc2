"""Combinations of metrics that were learnt: one JSON file with members, weights, and a card of what they rest on.

A member is a metric with the mean and the deviation of its segment scores in the training data; the score of a segment
is `intercept` plus the weighted sum of its standardised members, each turned so that higher is better. The card is for
people (`assay learn` writes it), and no figure depends on it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any

from assay.errors import InputError
from assay.io.checked.json_values import JsonError, parse_json
from assay.io.checked.shapes import ShapeError, Within, shaped
from assay.io.opening import contents, label

FORM = "assay-combination"
VERSION = 1
MOST_MEMBERS = 1000  # more are another file


@dataclass(frozen=True)
class ModelMember:
    """One metric of a combination, and how its segment scores are standardised and weighted."""

    metric: Annotated[str, Within(1)]
    signature: Annotated[str, Within(1)]
    mean: float
    deviation: Annotated[float, Within(0, above=True)]
    weight: float


@dataclass(frozen=True)
class CombinationFile:
    """What a file of a combination has to hold."""

    method: Annotated[str, Within(1)]
    intercept: float
    members: Annotated[tuple[ModelMember, ...], Within(1, MOST_MEMBERS)]


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
        content = parse_json(data)
    except JsonError:
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
    try:
        held = shaped(CombinationFile, content)
    except ShapeError as error:
        raise InputError(
            f"{label(path)}: {error}; learn the combination again, or copy the file again"
        ) from None
    card = content.get("card", {})
    return CombinedModel(
        held.method,
        held.intercept,
        held.members,
        card if isinstance(card, dict) else {},
        hashlib.sha256(data).hexdigest()[:12],
    )
