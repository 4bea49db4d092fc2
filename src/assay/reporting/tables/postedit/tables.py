"""Tables of a study of effort: systems, gain, editors, pauses, learning, agreement, triage, checks, single rows."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from assay.data import READING, Array
from assay.human import DOCUMENT_TASTES, DOCUMENTS, TASTES
from assay.postedit import MEASURES, EffortStudy, effort_scores
from assay.postedit.gain import Gain, Speed
from assay.postedit.groups import KEY_NAMES, Group
from assay.postedit.measures import BY_NAME, EffortMeasure
from assay.postedit.quantities import Measured
from assay.reporting.blocks import Estimate, Head, Table, Value
from assay.reporting.columns import (
    TableColumn,
    estimate,
    number,
    number_head,
    p_value,
    percent,
    several,
    table_of,
    text,
    texts,
)
from assay.stats import Interval

PHASES = {"read": "first read", "edit": "editing", "check": "final check"}


def known_measures(groups: Sequence[Group]) -> list[EffortMeasure]:
    """Return the measures that any group has a figure of."""
    return [
        measure
        for measure in MEASURES
        if any(not math.isnan(group.figures[measure.name]) for group in groups)
    ]


def _figure(measure: EffortMeasure) -> TableColumn:
    """Return the column of a measure, with its interval where there is one."""

    def read(group: Group) -> Value:
        value, interval = group.figures[measure.name], group.intervals.get(measure.name)
        if math.isnan(value):
            return None
        return (
            value
            if interval is None or math.isnan(interval.low)
            else Estimate(value, interval.low, interval.high)
        )

    return number(measure.name, measure.label, read=read, digits=measure.digits, better=measure.better)


def group_table(
    name: str,
    title: str,
    groups: Sequence[Group],
    measures: Sequence[EffortMeasure],
    *,
    notes: Sequence[str] = (),
) -> Table:
    """Show every group with its figures."""
    return table_of(
        name,
        title,
        groups,
        [text("name", name.removeprefix("postedit-").removesuffix("s"), read="name"), number("segments"),
         *map(_figure, measures)],
        notes=notes,
    )  # fmt: skip


def phase_table(study: EffortStudy) -> Table | None:
    """Show how the time of systems is spent; None where there are no events."""
    groups = [group for group in study.systems if not math.isnan(group.sums["read"])]
    if not groups:
        return None
    return table_of(
        "postedit-phases",
        f"Where the time goes; gaps of more than {study.options.idle:g} s are idle, and no part of the time",
        groups,
        [
            text("system", read="name"),
            number("hours", read=lambda group: group.sums["seconds"] / 3600, digits=3),
            *(
                percent(part, f"{label} %", read=lambda group, part=part: _none(group.share(part, "seconds")))
                for part, label in PHASES.items()
            ),
            number("idle", "idle, s", read=lambda group: group.sums["idle"], digits=1),
            number("away", "away, s", read=lambda group: group.sums["away"], digits=1),
            number("visits", "visits/segment", read=lambda group: group.sums["visits"] / group.rows),
        ],
    )


def _none(value: float) -> float | None:
    return None if math.isnan(value) else value


def key_table(study: EffortStudy) -> Table | None:
    """Show key presses by class, per 100 words; None where no class is known."""
    classes = [name for name in KEY_NAMES if any(group.sums[f"keys_{name}"] > 0 for group in study.systems)]
    if not classes:
        return None
    return table_of(
        "postedit-keys",
        "Key presses per 100 words, by class (as PET has them), and clicks",
        study.systems,
        [
            text("system", read="name"),
            *(
                number(
                    name,
                    "undo/redo" if name == "do" else name,
                    read=lambda group, name=name: _none(100 * group.share(f"keys_{name}", "words")),
                    digits=1,
                )
                for name in classes
            ),
            number("mouse", read=lambda group: _none(100 * group.share("mouse", "words")), digits=1),
        ],
    )


def gain_table(study: EffortStudy) -> Table | None:
    """Show the speeds of the mixed model, and how they compare with translation from scratch."""
    gain = study.gain
    if gain is None:
        return None
    return table_of(
        "postedit-gain",
        f"Mixed model: log(seconds per word) = {_terms(gain)}",
        gain.speeds,
        [
            text("system"),
            estimate("seconds_per_word", "s/word", read="seconds_per_word.estimate", interval="seconds_per_word",
                     better="lower"),
            *([estimate("gain", "faster by %", read=_gain, interval="gain", digits=1, better="higher"),
               p_value("p"), p_value("adjusted", "adjusted p (Holm)")] if gain.baseline is not None else []),
        ],
        notes=[
            f"against {gain.baseline}, which is translation from scratch" if gain.baseline else
            "no translation from scratch to compare with",
            f"no intervals: {gain.withheld}" if gain.withheld else
            "intervals and tests: Student's, for other editors, segments and documents",
            f"one standard deviation slower, an editor takes {gain.factor('raters'):.2f} times as long, a segment "
            f"{gain.factor('segments'):.2f} times; editors' gains differ by a factor of {gain.factor(TASTES):.2f}"
            + (f", documents' by {gain.factor(DOCUMENT_TASTES):.2f}" if gain.model.effect(DOCUMENTS) else ""),
            f"residual standard deviation of the logarithms: {math.sqrt(gain.model.residual_variance):.3f}",
            *_of_editors(gain.model.notes),
        ],
        facts={"rows": gain.rows, "editors": gain.model.raters, "segments": gain.model.segments},
    )  # fmt: skip


def _terms(gain: Gain) -> str:
    documents = " + (1 | document) + (1 | document × system)" if gain.model.effect(DOCUMENTS) else ""
    return f"system + (1 | editor) + (1 | segment) + (1 | editor × system){documents}"


def _of_editors(notes: Sequence[str]) -> list[str]:
    """Call raters what they are here."""
    return [note.replace("raters", "editors") for note in notes]


def _gain(speed: Speed) -> float | None:
    return None if speed.gain is None else speed.gain.estimate


def pause_table(study: EffortStudy) -> Table | None:
    """Show pauses at several thresholds."""
    if not study.pauses:
        return None
    return table_of(
        "postedit-pauses",
        "Pauses of at least so many milliseconds",
        study.pauses,
        [
            text("system"),
            number("threshold", "ms"),
            number("pauses", digits=0),
            number("seconds", digits=1),
            percent("ratio", "of the time %"),
            number("per_word", "per word (PWR)", digits=3),
        ],
        notes=["APR and PWR of the first table are at the threshold that --pause names"],
    )


def curve_table(study: EffortStudy) -> Table | None:
    """Show learning and fatigue."""
    if study.curve is None or not study.curve.slopes:
        return None
    return table_of(
        "postedit-curve",
        "Change of time per word, %; below 0 is faster",
        study.curve.slopes,
        [
            text("editor", read=lambda slope: slope.editor or "all"),
            text("over"),
            estimate("change", "change %", read="change.estimate", interval="change", digits=1),
            number("rows", "segments"),
        ],
        notes=[
            "intervals: Student's, each document (or segment) left out once, and for all editors each editor; "
            "'an hour' is of one sitting"
        ],
    )


def agreement_table(study: EffortStudy) -> Table | None:
    """Show how far editors' texts of the same outputs are from each other."""
    if not study.pairs:
        return None
    return table_of(
        "postedit-agreement",
        "Editors on the same outputs: edits between their texts (mutual HTER), and from the output",
        study.pairs,
        [
            *texts("first", "second"),
            number("shared", "outputs"),
            number("mutual", "mutual HTER"),
            number("from_output", "HTER", read=lambda pair: _none(pair.from_output)),
            percent("identical"),
            number("time_correlation", "time, rho", read=lambda pair: _none(pair.time_correlation)),
        ],
    )


