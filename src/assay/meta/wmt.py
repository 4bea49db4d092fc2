"""Material of a meta-evaluation out of a folder of mt-metrics-eval, and the settings of WMT23.

An output that is the reference in use is no system. Whether other human translations are is a matter of the campaign:
WMT23 left refA out of en-de, where it was the reference, and ranked it among the systems of he-en, where refB was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from assay.data import Scores
from assay.errors import InputError
from assay.io import Tree
from assay.meta.material import Material, common_systems


@dataclass(frozen=True)
class Setting:
    """Human scores, the reference of metrics, and outputs that are no systems, of one language pair."""

    human: str = "mqm"
    reference: str = ""  # none given: that of the only reference there is
    left_out: tuple[str, ...] = ()


WMT23: Mapping[str, Setting] = {
    "en-de": Setting("mqm", "refA", ("synthetic_ref",)),
    "he-en": Setting("mqm", "refB"),
    "zh-en": Setting("mqm", "refA", ("synthetic_ref",)),
}


def tree_material(tree: Tree, pair: str, setting: Setting, metrics: Sequence[str] = ()) -> Material:
    """Read one language pair: every metric with the reference or without any, or only those that are named."""
    reference = setting.reference or _only_reference(tree, pair)
    references = tree.references(pair)
    if references and reference not in references:
        raise InputError(f'{pair} has no reference "{reference}"; it has {", ".join(references)}')
    human = tree.human(pair, setting.human)
    scores = [_renamed(one) for one in tree.metrics(pair, reference)]
    known = {one.name: one for one in scores}
    missing = [name for name in metrics if name not in known]
    if missing:
        raise InputError(f"{pair} has no scores of {missing[0]} with {reference}; it has {', '.join(known)}")
    out = {reference, *setting.left_out}
    systems = tuple(name for name in common_systems(human, human) if name not in out)
    return Material(pair, human, {name: known[name] for name in metrics or known}, reference, systems)


def wmt23_materials(tree: Tree, pairs: Sequence[str] = (), metrics: Sequence[str] = ()) -> list[Material]:
    """Read the language pairs of WMT23 that are there, set up as the organisers did."""
    chosen = pairs or [pair for pair in WMT23 if pair in tree.pairs()]
    unknown = [pair for pair in chosen if pair not in WMT23]
    if unknown:
        raise InputError(f"{unknown[0]} is no official language pair of WMT23; these are {', '.join(WMT23)}")
    return [tree_material(tree, pair, WMT23[pair], metrics) for pair in chosen]


def _only_reference(tree: Tree, pair: str) -> str:
    found = tree.references(pair)
    if len(found) != 1:
        raise InputError(
            f"{pair} has the references {', '.join(found)}; say which one the metrics are to have used "
            "(--reference-name)"
        )
    return found[0]


def _renamed(scores: Scores) -> Scores:
    """Name a metric without its reference: it is the same metric in every language pair."""
    return replace(scores, name=scores.name.rpartition("-")[0])
