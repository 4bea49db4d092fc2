"""Metrics by name and options: `bleu:smooth=floor,tok=intl` to a metric, a metric to its signature and label, and back.

All of it is read off the fields of the metric's dataclass, which are the only place where options, types and
defaults stand. In values, `%`, `,` and `|` are written as %25, %2C and %7C.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, NoReturn

from assay.errors import OptionError
from assay.metrics.base import Metric
from assay.metrics.headings import changed_options, metric_of_heading
from assay.metrics.other_names import advice_on_metric, advice_on_option
from assay.metrics.registry import ALIASES, METRICS
from assay.metrics.sacrebleu_signatures import (
    is_sacrebleu_signature,
    read_sacrebleu_signature,
    write_sacrebleu_signature,
)
from assay.options import Declared, declared
from assay.plugins import has_plugin
from assay.version import installed_version

# Of what runs programs otherwise: nothing, and parsers that are none
HARMLESS = ("none", "chain", "flat")
_WITH_DIGEST = re.compile(r"#[0-9a-f]{12}$")  # the checksum that identifies a file in a signature
# % first, so that what is escaped is not escaped again; read back in the opposite order.
_ESCAPES = (("%", "%25"), (",", "%2C"), ("|", "%7C"))
_YES, _NO = ("yes", "true", "1"), ("no", "false", "0")
_KINDS = {bool: "yes | no", int: "a whole number", float: "a number", str: "text"}
_SEVERAL = {int: "whole numbers", float: "numbers", str: "words"}


@dataclass(frozen=True)
class Option:
    """One option of a metric, as help pages show it."""

    name: str
    type: str
    default: str
    help: str


def parse_metric(text: str) -> Metric:
    """Turn a specification (`chrf:beta=3,lowercase`) or a signature, ours or sacreBLEU's, into a metric."""
    if is_sacrebleu_signature(text):
        return _from_sacrebleu(text)
    return _build(*_taken_apart(text), "" if "|" in text else text)


def _taken_apart(text: str) -> tuple[str, list[tuple[str, str | None]]]:
    """Return the name and the options that a specification or a signature of ours says."""
    if "|" in text:
        name, *parts = text.split("|")
        said = [part.partition(":") for part in parts]
        return name, [(key, value) for key, _, value in said if key not in ("refs", "v")]
    name, _, rest = text.partition(":")
    pairs = [part.partition("=") for part in rest.split(",") if part]
    return name, [(key, value if equals else None) for key, equals, value in pairs]


def runs_programs(text: str) -> bool:
    """Tell whether a specification names a plug-in, or what another library loads as it likes, such as a parser.

    It is read off the text, and off the file of a combination: to make the metric would load it already.
    """
    name, pairs = _taken_apart(text)
    name = name.strip().lower()
    if has_plugin(name):
        return True
    if name not in METRICS:
        return False
    known, values = _options(METRICS[name]), {key.strip(): _unescape(value or "") for key, value in pairs}
    if any(known[key].runs and values[key].strip() not in HARMLESS for key in known.keys() & values.keys()):
        return True
    members: Callable[[str], list[str]] = getattr(METRICS[name], "members_of", lambda _: [])
    return any(runs_programs(member) for value in values.values() for member in members(value.strip()))


def _from_sacrebleu(text: str) -> Metric:
    read = read_sacrebleu_signature(text)
    if read is None:
        raise OptionError(
            f"{text!r} is written as sacreBLEU's signatures are, but of none of BLEU, chrF and TER; "
            "--signatures full shows ours"
        )
    return _build(*read)


def _build(name: str, pairs: Iterable[tuple[str, str | None]], text: str = "") -> Metric:
    """Make a metric of its name and options; `text` is all that was written."""
    typed, name = name.strip(), name.strip().lower()
    given: dict[str, Any] = {}
    if name in ALIASES:
        name, _, rest = ALIASES[name].partition(":")
        given = {
            key: _convert(name, key, value) for key, _, value in (p.partition("=") for p in rest.split(","))
        }
    if name not in METRICS:
        named = metric_of_heading(typed, parse_metric)
        if named is None:
            raise OptionError(f"unknown metric {typed!r}; {advice_on_metric(text or name, parse_metric)}")
        name, given = named.name, {**changed_options(named)}
    for key, value in pairs:
        given |= _option(name, key.strip(), value)
    return METRICS[name](**given)


def _option(name: str, key: str, value: str | None) -> Mapping[str, Any]:
    """Read one part of a specification: a preset, a switch, or `key=value`."""
    presets, options = _presets(METRICS[name]), _options(METRICS[name])
    if value is None and key in presets:
        return presets[key]
    if key.isdigit():
        raise OptionError(
            f"{name}: numbers of a list are separated by spaces, as in orders=1 2 3; found ,{key}"
        )
    if key not in options:
        _unknown_option(name, key, value)
    return {key: _convert(name, key, "yes" if value is None else _unescape(value))}


def _convert(name: str, key: str, text: str) -> Any:
    """Read a value as the type of its field says."""
    option = _options(METRICS[name])[key]
    try:
        return _read(option, text.strip())
    except ValueError:
        raise OptionError(f"{name}:{key} must be {_type_text(option)}, not {text!r}") from None


def _read(option: Declared, text: str) -> Any:
    if option.optional and text == "none":
        return None
    if option.depth:
        return tuple(option.kind(part) for part in text.split())
    if option.choices and text not in option.choices:
        raise ValueError(text)
    if option.kind is bool and text.lower() not in _YES + _NO:
        raise ValueError(text)
    return text.lower() in _YES if option.kind is bool else option.kind(text)


