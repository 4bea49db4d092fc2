"""Texts that come in any order, and maybe more than once, made a set in which every system has every segment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from assay.data import Bilingual, Codes
from assay.errors import InputError
from assay.io.opening import label, shown

# Sources with outputs, and the reference of each segment
Study = tuple[Bilingual, list[str | None]]


@dataclass
class StudyText:
    """A segment: its document, source and reference, and what systems made of it."""

    document: str
    source: str
    reference: str | None
    outputs: dict[str, str] = field(default_factory=dict)


@dataclass
class StudyTexts:
    """The segments of a study in their order, by name."""

    path: str
    languages: tuple[str, str] = ("", "")
    texts: dict[str, StudyText] = field(default_factory=dict)

    def add(self, name: str, text: StudyText) -> None:
        """Add a segment, or to one that is there what further systems made of it; two different texts are refused."""
        known = self.texts.setdefault(name, text)
        given = {**text.outputs, "": text.source}
        before = {**known.outputs, "": known.source}
        for system, words in given.items():
            if before.get(system, words) != words:
                whose = f'output of "{shown(system)}"' if system else "source"
                raise InputError(
                    f'{label(self.path)}: the segment "{shown(name)}" has two different texts as its {whose}; '
                    "give each segment a name of its own"
                )
        known.outputs |= text.outputs

    def study(self) -> Study:
        """Return sources with outputs, and the references; a segment without the output of a system is refused."""
        if not self.texts:
            raise InputError(f"{label(self.path)}: there is no text in it to judge")
        segments = list(self.texts.values())
        systems = list(dict.fromkeys(system for text in segments for system in text.outputs))
        for name, text in self.texts.items():
            missing = [system for system in systems if system not in text.outputs]
            if missing:
                raise InputError(
                    f'{label(self.path)}: the segment "{shown(name)}" has no output of "{shown(missing[0])}"; a study '
                    "needs one of every system for every segment: add it, or leave the segment or the system out"
                )
        document = Codes.of([text.document for text in segments])
        bilingual = Bilingual(
            label(self.path),
            self.languages,
            [text.source for text in segments],
            {system: [text.outputs[system] for text in segments] for system in systems},
            list(self.texts),
            document if any(document.names) else None,
        )
        return bilingual, [text.reference for text in segments]


def said(parts: Sequence[str]) -> str:
    """Join what is said in a warning."""
    return "; ".join(part for part in parts if part)
