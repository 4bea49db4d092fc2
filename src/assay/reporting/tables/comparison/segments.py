"""Segments to look at: those on which two systems differ most, and the alignments that edit metrics found.

Two outputs are aligned word by word (longest common blocks, as `diff` does). A word that only one of them has is
"right" if some reference has it as well, case aside, else "wrong": a hint for the eye, no judgement.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import groupby, starmap

import numpy as np

from assay.data import Array, EvalSet, Outputs
from assay.errors import counted
from assay.metrics import AlignedSegments, Evaluation, LinkedWords, Metric, WordAlignment
from assay.metrics.edits.alignment import OPERATIONS
from assay.reporting.blocks import (
    Alignment,
    AlignmentPlace,
    Block,
    Example,
    ExampleLine,
    Examples,
    Head,
    Jumped,
    Moved,
    Piece,
    PieceKind,
    Prose,
    Table,
)

LONGEST = 2000  # words; aligning takes time that grows with their square
LEGEND = (
    Piece("Marked words are in one output only: "),
    Piece("so", "right"),
    Piece(" if a reference has them too, "),
    Piece("so", "wrong"),
    Piece(" if not."),
)
# Scripts without blanks: one by one
_IDEOGRAPH = r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"
_WORD = re.compile(rf"{_IDEOGRAPH}|(?:(?!{_IDEOGRAPH})\w)+|[^\w\s]")


@dataclass
class SegmentTexts:
    """The texts of a set, kept shard by shard as they go by."""

    shards: list[tuple[EvalSet, Outputs]] = field(default_factory=list)

    def keeping(self, shards: Iterator[tuple[EvalSet, Outputs]]) -> Iterator[tuple[EvalSet, Outputs]]:
        """Hand the shards on, and keep them."""
        for shard in shards:
            self.shards.append(shard)
            yield shard

    def at(self, row: int) -> tuple[EvalSet, Outputs]:
        """Return one segment as a set of its own, with the outputs for it."""
        for evalset, outputs in self.shards:
            if row < len(evalset):
                part = slice(row, row + 1)
                return evalset.part(row, row + 1), {name: column[part] for name, column in outputs.items()}
            row -= len(evalset)
        raise IndexError("there is no segment of this number")


def contrast(
    evaluation: Evaluation, metric: Metric, pair: tuple[str, str], texts: SegmentTexts, number: int
) -> Examples:
    """Show the segments where the first of two systems is furthest ahead, then those where the second is."""
    scores = [evaluation.stats[metric, system].each() for system in pair]
    first, second = pair
    lead = (scores[0] - scores[1]) * (1 if metric.higher_is_better else -1)
    items = [
        _example(texts.at(row), row, pair, [float(score[row]) for score in scores])
        for row in furthest(lead, number)
    ]
    return Examples(
        name="examples",
        title=f"Where {first} is furthest ahead of {second} in {metric.label}, then {second} of {first}, "
        f"up to {number} each",
        items=tuple(items),
        legend=LEGEND if items else (Piece("There is no segment with a difference."),),
    )


def furthest(differences: Array, number: int) -> list[int]:
    """Return the rows of the largest differences, then of the smallest, none of them 0 or unknown."""
    order = np.argsort(-differences, kind="stable").tolist()[: int(np.isfinite(differences).sum())]
    ahead = [row for row in order[:number] if differences[row] > 0]
    behind = [row for row in order[::-1][:number] if differences[row] < 0]
    return ahead + behind


def _example(
    texts: tuple[EvalSet, Outputs], row: int, pair: tuple[str, str], scores: Sequence[float]
) -> Example:
    evalset, outputs = texts
    references = {name: column[0] for name, column in evalset.references.items() if column[0] is not None}
    known = {word.casefold() for text in references.values() for word in _WORD.findall(text)}
    source = [] if evalset.source is None else [ExampleLine("source", (Piece(evalset.source[0]),))]
    pieces = marked(outputs[pair[0]][0], outputs[pair[1]][0], known)
    document = evalset.document and evalset.document.names[int(evalset.document.index[0])]
    return Example(
        title=f"Segment {row + 1}" + (f", {document}" if document else ""),
        lines=(
            *source,
            *(ExampleLine(f"reference {name}", (Piece(text),)) for name, text in references.items()),
            *(ExampleLine(*line) for line in zip(pair, pieces, scores, strict=True)),
        ),
    )


def marked(first: str, second: str, known: set[str]) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Cut two texts into pieces: what both have, and what only one has, by whether it is known."""
    words = [list(_WORD.finditer(text)) for text in (first, second)]
    if max(map(len, words)) > LONGEST:
        return (Piece(first),), (Piece(second),)
    one, two = ([word.group() for word in side] for side in words)
    common: tuple[set[int], set[int]] = (set(), set())
    for block in SequenceMatcher(None, one, two, autojunk=False).get_matching_blocks():
        common[0].update(range(block.a, block.a + block.size))
        common[1].update(range(block.b, block.b + block.size))
    left, right = (
        tuple(_pieces(text, _spans(side, shared, known)))
        for text, side, shared in zip((first, second), words, common, strict=True)
    )
    return left, right


