"""Annotators of a campaign as blocks: what everybody did, in which time, and what speaks for their having read."""

from __future__ import annotations

from collections.abc import Sequence

from assay.human import ControlCheck
from assay.reporting.blocks import Block, Figure, Listing, Table
from assay.reporting.columns import figure_of, number, table_of, text
from assay.reporting.tables.human.raters import power_digits, raters_report, verdicts
from assay.studies.campaigns.judging.quality import AnnotatorVerdict
from assay.studies.campaigns.proposals.fates import ProposalCounts
from assay.studies.campaigns.results.interim import AnnotatorProgress, CampaignStudy

VERDICT_NOTES = (
    "verdict: of the paired test on control items; pairs: of an output and its damaged copy; power: how often that "
    'test passes a careful annotator, below {power:g} nobody fails and the verdict is "not yet"; repeats: mean '
    "difference when the same was judged again; flags: what looks as if somebody did not read"
)
LEAST_TIME = 2  # of a unit of time, for a curve to be drawn over it
NO_CONTROLS = "no controls"
UNCONTROLLED = "Nobody has seen degraded items with their originals, so nobody can pass or fail."
PROPOSAL_NOTES = (
    "accepted: left as proposed; changed: overlaps a proposal and differs from it; added: marked where nothing was "
    "proposed. Whoever leaves nearly everything and adds nothing may follow the program rather than the text",
)
SYSTEM_KINDS = ("genuine", "repeat", "degraded", "reference", "filler")


def annotators_so_far(study: CampaignStudy, *, pictures: bool = False) -> tuple[Block, ...]:
    """Show what everybody did, in which time, and the verdict of their control items."""
    raters = study.raters
    blocks: list[Block] = []
    if raters is not None:
        said = verdicts(raters.quality) if _controlled(study) else (UNCONTROLLED,)
        blocks.append(Listing("verdicts", "Control items", said))
    blocks.append(progress_table(study.progress.annotators, study))
    blocks += [verdicts_table(study)] if _tells(study) else []
    blocks += [proposals_table(study)] if study.proposals else []
    blocks += [time_figure(study)] if pictures and study.over_time else []
    return tuple(blocks)


def _controlled(study: CampaignStudy) -> bool:
    """Tell whether anybody has met an output and its degraded copy."""
    return any(each.verdict != NO_CONTROLS for each in study.verdicts)


def _tells(study: CampaignStudy) -> bool:
    """Tell whether a table of verdicts would have anything in it."""
    return _controlled(study) or any(
        each.flags or each.planted or each.quality.repeats.pairs for each in study.verdicts
    )


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
    over = study.progress.closed or study.progress.complete  # nobody is at work on it any more
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
            *([text("verdict", read=lambda who: verdict.get(who.name, ""))] if _controlled(study) else []),
        ],
        notes=(
            "active: with the page in front and something done in the last minute; elapsed: from showing a screen to "
            "sending it",
        ),
    )


def verdicts_table(study: CampaignStudy) -> Table:
    """Show the verdict on every annotator with what it rests on: controls, repeats, planted errors, flags."""
    repeated = any(each.quality.repeats.pairs for each in study.verdicts)
    planted = any(each.planted for each in study.verdicts)
    raters = [each.quality for each in study.verdicts]
    asked = study.raters.quality.check.power if study.raters is not None else ControlCheck().power
    return table_of(
        "campaign-verdicts",
        "Verdicts on annotators",
        study.verdicts,
        [
            text("annotator", read=lambda each: each.annotator),
            text("verdict", read=lambda each: each.verdict),
            number("pairs", "control pairs", read=lambda each: each.quality.degraded.pairs, digits=0),
            number("power", read=_power, digits=power_digits(raters, asked)),
            *([number("repeats", "repeats differ by", read=_repeats)] if repeated else []),
            *([text("planted", "planted errors marked", read=_planted)] if planted else []),
            text("flags", read=lambda each: ", ".join(dict.fromkeys(flag.kind for flag in each.flags))),
        ],
        notes=(VERDICT_NOTES.format(power=asked),),
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
    """Draw how answers came in: over hours, or over minutes or seconds where there are few."""
    hours, count = study.over_time[-1]
    units = (("hours", 1), ("minutes", 60), ("seconds", 3600))
    unit, each = next((two for two in units if hours * two[1] >= LEAST_TIME), units[-1])
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
