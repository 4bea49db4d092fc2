"""A campaign under way as blocks: how far it is, the ranking so far, and what may be claimed of it early."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from assay.errors import counted
from assay.human import Ranking, RatingsRanking
from assay.reporting.blocks import Block, Estimate, Heading, Listing, Prose, Table
from assay.reporting.columns import number, table_of, text
from assay.reporting.tables.human.agreement import agreement_blocks
from assay.reporting.tables.human.ranking import human_report, score_digits
from assay.reporting.tables.human.summary import agreement_words
from assay.stats import Standing
from assay.studies.campaigns.results.interim import AnnotatorProgress, CampaignProgress, CampaignStudy
from assay.studies.reports.annotators import LEAST_TIME, annotators_so_far, quality_so_far
from assay.studies.reports.looks import growing, look_blocks, look_headline, looks_table

CLAIMS = ("ranking-verdict", "preferences-summary")  # what reports on rankings call their claims
IF_PLANNED = "What could be claimed, had the study been planned to end here"


@dataclass(frozen=True)
class CampaignPart:
    """A part of the report on a campaign; one that is not `open` at first is for who wants to know more."""

    name: str
    title: str
    blocks: tuple[Block, ...]
    open: bool = True


def campaign_parts(study: CampaignStudy, *, pictures: bool = False) -> list[CampaignPart]:
    """Report on a campaign as it stands: the ranking, annotators and the time they took, agreement."""
    shown, more = ranking_so_far(study, pictures=pictures)
    agreement = agreement_so_far(study)
    words = agreement_words(study.ranking.agreement)[-1:] if study.ranking and study.ranking.agreement else []
    quality = quality_so_far(study)
    parts = (
        CampaignPart("ranking", "", shown),
        CampaignPart("annotators", "Annotators", annotators_so_far(study, pictures=pictures)),
        CampaignPart("agreement", "Agreement", tuple(Prose(each) for each in words)),
        CampaignPart(
            "more-ranking", "More on the ranking: pairs, ranks, each annotator left out", more, False
        ),
        CampaignPart("more-agreement", "More on agreement: every measure, and over time", agreement, False),
        CampaignPart("more-annotators", "More on annotators: control items, flags, scale", quality, False),
    )
    return [part for part in parts if part.blocks]


def campaign_report(study: CampaignStudy, *, pictures: bool = False) -> list[Block]:
    """Report on a campaign as it stands as one list of blocks."""
    return part_blocks(campaign_parts(study, pictures=pictures))


def part_blocks(parts: Sequence[CampaignPart]) -> list[Block]:
    """Return parts of a report as one list of blocks."""
    return [block for part in parts for block in (*_heading(part.title), *part.blocks)]


def _heading(title: str) -> list[Block]:
    return [Heading(title, 2)] if title else []


def ranking_so_far(
    study: CampaignStudy, *, pictures: bool = False
) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
    """Show what may be said of systems, with and without annotators who fail; and what else there is to it."""
    shown, more = _unranked(study), list[Block]()
    if study.ranking is not None and "ranking" in study.ranking.parts:
        heading, *rest = human_report(_ranking_alone(study.ranking), pictures=pictures)
        end = next((place for place, block in enumerate(rest) if isinstance(block, Heading)), len(rest))
        first = [
            block for block in rest[:end] if not isinstance(block, Table) or _is_ranking(block, pictures)
        ]
        more = [block for block in rest if block not in first and not isinstance(block, Heading)]
        shown = [Heading(heading.text, 2) if isinstance(heading, Heading) else heading]
        if growing(study) and study.looks:
            shown = [Heading(look_headline(study.ranking.standings[0].system, study.looks), 2)]
            first = [_if_planned(block) for block in first]
        table = looks_table(study)
        shown += [*_failed(study), *look_blocks(study), *([] if pictures else table), *first]
        more = [*(table if pictures else []), *more]
    notes = tuple(words for words in (*study.troubles, *study.cautions) if words not in _claimed(study))
    shown += [*_with_and_without(study), *([Listing("campaign-notes", "Notes", notes)] if notes else [])]
    return tuple(shown), tuple(more)


def _is_ranking(table: Table, pictures: bool) -> bool:
    """Tell whether a table shows the ranking; that of preferences is drawn where there are pictures."""
    return table.name == "human-ranking" or (not pictures and table.name.startswith("preferences."))


def _unranked(study: CampaignStudy) -> list[Block]:
    """Say that there is no ranking; of a study with one system, what there is in its place."""
    systems = list(study.campaign.texts.outputs)
    if len(systems) > 1:
        return [Heading("Nothing to rank yet", 2)]
    alone = Prose("The study has one system, so there is nothing to rank it against.")
    if study.alone is None:
        return [Heading("One system: nothing to rank", 2), alone]
    mean, digits = study.alone, score_digits([study.alone.estimate])
    interval = f"95 % interval: {mean.low:.{digits}f} to {mean.high:.{digits}f}"
    score = f"a mean of {mean.estimate:.{digits}f} by {study.campaign.protocol.scheme}"
    return [Heading(f"{systems[0]} has {score} ({interval})", 2), alone]


def _claimed(study: CampaignStudy) -> tuple[str, ...]:
    """Return the cautions that the claims of a ranking say themselves."""
    ranking = study.ranking
    balance = ranking.balance if isinstance(ranking, RatingsRanking) else None
    return () if balance is None else (balance.caution,)


def _if_planned(block: Block) -> Block:
    """Say of claims what they are while a study grows: those of one that was to end here."""
    if isinstance(block, Listing) and block.name in CLAIMS:
        return replace(block, title=IF_PLANNED)
    return block


def _ranking_alone(ranking: Ranking) -> Ranking:
    if isinstance(ranking, RatingsRanking):
        return replace(ranking, parts=("ranking",), raters=None, agreement=None)
    return replace(ranking, parts=("ranking",), agreement=None)


def _failed(study: CampaignStudy) -> list[Block]:
    """Say who failed, and what the claim would be without them: nobody is left out in silence."""
    if not study.failed:
        return []
    said = f"Failed their control items: {', '.join(study.failed)}. The ranking counts their answers"
    if study.without_failed is None or study.ranking is None:
        return [Prose(f"{said}.")]
    counted_too, without = (_claim(ranking) for ranking in (study.ranking, study.without_failed))
    if counted_too == without:
        return [Prose(f"{said}; without them, the same may be claimed.")]
    return [Prose(f"{said}. Without them: {without}.")]


def _claim(ranking: Ranking) -> str:
    """Return the first claim of a ranking."""
    blocks = human_report(_ranking_alone(ranking))
    return next(block.text for block in blocks if isinstance(block, Heading))


def _with_and_without(study: CampaignStudy) -> list[Block]:
    """Show both rankings where somebody failed."""
    if study.without_failed is None or study.ranking is None:
        return []
    without = {place.system: place for place in study.without_failed.standings}
    digits = score_digits([place.score for place in study.ranking.standings])
    places = {place.system: number for number, place in enumerate(study.without_failed.standings, start=1)}
    rows = [(place, without.get(place.system)) for place in study.ranking.standings]
    table = table_of(
        "campaign-without-failed",
        "With all annotators, and without those who failed",
        rows,
        [
            text("system", read=lambda row: row[0].system),
            number("with", "all annotators", read=lambda row: _estimate(row[0]), digits=digits),
            number("without", "without those who failed", read=lambda row: _estimate(row[1]), digits=digits),
            number("place", "place without them", read=lambda row: places.get(row[0].system)),
        ],
    )
    return [table]


def _estimate(place: Standing | None) -> Estimate | None:
    return None if place is None else Estimate(place.score, place.low, place.high)


def agreement_so_far(study: CampaignStudy) -> tuple[Block, ...]:
    """Show how far annotators agree, and on how many judgements that rests."""
    if study.ranking is None or study.ranking.agreement is None:
        return ()
    _, *blocks = agreement_blocks(study.ranking.agreement)
    if study.compared:
        words = (
            f"Measured on {study.compared:,} of {study.judgements:,} judgements, of annotators and segments drawn at "
            "random."
        )
        blocks.insert(0, Prose(words))
    return tuple(blocks)


def overview_blocks(study: CampaignStudy, parts: Sequence[CampaignPart]) -> list[Block]:
    """Show on a terminal how far a campaign is, what may be claimed by now, and the rest of the parts given."""
    progress = study.progress
    left = (
        f" At the pace so far, {_hours(progress.work_left)} of work are left." if progress.work_left else ""
    )
    return [Prose(f"{study.campaign.name} is {progress_words(progress)}.{left}"), *part_blocks(parts)]


def _hours(seconds: float) -> str:
    """Write a time as the dashboard does."""
    hours = seconds / 3600
    return f"{hours:.1f} hours" if hours >= LEAST_TIME else f"{math.ceil(seconds / 60)} min"


def campaigns_table(campaigns: Sequence[tuple[str, str, CampaignProgress]]) -> Table:
    """Show how far campaigns are, of which the name, the protocol and the progress are given."""
    return table_of(
        "campaigns",
        "Campaigns",
        campaigns,
        [
            text("campaign", read=0),
            text("protocol", read=1),
            text("state", read=lambda row: "closed" if row[2].closed else "open"),
            number("screens", "screens done", read=lambda row: row[2].screens, digits=0),
            number("all", "of", read=lambda row: row[2].all_screens, digits=0),
            number("annotators", read=lambda row: len(_staying(row[2])), digits=0),
            number("at-work", "at work now", read=lambda row: _busy(row[2]), digits=0),
        ],
    )


def _staying(progress: CampaignProgress) -> list[AnnotatorProgress]:
    return [who for who in progress.annotators if not who.withdrawn]


def _busy(progress: CampaignProgress) -> int:
    return 0 if progress.closed else sum(who.at_work for who in _staying(progress))


def progress_words(progress: CampaignProgress) -> str:
    """Say how far a campaign is; not all is no 100 %, and something no 0 %."""
    share = (
        f"{int(100 * progress.share)} %" if progress.share >= 0.01 or not progress.screens else "below 1 %"
    )
    people, busy = _staying(progress), _busy(progress)
    now = f"; {busy} {'is' if busy == 1 else 'are'} at work now" if busy else ""
    screens = "screen" if progress.all_screens == 1 else "screens"
    done = f"{progress.screens:,} of {progress.all_screens:,} {screens} done ({share})"
    return f"{'closed' if progress.closed else 'open'}, {done}; {counted(len(people), 'annotator')}{now}"
