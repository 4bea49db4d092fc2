"""Every metric by name, one line each, and other names for some of their settings.

A metric's module is imported when the metric is asked for, so that `assay score --metric chrf` loads chrF alone. Other
packages offer metrics by entry points, which are looked for only when a name is none of ours or all are listed:

    [project.entry-points."assay.metrics"]
    mine = "my_package.mine:Mine"

Plug-ins that the user has added (`assay.plugins`) are metrics under the names that they were given.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, cast

from assay.errors import DependencyError, OptionError
from assay.metrics.base import Metric
from assay.options import declared
from assay.plugins import has_plugin, plugin_names

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint  # slow to import

GROUP = "assay.metrics"

_OURS = {
    "bleu": "ngrams.bleu:Bleu",
    "cder": "edits.cder:Cder",
    "character": "edits.character:Character",
    "chrf": "ngrams.chrf:Chrf",
    "eed": "edits.eed:Eed",
    "ter": "edits.ter:Ter",
    "hter": "edits.hter:Hter",
    "wer": "edits.error_rates:Wer",
    "cer": "edits.error_rates:Cer",
    "mer": "edits.word_information:Mer",
    "wil": "edits.word_information:Wil",
    "wip": "edits.word_information:Wip",
    "per": "words.bag:Per",
    "precision": "words.bag:Precision",
    "recall": "words.bag:Recall",
    "f": "words.bag:F",
    "length": "words.length:Length",
    "exact": "words.exact:Exact",
    "nist": "ngrams.nist:Nist",
    "gleu": "ngrams.gleu:Gleu",
    "ribes": "words.ribes:Ribes",
    "rouge": "words.rouge:Rouge",
    "gtm": "words.gtm:Gtm",
    "impact": "words.impact:Impact",
    "lebleu": "ngrams.lebleu:Lebleu",
    "meteor": "meaning.meteor.metric:Meteor",
    "tolerant-bleu": "ngrams.tolerant_bleu:TolerantBleu",
    "beer": "structure.beer:Beer",
    "bertscore": "meaning.bertscore:BertScore",
    "cosine": "meaning.cosine:Cosine",
    "yisi": "meaning.yisi:Yisi",
    "wmd": "meaning.wmd:Wmd",
    "dreem": "meaning.dreem:Dreem",
    "lsa": "meaning.lsa:Lsa",
    "pet": "structure.pet:Pet",
    "hwcm": "structure.hwcm:Hwcm",
    "stm": "structure.stm:Stm",
    "dependency": "structure.dependency:Dependency",
    "overlap": "structure.overlap:Overlap",
    "maxsim": "structure.maxsim:Maxsim",
    "meant": "structure.meant:Meant",
    "combined": "learnt.combined:Combined",
    "language": "unreferenced.language:Language",
    "lm": "unreferenced.lm:Lm",
    "qe": "unreferenced.qe:Qe",
}

ALIASES: dict[str, str] = {
    "chrf++": "chrf:word_order=2",
    "wordf": "chrf:char_order=0,word_order=4",
    "assay-en": "combined:model=assay-en",
}


class Registry(MutableMapping[str, type[Metric]]):
    """Metrics by name: ours, those of other packages, and those that a program adds, as `METRICS["mine"] = Mine`.

    Nobody can take a name of ours: figures under it must not change unseen.
    """

    def __init__(self) -> None:
        self._added: dict[str, type[Metric]] = {}

    def __getitem__(self, name: str) -> type[Metric]:
        if name in _OURS:
            return _import(name)
        return self._added.get(name) or (_plugged(name) if has_plugin(name) else _load(name))

    def __setitem__(self, name: str, metric: type[Metric]) -> None:
        if name in _OURS or name in ALIASES or name != metric.name:
            raise OptionError(
                f"{metric.__name__} cannot be the metric {name}: use its own name, none of ours"
            )
        self._added[name] = metric

    def __delitem__(self, name: str) -> None:
        del self._added[name]

    def __contains__(self, name: object) -> bool:
        return name in _OURS or name in self._added or _is_plugin(name) or name in _offers()

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys([*_OURS, *_offers(), *plugin_names(), *self._added]))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def package(self, name: str) -> str:
        """Return the name and version of the other package that a metric comes from, "" for one of ours."""
        offers = [] if name in _OURS or name in self._added or has_plugin(name) else _offers().get(name, [])
        return _package(offers[0]) if offers else ""


METRICS = Registry()


@cache
def _import(name: str) -> type[Metric]:
    module, _, cls = _OURS[name].partition(":")
    metric: type[Metric] = getattr(import_module(f"assay.metrics.{module}"), cls)
    return metric


@cache
def _offers() -> dict[str, list[EntryPoint]]:
    """Return what other packages offer by each name that is none of ours."""
    from importlib.metadata import entry_points

    offers: dict[str, list[EntryPoint]] = {}
    for offer in entry_points(group=GROUP):
        if offer.name not in _OURS and offer.name not in ALIASES:
            offers.setdefault(offer.name, []).append(offer)
    return dict(sorted(offers.items()))


@cache
def _load(name: str) -> type[Metric]:
    """Import a metric of another package; refuse what would fail later, or give figures no signature can tell apart."""
    offers = _offers()[name]
    packages = " and ".join(_package(offer) for offer in offers)
    if len(offers) > 1:
        raise DependencyError(f"metric {name} is offered by {packages}; uninstall all of them but one")
    try:
        metric = offers[0].load()
    except Exception as error:  # whatever the other package does wrong
        raise DependencyError(f"metric {name} of {packages} cannot be loaded: {error}") from error
    if not (isinstance(metric, type) and is_dataclass(metric) and getattr(metric, "name", None) == name):
        raise DependencyError(f"metric {name} of {packages} is not a dataclass named {name}")
    options = {option.name for option in declared(metric)}
    for field in fields(metric):
        if field.name not in options:
            raise DependencyError(
                f"metric {name} of {packages}: declare {field.name} with option() of assay.metrics"
            )
    return cast("type[Metric]", metric)


def _is_plugin(name: object) -> bool:
    return isinstance(name, str) and has_plugin(name)


def _plugged(name: str) -> type[Metric]:
    from assay.metrics.plugged import plugged_class

    return plugged_class(name)


def _package(offer: EntryPoint) -> str:
    return f"{offer.dist.name}-{offer.dist.version}" if offer.dist else offer.value
