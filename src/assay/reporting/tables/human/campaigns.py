"""A campaign under way as blocks: progress, the ranking so far with what looking at it early means, annotators, time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assay.campaigns import AnnotatorProgress, CampaignStudy
from assay.human import Ranking, RatingsRanking
from assay.reporting.blocks import Block, Estimate, Figure, Heading, Listing, Prose, Table
from assay.reporting.columns import figure_of, number, table_of, text
from assay.reporting.tables.human.agreement import agreement_blocks
from assay.reporting.tables.human.ranking import human_report, score_digits
from assay.reporting.tables.human.raters import rater_table, verdicts
from assay.stats import Standing

PEEKING = (
    "This ranking is of a study that still grows: {done:,} of {all:,} screens are done. Whoever looks again and again and "
    "stops as soon as a difference shows will find differences that are not there, more often than the level of the test "
    "says. Decide beforehand when to stop, or report that and how often you looked."
)
SYSTEM_KINDS = ("genuine", "repeat", "degraded", "reference", "filler")


def campaign_report(study: CampaignStudy, *, pictures: bool = False) -> list[Block]:
    """Report on a campaign as it stands: the ranking, agreement, annotators, and the time they took."""
    return [
        *ranking_so_far(study, pictures=pictures),
        *agreement_so_far(study),
        *annotators_so_far(study, pictures=pictures),
    ]


def ranking_so_far(study: CampaignStudy, *, pictures: bool = False) -> list[Block]:
    """Show what may be said of systems, with and without annotators who fail their controls."""
    blocks: list[Block] = []
    if study.ranking is not None and "ranking" in study.ranking.parts:
        alone = _ranking_alone(study.ranking)
        blocks += [
            Heading(block.text, 2) if isinstance(block, Heading) else block
            for block in human_report(alone, pictures=pictures)
            if not (isinstance(block, Heading) and block.level == 2)
        ]
        if not study.progress.closed and study.progress.share < 1:
            blocks.insert(1, Prose(_peeking(study)))
    else:
        blocks.append(Heading("Nothing to rank yet", 2))
    blocks += _with_and_without(study)
    notes = (*study.troubles, *study.cautions)
    return [*blocks, *([Listing("campaign-notes", "To be known", notes)] if notes else [])]


def _peeking(study: CampaignStudy) -> str:
    return PEEKING.format(done=study.progress.screens, all=study.progress.all_screens)


def _ranking_alone(ranking: Ranking) -> Ranking:
    if isinstance(ranking, RatingsRanking):
        return replace(ranking, parts=("ranking",), raters=None, agreement=None)
    return replace(ranking, parts=("ranking",), agreement=None)


def _with_and_without(study: CampaignStudy) -> list[Block]:
    """Show both rankings where somebody failed: nobody is left out in silence."""
    if not study.failed:
        return []
    names = ", ".join(study.failed)
    said = f"Failed their control items: {names}. The ranking above counts them; nobody is left out unless you do so."
    if study.without_failed is None or study.ranking is None:
        return [Prose(said)]
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
    return [Prose(said), table]


def _estimate(place: Standing | None) -> Estimate | None:
    return None if place is None else Estimate(place.score, place.low, place.high)


def agreement_so_far(study: CampaignStudy) -> list[Block]:
    """Show how far annotators agree, and on how many judgements that rests."""
    if study.ranking is None or study.ranking.agreement is None:
        return []
    blocks = agreement_blocks(study.ranking.agreement)
    if study.compared:
        words = f"Measured on {study.compared:,} of {study.judgements:,} judgements: those of segments drawn at random."
        blocks.insert(1, Prose(words))
    return blocks


def annotators_so_far(study: CampaignStudy, *, pictures: bool = False) -> list[Block]:
    """Show what everybody did, in which time, and the verdict of their control items with its pairs and power."""
    blocks: list[Block] = [Heading("Annotators", 2)]
    study_of_raters = study.ranking.raters if isinstance(study.ranking, RatingsRanking) else None
    if study_of_raters is not None:
        blocks.append(Listing("verdicts", "Control items", verdicts(study_of_raters.quality)))
    blocks.append(progress_table(study.progress.annotators, study))
    blocks += [time_figure(study)] if pictures and study.over_time else []
    if study_of_raters is not None:
        quality = study_of_raters
        blocks.append(rater_table(quality.quality, quality.flags, quality.recalls, quality.source))
    if study.controls:
        blocks.append(controls_table(study))
    return blocks


def progress_table(annotators: Sequence[AnnotatorProgress], study: CampaignStudy) -> Table:
    """Show screens, bundles, time and verdict of every annotator."""
    raters = study.ranking.raters if isinstance(study.ranking, RatingsRanking) else None
    verdict = {rater.rater: rater.verdict for rater in raters.quality.raters} if raters else {}
    return table_of(
        "campaign-annotators",
        f"Annotators: {len(annotators)}",
        annotators,
        [
            text("annotator", read=lambda who: f"{who.name} (withdrawn)" if who.withdrawn else who.name),
            number("screens", digits=0),
            number("bundles", digits=0),
            text("at-work", "at work now", read=lambda who: "yes" if who.at_work else "no"),
            number("active", "active minutes", read=lambda who: who.active / 60, digits=0),
            number("elapsed", "elapsed minutes", read=lambda who: who.elapsed / 60, digits=0),
            number("pace", "active seconds per screen", read=_pace, digits=1),
            text("verdict", read=lambda who: verdict.get(who.name, "")),
        ],
        notes=(
            "active: with the page in front and something done in the last minute; elapsed: from showing a screen to "
            "sending it",
        ),
    )


def _pace(who: AnnotatorProgress) -> float | None:
    return who.active / who.screens if who.screens and who.active else None


def controls_table(study: CampaignStudy) -> Table:
    """Show how many judgements are of which kind of item."""
    rows = [(kind, study.controls[kind]) for kind in SYSTEM_KINDS if study.controls.get(kind)]
    return table_of(
        "campaign-items",
        "Judgements by what an item is there for",
        rows,
        [text("item", read=0), number("judgements", read=1, digits=0)],
    )


def time_figure(study: CampaignStudy) -> Figure:
    """Draw how answers came in."""
    rows = [("answers", hours, count, "") for hours, count in study.over_time]
    hours, count = study.over_time[-1]
    words = f"{count:,} answers in {hours:.1f} hours."
    return figure_of(
        "curve",
        "campaign-progress",
        "Answers over time",
        rows,
        words,
        data="campaign-over-time",
        axis="hours since the first answer",
    )
