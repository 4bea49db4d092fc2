"""A study's judgements straight from its database, for whatever else is done with judgements of files.

They are the bytes that `assay campaign export --to tidy-jsonl` writes, and are read like a file of them: so the answer
is the same, and no flow has to know of databases.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace

from assay.data import Codes, EvalSet, Judgements, Outputs, numbered_ids
from assay.errors import InputError, OptionError
from assay.io import JudgementOptions, Source
from assay.studies.campaigns import Campaign, judgements_of
from assay.studies.campaigns.results.exports import written_judgements
from assay.studies.options import require_server, without_password

FORM = "tidy-jsonl"


def from_database(options: JudgementOptions) -> Source:
    """Return the judgements of a campaign in a database, as a table of them."""
    with _stored(options) as (campaign, judgements):
        return _table(options, campaign, judgements)


def set_from_database(options: JudgementOptions) -> tuple[Source, EvalSet, Outputs]:
    """Return the same, with segments called by their numbers, and the texts that were judged.

    Where some segments have a reference, metrics are for these alone.
    """
    with _stored(options) as (campaign, judgements):
        return _with_texts(options, campaign, judgements)


def _with_texts(
    options: JudgementOptions, campaign: Campaign, judgements: Judgements
) -> tuple[Source, EvalSet, Outputs]:
    texts = campaign.texts
    kept = [row for row, text in enumerate(texts.reference) if text is not None] or [
        *range(len(texts.source))
    ]
    numbers = numbered_ids(len(kept))
    known = {name: f"{name} (no reference)" for name in texts.segments}
    known |= {texts.segments[row]: number for row, number in zip(kept, numbers, strict=True)}
    segment = judgements.segment
    renamed = replace(segment, names=tuple(known.get(name, name) for name in segment.names))
    references = {"reference": [texts.reference[row] for row in kept]} if any(texts.reference) else {}
    document = Codes.of([texts.document[row] for row in kept]) if any(texts.document) else None
    source = [texts.source[row] for row in kept]
    evalset = EvalSet(campaign.name, texts.languages, source, references, document, numbers)
    outputs = {system: [lines[row] for row in kept] for system, lines in texts.outputs.items()}
    return _table(options, campaign, replace(judgements, segment=renamed)), evalset, outputs


def _table(options: JudgementOptions, campaign: Campaign, judgements: Judgements) -> Source:
    base = os.path.basename(without_password(str(options.judgements)))
    return Source(f"{campaign.name} ({base})", written_judgements(campaign, judgements, FORM))


@contextmanager
def _stored(options: JudgementOptions) -> Iterator[tuple[Campaign, Judgements]]:
    """Read a campaign and what was said in it; where neither can be used, say what is damaged."""
    if options.form is not None or options.columns:
        raise OptionError(
            "--from and --columns say how to read a file, and this is a database; leave them out"
        )
    require_server()
    _refuse_foreign(str(options.judgements))
    from assay.studies.archives import sound
    from assay.studies.desk import Desk
    from assay.studies.store.columns import read_campaign, read_columns

    with Desk(str(options.judgements), only_reads=True) as desk:
        name = _chosen(str(options.judgements), desk.campaigns(), options.campaign)
        with sound(desk, name):
            with desk.database.reading.begin() as connection:
                campaign = read_campaign(connection, name)
                answers = read_columns(connection, campaign)
            if not len(answers):
                raise InputError(f"{name}: there is no judgement yet")
            yield campaign, judgements_of(campaign, answers)


def _refuse_foreign(name: str) -> None:
    """Refuse a database of another program, which to open as ours would be to write into it."""
    if "://" in name:
        return
    from assay.studies.store.database import reading_address

    query = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'events'"
    try:
        with closing(sqlite3.connect(reading_address(name), uri=True)) as connection:
            ours = connection.execute(query).fetchone()[0]
    except sqlite3.Error as error:
        raise InputError(f"the database {name} cannot be read: {error}; is it whole?") from error
    if not ours:
        raise InputError(f"{name} is a database of another program: it holds no campaigns")


def _chosen(database: str, known: Sequence[str], campaign: str | None) -> str:
    kept, listed = without_password(database), ", ".join(known)
    if not known:
        raise InputError(f'{kept}: no campaign is in it; "assay campaign new" makes one')
    if campaign is None and len(known) > 1:
        raise OptionError(f"{kept}: {len(known)} campaigns; choose one of them with --campaign ({listed})")
    if campaign is not None and campaign not in known:
        raise OptionError(f'{kept}: there is no campaign "{campaign}"; the campaigns are {listed}')
    return campaign or known[0]
