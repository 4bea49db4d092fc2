"""A protocol whose parts fit one another: what the types allow and no screen could show or no table hold is refused."""

from __future__ import annotations

import math
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from assay.data import SCALES
from assay.errors import AssayWarning, InputError
from assay.io import shown
from assay.studies.campaigns.results.dictionary import COLUMNS
from assay.studies.campaigns.values import Category, Protocol, ResponseField, Step

SCALED = ("slider", "points", "rank")
CHOSEN = ("yes-no", "choice")
SIDES = ("target", "source", "missing")
RULES = ("score_without_span",)  # what hints ask about and stops refuse
PREFERENCES = {-1, 0, 1}  # of two outputs: the second is better, neither, the first


def check_protocol(protocol: Protocol, where: str) -> None:
    """Refuse what the types allow and no screen could show."""
    if protocol.scheme not in SCALES:
        raise InputError(
            f'{where}: unknown scheme "{shown(protocol.scheme)}"; choose from {", ".join(SCALES)}'
        )
    if protocol.arrangement == "outputs" and protocol.most_outputs < 2:
        raise InputError(f"{where}: outputs side by side need most_outputs of 2 or more")
    for name, text in (("name", protocol.name), ("version", protocol.version)):
        if not text.strip() or not text.isprintable():
            raise InputError(f"{where}: {name} must be a word or two on one line")
    for name, rules in (("hints", protocol.hints), ("stops", protocol.stops)):
        _check_rules(protocol, rules, f"{where}, {name}")
    names: set[str] = set()
    for number, step in enumerate(protocol.steps, start=1):
        _check_step(protocol, step, f"{where}, step {number}", names)
    if protocol.steps:
        _check_whole(protocol, where)


def _check_rules(protocol: Protocol, rules: Mapping[str, float], where: str) -> None:
    """Refuse a rule that is not known, or that no screen could break."""
    for rule, limit in rules.items():
        if rule not in RULES:
            raise InputError(f'{where}: "{shown(rule)}" is not recognised; choose from {RULES[0]}')
        beside = [
            field
            for step in protocol.steps
            for field in step.fields
            if field.kind == "slider" and any(other.kind == "spans" for other in step.fields)
        ]
        if not beside:
            raise InputError(
                f"{where}, {rule}: no step has both a slider and spans; add one, or leave the rule out"
            )
        if not any(field.low < limit <= field.high for field in beside):
            raise InputError(
                f"{where}, {rule}: {limit:g} is not above {beside[0].low:g} and at most {beside[0].high:g}, "
                "the ends of the slider"
            )


def _check_step(protocol: Protocol, step: Step, where: str, names: set[str]) -> None:
    """Check the fields of a step; `names` are those of all fields so far."""
    for field in step.fields:
        place = f'{where}, field "{shown(field.name)}"'
        if field.name in names or not field.name:
            raise InputError(f"{place}: give every field a name of its own")
        names.add(field.name)
        for trouble in (*_field_troubles(field), *_troubles_of_scheme(protocol, field)):
            raise InputError(f"{place}: {trouble}")
        before = step.fields[: step.fields.index(field)]
        if field.after and field.after not in [each.name for each in before if each.each == field.each]:
            raise InputError(f'{place}: after "{shown(field.after)}" is no field before it in the same step')
        if field.log != "none" and field is not protocol.logged:
            raise InputError(f"{place}: one field alone can be logged")


def _check_whole(protocol: Protocol, where: str) -> None:
    """Something is shown and asked, and scores can be told apart."""
    if not any(name in step.shows for step in protocol.steps for name in ("output", "text")):
        raise InputError(f'{where} shows nothing to judge; add "output" to what a step shows')
    fields = [field for step in protocol.steps for field in step.fields]
    if not fields:
        raise InputError(f"{where} asks nothing; add a table [[step.field]]")
    marking = [field.name for field in fields if field.kind in ("spans", "tags")]
    if protocol.proposing is not None and len(marking) > 1:
        raise InputError(
            f'{where}: the fields "{shown(marking[0])}" and "{shown(marking[1])}" both mark errors; where some are '
            "proposed, one alone can"
        )
    aspects: dict[str, str] = {}
    for field in fields:
        if field.kind in (*SCALED, *CHOSEN):
            other = aspects.setdefault(field.aspect, field.name)
            if other != field.name:
                raise InputError(
                    f'{where}: the fields "{shown(other)}" and "{shown(field.name)}" both give scores; give each an '
                    'aspect of its own, such as aspect = "style", so that one can be distinguished from the other'
                )


