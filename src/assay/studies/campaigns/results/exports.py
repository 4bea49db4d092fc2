"""Judgements of a campaign as files: our own table, and the formats that campaigns of the field were published in.

All go through the writers of `assay.io`, whose readers give the judgements back. What a format has no place for is left
out with a warning that names it; a tidy table holds everything. The log of events, which is the campaign itself, is
written by the server.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from assay.data import Judgements
from assay.errors import AssayError, InputError, OptionError, unheard
from assay.human import from_rankings
from assay.io import encode_judgements
from assay.studies.campaigns.judging.rows import judgements_of
from assay.studies.campaigns.judging.stored import Answers
from assay.studies.campaigns.results.dictionary import data_dictionary
from assay.studies.campaigns.values import Campaign

SAMPLE = 200  # answers by which what a format cannot hold is told
Writer = Callable[[Campaign, Judgements], bytes]


@dataclass(frozen=True)
class ExportFormat:
    """A format that judgements can be written in: for which schemes, what it is, and how files of it end."""

    name: str
    words: str
    ending: str
    write: Writer
    schemes: tuple[str, ...] = ()  # that it is for; empty: all

    def fits(self, scheme: str) -> bool:
        """Tell whether judgements of a scheme can be written in it."""
        return not self.schemes or scheme in self.schemes


def _in_format(form: str) -> Writer:
    return lambda campaign, judgements: encode_judgements(judgements, form, leave_out=True)


def _tidy(form: str) -> Writer:
    return lambda campaign, judgements: encode_judgements(judgements, form)


def _pairs(campaign: Campaign, judgements: Judgements) -> bytes:
    return encode_judgements(from_rankings(judgements), "pairs", leave_out=True)


def _marot(campaign: Campaign, judgements: Judgements) -> bytes:
    """Write the younger generation of MQM tables, with docSegId and globalSegId."""
    names = judgements.segment.column()
    documents = judgements.document.column() if judgements.document is not None else [""] * len(judgements)
    both = list(zip(documents, names, strict=True))
    order = {name: place for place, name in enumerate(campaign.texts.segments)}
    within: dict[str, dict[str, int]] = {}
    for document, name in sorted(set(both), key=lambda pair: order.get(pair[1], -1)):
        within.setdefault(document, {}).setdefault(name, len(within[document]) + 1)
    places = [str(within[document][name]) for document, name in both]
    extra = {**judgements.extra, "docSegId": places, "globalSegId": list(names)}
    return encode_judgements(replace(judgements, extra=extra), "mqm", leave_out=True)


EXPORTS: dict[str, ExportFormat] = {
    form.name: form
    for form in (
        ExportFormat("tidy", "one row per judgement, TSV: holds everything", ".tsv", _tidy("tidy")),
        ExportFormat("tidy-csv", "the same as CSV", ".csv", _tidy("tidy-csv")),
        ExportFormat("tidy-jsonl", "the same as JSONL", ".jsonl", _tidy("tidy-jsonl")),
        ExportFormat("dictionary", "what the columns of the tidy table are, TSV", ".tsv", data_dictionary),
        ExportFormat("ranking", "WMT ranking, CSV", ".csv", _in_format("ranking"), ("ranking",)),
        ExportFormat("pairs", "WMT ranking as pairs, CSV", ".csv", _pairs, ("ranking",)),
        ExportFormat(
            "appraise", "Appraise, CSV", ".csv", _in_format("appraise"), ("da", "da-sqm", "esa", "mqm")
        ),
        ExportFormat("esa", "ESA as in WMT 2024, JSONL", ".jsonl", _in_format("esa"), ("esa", "mqm")),
        ExportFormat("mqm", "MQM as in WMT 2020, TSV", ".tsv", _in_format("mqm"), ("mqm",)),
        ExportFormat("mqm-marot", "MQM with docSegId, for Marot, TSV", ".tsv", _marot, ("mqm",)),
        ExportFormat("graham", "direct assessment, one rating a row", ".csv", _in_format("graham"), ("da",)),
        ExportFormat(
            "adequacy-fluency", "grades, CSV", ".csv", _in_format("adequacy-fluency"), ("adequacy-fluency",)
        ),
        ExportFormat("yes-no", "correct or not, CSV", ".csv", _in_format("yes-no"), ("yes-no",)),
        ExportFormat(
            "comprehension",
            "answers to questions, CSV",
            ".csv",
            _in_format("comprehension"),
            ("comprehension",),
        ),
    )
}


def export_format(name: str, scheme: str) -> ExportFormat:
    """Return a format by its name; one that is not for judgements of a scheme is refused."""
    form = EXPORTS.get(name)
    fitting = [each.name for each in EXPORTS.values() if each.fits(scheme)]
    if form is None:
        raise OptionError(f'there is no format "{name}" to export to; choose from {", ".join(fitting)}')
    if not form.fits(scheme):
        raise OptionError(
            f"the format {name} is not for judgements by {scheme}; choose from {', '.join(fitting)}"
        )
    return form


def export_judgements(campaign: Campaign, answers: Answers, form: str) -> bytes:
    """Write the judgements of a campaign in a format, in UTF-8; warnings name what it cannot hold."""
    return written_judgements(campaign, judgements_of(campaign, answers) if len(answers) else None, form)


def written_judgements(campaign: Campaign, judgements: Judgements | None, form: str) -> bytes:
    """Write judgements of a campaign in a format, as `export_judgements` does; none at all are refused."""
    chosen = export_format(form, campaign.protocol.scheme)
    if judgements is None or not len(judgements):
        raise InputError(f"{campaign.name}: there is no judgement yet, so there is nothing to export")
    return chosen.write(campaign, judgements)


def not_exported(campaign: Campaign, sample: Answers) -> tuple[tuple[str, str], ...]:
    """Return, for each format that these judgements can be written in, what it has no place for, in words."""
    answered = set(sample.item.tolist())
    items = tuple(item for item in campaign.plan.items if item.number in answered)
    part = replace(campaign, plan=replace(campaign.plan, items=items))
    fitting = [form for form in EXPORTS.values() if form.fits(campaign.protocol.scheme) and len(sample)]
    judgements = judgements_of(part, sample) if len(sample) else None
    told = [(form.name, _unheld(part, judgements, form.name)) for form in fitting]
    return tuple((name, words) for name, words in told if words)


def _unheld(campaign: Campaign, judgements: Judgements | None, form: str) -> str:
    """Return what a format has no place for, by writing some answers in it."""
    with unheard() as said:
        try:
            written_judgements(campaign, judgements, form)
        except AssayError as error:
            return str(error)
    return "; ".join(said)
