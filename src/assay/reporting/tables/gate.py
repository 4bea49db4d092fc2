"""What `assay gate` has to say: the verdict, every check in a table, and the same as JUnit XML for a CI system."""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree import ElementTree

from assay.comparison import BASELINE, NEW, Check, Verdict, overall
from assay.diagnosis import ALL, BucketF
from assay.metrics import Metric, labels
from assay.reporting.blocks import Block, Head, Heading, Listing, Prose, Table, Value
from assay.stats import Settings

TITLES = {
    "pass": "Gate: pass",
    "fail": "Gate: fail",
    "inconclusive": "Gate: inconclusive",
}
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Gate:
    """A gate that was run: who against whom, by which rule, and every check."""

    new: str
    baseline: str
    source: str  # where the baseline's statistics come from
    unit: str
    correction: str
    settings: Settings
    checks: tuple[Check, ...]
    heads: tuple[Head, ...] = ()  # of the metrics, with their signatures
    strict: bool = False

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of all checks."""
        return overall(self.checks)

    @property
    def holds(self) -> bool:
        """Whether the pipeline may go on."""
        return self.verdict == "pass" or (self.verdict == "inconclusive" and not self.strict)


def gate_report(gate: Gate) -> list[Block]:
    """Give the verdict, the reasons, and the numbers."""
    shown = [one for one in gate.checks if one.verdict != "pass"] or gate.checks
    names = _labels(gate)
    return [
        Heading(f"{TITLES[gate.verdict]} ({gate.new} against {gate.baseline})"),
        Listing("verdict", "Verdict", tuple(sentence(one, names[one.metric]) for one in shown)),
        Prose(_rule(gate)),
        _table(gate),
        *([_scores(gate)] if gate.heads else []),
    ]


def _scores(gate: Gate) -> Table:
    whole = [one for one in gate.checks if one.scope == ALL]
    rows: list[tuple[Value, ...]] = [
        (gate.baseline, BASELINE, *(one.baseline for one in whole)),
        (gate.new, NEW, *(one.new for one in whole)),
    ]
    return Table(
        "scores", (Head("system"), Head("side"), *gate.heads), tuple(rows), "Scores of the whole set"
    )


def _labels(gate: Gate) -> dict[Metric, str]:
    """Name what was measured: metrics, or the F of a bucket's words."""
    found = labels(one.metric for one in gate.checks)
    return {metric: "F of words" if isinstance(metric, BucketF) else name for metric, name in found.items()}


def sentence(one: Check, label: str) -> str:
    """Say what was found in one check."""
    scope = "" if one.scope == "all" else f" on {one.scope}"
    if one.reason.startswith(("only", "no score")):
        return f"{label}{scope}: {one.verdict}, {one.reason}."
    ahead = "better" if one.lead > 0 else "worse"
    size = f"{abs(one.lead):.2f} {ahead}" if one.lead else "equal"
    bounds = f"from {one.low:+.2f} to {one.high:+.2f}"
    return f"{label}{scope}: {one.verdict}, {size} ({bounds}), margin {one.margin:g}: {one.reason}."


def _rule(gate: Gate) -> str:
    settings = gate.settings
    paired = all(one.paired for one in gate.checks)
    kind = "paired bootstrap" if paired else "two bootstraps, not paired, for the test sets may differ"
    return (
        f"Fail: worse by more than the margin with {100 * settings.confidence:g} % confidence (one-sided, adjusted: "
        f"{gate.correction}); pass: not worse by more than the margin with that confidence; else inconclusive"
        f"{', which does not hold' if gate.strict else ', which holds'}. {kind.capitalize()}, "
        f"{settings.bootstrap_draws:,} draws, seed {settings.seed}, unit: {gate.unit}. Baseline: {gate.source}."
    )


def _table(gate: Gate) -> Table:
    names = _labels(gate)
    rows: list[tuple[Value, ...]] = [
        (
            *(one.scope, names[one.metric], one.verdict, one.baseline, one.new, one.lead, one.low, one.high),
            *(one.margin, one.adjusted, one.p_safe, one.units),
        )
        for one in gate.checks
    ]
    heads = (
        *(Head("scope"), Head("metric"), Head("verdict")),
        *(Head(name, align="right") for name in ("baseline", "new", "lead", "low", "high", "margin")),
        Head("p_worse", label="p worse", align="right", digits=4, least=1e-4),
        Head("p_safe", label="p safe", align="right", digits=4, least=1e-4),
        Head("units", align="right"),
    )
    note = (
        "lead: of the new system, positive is better whichever way the metric points; low and high: one-sided "
        f"{100 * gate.settings.confidence:g} % bounds each; p worse is adjusted ({gate.correction})."
    )
    facts = {
        "verdict": gate.verdict,
        "holds": int(gate.holds),
        "strict": int(gate.strict),
        "confidence": gate.settings.confidence,
        "correction": gate.correction,
        "draws": gate.settings.bootstrap_draws,
        "seed": gate.settings.seed,
        "unit": gate.unit,
        "paired": int(all(one.paired for one in gate.checks)),
    }
    return Table("checks", heads, tuple(rows), "Checks", (note,), facts)


def junit(gate: Gate) -> str:
    """Write every check as a test case: a failure fails, what is inconclusive is skipped, or fails if strict."""
    failed = [one for one in gate.checks if _fails(gate, one)]
    skipped = [one for one in gate.checks if one.verdict == "inconclusive" and not gate.strict]
    names = _labels(gate)
    numbers = {"tests": str(len(gate.checks)), "failures": str(len(failed)), "errors": "0"}
    root = ElementTree.Element("testsuites", {"name": "assay gate", **numbers})
    about = {"name": _xml(f"{gate.new} against {gate.baseline}"), **numbers, "skipped": str(len(skipped))}
    suite = ElementTree.SubElement(root, "testsuite", about)
    for one in gate.checks:
        about = {"classname": _xml(f"assay.gate.{one.scope}"), "name": _xml(names[one.metric])}
        case = ElementTree.SubElement(suite, "testcase", about)
        if one.verdict != "pass":
            kind = "failure" if _fails(gate, one) else "skipped"
            found = ElementTree.SubElement(case, kind, {"message": _xml(sentence(one, names[one.metric]))})
            if kind == "failure":
                found.set("type", one.verdict)
                found.text = _xml(one.reason)
    ElementTree.indent(root)
    content: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return content.decode("utf-8") + "\n"


def _fails(gate: Gate, one: Check) -> bool:
    return one.verdict == "fail" or (gate.strict and one.verdict == "inconclusive")


def _xml(text: str) -> str:
    """Replace what XML cannot hold even as an escape."""
    return NOT_XML.sub("\ufffd", text)
