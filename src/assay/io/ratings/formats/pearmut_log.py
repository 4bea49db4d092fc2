"""The log of Pearmut 1.x: which answers count, and what was answered to.

Its dashboard offers `annotations.json`, from each campaign to its entries; its folder `data/annotations` has a file of
JSONL for each campaign, an entry a line. An entry is one person's visit to one document: `item` holds the texts,
`annotation` for each of them what was said of every model, `actions` what was done when. As in Pearmut itself, a
person's entries before a reset do not count, and a later answer of the same person to the same document takes the place
of the earlier; unlike there, what somebody else says of the same output never does. All that is left out is counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from assay.errors import InputError, OptionError
from assay.io.checked.json_values import JsonError, parse_json
from assay.io.layout import Remarks
from assay.io.opening import Named, label, listed, shown
from assay.io.tables.head import Head
from assay.io.texts.lines import text_lines

RESET = "__RESET__"
# How documents that are no part of the study are numbered
BESIDE = ("welcome_", "random_", "goodbye_")
ENTRY = r'\{\s*"(?:annotation|user_id)"\s*:'
LOGS = re.compile(rf'\s*\{{\s*"(?:[^"\\]|\\.)*"\s*:\s*\[\s*(?:\]|{ENTRY})')

Entry = Mapping[str, Any]


class PearmutAnswer(NamedTuple):
    """What one person said of one output."""

    where: str
    entry: int  # its number in the log, from 1
    rater: str
    document: Sequence[Entry]
    place: int  # of the text in its document
    system: str
    said: Entry  # score, sliders, error_spans, textfield
    visit: Entry  # the whole entry

    @property
    def text(self) -> Entry:
        """The source with all outputs, as the campaign defines it."""
        return self.document[self.place]

    @property
    def beside(self) -> bool:
        """Whether the text is there to teach or to check people: a tutorial, or one with expected answers."""
        number = self.visit.get("item_i")
        outside = isinstance(number, str) and number.startswith(BESIDE)
        return outside or "validation" in self.text or "skippable" in self.text


def recognises(head: Head) -> bool:
    """Tell by its beginning whether a file is such a log."""
    if LOGS.match(head.start):
        return True
    return bool(re.match(rf"\s*{ENTRY}", head.first)) and {"user_id", "annotation"} <= {*head.header}


def read_log(path: Named, text: str, campaign: str | None) -> tuple[str, list[tuple[int, Entry]]]:
    """Return the name of the campaign that is asked for, or of the only one, and its entries with their numbers."""
    logs = _logs(path, text)
    name = _chosen(path, list(logs), campaign)
    return name, list(enumerate(_entries(path, logs[name]), start=1))


def _logs(path: Named, text: str) -> dict[str, Any]:
    if LOGS.match(text):
        try:
            logs = parse_json(text, nan=True)
        except JsonError as error:
            raise InputError(f"{label(path)}: not JSON ({error}); download the annotations again") from None
        return dict(logs)
    return {"": [_loaded(path, number, line) for number, line in enumerate(text_lines(text), start=1)]}


def _loaded(path: Named, number: int, line: str) -> Any:
    try:
        return parse_json(line, nan=True)
    except JsonError as error:
        raise InputError(f"{label(path)}, line {number}: not JSON ({error}); copy the file again") from None


def _chosen(path: Named, names: Sequence[str], campaign: str | None) -> str:
    there_are = listed(names)
    if campaign is not None and campaign not in names:
        there = (
            f"the campaigns are {there_are}" if any(names) else "it is the log of one; leave out --campaign"
        )
        raise OptionError(f'{label(path)}: there is no campaign "{shown(campaign)}"; {there}')
    if campaign is None and len(names) > 1:
        raise InputError(
            f"{label(path)}: {len(names)} campaigns; choose one of them with --campaign ({there_are})"
        )
    return names[0] if campaign is None else campaign


def _entries(path: Named, log: Any) -> list[Entry]:
    if not isinstance(log, list) or not all(
        isinstance(entry, dict) and isinstance(entry.get("user_id"), str) for entry in log
    ):
        raise InputError(
            f'{label(path)}: not a log of Pearmut, in which every entry has "user_id" and "annotation"; '
            "download the annotations"
        )
    if not log:
        raise InputError(f"{label(path)}: no answer in it yet")
    return log


def counted_answers(
    path: Named, entries: Sequence[tuple[int, Entry]], remarks: Remarks
) -> list[PearmutAnswer]:
    """Return the answers that count, in the order of the log; remark on all that do not."""
    resets = {entry["user_id"]: number for number, entry in entries if entry.get("annotation") == RESET}
    counted: dict[tuple[str, ...], PearmutAnswer] = {}
    for number, entry in entries:
        where = f"{label(path)}, entry {number}"
        if entry.get("annotation") == RESET:
            continue
        if number < resets.get(entry["user_id"], 0):
            remarks.add("before a reset, left out", f'{where}: rater "{shown(entry["user_id"])}"')
            continue
        for answer in _answers(where, number, entry, remarks):
            key = (answer.rater, str(entry.get("item_i")), str(answer.place), answer.system)
            if counted.pop(key, None) is not None:
                remarks.add("corrected by a later answer, left out", f'{where}: "{shown(answer.system)}"')
            counted[key] = answer
    return list(counted.values())


def _answers(where: str, number: int, entry: Entry, remarks: Remarks) -> Iterator[PearmutAnswer]:
    document: Any = entry.get("item")
    said = entry.get("annotation")
    if not _are_objects(document) or not isinstance(said, list) or len(document) != len(said):
        raise InputError(
            f'{where}: "item" and "annotation" are not lists of the same length, of texts and of what was said '
            "of them; repair the entry"
        )
    for place, (text, models) in enumerate(zip(document, said, strict=True)):
        if "form" in text:
            remarks.add("answers to a form, left out", f'{where}: "{shown(str(models))}"')
            continue
        if not isinstance(text.get("tgt"), dict):
            raise InputError(
                f'{where}: the outputs ("tgt") of a text are not an object from model to output, as in Pearmut 1.x; '
                "write a table with rater, system, segment and score"
            )
        for system, answer in _by_model(where, models).items():
            if _is_empty(answer):
                remarks.add("skipped, left out", f'{where}: rater "{shown(entry["user_id"])}"')
                continue
            yield PearmutAnswer(where, number, entry["user_id"], document, place, system, answer, entry)


def _by_model(where: str, said: Any) -> dict[str, Entry]:
    """Return what is said of each model; nothing where a text was skipped."""
    models = {} if said is None else said
    if not isinstance(models, dict) or not _are_objects([*models.values()]):
        raise InputError(f"{where}: an annotation is not an object from model to answer; repair the entry")
    for answer in models.values():
        if not _are_objects([answer.get("sliders") or {}]) or not _are_objects(
            answer.get("error_spans") or []
        ):
            raise InputError(
                f"{where}: sliders that are no object, or error spans that are no list of objects; repair the entry"
            )
    return models


def _are_objects(values: Any) -> bool:
    return isinstance(values, list) and all(isinstance(value, dict) for value in values)


def _is_empty(answer: Entry) -> bool:
    scores = [answer.get("score"), *(answer.get("sliders") or {}).values()]
    return all(score is None for score in scores) and not answer.get("error_spans")