def triage_tables(study: EffortStudy) -> list[Table]:
    """Show what metrics predict, how many outputs were slower than scratch, and what a policy would save."""
    triage, confidence = study.triage, f"{100 * study.options.confidence:g}"
    tables = []
    if triage.predictions:
        columns = [
            text("metric"),
            text("measure", read=lambda each: BY_NAME[each.measure].label),
            estimate(
                "pearson", "Pearson", read="pearson.estimate", interval="pearson", digits=3, better="higher"
            ),
            estimate(
                "spearman",
                "Spearman",
                read="spearman.estimate",
                interval="spearman",
                digits=3,
                better="higher",
            ),
            number("outputs"),
        ]
        title = f"Predicted against measured effort over outputs, {confidence} % intervals; 1 is a perfect prediction"
        tables.append(table_of("postedit-predictions", title, triage.predictions, columns))
    if triage.from_scratch:
        tables.append(
            table_of(
                "postedit-from-scratch",
                "Outputs that took longer to post-edit than their segment took from scratch",
                triage.from_scratch,
                [text("system"), number("outputs"), number("share", "share %", read=_share, digits=1)],
                notes=["times of single segments vary: part of this share is chance"],
            )
        )
    if triage.policies:
        columns = [
            text("metric"),
            number("outputs"),
            percent("sent", "sent to scratch %"),
            number("saved", "time saved %", digits=1, better="higher"),
            number("oracle", "if one knew %", digits=1),
        ]
        title = "Sending outputs below a bound of the metric to translation from scratch, ten-fold cross-validation"
        tables.append(table_of("postedit-policies", title, triage.policies, columns))
    return tables


