"""What the numbers of a task rest on, in words: human scores, reference, systems, segments, and what a score is of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from assay.meta.material import Grouping, Material, SystemScores, common_systems, kind_of_scores
from assay.meta.statistics import Level, Statistic


class Asked(Protocol):
    """What of a task its provenance rests on."""

    @property
    def languages(self) -> tuple[str, ...]:
        """The language pairs."""

    @property
    def level(self) -> Level:
        """Systems, documents or segments."""

    @property
    def grouping(self) -> Grouping:
        """What is compared with what."""

    @property
    def scores(self) -> SystemScores:
        """What a metric's score of a system is."""

    @property
    def measure(self) -> Statistic:
        """The statistic."""

    @property
    def ties(self) -> str:
        """What becomes of ties."""


def task_provenance(task: Asked, materials: Mapping[str, Material]) -> str:
    """Say what the numbers of a task rest on."""
    parts = [_who(materials[name]) for name in task.languages]
    if task.measure.cells is not None:
        parts.append("from scores of segments")
    elif task.level == "system":
        parts.append(f"scores of systems: {_kinds(task, [materials[name] for name in task.languages])}")
    else:
        groups = {
            "none": "all values in one group",
            "item": f"grouped by {task.level}",
            "system": "grouped by system",
        }
        words = "scores of documents: computed together or as given, else means over judged segments"
        if task.measure.ordered:
            texts = all(materials[name].texts for name in task.languages)
            known = "identical outputs are ties" if texts else "identical outputs are not known"
            return "; ".join([*parts, task.ties, known, task.measure.ties])
        parts += [*([words] if task.level == "document" else []), groups[task.grouping], task.ties]
    return "; ".join(parts)


KINDS: Mapping[SystemScores, str] = {
    "corpus": "corpus scores of the judged segments",
    "mean": "means over judged segments",
    "all": "means over all segments",
    "given": "as their files give them",
}
# Where people's scores are of whole systems, no segment is judged by itself.
OF_ALL: Mapping[SystemScores, str] = {
    "corpus": "corpus scores of all segments",
    "mean": "means over all segments",
}


def _kinds(task: Asked, materials: Sequence[Material]) -> str:
    """Say what the metrics' scores of systems are; where they are of several kinds, name the metrics of each."""
    kinds: dict[SystemScores, dict[str, None]] = {}
    for material in materials:
        for name, metric in material.metrics.items():
            kinds.setdefault(kind_of_scores(metric, task.scores), {})[name] = None
    if len(kinds) < 2:
        whole = not any(material.human.judged.any() for material in materials)
        return ", ".join(OF_ALL.get(kind, KINDS[kind]) if whole else KINDS[kind] for kind in kinds)
    *fewer, most = sorted(kinds, key=lambda kind: len(kinds[kind]))
    named = [f"{KINDS[kind]} ({', '.join(kinds[kind])})" for kind in fewer]
    return f"of several kinds: {', '.join(named)}, {KINDS[most]} (all others)"


def _who(material: Material) -> str:
    """Name human scores, reference, systems and segments of a language pair."""
    human = material.human
    systems = material.systems or common_systems(human, human)
    others = [name for name in human.systems if name not in systems]
    left_out = f", left out: {', '.join(others)}" if others else ""
    noun = "system" if len(systems) == 1 else "systems"
    judged = int(human.for_systems(systems).judged.any(axis=0).sum())
    reference = f", reference {material.reference}" if material.reference else ""
    notes = f" ({'; '.join(human.notes)})" if human.notes else ""
    return (
        f"{material.languages}: {human.name}{notes}{reference}, {len(systems)} {noun} ({', '.join(systems)})"
        f"{left_out}, "
        + (f"{judged} of {len(human.segments)} segments judged" if judged else "judged as wholes")
    )
