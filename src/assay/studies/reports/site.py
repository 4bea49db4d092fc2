"""A finished study as pages that need no server: what it says, and every segment with all that was said of it.

Everything is in the files: nothing is fetched, and there is no name of an annotator in what is given here (see
`assay.studies.campaigns.veiled`). Segments are on pages of their own, which the first page links.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from assay.data import GENUINE, JOINT, REPEAT, Judgements, Spans
from assay.errors import counted
from assay.reporting.blocks import Block, Example, ExampleLine, Examples, Heading, Piece, Prose
from assay.reporting.page.shell import SCRIPTS, Extra, shell
from assay.reporting.render.html_blocks import escaped
from assay.studies.campaigns import Campaign
from assay.studies.campaigns.results.interim import CampaignStudy
from assay.studies.reports.overview import CampaignPart, part_blocks

LEFT_OUT = "What was judged or edited, and what was said or made of it; controls and tutorials are left out."
A_PAGE = 100  # segments
Said = dict[str, dict[str, list[int]]]  # segment to system to rows


def study_pages(
    study: CampaignStudy,
    judgements: Judgements,
    called: Mapping[str, str],
    shown: Sequence[CampaignPart],
) -> Iterator[tuple[str, str]]:
    """Yield the pages of a study: the name of each file and its text; the first is index.html."""
    texts, said = study.campaign.texts, _said(judgements)
    parts = [
        range(start, min(start + A_PAGE, len(texts.segments)))
        for start in range(0, len(texts.segments), A_PAGE)
    ]
    names = [f"segments-{number}.html" for number in range(1, len(parts) + 1)]
    labels = [f"{part.start + 1:,} to {part.stop:,}" for part in parts]
    links = list(zip(names, labels, strict=True))
    blocks = [Heading(study.campaign.name), Prose(_about(study)), *part_blocks(shown)]
    yield (
        "index.html",
        shell(blocks, Extra(_links("Every segment", links), (("all-segments", "Segments"),), SCRIPTS)),
    )
    for (name, label), part in zip(links, parts, strict=True):
        examples = tuple(
            _example(study.campaign, row, said.get(texts.segments[row], {}), judgements, called=called)
            for row in part
        )
        page: list[Block] = [
            Heading(f"{study.campaign.name}: segments {label}"),
            Examples("segments", LEFT_OUT, examples),
        ]
        others = [("index.html", "The study"), *links]
        yield name, shell(page, Extra(_links("Other pages", others), (("all-segments", "Pages"),), SCRIPTS))


def _about(study: CampaignStudy) -> str:
    progress, texts = study.progress, study.campaign.texts
    return (
        f"{study.campaign.protocol.name}, version {study.campaign.protocol.version}; "
        f"{counted(len(texts.outputs), 'system')}, {counted(len(texts.segments), 'segment')}; "
        f"{study.judgements:,} judgements by {counted(len(progress.annotators), 'annotator')}. "
        "Names of annotators and remarks in their own words are left out."
    )


def _links(title: str, links: Sequence[tuple[str, str]]) -> str:
    items = "".join(f'<li><a href="{address}">{escaped(words)}</a></li>' for address, words in links)
    nav = f'<nav aria-label="{escaped(title)}"><ul class="parts">{items}</ul></nav>'
    return f'<section id="all-segments"><h2>{escaped(title)}</h2>{nav}</section>'


def _said(judgements: Judgements) -> Said:
    """Return the rows of every segment and system, but for controls, which are of other texts."""
    rows: Said = {}
    genuine = judgements.item.among((GENUINE, REPEAT))
    for row in np.flatnonzero(genuine).tolist():
        segment = judgements.segment.names[judgements.segment.index[row]]
        for system in judgements.system.names[judgements.system.index[row]].split(JOINT):
            rows.setdefault(segment, {}).setdefault(system, []).append(row)
    return rows


def _example(
    campaign: Campaign,
    segment: int,
    said: Mapping[str, list[int]],
    judgements: Judgements,
    *,
    called: Mapping[str, str],
) -> Example:
    texts = campaign.texts
    name, source, reference = texts.segments[segment], texts.source[segment], texts.reference[segment]
    lines = [ExampleLine("source", (Piece(source),))] if source else []
    lines += [ExampleLine("reference", (Piece(reference),))] if reference is not None else []
    for system in texts.outputs:
        rows = said.get(called[system], [])
        known = [float(judgements.score[row]) for row in rows if np.isfinite(judgements.score[row])]
        mean = sum(known) / len(known) if known else None
        sides = {"target": texts.outputs[system][segment], "source": source or ""}
        lines.append(ExampleLine(called[system], (Piece(sides["target"]),), mean))
        if campaign.protocol.logged is not None:
            done = "edited" if sides["target"] else "written"
            lines += _edits(judgements, rows, campaign.protocol.logged.name, done)
        elif rows:
            lines.append(ExampleLine(f"said of {called[system]}", (Piece(_words(judgements, rows, sides)),)))
    return Example(f"{name} · {texts.document[segment]}" if texts.document[segment] else name, tuple(lines))


def _edits(judgements: Judgements, rows: Sequence[int], column: str, done: str) -> list[ExampleLine]:
    """Return what editors made of an output; a blind log has no text of theirs."""
    texts = judgements.extra.get(column, [""] * len(judgements))
    people = judgements.rater
    return [
        ExampleLine(f"{done} by {people.names[people.index[row]]}", (Piece(texts[row]),))
        for row in rows
        if texts[row]
    ]


def _words(judgements: Judgements, rows: Sequence[int], sides: Mapping[str, str]) -> str:
    """Write what each annotator said of an output; `sides` are the texts in which errors were marked."""
    return "; ".join(
        " ".join(
            filter(
                None,
                [
                    f"{judgements.rater.names[judgements.rater.index[row]]}:",
                    judgements.aspect.names[judgements.aspect.index[row]],
                    f"{judgements.score[row]:g}" if np.isfinite(judgements.score[row]) else "",
                    _errors(judgements, row, sides),
                ],
            )
        )
        for row in rows
    )


def _errors(judgements: Judgements, row: int, sides: Mapping[str, str]) -> str:
    spans = judgements.spans
    if spans is None:
        return ""
    marked = [
        " ".join(
            filter(
                None,
                [
                    spans.severity.names[spans.severity.index[span]],
                    spans.category.names[spans.category.index[span]],
                    _quoted(spans, span, sides),
                ],
            )
        )
        for span in range(int(spans.offsets[row]), int(spans.offsets[row + 1]))
    ]
    return f"({', '.join(marked)})" if marked else "(no error marked)"


def _quoted(spans: Spans, span: int, sides: Mapping[str, str]) -> str:
    """Quote what was marked, apart from the direction of what stands around it."""
    side = spans.side.names[spans.side.index[span]]
    if spans.start[span] < 0 or side not in sides:
        return "missing" if side == "missing" else ""
    words = f"“\u2068{sides[side][spans.start[span] : spans.end[span]]}\u2069”"
    return f"{words} in the source" if side == "source" else words