def _share(each: object) -> Estimate:
    share: Interval = each.share  # type: ignore[attr-defined]  # rows of one table are of one class
    return Estimate(100 * share.estimate, 100 * share.low, 100 * share.high)


def check_table(study: EffortStudy) -> Table | None:
    """Show figures of the file held against those computed here."""
    if not study.checks:
        return None
    return table_of(
        "postedit-checks",
        "Figures of the file, compared with those of its events and texts",
        study.checks,
        [
            text("figure", read="name"),
            number("rows"),
            number("equal"),
            number("largest", "largest difference", digits=3),
        ],
    )


def remarks_table(study: EffortStudy) -> Table | None:
    """Show what was noticed about the files."""
    remarks = [remark for remark in study.remarks if remark.kind != READING]
    if not remarks:
        return None
    return table_of(
        "postedit-remarks",
        "Noticed in the files",
        remarks,
        [
            text("what", read="kind"),
            number("count"),
            text("where", read=lambda remark: "; ".join(remark.places[:3])),
        ],
    )


def score_table(measured: Measured) -> Table:
    """Return measures as a table of scores, system by segment, in the form that `assay meta` reads as JSON."""
    scores = effort_scores(measured)
    systems, segments = (scores[0].systems, scores[0].segments) if scores else ((), ())
    heads = [
        Head(each.name, BY_NAME[each.name].label, "right", better="higher" if each.higher_is_better else "lower",
             signature=f"{each.name}|words:{measured.words}")
        for each in scores
    ]  # fmt: skip
    rows = [
        (segment, system, *(_none(float(each.values[row, column])) for each in scores))
        for row, system in enumerate(systems)
        for column, segment in enumerate(segments)
        if any(np.isfinite(each.values[row, column]) for each in scores)
    ]
    return Table("scores", (Head("segment"), Head("system"), *heads), tuple(rows), "Effort by segment")


def _digits(column: Array) -> int:
    """Return how many digits a column needs: none where all that is known in it is whole."""
    known = column[np.isfinite(column)]
    return 0 if (known == np.round(known)).all() else 2


def row_table(study: EffortStudy) -> Table:
    """Show every row: who did which segment, and all that was counted."""
    rows, quantities = study.postedits, study.measured.quantities
    known = [name for name, column in quantities.items() if np.isfinite(column).any()]
    columns = (rows.segment.column(), rows.system.column(), rows.editor.column())
    records = zip(*columns, *(quantities[name].tolist() for name in known), strict=True)
    return table_of(
        "postedit-segments",
        "Every segment that an editor did: seconds, words, characters, keys, edits",
        records,
        [
            text("segment", read=0),
            text("system", read=1),
            text("editor", read=2),
            several(
                [number_head(name, name, digits=_digits(quantities[name])) for name in known],
                read=lambda record: [_none(each) for each in record[3:]],
            ),
        ],
    )
