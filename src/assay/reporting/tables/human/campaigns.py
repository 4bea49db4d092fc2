"""A campaign under way as blocks: the ranking so far, and what looking at it early means; annotators; time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assay.campaigns import AnnotatorProgress, AnnotatorVerdict, CampaignStudy, ProposalCounts
from assay.human import Ranking, RatingsRanking
from assay.reporting.blocks import Block, Estimate, Figure, Heading, Listing, Prose, Table
from assay.reporting.columns import figure_of, number, table_of, text
from assay.reporting.tables.human.agreement import agreement_blocks
from assay.reporting.tables.human.ranking import human_report, score_digits
from assay.reporting.tables.human.raters import raters_report, verdicts
from assay.reporting.tables.human.summary import agreement_words
from assay.stats import Standing

PEEKING = (
    "This study is still growing: {done:,} of {all:,} screens are done. Whoever looks again and again and stops as "
    "soon as a difference is significant will claim differences that are not there, more often than the level of the "
    "test says. Decide beforehand when to stop, or report how often you looked."
)
VERDICT_NOTES = (
    "verdict: of the paired test on control items; pairs: of an output and its damaged copy; power: of that test, "
    "below which a verdict is not yet given; repeats: mean difference when the same was judged again; flags: what "
    "looks as if somebody did not read",
)
PROPOSAL_NOTES = (
    "accepted: left as proposed; changed: overlaps a proposal and differs from it; added: marked where nothing was "
    "proposed. Whoever leaves nearly everything and adds nothing may follow the program rather than the text",
)
SYSTEM_KINDS = ("genuine", "repeat", "degraded", "reference", "filler")


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
    parts = campaign_parts(study, pictures=pictures)
    return [block for part in parts for block in (*_heading(part.title), *part.blocks)]


def _heading(title: str) -> list[Block]:
    return [Heading(title, 2)] if title else []


def ranking_so_far(
    study: CampaignStudy, *, pictures: bool = False
) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
    """Show what may be said of systems, with and without annotators who fail; and what else there is to it."""
    shown: list[Block] = [Heading("Nothing to rank yet", 2)]
    more: list[Block] = []
    if study.ranking is not None and "ranking" in study.ranking.parts:
        heading, *rest = human_report(_ranking_alone(study.ranking), pictures=pictures)
        end = next((place for place, block in enumerate(rest) if isinstance(block, Heading)), len(rest))
        first = [
            block for block in rest[:end] if not isinstance(block, Table) or block.name == "human-ranking"
        ]
        more = [block for block in rest if block not in first and not isinstance(block, Heading)]
        shown = [Heading(heading.text, 2) if isinstance(heading, Heading) else heading]
        if not study.progress.closed and study.progress.share < 1:
            shown.append(Prose(_peeking(study)))
        shown += first
    notes = (*study.troubles, *study.cautions)
    shown += [
        *_with_and_without(study),
        *([Listing("campaign-notes", "To be known", notes)] if notes else []),
    ]
    return tuple(shown), tuple(more)


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


def annotators_so_far(study: CampaignStudy, *, pictures: bool = False) -> tuple[Block, ...]:
    """Show what everybody did, in which time, and the verdict of their control items."""
    raters = study.raters
    blocks: list[Block] = []
    if raters is not None:
        blocks.append(Listing("verdicts", "Control items", verdicts(raters.quality)))
    blocks.append(progress_table(study.progress.annotators, study))
    blocks += [verdicts_table(study)] if study.verdicts else []
    blocks += [proposals_table(study)] if study.proposals else []
    blocks += [time_figure(study)] if pictures and study.over_time else []
    return tuple(blocks)


def quality_so_far(study: CampaignStudy) -> tuple[Block, ...]:
    """Show what the verdicts rest on: pairs, power, repeats, flags, and how the scale is used."""
    raters = study.raters
    blocks: list[Block] = [controls_table(study)] if study.controls else []
    if raters is not None:
        _, _, *rest = raters_report(raters)
        blocks += rest
    return tuple(blocks)


def progress_table(annotators: Sequence[AnnotatorProgress], study: CampaignStudy) -> Table:
    """Show screens, bundles, time and verdict of every annotator."""
    verdict = {each.annotator: each.verdict for each in study.verdicts}
    over = study.progress.closed or study.progress.share == 1  # nobody is at work on it any more
    return table_of(
        "campaign-annotators",
        f"Annotators: {len(annotators)}",
        annotators,
        [
            text("annotator", read=lambda who: f"{who.name} (withdrawn)" if who.withdrawn else who.name),
            number("screens", digits=0),
            number("bundles", digits=0),
            *(
                []
                if over
                else [text("at-work", "at work now", read=lambda who: "yes" if who.at_work else "no")]
            ),
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


def verdicts_table(study: CampaignStudy) -> Table:
    """Show the verdict on every annotator with what it rests on: controls, repeats, planted errors, flags."""
    return table_of(
        "campaign-verdicts",
        "Verdicts on annotators",
        study.verdicts,
        [
            text("annotator", read=lambda each: each.annotator),
            text("verdict", read=lambda each: each.verdict),
            number("pairs", "control pairs", read=lambda each: each.quality.degraded.pairs, digits=0),
            number("power", read=_power),
            number("repeats", "repeats differ by", read=_repeats),
            text("planted", "planted errors marked", read=_planted),
            text("flags", read=lambda each: ", ".join(dict.fromkeys(flag.kind for flag in each.flags))),
        ],
        notes=VERDICT_NOTES,
    )


def proposals_table(study: CampaignStudy) -> Table:
    """Show what every annotator did with the errors that a program had marked."""
    return table_of(
        "campaign-proposals",
        "Proposed errors",
        study.proposals,
        [
            text("annotator", read=lambda each: each.annotator),
            number("outputs", read=lambda each: each.outputs, digits=0),
            number("proposed", read=lambda each: each.proposed, digits=0),
            number("accepted", read=lambda each: each.accepted, digits=0),
            number("changed", read=lambda each: each.changed, digits=0),
            number("deleted", read=lambda each: each.deleted, digits=0),
            number("added", read=lambda each: each.added, digits=0),
            number("share", "% left as proposed", read=_left_as_proposed, digits=0),
        ],
        notes=PROPOSAL_NOTES,
    )


def _left_as_proposed(each: ProposalCounts) -> float | None:
    return 100 * each.accepted / each.proposed if each.proposed else None


def status_blocks(study: CampaignStudy) -> list[Block]:
    """Show what a terminal tells of annotators: verdicts, proposals, and systems with and without those who fail."""
    proposals = [proposals_table(study)] if study.proposals else []
    if not study.verdicts:
        return [*proposals]
    return [verdicts_table(study), *proposals, *_with_and_without(study)]


def _power(each: AnnotatorVerdict) -> float | None:
    return each.quality.degraded.power if each.quality.degraded.pairs else None


def _repeats(each: AnnotatorVerdict) -> float | None:
    return each.quality.repeats.difference if each.quality.repeats.pairs else None


def _planted(each: AnnotatorVerdict) -> str:
    return f"{each.marked} of {each.planted}" if each.planted else ""


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
    """Draw how answers came in: over hours, or over minutes where there are few."""
    hours, count = study.over_time[-1]
    unit, each = ("hours", 1) if hours >= 2 else ("minutes", 60)
    rows = [("answers", since * each, done, "") for since, done in study.over_time]
    words = f"{count:,} {'answer' if count == 1 else 'answers'} in {hours * each:.1f} {unit}."
    return figure_of(
        "curve",
        "campaign-progress",
        "Answers over time",
        rows,
        words,
        data="campaign-over-time",
        axis=f"{unit} since the first answer",
    )
