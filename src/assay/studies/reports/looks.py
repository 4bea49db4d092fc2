"""What may be claimed of a campaign that is looked at while it grows, in sentences and as a table."""

from __future__ import annotations

import math
from collections.abc import Sequence

from assay.errors import counted
from assay.human import POWER
from assay.human.looks import PairLook
from assay.reporting.blocks import Block, Prose, Table
from assay.reporting.columns import number, p_value, percent, table_of, text, texts
from assay.reporting.tables.human.names import listed
from assay.reporting.tables.human.ranking import score_digits
from assay.reporting.tables.human.summary import p_digits
from assay.stats import KEPT
from assay.studies.campaigns.results.interim import CampaignProgress, CampaignStudy

GROWING = (
    "This study is still growing: {done:,} of {all:,} screens are done. The ranking and its tests are for a study that "
    "ends when it was planned to end: whoever looks again and again and stops as soon as a difference is significant "
    "will claim differences that are not there, more often than the level of the test says."
)
CLOSED = (
    "This study was closed with {done:,} of {all:,} screens done. If its figures were a reason to close it, the "
    "ranking and its tests claim too much, and what is said here of looks at any time holds instead."
)
NONE_YET = "However often you look, no difference may be claimed yet."
NOTHING = "Decide beforehand when to stop, or report how often you looked."
NOTES = (
    "claimed: holds however often and whenever you look, for all pairs together; p: adjusted for both",
    "known: the part of what the whole plan would tell of the pair, at least",
    f"more screens: of those left, so that a difference as large as the observed one would be claimed with a power of "
    f"{POWER:g}; none where all of them would not do",
)


def look_blocks(study: CampaignStudy) -> list[Block]:
    """Say what may be claimed by now, and which pairs are open; of a finished study only what early looks cost."""
    progress = study.progress
    if progress.complete:
        return [Prose(words) for words in _lost(study)]
    words = (GROWING if growing(study) else CLOSED).format(done=progress.screens, all=progress.all_screens)
    if not study.looks:
        return [Prose(f"{words} {NOTHING}")]
    return [Prose(words), Prose(" ".join([_claimed(study.looks), *_open(study.looks, progress)]))]


def growing(study: CampaignStudy) -> bool:
    """Tell whether a study is open and not finished, so that somebody may look and stop it."""
    return not study.progress.closed and not study.progress.complete


def look_headline(leader: str, looks: Sequence[PairLook]) -> str:
    """Say in a line who leads, and how much of that may be claimed by now."""
    claims = sum(look.claimed for look in looks)
    said = f"{claims} of {counted(len(looks), 'difference')}" if claims else "no difference"
    return f"So far {leader} leads, and {said} may be claimed"


def looks_table(study: CampaignStudy) -> list[Table]:
    """Show every pair of a study that is not finished: whether it may be claimed, and what it would take."""
    looks, progress = study.looks, study.progress
    if not looks or progress.complete:
        return []
    alpha = study.ranking.options.chance.alpha if study.ranking is not None else 0.05
    digits = p_digits([look.p_value for look in looks], alpha)
    return [
        table_of(
            "campaign-looks",
            "What may be claimed at any time",
            looks,
            [
                *texts("first", "second"),
                number("difference", digits=score_digits([look.difference for look in looks])),
                percent("share", "known %"),
                p_value("p", read=lambda look: look.p_value, digits=digits),
                text("claimed", read=lambda look: "yes" if look.claimed else "no"),
                number("more", "more screens", read=lambda look: _more(look, progress), digits=0),
            ],
            notes=NOTES,
            facts={"alpha": alpha, "power": POWER},
        )
    ]


def _claimed(looks: Sequence[PairLook]) -> str:
    claims = [f"{look.first} over {look.second}" for look in looks if look.claimed]
    return f"However often you look, you may claim by now: {listed(claims)}." if claims else NONE_YET


def _open(looks: Sequence[PairLook], progress: CampaignProgress) -> list[str]:
    """Say which pairs are not decided, and whether the rest of the plan would do it."""
    pairs = [look for look in looks if not look.claimed]
    if not pairs:
        return []
    beyond = [f"{look.first} and {look.second}" for look in pairs if look.rest is None]
    held = [f"{look.first} and {look.second}" for look in pairs if look.held_back]
    within = [
        f"{look.first} and {look.second} (about {_rounded(more):,})"
        for look in pairs
        if (more := _more(look, progress)) is not None
    ]
    words = [f"Undecided, because other raters may judge otherwise: {listed(held)}."] if held else []
    if within:
        words.append(
            f"Undecided, and how many further screens would show a difference as large as now: {listed(within)}."
        )
    if beyond:
        left = counted(progress.left, "screen")
        words.append(
            f"Undecided, and the {left} left would hardly show a difference as small as now: {listed(beyond)}."
        )
    return words


def _more(look: PairLook, progress: CampaignProgress) -> int | None:
    """Return the further screens that a pair takes; None for one that needs none, or would not be decided by all."""
    if look.claimed or look.held_back or look.rest is None:
        return None
    return math.ceil(look.rest * progress.left)


def _rounded(screens: int) -> int:
    """Round up to two digits: it is an estimate."""
    step: int = 10 ** max(0, len(str(screens)) - 2)
    return -(-screens // step) * step


def _lost(study: CampaignStudy) -> list[str]:
    """Name the claims of a finished study that somebody who would have stopped early may not make."""
    ranking = study.ranking
    if ranking is None:
        return []
    alpha = ranking.options.chance.alpha
    lost = [look for look in study.looks if not look.claimed and look.p_value * KEPT < alpha]
    if not lost:
        return []
    names = listed([f"{look.first} over {look.second}" for look in lost])
    return [f"Holds only if nobody would have closed the study early because of its figures: {names}."]
