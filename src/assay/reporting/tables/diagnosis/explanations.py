"""Explanations of sentences: what a metric found, its formula with the figures put in, and what one edit would change.

People are shown the n-grams that a reference has, and a path through a matrix in brackets; programs have every n-gram,
every number, and the path as two facts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from assay.diagnosis import Explanation
from assay.diagnosis.explanations.changes import Change
from assay.diagnosis.explanations.edits import Matrix, ShiftStep
from assay.diagnosis.explanations.explain import EditEvidence, NgramEvidence
from assay.diagnosis.explanations.formulas import Step
from assay.diagnosis.explanations.ngrams import NgramMatch, covered
from assay.errors import counted
from assay.metrics import LinkedWords, short_signature_of, signature_of
from assay.reporting.blocks import (
    Block,
    Example,
    ExampleLine,
    Examples,
    Fact,
    Head,
    Heading,
    Listing,
    Piece,
    Prose,
    Signature,
    Table,
    Value,
)
from assay.reporting.tables.comparison.segments import links_table, word_alignment

LEGEND = (Piece("counts", "right"), Piece(", "), Piece("does not count", "wrong"))


def explanation_report(explained: Sequence[Explanation], *, for_people: bool) -> list[Block]:
    """Return the blocks of every explanation, under a heading each."""
    blocks: list[Block] = [Heading(f"{counted(len(explained), 'score')} explained")]
    for one in explained:
        title = f"{one.metric.label} of segment {one.segment}, {one.system}: {one.score:.2f}"
        blocks += [Heading(title, 2), *_evidence(one, for_people), *_formula(one, for_people), _changes(one)]
    return blocks


def _facts(one: Explanation) -> dict[str, Fact]:
    return {"metric": one.metric.label, "segment": one.segment, "system": one.system}


def _evidence(one: Explanation, for_people: bool) -> Iterator[Block]:
    found = one.evidence
    if isinstance(found, EditEvidence):
        yield from _edits(one, found, for_people)
        return
    orders = sorted({len(match.words) for match in found.matches})
    characters = one.metric.name == "chrf"
    yield _marked(one, found, orders, "" if characters else " ")
    if not characters:
        yield _ngrams(one, found, for_people)
    yield _orders(one)
    if not characters:
        yield _lengths(one)


def _marked(one: Explanation, found: NgramEvidence, orders: Sequence[int], blank: str) -> Examples:
    """Show the output once an order: which of its tokens are part of an n-gram that counts."""
    lines = [ExampleLine(name, (Piece(text),)) for name, text in found.references.items()]
    lines += [
        ExampleLine(f"{order}-grams", tuple(_pieces(found.tokens, covered(found.matches, order), blank)))
        for order in orders
    ]
    title = f"{one.metric.label}: what counts of {one.system}"
    return Examples("matched", title, (Example(f"Segment {one.segment}", tuple(lines)),), LEGEND)


def _pieces(tokens: Sequence[str], counting: set[int], blank: str) -> Iterator[Piece]:
    """Yield stretches that count and that do not; the blank between two belongs to neither."""
    for counts, places in groupby(range(len(tokens)), key=counting.__contains__):
        stretch = list(places)
        if stretch[0] and blank:
            yield Piece(blank)
        yield Piece(blank.join(tokens[place] for place in stretch), "right" if counts else "wrong")


def _ngrams(one: Explanation, found: NgramEvidence, for_people: bool) -> Table:
    """Show how often each n-gram of the output is in it, in every reference, and counts (Koehn's figures 8.6, 8.7)."""
    heads = (
        Head("order", align="right", digits=0),
        Head("ngram", "n-gram"),
        Head("output", align="right"),
        *(Head(f"reference:{name}", name, "right") for name in found.references),
        Head("matched", "counts", "right"),
        Head("clipped", align="right"),
    )
    shown = [match for match in found.matches if match.matched or not for_people]
    notes = [] if len(shown) == len(found.matches) else [_left_out(found.matches)]
    if any(match.clipped for match in shown):
        notes.append("Clipped: the output has it more often than any one reference.")
    return Table("ngrams", heads, tuple(map(_ngram_row, shown)), "N-grams", tuple(notes), _facts(one))


def _left_out(matches: Sequence[NgramMatch]) -> str:
    alone = sum(not match.matched for match in matches)
    return f"Not shown: {counted(alone, 'n-gram')} of the output that no reference has."


def _ngram_row(match: NgramMatch) -> tuple[Value, ...]:
    return (
        len(match.words),
        " ".join(match.words),
        match.output,
        *match.references,
        match.matched,
        match.clipped,
    )


def _orders(one: Explanation) -> Table:
    """Show what the metric counted of every order."""
    if one.metric.name == "chrf":
        return _chrf_orders(one)
    heads = (
        Head("order", align="right"),
        Head("matched", "counts", "right"),
        Head("ngrams", "n-grams", "right"),
        Head("precision", align="right"),
    )
    orders: tuple[int, ...] = getattr(one.metric, "orders", ())
    rows = []
    for order in orders:
        matched, ngrams = one.parts[f"match{order}"], one.parts[f"ngrams{order}"]
        rows.append((order, _whole(matched), _whole(ngrams), 100 * matched / ngrams if ngrams else None))
    return Table("precisions", heads, tuple(rows), "Precisions before smoothing", (), _facts(one))


def _chrf_orders(one: Explanation) -> Table:
    heads = (
        Head("order"),
        Head("matched", "counts", "right"),
        Head("output", align="right"),
        Head("reference", align="right"),
        Head("precision", align="right"),
        Head("recall", align="right"),
    )
    rows = []
    for name in one.metric.columns[::3]:
        order = name.removeprefix("output_")
        output, reference, match = (one.parts[f"{kind}_{order}"] for kind in ("output", "reference", "match"))
        shares = [100 * match / whole if whole else None for whole in (output, reference)]
        rows.append((order, _whole(match), _whole(output), _whole(reference), *shares))
    return Table("orders", heads, tuple(rows), "N-grams by order", (), _facts(one))


def _lengths(one: Explanation) -> Table:
    heads = (Head("length"), Head("tokens", align="right"))
    chosen = getattr(one.metric, "length", "closest")
    rows = [("output", _whole(one.parts["output"]))]
    rows += [
        (
            f"{kind} reference{', which counts' if kind == chosen else ''}",
            _whole(one.parts[f"reference_{kind}"]),
        )
        for kind in ("closest", "shortest", "average")
    ]
    return Table("lengths", heads, tuple(rows), "Lengths", (), _facts(one))


def _whole(number: float) -> int | float:
    return int(number) if number.is_integer() else number


def _edits(one: Explanation, found: EditEvidence, for_people: bool) -> Iterator[Block]:
    named = (one.segment, one.system, found.reference, one.metric.label)
    if isinstance(found.aligned, LinkedWords):
        yield links_table(found.aligned, *named)
        return
    if len(found.shifts) > 1:
        yield _shifts(one, found.shifts)
    yield word_alignment(found.aligned, *named)
    if found.matrix is not None:
        yield _matrix(one, found.matrix, for_people)


def _shifts(one: Explanation, steps: Sequence[ShiftStep]) -> Table:
    """Show the output before and after each shift, and how many edits it still needs."""
    heads = (
        Head("shift", align="right"),
        Head("words"),
        Head("start", "from", "right"),
        Head("target", "to", "right"),
        Head("after", "output after it"),
        Head("edits", "edits left", "right"),
    )
    rows: list[tuple[Value, ...]] = [(0, None, None, None, " ".join(steps[0].after), steps[0].edits)]
    rows += [
        (number, " ".join(step.words), step.start + 1, step.target + 1, " ".join(step.after), step.edits)
        for number, step in enumerate(steps[1:], start=1)
    ]
    return Table("shifts", heads, tuple(rows), "Shifts step by step", (), _facts(one))


def _matrix(one: Explanation, matrix: Matrix, for_people: bool) -> Table:
    """Show the matrix of Levenshtein with the output down the side and the reference above (Koehn's figure 8.5)."""
    heads = [Head("output", "")]
    heads += [
        Head(f"{place}:{word}" if place else "0", word, "right")
        for place, word in enumerate(("", *matrix.reference))
    ]
    path = set(matrix.path) if for_people else set()
    rows = [
        (word, *(_cell(cost, (at, place) in path) for place, cost in enumerate(costs)))
        for at, (word, costs) in enumerate(zip(("", *matrix.output), matrix.costs, strict=True))
    ]
    ways = {
        "path_rows": tuple(at for at, _ in matrix.path),
        "path_columns": tuple(at for _, at in matrix.path),
    }
    notes = (
        "Each cell is the least cost from the start of both; in brackets, the path of the alignment. Down is an "
        "insertion, right a deletion, aslant a match or a substitution.",
    )
    return Table("matrix", tuple(heads), tuple(rows), "Levenshtein matrix", notes, {**_facts(one), **ways})


def _cell(cost: float, on_path: bool) -> Value:
    number = _whole(float(cost))
    return f"[{number:g}]" if on_path else number


def _formula(one: Explanation, for_people: bool) -> Iterator[Block]:
    """Show every step with its figures, which people read below the formula, as they are too long for a cell."""
    counts = (one.references, one.references)
    full, short = signature_of(one.metric, counts), short_signature_of(one.metric, counts)
    heads = [Head("step"), Head("formula"), *([] if for_people else [Head("figures")])]
    rows = [
        (step.name, step.symbols, *(() if for_people else (step.figures,)), step.value) for step in one.steps
    ]
    yield Table(
        "formula",
        (*heads, Head("value", align="right")),
        tuple(rows),
        "Formula",
        facts=_facts(one),
        signed=(Signature(one.metric.label, full, short),),
    )
    if for_people:
        yield Listing("figures", "With the figures put in", tuple(map(_with_figures, one.steps)))


def _with_figures(step: Step) -> str:
    figures = (step.figures, f"{step.value:.12g}")
    return " = ".join((step.name, *dict.fromkeys(figures)))


def _changes(one: Explanation) -> Block:
    if one.changes is None:
        return Prose("The sentences are too long to try every edit of a single word.")
    if not one.changes:
        return Prose("No edit of a single word that was tried improves the score.")
    heads = (
        Head("edit"),
        Head("score", one.metric.label, "right"),
        Head("gain", "change", "right"),
        Head("output", "output after it"),
    )
    return Table(
        "changes",
        heads,
        tuple(_change(one, each) for each in one.changes),
        "What one edit would change",
        (),
        _facts(one),
    )


def _change(one: Explanation, change: Change) -> tuple[Value, ...]:
    return change.edit, change.score, change.score - one.score, change.output