def _field_troubles(field: ResponseField) -> Iterator[str]:
    """Yield what is wrong with a field in itself."""
    if not field.question:
        yield 'question is missing; name a text of the wording, such as "score.question"'
    if field.kind in SCALED:
        yield from _scale_troubles(field)
    if field.kind in CHOSEN and len({option.at for option in field.options}) < max(2, len(field.options)):
        yield "give at least two options with values of their own"
    if field.kind == "spans" and not field.severities:
        yield 'give the severities, such as ["minor", "major"]'
    if field.proposed and not (field.kind == "spans" and field.each and not field.required):
        yield "proposed is for spans of every unit with required = false, since all proposals may be deleted"
    if field.kind == "tags" and not field.categories:
        yield "give the categories that may be chosen"
    twice = [*_twice(field.severities), *_twice(_names(field.categories))]
    if twice:
        yield f'"{shown(twice[0])}" is there twice; give severities and categories names of their own'
    if field.log != "none" and not (field.kind == "text" and field.prefilled and field.each):
        yield "log is for a text of every unit that is prefilled with the output"
    if field.longest < 1:
        yield "longest must be 1 or more"
    if field.kind == "text" and field.name in COLUMNS:
        yield f"{field.name} is a column of every table of judgements; give the text another name"
    unknown = [side for side in field.sides if side not in SIDES]
    if unknown:
        yield f'unknown side "{shown(unknown[0])}"; choose from {", ".join(SIDES)}'


def _scale_troubles(field: ResponseField) -> Iterator[str]:
    if not (field.low < field.high and 0 < field.by <= field.high - field.low):
        yield "low must be below high, and by a step between them"
        return
    steps = (field.high - field.low) / field.by
    if not math.isclose(steps, round(steps), abs_tol=1e-6):
        yield f"steps of {field.by:g} do not lead from low {field.low:g} to high {field.high:g}"
    ends = [end for tick in field.ticks for end in (tick.at, tick.to) if end is not None]
    wrong = [end for end in ends if not field.low <= end <= field.high]
    if wrong:
        yield f"a tick at {wrong[0]:g} is not between low {field.low:g} and high {field.high:g}"
    twice = _twice(f"{tick.at:g}" for tick in field.ticks)
    if twice:
        yield f"there are two ticks at {twice[0]}"
    yield from _band_troubles(field)


def _band_troubles(field: ResponseField) -> Iterator[str]:
    """Yield what is wrong with bands of a slider: which of two a score is in would not be known."""
    bands = [(tick.at, tick.at if tick.to is None else tick.to) for tick in field.ticks]
    if field.kind != "slider" and any(tick.to is not None for tick in field.ticks):
        yield "bands (to) are for sliders; a point of a scale has a tick of its own"
    yield from (f"a band from {at:g} to {to:g} ends before it begins" for at, to in bands if to < at)
    for (at, to), (begins, _) in pairwise(sorted(bands)):
        if begins <= to:
            yield f"the band from {at:g} to {to:g} reaches into the one from {begins:g}; part them"


def _troubles_of_scheme(protocol: Protocol, field: ResponseField) -> Iterator[str]:
    """Yield why what a field gives is no judgement of the protocol's scheme."""
    if field.kind == "question" and (
        protocol.scheme != "comprehension" or protocol.arrangement != "document"
    ):
        yield 'questions are on a text: take scheme = "comprehension" and arrangement = "document"'
    if field.kind == "rank" and (protocol.scheme != "ranking" or protocol.arrangement != "outputs"):
        yield 'ranks are of outputs side by side: take scheme = "ranking" and arrangement = "outputs"'
    if protocol.scheme == "ranking" and field.kind in (*SCALED, *CHOSEN) and field.kind != "rank":
        chosen = {option.at for option in field.options}
        if field.each or protocol.most_outputs != 2 or not chosen or not chosen <= PREFERENCES:
            yield (
                "the scheme ranking has ranks of every output, or of two outputs a choice with each = false whose "
                "options are at 1 (the first is better), 0 (neither) and -1"
            )
        return
    values, scale = _values(field), SCALES[protocol.scheme]
    if values and not scale.low <= min(values) <= max(values) <= scale.high:
        fitting = [
            name
            for name, each in SCALES.items()
            if each.low <= min(values) <= max(values) <= each.high < math.inf and name != "ranking"
        ]
        ends = f"{scale.low:g} to {scale.high:g}" if math.isfinite(scale.low) else "errors and no score"
        others = f"take the scheme {' or '.join(fitting)}" if fitting else "take a scale from 0 to 100"
        yield f"it gives {min(values):g} to {max(values):g}, and {protocol.scheme} has {ends}; {others}"


def _values(field: ResponseField) -> list[float]:
    """Return the ends of a scale, or the values of options."""
    if field.kind in SCALED:
        return [field.low, field.high]
    return [option.at for option in field.options] if field.kind in CHOSEN else []


def warn_of_scales(protocol: Protocol, where: str) -> None:
    """Warn of fields that use a part of their scheme's scale, by whose ends power, flags and references go."""
    scale = SCALES[protocol.scheme]
    for field in (each for step in protocol.steps for each in step.fields):
        whole = (field.low, field.high) == (scale.low, scale.high) or not math.isfinite(
            scale.high - scale.low
        )
        if field.kind in ("slider", "points") and not whole:
            warnings.warn(
                f'{where}, field "{field.name}": {field.low:g} to {field.high:g} is a part of the scale of '
                f"{protocol.scheme}, {scale.low:g} to {scale.high:g}; what a design can show, flags of annotators and "
                "checks of references go by the whole scale",
                AssayWarning,
                stacklevel=2,
            )


def _names(categories: Iterable[Category]) -> Iterator[str]:
    for category in categories:
        yield category.name
        yield from _names(category.below)


def _twice(values: Iterable[str]) -> list[str]:
    return [value for value, count in Counter(values).items() if count > 1]
