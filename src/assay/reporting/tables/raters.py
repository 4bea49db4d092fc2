"""What there is to say of raters: verdicts and flags in words, a table of raters, agreement, and pictures."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from assay.human import Flag, Kept, Quality, RaterQuality, RaterStudy, Recall, Ruling, ScaleUse
from assay.reporting.blocks import Block, Fact, Figure, Head, Heading, Listing, Prose, Table, Value, drawn
from assay.reporting.tables.rater_agreement import agreement_blocks

LEAST_P = 0.0001
TESTS = {"signed-rank": "Wilcoxon signed-rank", "t": "paired t"}


def raters_report(study: RaterStudy) -> list[Block]:
    """Report on the raters of a study: whom to trust, why, and how far they agree."""
    return [
        Heading("Raters"),
        Listing("verdicts", "Control items", verdicts(study.quality)),
        Prose(check_words(study.quality)),
        rater_table(study.quality, study.flags, study.recalls, study.source),
        *([ruling_table(study.rulings)] if study.rulings else []),
        *([flag_table(study.flags)] if study.flags else []),
        scale_figure(study.use),
        *agreement_blocks(study),
    ]


def verdicts(quality: Quality) -> tuple[str, ...]:
    """Say in words who passed, who failed, and of whom nothing can be said yet."""
    words = {
        "pass": "{} scored degraded items below their originals: {}.",
        "fail": "{} did not, though a careful rater would have: {}.",
        "not yet": "{} did not, but saw too few degraded items to be blamed: {}.",
        "no controls": "{} saw no degraded items: {}.",
    }
    found = []
    for verdict, sentence in words.items():
        raters = quality.of_verdict(verdict)
        if raters:
            found.append(sentence.format(f"{len(raters)} of {len(quality.raters)} raters", _names(raters)))
    return tuple(found)


def _names(names: Sequence[str], most: int = 8) -> str:
    shown = ", ".join(names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown


def check_words(quality: Quality) -> str:
    """Say what was tested, at which level, and for which drop power is computed."""
    check = quality.check
    if math.isnan(quality.spread):
        return f"No rater has two degraded items with their originals; without one: {quality.unmatched}."
    return (
        f"Test: {TESTS[check.test]}, one-sided, passed at p ≤ {check.alpha:g}; power for a drop of "
        f"{quality.drop:g} points with a standard deviation of {quality.spread:.1f}; below a power of {check.power:g} "
        f'the verdict is "not yet"; seed {check.seed}. Control items without an original: {quality.unmatched}; '
        f"rated again and superseded: {quality.superseded}."
    )


def rater_table(
    quality: Quality, flags: Sequence[Flag] = (), recalls: Sequence[Recall] = (), source: str = ""
) -> Table:
    """Make a table of raters: how much, how they scored, controls, verdict, flags and time."""
    kinds = {rater: _kinds(flags, rater) for rater in {flag.rater for flag in flags}}
    found = {one.rater: one for one in recalls}
    rows = [_row(one, kinds.get(one.rater, ""), found.get(one.rater)) for one in quality.raters]
    return Table(
        "raters",
        _HEADS,
        tuple(rows),
        title=f"Raters: {len(quality.raters)}",
        notes=(
            *((f"source: {source}",) if source else ()),
            "drop: mean of original minus degraded; power: of the test, for the stated drop",
            "below: share of degraded items scored below their originals; found: injected errors that were marked",
            "repeats: mean absolute difference of two ratings of one item; minutes: active time, pauses left out",
        ),
        facts=_facts(quality),
    )


def _numbers(*heads: tuple[str, str, int]) -> tuple[Head, ...]:
    return tuple(Head(name, label=label, align="right", digits=digits) for name, label, digits in heads)


_HEADS = (
    Head("rater"),
    *_numbers(("ratings", "n", 0), ("mean", "", 1), ("sd", "SD", 1), ("pairs", "", 0), ("drop", "", 1)),
    Head("p", align="right", digits=4, least=LEAST_P),
    Head("power", align="right"),
    Head("verdict"),
    *_numbers(("below", "below %", 0), ("found", "found %", 0)),
    *_numbers(("repeats", "", 1), ("references", "reference mean", 1), ("minutes", "", 1)),
    Head("flags"),
)


def _row(one: RaterQuality, flags: str, recall: Recall | None) -> tuple[Value, ...]:
    controls, below = one.degraded, one.degraded.below
    found = None if recall is None or recall.share is None else 100 * recall.share.estimate
    return (
        *(one.rater, one.ratings, one.mean, one.spread, controls.pairs, controls.drop, controls.p_value),
        *(controls.power if controls.pairs else None, one.verdict),
        *(None if below is None else 100 * below.estimate, found),
        *(one.repeats.difference, one.references.mean, one.seconds / 60, flags),
    )


def _kinds(flags: Iterable[Flag], rater: str) -> str:
    return ", ".join(dict.fromkeys(flag.kind for flag in flags if flag.rater == rater))


def _facts(quality: Quality) -> dict[str, Fact]:
    check = quality.check
    return {
        "scheme": quality.scheme,
        "test": check.test,
        "alpha": check.alpha,
        "drop": quality.drop,
        "spread": quality.spread,
        "power": check.power,
        "seed": check.seed,
        "unmatched": quality.unmatched,
        "superseded": quality.superseded,
    }


def flag_table(flags: Sequence[Flag]) -> Table:
    """Make a table of flags, each with its evidence."""
    heads = (Head("rater"), Head("flag"), *_numbers(("value", "", 2), ("limit", "", 2)), Head("evidence"))
    rows = [(flag.rater, flag.kind, float(flag.value), float(flag.limit), flag.evidence) for flag in flags]
    note = "a flag is a reason to look, no verdict; show results with and without"
    return Table("flags", heads, tuple(rows), title=f"Flags: {len(flags)}", notes=(note,))


def ruling_table(rulings: Sequence[Ruling]) -> Table:
    """Make a table of what the rule of a campaign says of each rater."""
    heads = (
        *(Head("rater"), Head("rule"), Head("verdict"), Head("pairs", align="right")),
        *(Head("p", align="right", digits=4, least=LEAST_P), Head("reasons")),
    )
    rows = [
        (one.rater, one.rule, one.verdict, one.pairs, one.p_value, "; ".join(one.reasons)) for one in rulings
    ]
    passed = sum(one.verdict == "pass" for one in rulings)
    title = f"Rule {rulings[0].rule if rulings else ''}: {passed} of {len(rulings)} raters pass"
    return Table("rulings", heads, tuple(rows), title=title)


def kept_words(kept: Kept) -> str:
    """Say what is left without some raters."""
    if not kept.raters:
        return f"No rater was left out: {kept.rows_kept} judgements."
    return (
        f"Without {_names(kept.raters)}: {kept.rows_kept} judgements are left, {kept.rows_removed} were removed, "
        f"and {kept.outputs_lost} outputs have no judgement any more."
    )


def scale_figure(use: Sequence[ScaleUse]) -> Figure:
    """Draw how each rater used the scale."""
    rows = [
        (one.rater, low, high, count)
        for one in use
        for low, high, count in zip(one.edges[:-1], one.edges[1:], one.counts, strict=True)
    ]
    return Figure(
        "scale-figure",
        "histograms",
        "Use of the scale by each rater, genuine items",
        drawn("histograms", "scale-use", rows),
        " ".join(map(_use_words, use)) or "There are no ratings.",
        axis="score",
        upright="ratings",
    )


def _use_words(one: ScaleUse) -> str:
    total = sum(one.counts)
    if not total:
        return f"{one.rater} scored no genuine item."
    most = max(range(len(one.counts)), key=one.counts.__getitem__)
    share = 100 * one.counts[most] / total
    return f"{one.rater}: {total} ratings, most ({share:.0f} %) from {one.edges[most]:g} to {one.edges[most + 1]:g}."