def _show(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return "none" if value is None else _escape(str(value))


def _escape(text: str) -> str:
    for plain, escaped in _ESCAPES:
        text = text.replace(plain, escaped)
    return text


def _unescape(text: str) -> str:
    for plain, escaped in reversed(_ESCAPES):
        text = text.replace(escaped, plain)
    return text


def _type_text(option: Declared) -> str:
    if option.depth:
        return f"{_SEVERAL[option.kind]} separated by spaces"
    kind = " | ".join(option.choices) or _KINDS[option.kind]
    return f"{kind} | none" if option.optional else kind


def _unknown_option(metric: str, key: str, value: str | None) -> NoReturn:
    from difflib import get_close_matches

    known = [*_options(METRICS[metric]), *_presets(METRICS[metric])]
    close = get_close_matches(key, known, n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(known)}"
    advice = advice_on_option(metric, key, value, parse_metric)
    raise OptionError(f"unknown {metric} option {key!r}; {advice or hint}")


@cache
def _options(cls: type[Metric]) -> dict[str, Declared]:
    return {option.name: option for option in declared(cls)}


def _presets(cls: Any) -> Mapping[str, Mapping[str, Any]]:
    presets: Mapping[str, Mapping[str, Any]] = getattr(cls, "presets", {})
    return presets


def _values(metric: Any) -> dict[str, Any]:
    """Return every option of a metric; those of figures that are no metric of the registry are plain fields."""
    return {field.name: getattr(metric, field.name) for field in fields(metric)}


def signature_of(metric: Metric, references: tuple[int, int]) -> str:
    """Say all that decided a figure: name, every option, how many references, version."""
    options = [f"{name}:{_show(value)}" for name, value in _values(metric).items()]
    return "|".join([metric.name, *options, _references(references), f"v:{_version(metric.name)}"])


def short_signature_of(metric: Metric, references: tuple[int, int]) -> str:
    """Say the same in short: as sacreBLEU does where it computes the same figure, else the options that were chosen.

    Options that are left out have their defaults, so that `parse_metric` reads the same metric off it; what a metric
    calls `identifying` is never left out, since its default is another one elsewhere.
    """
    defaults = {option.name: option.default for option in declared(type(metric))}
    theirs = write_sacrebleu_signature(metric.name, _values(metric), defaults, references)
    if theirs is not None:
        return f"{theirs}|version:assay-{_version(metric.name)}"
    always = {name: f"{name}={_show(getattr(metric, name))}" for name in getattr(metric, "identifying", ())}
    chosen = [option for option in spec_of(metric).partition(":")[2].split(",") if option]
    chosen = [option.replace("=", ":", 1) for option in dict.fromkeys([*always.values(), *chosen])]
    return "|".join([metric.name, *chosen, _references(references), f"v:{_version(metric.name)}"])


def _references(references: tuple[int, int]) -> str:
    fewest, most = references
    return f"refs:{most}" if fewest == most else f"refs:{fewest}-{most}"


@cache
def _version(name: str) -> str:
    """Return our version, and with it that of the other package that a metric comes from."""
    return "+".join(filter(None, [installed_version(), METRICS.package(name)]))


def files_of(metric: Metric) -> list[str]:
    """List the files that a metric's options name, which decide its figures as the texts do."""
    named = [getattr(metric, option.name) for option in declared(type(metric)) if option.reads]
    models = [text.removeprefix("spm:") for text in _values(metric).values() if str(text).startswith("spm:")]
    return [_WITH_DIGEST.sub("", name) for name in [*named, *models] if name is not None]


def spec_of(metric: Metric) -> str:
    """Return the shortest specification: only the options that differ from their defaults."""
    needed = _values(metric)
    for name in list(needed):
        fewer = {key: value for key, value in needed.items() if key != name}
        with suppress(OptionError):
            needed = fewer if type(metric)(**fewer) == metric else needed
    text = ",".join(f"{name}={_show(value)}" for name, value in needed.items())
    return f"{metric.name}:{text}" if text else metric.name


def options_of(cls: type[Metric]) -> list[Option]:
    """List a metric's options with type, default and meaning."""
    return [
        Option(option.name, _type_text(option), _show(option.default), option.help)
        for option in _options(cls).values()
    ]


def presets_of(cls: type[Metric]) -> dict[str, str]:
    """List a metric's presets: name to the options it stands for."""
    return {
        name: ",".join(f"{key}={_show(value)}" for key, value in values.items())
        for name, values in _presets(cls).items()
    }


def labels(metrics: Iterable[Metric]) -> dict[Metric, str]:
    """Return the label of every metric, each of them once."""
    unique = list(dict.fromkeys(metrics))
    return dict(zip(unique, distinct_labels(unique), strict=True))


def distinct_labels(metrics: Sequence[Metric]) -> list[str]:
    """Label metrics for headings; those that share a label also show the options in which they differ."""
    labels = [metric.label for metric in metrics]
    chosen = [_chosen(metric) if labels.count(metric.label) > 1 else [] for metric in metrics]
    return [
        _with_options(
            label, options, [own for name, own in zip(labels, chosen, strict=True) if name == label]
        )
        for label, options in zip(labels, chosen, strict=True)
    ]


def _with_options(label: str, options: Sequence[str], of_namesakes: Sequence[Sequence[str]]) -> str:
    shared = set.intersection(*map(set, of_namesakes))
    own = [option for option in options if option not in shared]
    return f"{label} {','.join(own)}" if own else label


def _chosen(metric: Metric) -> list[str]:
    """Return the options that a metric was asked with; what is no metric of the registry has none."""
    if metric.name not in METRICS:
        return []
    return [option for option in spec_of(metric).partition(":")[2].split(",") if option]
