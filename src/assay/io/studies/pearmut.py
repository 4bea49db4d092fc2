"""Campaigns of Pearmut 1.x, as their authors write them or as its dashboard offers them: JSON.

Documents are lists of texts with `src`, `ref`, `tgt` (model to output) and `item_id`; in `task-based` campaigns there
is a list of them for each annotator, and what several annotators have is one document here. A segment is called by its
`item_id`, or as the k-th text of the n-th document, `n#k`. Texts with expected answers, tutorials and forms are no part
of the set. All that is not carried over is named in a warning.
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from assay.errors import AssayWarning, InputError, counted
from assay.io.checked.json_values import JsonError, parse_json
from assay.io.opening import Named, contents, label, listed
from assay.io.studies.study_texts import Study, StudyText, StudyTexts, said
from assay.io.tables.head import Head
from assay.io.texts.lines import decoded

KEYS = ("campaign_id", "info", "data", "data_welcome", "data_goodbye", "data_random", "token")
START = re.compile(rf'\s*\[?\s*\{{\s*"(?:{"|".join(KEYS)})"\s*:')
BESIDE = ("data_welcome", "data_goodbye", "data_random")
MEANT = ("assignment", "shuffle", "seed")  # settings of which nothing is to be said
MEDIA = ("<audio ", "<video ", "<img ", "<iframe ")
OF_SYSTEMS = ("tgt", "error_spans")

Item = Mapping[str, Any]


def recognises(head: Head) -> bool:
    """Tell by its beginning whether a file is such a campaign."""
    start = head.start
    return bool(START.match(start)) and ('"campaign_id"' in start or '"tgt"' in start)


def read(path: Named) -> Study:
    """Read the texts of the only campaign of a file."""
    campaign = _only_campaign(path, decoded(path, contents(path)))
    texts = StudyTexts(str(path))
    documents = list(_documents(path, campaign))
    checks = _collect(texts, documents)
    study = texts.study()
    _warn_of_media(path, study[0].outputs)
    filled = sum("error_spans" in item for document in documents for item in document)
    others = {" with expected answers": checks, " with errors filled in (--proposals)": filled}
    left = said([*_settings(campaign), *(counted(n, "text") + words for words, n in others.items() if n)])
    if left:
        warnings.warn(
            f"{label(path)}: of Pearmut's campaign, texts are taken; left out: {left}", AssayWarning, 3
        )
    return study


def _only_campaign(path: Named, text: str) -> Item:
    try:
        content = parse_json(text, nan=True)
    except JsonError as error:
        raise InputError(f"{label(path)}: not JSON ({error}); correct the file") from None
    campaigns = content if isinstance(content, list) else [content]
    if not campaigns or not all(isinstance(each, dict) and "data" in each for each in campaigns):
        raise InputError(f'{label(path)}: not a campaign of Pearmut, which has "data"')
    if len(campaigns) > 1:
        names = listed([str(each.get("campaign_id")) for each in campaigns])
        raise InputError(
            f"{label(path)}: {len(campaigns)} campaigns ({names}); save the one that is meant in a file of its own"
        )
    return dict(campaigns[0])


def _documents(path: Named, campaign: Item) -> Iterator[Sequence[Item]]:
    """Yield the documents of all tasks that are no forms."""
    data = campaign["data"]
    tasks = list(data.values()) if isinstance(data, dict) else [data]
    if isinstance(data, list) and _info(campaign).get("assignment") == "task-based":
        tasks = data
    for task in tasks:
        for document in task if isinstance(task, list) else [None]:
            if not isinstance(document, list) or not all(isinstance(item, dict) for item in document):
                raise InputError(f'{label(path)}: "data" is not made of documents, which are lists of texts')
            if not all("form" in item for item in document):
                yield document


def _collect(texts: StudyTexts, documents: Iterable[Sequence[Item]]) -> int:
    """Add the texts of all documents, and return how many have expected answers and are left out."""
    known: dict[str, int] = {}
    checks: set[str] = set()
    for document in documents:
        key = json.dumps([_own(item) for item in document])
        number = known.setdefault(key, len(known) + 1)
        name = str(number) if len(document) > 1 else ""
        for place, item in enumerate(document, start=1):
            if "validation" in item or "skippable" in item:
                checks.add(json.dumps(_own(item)))
                continue
            given = item.get("item_id")
            texts.add(f"{number}#{place}" if given is None else str(given), _text(texts.path, item, name))
    return len(checks)


def _own(item: Item) -> dict[str, Any]:
    return {name: value for name, value in item.items() if name not in OF_SYSTEMS}


def _text(path: str, item: Item, document: str) -> StudyText:
    outputs, source, reference = item.get("tgt"), item.get("src", ""), item.get("ref")
    strings = isinstance(outputs, dict) and all(isinstance(text, str) for text in outputs.values())
    if not strings or not isinstance(source, str) or not isinstance(reference, str | None):
        raise InputError(
            f'{label(path)}: a text whose "tgt" is not an object from model to output; correct it'
        )
    return StudyText(document, source, reference, dict(outputs or {}))


def _info(campaign: Item) -> dict[str, Any]:
    info = campaign.get("info")
    return info if isinstance(info, dict) else {}


def _settings(campaign: Item) -> Iterator[str]:
    """Yield in words what a campaign has besides texts, and how it is asked for here."""
    info = _info(campaign)
    hints = {"protocol": "--protocol", "users": "--annotators", "instructions": "a protocol of your own"}
    for name, value in info.items():
        if name not in MEANT:
            short = f" {value}" if isinstance(value, str | int) and len(str(value)) < 20 else ""
            yield f"{name}{short}" + (f" ({hints[name]})" if name in hints else "")
    for name in BESIDE:
        if campaign.get(name):
            yield name + (" (--tutorial)" if name == "data_welcome" else "")


def _warn_of_media(path: Named, outputs: Mapping[str, Sequence[str]]) -> None:
    texts = [text for lines in outputs.values() for text in lines]
    media = sum(text.startswith(MEDIA) for text in texts)
    if media:
        warnings.warn(
            f"{label(path)}: {counted(media, 'output')} of sound or pictures, which are shown as text here",
            AssayWarning,
            3,
        )
