"""Signatures as sacreBLEU writes them (`nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:…`), to and from options.

Papers quote BLEU, chrF and TER so. A metric has such a signature only where sacreBLEU computes the very same figure;
the version then names us (`version:assay-…`), for it was not sacreBLEU that computed it. Read back, the number of
references, the version and what belongs to a test (`bs`, `seed`, `test`, …) say nothing of the metric.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

Pairs = list[tuple[str, str | None]]

_BESIDE = frozenset(("nrefs", "version", "bs", "ar", "seed", "test", "lang", "origlang", "subset"))
_TOKENISERS = re.compile(r"none|13a|intl|char|zh|(?:ja|ko)-mecab.*")
_SMOOTH_VALUES = {"none": None, "floor": 0.1, "add-k": 1.0, "exp": None}
_SMOOTH = re.compile(r"(?P<method>[a-z-]+)(?:\[(?P<value>[\d.]+)\])?")
_CHRF = re.compile(r"chrf(?P<beta>\d*)(?P<plus>\+*)", re.IGNORECASE)
_CASES = {"mixed": "no", "lc": "yes"}  # as values of `lowercase`
# What sacreBLEU leaves open, and what it has fixed: only with these is the figure the same.
_SETTLED: Mapping[str, tuple[str, ...]] = {
    "bleu": ("lowercase", "effective_order", "tok", "smooth", "smooth_value"),
    "chrf": ("lowercase", "average", "char_order", "word_order", "whitespace"),
    "ter": ("lowercase", "normalize", "punctuation", "cjk"),
}
# Which of the three a signature without a name is of
_KEYS = {"bleu": "smooth", "chrf": "nc", "ter": "asian"}


def is_sacrebleu_signature(text: str) -> bool:
    """Tell whether a text is a signature of sacreBLEU's, with the name of its metric or without."""
    return "|" in text and any(part.startswith("nrefs:") for part in text.split("|")[:2])


def write_sacrebleu_signature(
    name: str, options: Mapping[str, Any], defaults: Mapping[str, Any], references: tuple[int, int]
) -> str | None:
    """Return sacreBLEU's signature without its version; None where sacreBLEU does not compute this figure."""
    if name not in _SETTLED or any(
        options[key] != defaults[key] for key in options if key not in _SETTLED[name]
    ):
        return None
    write = {"bleu": _bleu, "chrf": _chrf, "ter": _ter}[name]
    words = write(options)
    if words is None:
        return None
    fewest, most = references
    case = "lc" if options["lowercase"] else "mixed"
    return "|".join([f"nrefs:{most if fewest == most else 'var'}", f"case:{case}", *words])


def _bleu(options: Mapping[str, Any]) -> list[str] | None:
    tok, smooth = options["tok"], _written_smoothing(options["smooth"], options["smooth_value"])
    if smooth is None or not _TOKENISERS.fullmatch(tok):
        return None
    return [f"eff:{_word(options['effective_order'])}", f"tok:{tok}", f"smooth:{smooth}"]


def _written_smoothing(method: str, chosen: float | None) -> str | None:
    """Write method and value, which has two decimals there; None where that would not say which it was."""
    if method not in _SMOOTH_VALUES:
        return None
    value = _SMOOTH_VALUES[method] if chosen is None else chosen
    if value is None:
        return method
    takes_value = _SMOOTH_VALUES[method] is not None
    return f"{method}[{value:.2f}]" if takes_value and round(value, 2) == value else None


def _chrf(options: Mapping[str, Any]) -> list[str] | None:
    if not options["char_order"]:  # words alone (wordF)
        return None
    orders = [f"nc:{options['char_order']}", f"nw:{options['word_order']}"]
    return [
        f"eff:{_word(options['average'] == 'pr')}",
        *orders,
        f"space:{_word(options['whitespace'])}",
    ]


def _ter(options: Mapping[str, Any]) -> list[str] | None:
    names = {"norm": "normalize", "punct": "punctuation", "asian": "cjk"}
    return ["tok:tercom", *(f"{key}:{_word(options[name])}" for key, name in names.items())]


def _word(truth: bool) -> str:
    return "yes" if truth else "no"


def read_sacrebleu_signature(text: str) -> tuple[str, Pairs] | None:
    """Return our name and options of the metric that a signature is of; None where it is of none that we know."""
    parts = text.strip().split("|")
    named = "" if parts[0].startswith("nrefs:") else parts.pop(0).strip()
    given = {key: value for key, _, value in (part.strip().partition(":") for part in parts)}
    said = {key: value for key, value in given.items() if key not in _BESIDE}
    name = next((ours for ours, key in _KEYS.items() if key in said), None)
    if name is None or (named and not _is_name(named, name)):
        return None
    read = {"bleu": _read_bleu, "chrf": _read_chrf, "ter": _read_ter}[name]
    return name, [*read(said), *_read_name(named, name)]


def _is_name(named: str, name: str) -> bool:
    return bool(_CHRF.fullmatch(named)) if name == "chrf" else named.lower() == name


def _read_name(named: str, name: str) -> Pairs:
    """Read beta off the name, the only place where sacreBLEU says it: chrF3."""
    match = _CHRF.fullmatch(named) if name == "chrf" else None
    return [("beta", match["beta"])] if match and match["beta"] else []


def _read_bleu(said: Mapping[str, str]) -> Pairs:
    smooth = _SMOOTH.fullmatch(said["smooth"])
    method, value = (smooth["method"], smooth["value"]) if smooth else (said["smooth"], None)
    pairs: Pairs = [("effective_order", said.get("eff", "no")), ("tok", said.get("tok", "13a"))]
    return [*_case(said), *pairs, ("smooth", method), *([("smooth_value", value)] if value else [])]


def _read_chrf(said: Mapping[str, str]) -> Pairs:
    names = {"nc": "char_order", "nw": "word_order", "space": "whitespace"}
    average = "f" if said.get("eff") == "no" else "pr"
    return [*_case(said), ("average", average), *_renamed(said, names)]


def _read_ter(said: Mapping[str, str]) -> Pairs:
    return [*_case(said), *_renamed(said, {"norm": "normalize", "punct": "punctuation", "asian": "cjk"})]


def _case(said: Mapping[str, str]) -> Pairs:
    return [("lowercase", _CASES.get(said["case"], said["case"]))] if "case" in said else []


def _renamed(said: Mapping[str, str], names: Mapping[str, str]) -> Iterable[tuple[str, str | None]]:
    return [(ours, said[key]) for key, ours in names.items() if key in said]
