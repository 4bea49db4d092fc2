"""What `assay gate` has to say: the verdict, every check in a table, and the same as JUnit XML for a CI system."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from assay.comparison import BASELINE, NEW, Check, signed
from assay.comparison.claims import decimals, decimals_apart
from assay.diagnosis import GateVerdict, LimitVerdict, counted
from assay.diagnosis.gate_cases import WHOLE_SET
from assay.diagnosis.unreferenced import Count
from assay.diagnosis.words.rates import BucketF
from assay.metrics import Metric, labels
from assay.reporting.blocks import Block, Head, Heading, Listing, Prose, Table, Value
from assay.reporting.columns import number, numbers, p_value, table_of, text, texts
from assay.reporting.tables.comparison.scores import metric_heads
from assay.reporting.tables.diagnosis.checks import items_table
from assay.reporting.wording import unit_facts

NAMED = 5  # segments that a sentence names
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def gate_report(gate: GateVerdict) -> list[Block]:
    """Give the verdict, the reasons, and the numbers."""
    shown = [check for check in gate.checks if check.verdict != "pass"] or gate.checks
    names = _labels(gate)
    sentences = [sentence(check, names[check.metric]) for check in shown]
    sentences += [count_sentence(count) for count in gate.counts]
    return [
        Heading(f"Gate: {gate.verdict} ({gate.new} versus {gate.baseline})"),
        Listing("verdict", "Verdict", (*sentences, *_cautions(gate))),
        Prose(_rule(gate)),
        _checks_table(gate),
        *_counts_blocks(gate.counts),
        *([_scores(gate)] if gate.evaluation.metrics else []),
    ]


def _cautions(gate: GateVerdict) -> list[str]:
    """Say what a verdict should be read with: sets that may differ, and documents."""
    apart = (
        "Note: the two systems were scored on sets that are not known to be the same; the difference may be that of "
        "the sets."
    )
    return [*([] if gate.paired else [apart]), *filter(None, [gate.unit.caution])]


def limits_report(gate: LimitVerdict) -> list[Block]:
    """Give the verdict of a gate without a baseline: which checks too many segments fail, and which segments."""
    verdict = "pass" if gate.holds else "fail"
    return [
        Heading(f"Gate: {verdict} ({gate.new}, {gate.segments:,} segments)"),
        Listing("verdict", "Verdict", tuple(map(count_sentence, gate.counts))),
        *_counts_blocks(gate.counts),
    ]


def count_sentence(count: Count) -> str:
    """Say how many segments fail a check, and name the first of them."""
    verdict, most = "pass" if count.holds else "fail", count.limit.most
    fail = f"{counted(len(count.ids), 'segment')} fail{'s' * (len(count.ids) == 1)}"
    told = f"{count.limit.name}: {verdict}, {fail}, and at most {most:,} may"
    named = [f"{failure.id} ({failure.note})" for failure in count.failures[:NAMED]]
    named += [f"{len(count.failures) - NAMED:,} more"] if len(count.failures) > NAMED else []
    return f"{told}: {'; '.join(named)}." if named else f"{told}."


def _counts_blocks(counts: Sequence[Count]) -> list[Block]:
    columns = [
        text("check", read="limit.name"),
        text("verdict", read=lambda count: "pass" if count.holds else "fail"),
        number("count", "segments that fail", read=lambda count: len(count.ids)),
        number("most", "at most", read="limit.most"),
    ]
    failures = [failure for count in counts for failure in count.failures]
    table = table_of("limits", "Checks against the source", counts, columns)
    return [*([table] if counts else []), *([items_table(failures)] if failures else [])]


def _scores(gate: GateVerdict) -> Table:
    whole = [check for check in gate.checks if check.scope == WHOLE_SET]
    rows: list[tuple[Value, ...]] = [
        (gate.baseline, BASELINE, *(check.baseline for check in whole)),
        (gate.new, NEW, *(check.new for check in whole)),
    ]
    heads = (Head("system"), Head("side"), *metric_heads(gate.evaluation))
    return Table("scores", heads, tuple(rows), "Scores of the whole set")


def _labels(gate: GateVerdict) -> dict[Metric, str]:
    """Name what was measured: metrics, or the F of a bucket's words."""
    names = labels(check.metric for check in gate.checks)
    return {metric: "word F" if isinstance(metric, BucketF) else name for metric, name in names.items()}


def sentence(check: Check, label: str) -> str:
    """Say what was found in one check."""
    scope = "" if check.scope == WHOLE_SET else f" on {check.scope}"
    if check.reason.startswith(("only", "undefined")):
        return f"{label}{scope}: {check.verdict}, {check.reason}."
    ahead, digits = "better" if check.lead > 0 else "worse", _digits(check)
    size = f"{abs(check.lead):.{digits}f} {ahead}" if check.lead else "equal"
    bounds = f"from {signed(check.low, digits)} to {signed(check.high, digits)}"
    found = f"{label}{scope}: {check.verdict}, {size} ({bounds}), margin {check.margin:g}: {check.reason}."
    return f"{found}{_way_out(check)}" if check.verdict == "inconclusive" else found


