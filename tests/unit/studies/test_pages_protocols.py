"""Every protocol in a real Chromium, by mouse and by keyboard alone, in both directions of writing: what is stored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

import pytest

from assay.studies.campaigns import Campaign, protocol_named, protocol_names
from assay.studies.campaigns.values import (
    CampaignTexts,
    Category,
    Item,
    JudgedText,
    ProposedSpan,
    Question,
    ResponseField,
)
from support.browser_annotators import ByKeyboard, ByMouse, Mark, Served, campaign_of, serving, texts_of


@dataclass(frozen=True)
class Side:
    """The texts of a direction of writing; words are parted by spaces, and some are to be marked."""

    language: str  # of the interface
    pair: tuple[str, str]
    source: str
    outputs: tuple[str, ...]
    marked: tuple[int, int]  # words of the output, the first and the last
    marked_source: tuple[int, int]


SIDES = {
    "left-to-right": Side(
        "en",
        ("de", "en"),
        "Der Hafen war am Dienstag wegen des Sturms zu",
        (
            "The 🚢 harbour was closed on Tuesday because of the storm",
            "The harbour 🚢 has closed Tuesday for storm",
            "Because 🚢 of storms the harbour was shut",
        ),
        (3, 4),
        (1, 1),
    ),
    "right-to-left": Side(
        "ar",
        ("en", "ar"),
        "The 🚢 harbour was closed on Tuesday because of the storm",
        (
            "أُغلق الميناء 🚢 يوم الثلاثاء بسبب العاصفة القوية",
            "كان الميناء 🚢 مغلقًا يوم الثلاثاء للعاصفة",
            "بسبب 🚢 العواصف أُغلق الميناء يوم الثلاثاء",
        ),
        (4, 5),
        (2, 3),
    ),
}
QUESTIONS = (
    Question("Why?", "choice", "facts", ("storm",), ("storm", "strike", "feast")),
    Question("What was closed?", "short", "facts", ("the harbour",)),
    Question("It was closed on ____.", "cloze", "facts", ("Tuesday",)),
)
REPLIES = ("strike", "the harbour", "Monday")
PROPOSED = (0, 6, 7)  # words
SHARES = (0.0, 0.37, 1.0)  # a deliberate 0 is a score
DRIVERS: dict[str, type[ByMouse | ByKeyboard]] = {"mouse": ByMouse, "keyboard": ByKeyboard}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("protocols")) as running:
        yield running


def units(word: int) -> int:
    """Return how many UTF-16 units a character takes."""
    return 2 if word > 0xFFFF else 1


def spread(text: str, words: tuple[int, int]) -> tuple[int, int]:
    """Return the span of some words of a text, in code points."""
    parts = text.split(" ")
    start = sum(len(part) + 1 for part in parts[: words[0]])
    return start, sum(len(part) + 1 for part in parts[: words[1] + 1]) - 1


def utf16(text: str, place: int) -> int:
    """Return a place in UTF-16 units."""
    return sum(units(ord(character)) for character in text[:place])


def leaves(categories: tuple[Category, ...], wording: Any, above: str = "") -> Iterator[tuple[Category, str]]:
    """Yield the categories that can be chosen, with what the page calls them."""
    for category in categories:
        text = f"{above} › {wording[category.text]}" if above else wording[category.text]
        if category.below:
            yield from leaves(category.below, wording, text)
        else:
            yield category, text


@dataclass(frozen=True)
class Study:
    """A campaign of one protocol and what somebody answers in it."""

    campaign: Campaign
    side: Side

    @property
    def item(self) -> Item:
        return self.campaign.plan.items[0]

    def doing(self, field: ResponseField, at: int, question: int) -> Any:
        """Return what an annotator does at a field of a unit: a share of a scale, the number of an option, marks."""
        if field.kind == "slider":
            return SHARES[at % 3]
        if field.kind == "question":
            return REPLIES[question]
        if field.kind == "text":
            return f"changed {at}"
        if field.kind == "tags":
            return [0, 2]
        return self.marks(field, at) if field.kind == "spans" else at

    def stored(self, field: ResponseField, at: int, question: int) -> Any:
        """Return what is then stored."""
        doing = self.doing(field, at, question)
        if field.kind == "slider":
            return field.low + field.by * round(doing * (field.high - field.low) / field.by)
        if field.kind == "points":
            return field.low + at * field.by
        if field.kind == "rank":
            return at + 1
        if field.kind in ("yes-no", "choice"):
            return field.options[at].at
        if field.kind == "tags":
            return [field.categories[number].name for number in doing]
        if field.kind != "spans":
            return doing
        kept = [self._plain(span) for span in self.item.units[at].proposed[:1]]
        spans = [self._span(field, mark, at) for mark in doing if not mark.remove] + kept
        order = ("source", "target", "missing")
        return sorted(spans, key=lambda span: (order.index(span["side"]), span["start"]))

    def _plain(self, span: ProposedSpan) -> dict[str, Any]:
        return {**asdict(span), "note": ""}

    def marks(self, field: ResponseField, at: int) -> list[Mark]:
        """Return errors on every side that a field has, and what is done to the second and third proposal."""
        marks, text = [], self.item.units[at].text
        if "source" in field.sides:
            marks.append(self._mark(field, "source", self.side.source, self.side.marked_source))
        marks.append(self._mark(field, "target", text, self.side.marked))
        if "missing" in field.sides:
            marks.append(Mark("missing", -1, -1, 0, self._category(field, "missing")[1]))
        if field.proposed:
            removed, reopened = (self._mark(field, "target", text, (word, word)) for word in PROPOSED[1:])
            marks += [replace(removed, remove=True), replace(reopened, reopen=True)]
        return marks

    def _mark(self, field: ResponseField, side: str, text: str, words: tuple[int, int]) -> Mark:
        start, end = (utf16(text, place) for place in spread(text, words))
        category, shown = self._category(field, side)
        note = "a remark" if category is not None and category.note else ""
        return Mark(side, start, end, len(field.severities) - 1, shown, note, words)

    def _category(self, field: ResponseField, side: str) -> tuple[Category | None, str]:
        wording = {
            **self.campaign.protocol.wording["en"],
            **self.campaign.protocol.wording[self.side.language],
        }
        fitting = [
            each for each in leaves(field.categories, wording) if side in each[0].sides and not each[0].whole
        ]
        with_note = [each for each in fitting if each[0].note]
        return next(iter(with_note or fitting), (None, ""))

    def _span(self, field: ResponseField, mark: Mark, at: int) -> dict[str, Any]:
        category = self._category(field, mark.side)[0]
        text = {"source": self.side.source, "target": self.item.units[at].text}.get(mark.side, "")
        start, end = (-1, -1) if mark.side == "missing" else spread(text, mark.words)
        return {
            "side": mark.side,
            "start": start,
            "end": end,
            "severity": field.severities[mark.severity],
            "category": "" if category is None else category.name,
            "note": mark.note,
        }


def texts(side: Side) -> CampaignTexts:
    outputs = {f"system-{number}": [output] for number, output in enumerate(side.outputs)}
    return texts_of(side.pair, [side.source], outputs)


def proposed(text: str) -> tuple[ProposedSpan, ...]:
    """Return errors that a program proposes: the first is kept, the second removed, the third made worse."""
    return tuple(ProposedSpan(*spread(text, (word, word)), "minor") for word in PROPOSED)


def study(name: str, protocol: str, side: Side) -> Study:
    """Return a study of one screen."""
    declared = protocol_named(protocol)
    several = 2 if declared.arrangement == "document" else min(3, declared.most_outputs)
    shown = tuple(
        JudgedText(0, (f"system-{at}",), text, proposed=proposed(text) if declared.proposing else ())
        for at, text in enumerate(side.outputs[:several])
    )
    asks = any(field.kind == "question" for step in declared.steps for field in step.fields)
    item = Item(0, shown, questions=QUESTIONS if asks else ())
    campaign = campaign_of(name, declared, [item], texts=texts(side), settings={"language": side.language})
    return Study(campaign, side)


@pytest.mark.slow
@pytest.mark.parametrize("way", DRIVERS)
@pytest.mark.parametrize("direction", SIDES)
@pytest.mark.parametrize("protocol", protocol_names())
def test_a_screen_is_answered_and_stored(
    browser: Any, served: Served, protocol: str, direction: str, way: str
) -> None:
    name = f"{protocol}-{direction}-{way}"
    made = study(name, protocol, SIDES[direction])
    served.add(made.campaign)
    own = {unit.text: f"u{at + 1}" for at, unit in enumerate(made.item.units)}
    expected: dict[tuple[int, int], Any] = {}
    with DRIVERS[way](browser, served.link(name)) as person:
        step = question = 0
        while person.ready != "page":
            shown = person.units()
            stored: dict[str, dict[str, Any]] = {}
            for unit, field_name, kind in person.fields():
                field = next(
                    each
                    for part in made.campaign.protocol.steps
                    for each in part.fields
                    if each.name == field_name
                )
                at = list(own.values()).index(own[shown[unit]]) if unit in shown else 0
                person.answer(unit, field_name, kind, made.doing(field, at, question))
                stored.setdefault(own.get(shown.get(unit, ""), unit), {})[field_name] = made.stored(
                    field, at, question
                )
                question += kind == "question"
            expected[0, step] = stored
            step += 1
            person.submit()
        assert person.page.locator(".code").count() == 1
    assert served.answers(name) == expected