def _spans(
    words: Sequence[re.Match[str]], shared: set[int], known: set[str]
) -> Iterator[tuple[int, int, PieceKind]]:
    """Yield where the words of one output stand that the other has not; neighbours of a kind are one."""

    def kind(place: int) -> PieceKind:
        if place in shared:
            return "same"
        return "right" if words[place].group().casefold() in known else "wrong"

    for found, group in groupby(range(len(words)), key=kind):
        places = list(group)
        if found != "same":
            yield words[places[0]].start(), words[places[-1]].end(), found


def _pieces(text: str, spans: Iterator[tuple[int, int, PieceKind]]) -> Iterator[Piece]:
    done = 0
    for start, end, kind in spans:
        if start > done:
            yield Piece(text[done:start])
        yield Piece(text[start:end], kind)
        done = end
    if done < len(text):
        yield Piece(text[done:])


def alignment_report(aligned: Iterable[AlignedSegments], *, errors_only: bool = False) -> list[Block]:
    """Make one block of each segment and system; a sentence where nothing has an edit."""
    blocks: list[Block] = []
    label = ""
    for shard in aligned:
        label = shard.metric.label
        for row, segment in enumerate(zip(*shard.alignments.values(), strict=True), start=shard.first + 1):
            for system, words in zip(shard.alignments, segment, strict=True):
                if words.edits or not errors_only:
                    block = links_table if isinstance(words, LinkedWords) else word_alignment
                    blocks.append(block(words, row, system, shard.references[words.reference], label))
    return blocks or [Prose(f"{label}: no segment examined has an edit.")]


def word_alignment(
    aligned: WordAlignment, segment: int | str, system: str, reference: str, label: str
) -> Alignment:
    """Make a block of one alignment: its places, and in the title how many edits of which kind."""
    counts = {f"{kind}s": aligned.operations.count(kind) for kind in OPERATIONS[1:-1]}
    jumps = tuple(starmap(Jumped, aligned.leaps()))
    every = [*counts.items(), ("shifts", len(aligned.shifts)), ("jumps", len(jumps))]
    kinds = ", ".join(counted(count, kind.removesuffix("s")) for kind, count in every if count)
    words = f"{counted(aligned.edits, 'edit')}{f' ({kinds})' if kinds else ''}"
    return Alignment(
        name="alignment",
        places=tuple(_places(aligned)),
        shifts=_moved(aligned),
        title=f"{label} of segment {segment}, {system} against {reference}: {words}",
        facts={
            "segment": segment,
            "system": system,
            "reference": reference,
            "edits": aligned.edits,
            **counts,
        },
        jumps=jumps,
    )


def links_table(aligned: LinkedWords, segment: int | str, system: str, reference: str, label: str) -> Table:
    """Show which words are paired with which, in order of the reference, and then those without a partner."""
    linked = [
        (
            " ".join(aligned.reference_tokens[place] for place in link.reference),
            " ".join(aligned.output_tokens[place] for place in link.output),
            link.kind,
        )
        for link in aligned.links
    ]
    theirs = {place for link in aligned.links for place in link.reference}
    ours = {place for link in aligned.links for place in link.output}
    lone = [(word, "", "") for place, word in enumerate(aligned.reference_tokens) if place not in theirs]
    lone += [("", word, "") for place, word in enumerate(aligned.output_tokens) if place not in ours]
    words = f"{counted(len(linked), 'link')} in {counted(aligned.chunks, 'chunk')}"
    title = f"{label} of segment {segment}, {system} against {reference}: {words}"
    heads = (Head("reference"), Head("output"), Head("link"))
    facts: dict[str, str | int] = {"segment": segment, "system": system, "reference": reference}
    return Table("links", heads, (*linked, *lone), title, facts={**facts, "chunks": aligned.chunks})


def _places(aligned: WordAlignment) -> Iterator[AlignmentPlace]:
    """Yield the places of an alignment, with the numbers of the shifts and jumps that lead there."""
    moves, jumps = aligned.moves, 0
    for operation, theirs, ours in aligned.pairs():
        origin, shift = (0, 0) if ours is None else moves[ours]
        jumps += operation == "jump"
        yield AlignmentPlace(
            operation,
            None if theirs is None else aligned.reference_tokens[theirs],
            None if ours is None else aligned.output_tokens[origin],
            shift,
            jumps if operation == "jump" else 0,
        )


def _moved(aligned: WordAlignment) -> tuple[Moved, ...]:
    tokens, moved = list(aligned.output_tokens if aligned.words is None else aligned.words), []
    for shift in aligned.shifts:
        end = shift.start + shift.length
        span, rest = tokens[shift.start : end], tokens[: shift.start] + tokens[end:]
        moved.append(Moved(tuple(span), shift.start, shift.target))
        tokens = rest[: shift.target] + span + rest[shift.target :]
    return tuple(moved)