def _digits(check: Check) -> int:
    """Return the decimals at which the lead and its bounds are not 0 and not the margin where they are not."""
    ends = (check.lead, check.low, check.high)
    return max(decimals(*ends), *(decimals_apart(end, -check.margin) for end in ends))


def _way_out(check: Check) -> str:
    """Say with which margin the check would pass, and how many units would decide it."""
    said = []
    if not math.isnan(check.passing):
        digits = decimals(check.passing)
        margin = math.ceil(round(check.passing * 10**digits, 6)) / 10**digits
        said.append(f"with a margin of {margin:g} it would pass")
    if check.needed is not None:
        said.append(
            f"about {check.needed:,} units would give a decision with 80 % power if the true lead is the observed one"
        )
    words = "; ".join(said)
    return f" {words[0].upper()}{words[1:]}." if words else ""


def _rule(gate: GateVerdict) -> str:
    settings, options = gate.settings, gate.options
    kind = "in pairs" if gate.paired else "not in pairs, since the test sets may differ"
    return (
        f"Fail: worse by more than the margin with {100 * settings.confidence:g} % confidence (one-sided, adjusted: "
        f"{options.correction}); pass: not worse by more than the margin with that confidence; otherwise inconclusive"
        f"{', which fails the gate' if options.strict else ', which passes the gate'}. Student's t "
        f"{kind}, errors by the jackknife, {_unit(gate)}. Baseline: {gate.source}."
    )


def _unit(gate: GateVerdict) -> str:
    return f"unit: {gate.unit.unit}{f' ({gate.unit.reason})' if gate.unit.reason else ''}"


def _checks_table(gate: GateVerdict) -> Table:
    names, settings, options = _labels(gate), gate.settings, gate.options
    columns = [
        text("scope"),
        text("metric", read=lambda check: names[check.metric]),
        *texts("verdict"),
        *numbers("baseline", "new", "lead", "low", "high", "margin"),
        p_value("p_worse", "p worse", read="adjusted"),
        p_value("p_safe", "p not worse"),
        *(number("units"), text("unit")),
    ]
    note = (
        "lead: of the new system; positive is better for every metric; low and high: one-sided "
        f"{100 * settings.confidence:g} % bounds each; p worse is adjusted ({options.correction})."
    )
    facts = {
        "verdict": gate.verdict,
        "holds": int(gate.holds),
        "strict": int(options.strict),
        "confidence": settings.confidence,
        "correction": options.correction,
        **unit_facts(gate.unit),
        "paired": int(gate.paired),
    }
    return table_of("checks", "Checks", gate.checks, columns, notes=[note], facts=facts)


@dataclass(frozen=True)
class _Case:
    """A test case of JUnit: what it is, and how it came out."""

    scope: str
    name: str
    outcome: str = ""  # "failure" or "skipped"; a case without one has passed
    message: str = ""
    kind: str = ""
    reason: str = ""


def junit_limits(gate: LimitVerdict) -> str:
    """Write the checks of a gate without a baseline as test cases."""
    return _junit(gate.new, [_counted(count) for count in gate.counts])


def junit(gate: GateVerdict) -> str:
    """Write every check as a test case: a failure fails, what is inconclusive is skipped, or fails if strict."""
    names, cases = _labels(gate), []
    for check in gate.checks:
        name, message = names[check.metric], sentence(check, names[check.metric])
        outcome = "" if check.verdict == "pass" else "failure" if _fails(gate, check) else "skipped"
        cases.append(_Case(check.scope, name, outcome, message, check.verdict, check.reason))
    cases += [_counted(count) for count in gate.counts]
    return _junit(f"{gate.new} versus {gate.baseline}", cases)


def _counted(count: Count) -> _Case:
    told = count_sentence(count)
    return _Case("source", count.limit.name, "" if count.holds else "failure", told, "fail", told)


def _junit(name: str, cases: Sequence[_Case]) -> str:
    outcomes = [case.outcome for case in cases]
    numbers = {"tests": str(len(cases)), "failures": str(outcomes.count("failure")), "errors": "0"}
    root = ElementTree.Element("testsuites", {"name": "assay gate", **numbers})
    about = {"name": _xml(name), **numbers, "skipped": str(outcomes.count("skipped"))}
    suite = ElementTree.SubElement(root, "testsuite", about)
    for case in cases:
        about = {"classname": _xml(f"assay.gate.{case.scope}"), "name": _xml(case.name)}
        element = ElementTree.SubElement(suite, "testcase", about)
        if case.outcome:
            outcome = ElementTree.SubElement(element, case.outcome, {"message": _xml(case.message)})
            if case.outcome == "failure":
                outcome.set("type", case.kind)
                outcome.text = _xml(case.reason)
    ElementTree.indent(root)
    content: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return content.decode("utf-8") + "\n"


def _fails(gate: GateVerdict, check: Check) -> bool:
    return check.verdict == "fail" or (gate.options.strict and check.verdict == "inconclusive")


def _xml(text: str) -> str:
    """Replace what XML cannot hold even as an escape."""
    return NOT_XML.sub("\ufffd", text)
