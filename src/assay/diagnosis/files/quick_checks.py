"""The cheap part of `assay check`, for every command that scores: warnings of what would make scores wrong.

Sets go by in shards; sums over a bounded sample are kept (`tallies`), and the warnings come at the end. Thresholds are
such that none fires on the sound text sets of WMT13 to WMT23, TED and MLQE-PE: docs/check.md has the figures.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from assay.data import EvalSet, Outputs
from assay.diagnosis.checks.language import LANGUAGES, language_name
from assay.diagnosis.files.appearance import MARKS, tokeniser_for
from assay.diagnosis.files.copies import CONTAMINATED, FEWEST, LEAST_WORDS, LONG, USUAL, is_contaminated
from assay.diagnosis.files.tallies import Tallies, is_numbered
from assay.diagnosis.files.troubles import counted
from assay.diagnosis.words.scripts import SPACELESS
from assay.errors import AssayWarning
from assay.text import SPACED_TOKENISERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.meta import Closeness
    from assay.metrics import Metric

EMPTY = 0.02  # of the lines, or two of them; none in sound sets
# Of the lines of five words or more; 0.4 % at most in sound sets
COPIED = 0.02
APART = 0.1  # of the lines in another language; none in sound sets
CAPITALS = 0.01  # of the letters, from which text is cased
# Of the other side's share of capitals; from 83 to 113 % in sound sets
LOWERED = 0.1
FEWEST_LETTERS = 200  # from which a share of capitals can be told; set by hand
FEWEST_TOLD = 5  # lines, from which a language is told; set by hand
OWN_CODES = {"cz": "cs", "se": "sv"}  # of METEOR, where they are not those of ISO 639-1
# Of the letters in scripts without blanks between words; set by hand
UNSPACED = 0.5
Shard = tuple[EvalSet, Outputs]
Place = Callable[[int], str]  # how a line, numbered from 1 in the whole set, is called


def with_quick_checks(
    shards: Iterable[Shard], more: str = '"assay check"', metrics: Sequence[Metric] = ()
) -> Iterator[Shard]:
    """Pass shards on, and warn at the end of what would make their scores wrong; `more` is what says more of it."""
    tallies = Tallies()
    for evalset, outputs in shards:
        tallies.add(evalset, outputs)
        yield evalset, outputs
    for finding in quick_findings(tallies, metrics=metrics):
        warnings.warn(f"{finding} ({more} says more)", AssayWarning, stacklevel=2)


def quick_findings(
    tallies: Tallies, place: Place = "line {}".format, metrics: Sequence[Metric] = ()
) -> list[str]:
    """Put what the sums show into words, one sentence a system and kind of trouble; `place` says where a line is.

    Some of it is wrong under some metrics only, and told where these are among `metrics`.
    """
    edited = bool(metrics) and all(getattr(metric, "takes_postedits", False) for metric in metrics)
    told = {pair: _against(tallies, *pair, place, edited=edited) for pair in tallies.pairings}
    suspects = [suspect for suspect in _suspects(tallies) if not told[suspect.system, suspect.reference]]
    findings = [*told.values(), *([] if edited else map(_close, suspects))]
    for system in tallies.systems:
        findings += [_numbered(tallies, system), _untranslated(tallies, "output", system, place)]
        findings += [_empty(tallies, system, place), _filler(tallies, "output", system, place)]
        findings += [*_marked(tallies, "output", system), _lowered(tallies, system, metrics)]
    for reference in tallies.references:
        findings += [
            _empty_reference(tallies, reference, place),
            _filler(tallies, "reference", reference, place),
        ]
        findings += [*_marked(tallies, "reference", reference), *_unspaced(tallies, reference, metrics)]
        findings.append(_untranslated(tallies, "reference", reference, place))
        findings += _misread(tallies, reference, metrics)
    return [finding for finding in dict.fromkeys(findings) if finding]


def _against(tallies: Tallies, system: str, reference: str, place: Place, *, edited: bool) -> str:
    """Say the worst of what an output shows against one of its references; some are `edited` outputs on purpose."""
    if is_copy(tallies, system, reference):
        return (
            f"{system}: every line{_looked_at(tallies)} is identical to the reference {reference}, so it "
            "scores as perfect; give the output of the system"
        )
    long, alike = (tallies.counts[kind, system, reference] for kind in ("long", "long-equal"))
    apart = _apart(tallies, system, reference, place)
    if apart:
        return apart
    if is_contaminated(alike, long) and not edited:
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


def _apart(tallies: Tallies, system: str, reference: str, place: Place) -> str:
    """Say that lines are in another language than the reference, unless they are the source and said to be."""
    counts = {
        key: count
        for key, count in tallies.counts.items()
        if key[:3] == ("apart", system, reference) and count
    }
    if not counts or _untranslated(tallies, "output", system, place):
        return ""
    key = max(counts, key=lambda one: counts[one])
    apart, (language, foreign) = counts[key], key[3:]
    if apart < FEWEST or apart < APART * tallies.counts["sampled",]:
        return ""
    return (
        f"{system}: {apart:,} of the {_lines(tallies)} seem to be in "
        f"{language_name(foreign)}, and the reference {reference} in {language_name(language)} (first: "
        f"{place(tallies.first[key])}); check that both are the files of this translation, and whether lines were "
        "left untranslated"
    )


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
    from assay.meta.learning.contamination import closeness_of

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


def _untranslated(tallies: Tallies, role: str, name: str, place: Place) -> str:
    wordy, copied = (tallies.counts[kind, role, name] for kind in ("wordy", "source"))
    if not copied or copied < COPIED * wordy:
        return ""
    if role == "reference" and copied == wordy and not _any_apart(tallies, name):
        # Text that was translated there and back.
        return ""
    advice = "check whether they were left untranslated"
    return (
        f"{name}: {copied:,} of the {counted(wordy, 'line')} of {LEAST_WORDS} words or more{_looked_at(tallies)} "
        f"{'is' if copied == 1 else 'are'} equal to the source (first: {place(tallies.first['source', role, name])}); "
        f"{advice if role == 'output' else 'check that it is the reference, and not the source'}"
    )


def _any_apart(tallies: Tallies, reference: str) -> bool:
    """Tell whether any output has lines in another language than a reference."""
    return any(key[0] == "apart" and key[2] == reference for key in tallies.counts)


def _marked(tallies: Tallies, role: str, name: str) -> Iterator[str]:
    """Say which marks of programs stand in a text that those of the other side lack, or that part its words."""
    others = (
        [("reference", other) for other in tallies.references]
        if role == "output"
        else [("output", other) for other in tallies.systems]
    )
    for mark in MARKS:
        here = tallies.counts["mark", mark.sign, role, name]
        there = max((tallies.counts["mark", mark.sign, *other] for other in others), default=0)
        alone = here >= 2 * there or (mark.parts_words and here >= tallies.counts["sampled",])
        if here >= FEWEST and alone:
            yield (
                f'{name}: "{mark.sign.strip()}", {mark.meaning}, comes {here:,} times in '
                f"{_lines(tallies)}, and counts as text; {mark.advice}"
            )


def _lowered(tallies: Tallies, system: str, metrics: Sequence[Metric]) -> str:
    """Say that an output has no capitals where its references have, or the other way round, if case counts."""
    if metrics and all(getattr(metric, "lowercase", False) for metric in metrics):
        return ""
    own = _capitals(tallies, "output", system)
    known = [
        share for name in tallies.references if (share := _capitals(tallies, "reference", name)) is not None
    ]
    if own is None or not known:
        return ""
    if min(known) >= CAPITALS and own < LOWERED * min(known):
        return (
            f"{system}: hardly any capitals, and the references have some ({100 * own:.1f} and {100 * min(known):.1f} "
            "% of the letters), so words count as wrong for their case; give cased text, or choose lowercase "
            "where a metric has it (bleu:lowercase)"
        )
    if own >= CAPITALS and max(known) < LOWERED * own:
        return (
            f"{system}: the references have hardly any capitals, and the output has some ({100 * max(known):.1f} and "
            f"{100 * own:.1f} % of the letters), so words count as wrong for their case; give cased references, or "
            "choose lowercase where a metric has it (bleu:lowercase)"
        )
    return ""


def _capitals(tallies: Tallies, role: str, name: str) -> float | None:
    letters = tallies.counts["cased", role, name]
    return tallies.counts["capitals", role, name] / letters if letters >= FEWEST_LETTERS else None


def _unspaced(tallies: Tallies, reference: str, metrics: Sequence[Metric]) -> Iterator[str]:
    """Say which metrics part words at blanks, where the references are written without."""
    counts = {script: tallies.counts["unspaced", script, reference] for script in (*SPACELESS, "letters")}
    letters = counts.pop("letters")
    own = [script for script, count in counts.items() if count >= UNSPACED * letters / 10 and count]
    if not letters or sum(counts.values()) < UNSPACED * letters:
        return
    for metric in metrics:
        tokeniser = getattr(metric, "tok", "").partition("#")[0]
        if tokeniser in SPACED_TOKENISERS:
            yield (
                f"{metric.label} with tok={tokeniser} splits text at blanks, which do not part words in the reference "
                f"{reference}, so whole sentences count as words; choose a tokeniser, such as "
                f"-m {metric.name}:tok={tokeniser_for(own)}"
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


def _lines(tallies: Tallies) -> str:
    """Say how many lines were looked at."""
    sampled = counted(tallies.counts["sampled",], "line")
    return sampled if tallies.counts["sampled",] == tallies.rows else f"{sampled} examined"


def _misread(tallies: Tallies, reference: str, metrics: Sequence[Metric]) -> Iterator[str]:
    """Say which metrics take text for another language than it seems to be in."""
    counts = {
        key[1]: count for key, count in tallies.counts.items() if key[0] == "speaks" and key[2] == reference
    }
    told = max(counts, key=lambda one: counts[one], default="")
    if not told or tallies.counts["sampled",] < FEWEST_TOLD:
        return
    for metric in metrics:
        code = getattr(metric, "language", "")
        meant = OWN_CODES.get(code, code) if isinstance(code, str) else ""
        if meant in LANGUAGES and meant != told:
            yield (
                f"{metric.label} takes the texts for {language_name(meant)}, with its stems and parameters, and "
                f"the reference {reference} seems to be in {language_name(told)}; write "
                f"-m {metric.name}:language={told}"
            )


def _looked_at(tallies: Tallies) -> str:
    """Say that not all lines were looked at, where that is so."""
    sampled = tallies.counts["sampled",]
    return "" if sampled == tallies.rows else f" among the {sampled:,} examined"
