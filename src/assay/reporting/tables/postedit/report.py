"""The report on post-editing effort: the answer first, then every part that was asked for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assay.comparison.resampling import FEW_UNITS, interval_words
from assay.data import READING
from assay.errors import counted
from assay.postedit import PARTS, EffortStudy
from assay.postedit.gain import Gain
from assay.postedit.groups import LEAST_UNITS, Group
from assay.postedit.measures import BY_NAME, EffortMeasure
from assay.postedit.quantities import drawn_with
from assay.reporting.blocks import (
    Block,
    Example,
    ExampleLine,
    Examples,
    Heading,
    Listing,
    Piece,
    Prose,
    Table,
)
from assay.reporting.columns import number, table_of
from assay.reporting.tables.comparison.segments import marked, word_alignment
from assay.reporting.tables.postedit import tables
from assay.reporting.tables.postedit.figures import study_figures
from assay.reporting.wording import joined
from assay.version import installed_version

ON_SCREEN = ("words_per_hour", "hter", "aer", "keys_per_word", "pause_ratio")
MOST_REMARKS = 3
WORD = re.compile(r"\w+|\S")
# Of outputs that are slower than scratch, from which on it is said
LEAST_SHARE = 0.1


def effort_summary(study: EffortStudy) -> list[Block]:
    """Answer on one screen: what does the repair cost, and is it worth it?"""
    return [
        Heading(_headline(study)),
        *_reading(study),
        Listing("postedit-answers", "", tuple(_answers(study))),
        *effort_table(study),
        *_timeline(study),
        Prose(f"More: --show {','.join(PARTS)}, or all."),
    ]


def effort_table(study: EffortStudy) -> list[Block]:
    """Give one table for a paper: systems by measures, with intervals."""
    measures = [measure for measure in tables.known_measures(study.systems) if measure.name in ON_SCREEN]
    return [_system_table(study, measures)] if measures else []


def _system_table(study: EffortStudy, measures: Sequence[EffortMeasure]) -> Table:
    options = study.options
    return tables.group_table(
        "postedit-systems",
        f"Effort by system, {100 * options.confidence:g} % intervals",
        study.systems,
        measures,
        notes=[
            _rules(study),
            f"intervals: {_drawn(study)}, for other texts and the same editors (Assay {installed_version()})",
            "; ".join(f"{measure.label}: {measure.words}" for measure in measures),
        ],
    )


def _drawn(study: EffortStudy) -> str:
    """Say what intervals were made from."""
    text, options = drawn_with(study.postedits), study.options
    plural = "segments" if text is study.postedits.segment else "documents"
    number = len(set(text.index.tolist()))
    if number < LEAST_UNITS:
        return f"none of fewer than {LEAST_UNITS} {plural}"
    words = interval_words(number, options.settings, plural=plural)
    return words if number < FEW_UNITS else f"{words} of {plural}, seed {options.seed}"


def _rules(study: EffortStudy) -> str:
    """Say whose words are counted, and what is idle and a pause."""
    options, known = study.options, study.measured
    words = "source" if known.words == "source" else "final text"
    idle = f"; gaps of more than {options.idle:g} s are idle" if known.clock is not None else ""
    paused = any(group.sums["pauses"] == group.sums["pauses"] for group in study.systems)
    return f"per word of the {words}{idle}{f'; pauses of {options.pause} ms and more' if paused else ''}"


def effort_report(study: EffortStudy, parts: Sequence[str] = PARTS, *, pictures: bool = False) -> list[Block]:
    """Report on all parts that are asked for and there."""
    blocks: list[Block | None] = [Heading(_headline(study))]
    blocks += [Listing("postedit-answers", "", tuple(_answers(study))), *_reading(study)]
    if pictures:
        blocks += study_figures(study)
    if "systems" in parts:
        measures = tables.known_measures(study.systems)
        blocks += [_system_table(study, measures)] if measures else []
        blocks += [tables.phase_table(study), tables.key_table(study)]
    blocks += [tables.gain_table(study)] if "gain" in parts else []
    if "editors" in parts and len(study.editors) > 1:
        blocks.append(_groups("postedit-editors", "Effort by editor", study, study.editors))
    if "documents" in parts and len(study.documents) > 1:
        blocks.append(_groups("postedit-documents", "Effort by document", study, study.documents))
    blocks += [tables.pause_table(study)] if "pauses" in parts else []
    blocks += [tables.curve_table(study)] if "curve" in parts else []
    blocks += [tables.agreement_table(study)] if "agreement" in parts else []
    blocks += tables.triage_tables(study) if "triage" in parts else []
    blocks += [tables.check_table(study), tables.remarks_table(study)] if "checks" in parts else []
    blocks += _timeline(study)
    blocks += [tables.row_table(study)] if "segments" in parts else []
    return [block for block in blocks if block is not None]


def _groups(name: str, title: str, study: EffortStudy, groups: Sequence[Group]) -> Table:
    return tables.group_table(name, title, groups, tables.known_measures(groups))


def _reading(study: EffortStudy) -> list[Block]:
    lines = [place for remark in study.remarks if remark.kind == READING for place in remark.places]
    return [Listing("postedit-reading", "How the files were read", tuple(lines))] if lines else []


def _headline(study: EffortStudy) -> str:
    """Say what post-editing gains, else what it costs."""
    gain = study.gain
    faster = [speed for speed in gain.speeds if speed.gain is not None] if gain is not None else []
    if faster and gain is not None:
        return _gained(gain, study.options.confidence)
    named = [group for group in study.systems if group.figures["hter"] == group.figures["hter"]]
    if named:
        best = min(named, key=lambda group: group.figures["hter"])
        return f"{best.name}: {best.figures['hter']:.1f} edits per 100 words to the final text"
    timed = [
        group for group in study.systems if group.figures["words_per_hour"] == group.figures["words_per_hour"]
    ]
    if timed:
        best = max(timed, key=lambda group: group.figures["words_per_hour"])
        return f"{best.name}: {best.figures['words_per_hour']:.0f} words per hour"
    return "Post-edits without times, texts or keys"


def _gained(gain: Gain, confidence: float) -> str:
    """Name the system that gains most where the gain is significant."""
    speed = next(speed for speed in gain.speeds if speed.gain is not None)
    if speed.gain is None:
        raise TypeError("there is no gain to speak of")
    if gain.withheld:
        return (
            f"Too little to tell whether post-editing {speed.system} is faster than translating from scratch"
        )
    if speed.adjusted is None or not speed.adjusted < 1 - confidence:
        return (
            f"Post-editing {speed.system} is not significantly faster or slower than translating from scratch"
        )
    word = "faster" if speed.gain.estimate > 0 else "slower"
    low, high = sorted((abs(speed.gain.low), abs(speed.gain.high)))
    size = f"{abs(speed.gain.estimate):.0f} % {word}"
    return f"Post-editing {speed.system} is {size} than translating from scratch ({low:.0f} to {high:.0f} %)"


def _answers(study: EffortStudy) -> list[str]:
    rows = study.postedits
    said = [
        f"{counted(len(rows), 'row')}: {counted(len(rows.segment.names), 'segment')}, "
        f"{counted(len(rows.editor.names), 'editor')}, {counted(len(rows.system.names), 'system')} "
        f"({joined(rows.system.names[:6])})."
    ]
    said += _withheld(study.gain) if study.gain is not None else []
    said += _learned(study)
    if study.pairs:
        mutual = sum(pair.mutual for pair in study.pairs) / len(study.pairs)
        said.append(
            f"Editors' texts of the same output are {mutual:.1f} edits per 100 words apart (mutual HTER)."
        )
    for each in study.triage.from_scratch:
        if each.share.estimate >= LEAST_SHARE:
            said.append(
                f"{each.system}: {100 * each.share.estimate:.0f} % of {each.outputs} outputs took longer to post-edit "
                "than to translate from scratch."
            )
    if study.triage.predictions:
        best = max(study.triage.predictions, key=lambda each: each.spearman.estimate)
        said.append(
            f"Best prediction: {best.metric} of {BY_NAME[best.measure].label}, Spearman "
            f"{best.spearman.estimate:.3f} over {best.outputs} outputs."
        )
    told = [f"{remark.kind} ({remark.count:,})" for remark in study.remarks if remark.kind != READING]
    return [*said, *([f"Noticed: {'; '.join(told[:MOST_REMARKS])}."] if told else [])]


def _withheld(gain: Gain) -> list[str]:
    """Say what the rows show, and why no more can be said of it."""
    speeds = [(speed.system, speed.gain.estimate) for speed in gain.speeds if speed.gain is not None]
    if not gain.withheld or not speeds:
        return []
    shown = joined(
        [f"{name} {abs(each):.0f} % {'faster' if each > 0 else 'slower'}" for name, each in speeds]
    )
    return [f"In these rows: {shown} than from scratch, without an interval ({gain.withheld})."]


def _learned(study: EffortStudy) -> list[str]:
    """Say whether time per word changes over the work, where the interval excludes no change."""
    slopes = [slope for slope in study.curve.slopes if not slope.editor] if study.curve is not None else []
    said = []
    for slope in slopes:
        change = slope.change
        if change.low > 0 or change.high < 0:
            word = "rises" if change.estimate > 0 else "falls"
            ends = sorted((abs(change.low), abs(change.high)))
            said.append(
                f"Time per word {word} by {abs(change.estimate):.0f} % over {slope.over} ({ends[0]:.0f} to "
                f"{ends[1]:.0f} %)."
            )
    return said


def _timeline(study: EffortStudy) -> list[Block]:
    """Show the texts of the segment that was asked for, and its edits."""
    timeline = study.timeline
    if timeline is None:
        return []
    title = f"Segment {timeline.segment}, {timeline.editor}, {timeline.system}"
    blocks: list[Block] = []
    if timeline.mt is not None and timeline.final is not None:
        before, after = marked(timeline.mt, timeline.final, set(WORD.findall(timeline.final.casefold())))
        lines = [ExampleLine("machine translation", before), ExampleLine("final", after)]
        blocks.append(Examples("postedit-unit", title, (Example(title, tuple(lines)),)))
    elif timeline.final is not None:
        lines = [ExampleLine("final", (Piece(timeline.final),))]
        blocks.append(Examples("postedit-unit", title, (Example(title, tuple(lines)),)))
    if timeline.alignment is not None:
        blocks.append(word_alignment(timeline.alignment, timeline.segment, timeline.system, "final", "HTER"))
    if timeline.pauses:
        blocks.append(
            table_of(
                "postedit-timeline",
                f"{title}: pauses of at least {study.options.pause} ms",
                timeline.pauses,
                [number("ends", "ends at, s", read=0), number("seconds", read=1)],
            )
        )
    return blocks
