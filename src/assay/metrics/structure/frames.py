"""Who did what to whom: predicates with their arguments, from semantic roles that a file gives or from dependencies.

Without roles a predicate is a verb, or the root of a sentence without verbs, and its arguments are its dependents, each
with the words below it. Relations of Universal Dependencies, and those of spaCy's English models, are mapped to the
eight classes of MEANT; the mapping is our own, as no role labeller is at hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.data import ROOT, Parse

# The first that a relation or role begins with counts.
_RELATIONS = {
    "nsubj:pass": "patient",
    "nsubjpass": "patient",
    "csubj:pass": "patient",
    "nsubj": "agent",
    "csubj": "agent",
    "obl:agent": "agent",
    "agent": "agent",
    "iobj": "recipient",
    "dative": "recipient",
    "obl:arg": "recipient",
    "obl:tmod": "temporal",
    "npadvmod": "temporal",
    "obj": "patient",
    "dobj": "patient",
    "obl": "locative",
    "prep": "locative",
    "advcl": "purpose",
    "punct": "",
    "conj": "",
    "cc": "",
    "parataxis": "",
    "discourse": "",
}
_ROLES = {
    "A0": "agent",
    "ARG0": "agent",
    "A1": "patient",
    "ARG1": "patient",
    "A2": "recipient",
    "ARG2": "recipient",
    **dict.fromkeys(("A3", "A4", "ARG3", "ARG4"), "locative"),
    "ARGM-BNF": "recipient",
    "AM-TMP": "temporal",
    "ARGM-TMP": "temporal",
    "AM-LOC": "locative",
    "AM-DIR": "locative",
    "ARGM-LOC": "locative",
    "ARGM-DIR": "locative",
    "AM-CAU": "purpose",
    "AM-PNC": "purpose",
    "AM-PRP": "purpose",
    "ARGM-CAU": "purpose",
    "ARGM-PNC": "purpose",
    "ARGM-PRP": "purpose",
}
OTHER = "other"


@dataclass(frozen=True)
class Frame:
    """A predicate, and the words of its arguments by their class."""

    predicate: str
    arguments: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def words(self) -> int:
        """Return how many words the frame covers."""
        return 1 + sum(len(words) for _, words in self.arguments)


@dataclass(frozen=True)
class FramePlaces:
    """A frame whose words are named by their places in the sentence."""

    predicate: int
    arguments: tuple[tuple[str, tuple[int, ...]], ...]


def frames_of(parse: Parse, words: Sequence[str]) -> list[Frame]:
    """Return the frames of a parse, with words as they are compared."""
    return [
        Frame(
            words[frame.predicate],
            tuple((role, tuple(words[place] for place in places)) for role, places in frame.arguments),
        )
        for frame in frame_places(parse)
    ]


def frame_places(parse: Parse) -> list[FramePlaces]:
    """Return the frames of a parse in the order of their predicates."""
    below = parse.children()
    if any(parse.roles):
        arguments: dict[int, list[tuple[str, int]]] = {}
        for place, roles in enumerate(parse.roles):
            for predicate, role in roles:
                arguments.setdefault(predicate, []).append((_class_of_role(role), place))
    else:
        predicates = [place for place, tag in enumerate(parse.tags) if tag == "VERB"]
        predicates = predicates or [place for place, head in enumerate(parse.heads) if head == ROOT]
        arguments = {
            place: [(_class_of(parse.relations[child], _RELATIONS), child) for child in below[place]]
            for place in predicates
        }
    return [
        FramePlaces(place, tuple((role, _filler(child, below)) for role, child in found if role))
        for place, found in sorted(arguments.items())
    ]


def _class_of_role(label: str) -> str:
    """Return the class of a role; one that goes on (C-A1) or refers back (R-A1) is in the class of its own."""
    return _class_of(label.removeprefix("C-").removeprefix("R-"), _ROLES)


def _class_of(name: str, classes: dict[str, str]) -> str:
    return next(
        (kind for start, kind in classes.items() if name == start or name.startswith(start + ":")), OTHER
    )


def _filler(place: int, below: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the places of a subtree in the order of the sentence."""
    found = [place]
    for each in found:
        found.extend(below[each])
    return tuple(sorted(found))
