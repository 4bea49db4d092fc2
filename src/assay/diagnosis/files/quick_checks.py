"""The cheap part of `assay check`, for every command that scores: warnings of what would make scores wrong.

Sets go by in shards; sums over a bounded sample are kept (`tallies`), and the warnings come at the end. Thresholds are
such that none fires on the sound text sets of WMT13 to WMT23, TED and MLQE-PE: docs/check.md has the figures.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from assay.data import EvalSet, Outputs
from assay.diagnosis.files.copies import CONTAMINATED, FEWEST, LEAST_WORDS, LONG, USUAL, is_contaminated
from assay.diagnosis.files.tallies import Tallies, is_numbered
from assay.diagnosis.files.troubles import counted
from assay.errors import AssayWarning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.meta import Closeness

EMPTY = 0.02  # of the lines, or two of them; none in sound sets
COPIED = 0.02  # of the lines of five words or more; 0.4 % at most in sound sets
Shard = tuple[EvalSet, Outputs]
Place = Callable[[int], str]  # how a line, numbered from 1 in the whole set, is called


def with_quick_checks(shards: Iterable[Shard], more: str = '"assay check"') -> Iterator[Shard]:
    """Pass shards on, and warn at the end of what would make their scores wrong; `more` is what says more of it."""
    tallies = Tallies()
    for evalset, outputs in shards:
        tallies.add(evalset, outputs)
        yield evalset, outputs
    for finding in quick_findings(tallies):
        warnings.warn(f"{finding} ({more} says more)", AssayWarning, stacklevel=2)


def quick_findings(tallies: Tallies, place: Place = "line {}".format) -> list[str]:
    """Put what the sums show into words, one sentence a system and kind of trouble; `place` says where a line is."""
    told = {pair: _against(tallies, *pair, place) for pair in tallies.pairings}
    suspects = [suspect for suspect in _suspects(tallies) if not told[suspect.system, suspect.reference]]
    findings = [*told.values(), *map(_close, suspects)]
    for system in tallies.systems:
        findings += [_numbered(tallies, system), _untranslated(tallies, system, place)]
        findings += [_empty(tallies, system, place), _filler(tallies, "output", system, place)]
    for reference in tallies.references:
        findings.append(_empty_reference(tallies, reference, place))
        findings.append(_filler(tallies, "reference", reference, place))
    return [finding for finding in findings if finding]


def _against(tallies: Tallies, system: str, reference: str, place: Place) -> str:
    """Say the worst of what an output shows against one of its references."""
    if is_copy(tallies, system, reference):
        return (
            f"{system}: every line{_looked_at(tallies)} is identical to the reference {reference}, so it "
            "scores as perfect; give the output of the system"
        )
    long, alike = (tallies.counts[kind, system, reference] for kind in ("long", "long-equal"))
    if is_contaminated(alike, long):
        return (
            f"{system}: {alike} of the {counted(long, 'line')} of {LONG} words or more{_looked_at(tallies)} "
            f"({100 * alike / long:.1f} %) are equal to the reference {reference}, the first is "
            f"{place(tallies.first['long-equal', system, reference])}; {CONTAMINATED}"
        )
    return _pairing(tallies, system, reference, place)


def is_copy(tallies: Tallies, system: str, reference: str) -> bool:
    """Tell whether an output is a reference, line by line."""
    there, equal = (tallies.counts[kind, system, reference] for kind in ("there", "equal"))
    return there >= FEWEST and equal == there


def _pairing(tallies: Tallies, system: str, reference: str, place: Place) -> str:
    """Say whether lines are out of step with the reference, or have nothing to do with it."""
    pairing = tallies.pairings[system, reference]
    if pairing.slip is not None:
        line, shift = pairing.slip
        return (
            f"{system}: out of step with the reference {reference}: from about {place(line + 1)}, its lines "
            f"match those {counted(abs(shift), 'line')} further {'on' if shift > 0 else 'back'} better; look "
            "for a line "
            "that is missing, duplicated, split or joined"
        )
    if pairing.is_unrelated() or pairing.is_lost_in_part:
        begin = 0 if pairing.is_unrelated() else pairing.first_lost
        where = f"from about {place(begin + 1)} on " if begin else ""
        return (
            f"{system}: {where}its lines match those of the reference {reference} no better than other "
            "lines; check that they are in the same order and that it is the right file"
        )
    return ""


def _suspects(tallies: Tallies) -> list[Closeness]:
    """Return the systems that are far closer to a reference than is usual, and closer than to any other system."""
    references, size = tallies.references, len(tallies.references)
    systems = [
        system
        for system in tallies.systems
        if not any(is_copy(tallies, system, reference) for reference in references)
    ]
    if len(systems) < USUAL:
        return []
    from assay.meta import closeness_of

    words = np.diagonal(tallies.shared)
    likeness = 200 * tallies.shared / np.maximum(words[:, None] + words[None, :], 1)
    at = [size + tallies.systems.index(system) for system in systems]
    between = likeness[np.ix_(at, at)]
    np.fill_diagonal(between, -np.inf)
    against = {name: likeness[place, at] for place, name in enumerate(references)}
    return [closeness for closeness in closeness_of(against, between, systems) if closeness.suspicious]


def _close(suspect: Closeness) -> str:
    return (
        f"{suspect.system}: unusually close to the reference {suspect.reference}, with which it shares "
        f"{suspect.score:.1f} % of its words ({suspect.to_nearest:.1f} % with the nearest system, {suspect.nearest}); "
        f"{CONTAMINATED}"
    )


def _numbered(tallies: Tallies, system: str) -> str:
    """Say that lines begin with their numbers, where those of no reference do."""
    if not _is_numbered(tallies, system) or any(_is_numbered(tallies, name) for name in tallies.references):
        return ""
    return (
        f"{system}: lines begin with line numbers, which no reference has, so the numbers count as "
        "wrong words; remove them"
    )


def _is_numbered(tallies: Tallies, name: str) -> bool:
    return is_numbered(tallies.counts["numbered", name], tallies.counts["lines", name])


def _empty(tallies: Tallies, system: str, place: Place) -> str:
    empty = tallies.counts["empty", "output", system]
    if not empty or (empty < 2 and empty < EMPTY * tallies.rows):
        return ""
    return (
        f"{system}: {empty:,} of {counted(tallies.rows, 'output')} {'is' if empty == 1 else 'are'} empty though there "
        f"is a reference (first: {place(tallies.first['empty', 'output', system])}); each counts as a wrong "
        "translation: check whether the system failed there"
    )


def _filler(tallies: Tallies, role: str, name: str, place: Place) -> str:
    filler = tallies.counts["filler", role, name]
    if not filler:
        return ""
    return (
        f"{name}: {filler:,} of {counted(tallies.rows, role)} {'is' if filler == 1 else 'are'} a placeholder "
        f"for missing text, such as NA, nan or None (first: {place(tallies.first['filler', role, name])}), and scored "
        "as text; leave these segments out, or mark missing references in a table, as with --missing NA"
    )


def _untranslated(tallies: Tallies, system: str, place: Place) -> str:
    wordy, copied = (tallies.counts[kind, system] for kind in ("wordy", "source"))
    if not copied or copied < COPIED * wordy:
        return ""
    return (
        f"{system}: {copied:,} of the {counted(wordy, 'line')} of {LEAST_WORDS} words or more{_looked_at(tallies)} "
        f"{'is' if copied == 1 else 'are'} equal to the source (first: {place(tallies.first['source', system])}); "
        "check whether they were left untranslated"
    )


def _empty_reference(tallies: Tallies, reference: str, place: Place) -> str:
    empty = tallies.counts["empty", "reference", reference]
    if not empty:
        return ""
    return (
        f"{reference}: {empty:,} of {counted(tallies.rows, 'reference')} {'is' if empty == 1 else 'are'} empty "
        f"(first: {place(tallies.first['empty', 'reference', reference])}), so every word of an output counts as wrong "
        "there; give the text, leave the segment out, or mark it as missing in a table (--missing '')"
    )


def _looked_at(tallies: Tallies) -> str:
    """Say that not all lines were looked at, where that is so."""
    sampled = tallies.counts["sampled",]
    return "" if sampled == tallies.rows else f" among the {sampled:,} examined"
