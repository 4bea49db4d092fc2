"""Judgements as `JudgementOptions` ask for them: scale, language pair, and the systems that take part."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from assay.data import FILLER, GENUINE, JOINT, Judgements, Preferences, Remark, Scale
from assay.errors import InputError, OptionError
from assay.io.opening import STDIN, label, shown
from assay.io.options import JudgementOptions
from assay.io.ratings.checks import check_systems
from assay.io.ratings.doubts import warn_of_names, with_folded_names
from assay.io.ratings.formats.wmt25 import pair_of
from assay.io.ratings.registry import read_judgements
from assay.io.tables.cells import json_value, renamed


def open_judgements(options: JudgementOptions, *, several_pairs: bool = False) -> Judgements | Preferences:
    """Read a file of judgements as asked; with `several_pairs` all language pairs stay unless one is named."""
    if options.judgements == STDIN and options.form is None:
        raise OptionError("the format of standard input cannot be detected; name it with --from")
    judgements = read_judgements(
        options.judgements,
        options.form,
        scale=_scale(options.scale),
        set_aside=options.set_aside,
        columns=options.columns,
        campaign=options.campaign,
    )
    judgements = with_folded_names(judgements) if options.fold_names else judgements
    warn_of_names(judgements)
    if options.filler == "count":
        judgements = with_filler(judgements)
    if options.pair or not several_pairs:
        judgements = of_pair(judgements, options.pair)
    return of_chosen_systems(judgements, options)


def with_filler(judgements: Judgements | Preferences) -> Judgements:
    """Count filler as if it were genuine."""
    if not isinstance(judgements, Judgements) or FILLER not in judgements.item.names:
        raise OptionError(f"{_named(judgements)} holds no filler, so --filler count has no effect")
    return replace(
        judgements, item=renamed(judgements.item, lambda kind: GENUINE if kind == FILLER else kind)
    )


def single_systems(preferences: Preferences, options: JudgementOptions) -> list[str]:
    """Return the single systems that take part, of texts that may be of several; none where all do."""
    if not options.chooses_systems:
        return []
    names = dict.fromkeys(part for name in preferences.systems for part in name.split(JOINT))
    return [name for name in names if options.takes_part(name)]


def of_chosen_systems(
    judgements: Judgements | Preferences, options: JudgementOptions
) -> Judgements | Preferences:
    """Leave out systems that take no part, and count what was said of them.

    A text of several systems stays if one of them takes part.
    """
    if not options.chooses_systems:
        return judgements
    if isinstance(judgements, Judgements):
        return check_systems(judgements, options.chosen_systems(judgements.system.names))
    single = dict.fromkeys(part for name in judgements.systems for part in name.split(JOINT))
    chosen = set(options.chosen_systems(list(single)))
    pairs = judgements.of_systems([name for name in judgements.systems if chosen & set(name.split(JOINT))])
    if not len(pairs):
        raise InputError(f"{pairs.path}: no pair is left; let more systems or raters take part")
    return pairs


def _scale(text: str | None) -> Scale | None:
    if text is None:
        return None
    ends = SCALE.fullmatch(text)
    if ends is None or not float(ends[1]) < float(ends[2]) < math.inf:
        raise OptionError(f"--scale {shown(text)}: write the lowest and the highest score, such as 0-100")
    return Scale(float(ends[1]), float(ends[2]))


# How the formats name the columns of the two languages, or the one of both.
COLUMNS = (
    ("source_language", "target_language"),
    ("srclang", "trglang"),
    ("Input.src", "Input.trg"),
    ("langs",),
)
EVERY = "all"

Rows = Judgements | Preferences
END = r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
SCALE = re.compile(rf"\s*{END}\s*-\s*{END}\s*", re.ASCII)


def pairs_of(judgements: Rows) -> list[str]:
    """Return the language pair of every row; none where the file does not say, or says the same of all."""
    for names in COLUMNS:
        if all(name in judgements.extra for name in names):
            columns = [list(map(_plain, judgements.extra[name])) for name in names]
            return ["-".join(cells) for cells in zip(*columns, strict=True)]
    if (
        judgements.languages == ("", "")
        and judgements.segment.names
        and all(map(pair_of, judgements.segment.names))
    ):
        return list(map(pair_of, judgements.segment.column()))
    return []


def _plain(cell: str) -> str:
    """Return what a cell says; columns of JSONL are kept as JSON."""
    value = json_value(cell) if cell.startswith('"') else cell
    return value if isinstance(value, str) else cell


def of_pair(judgements: Rows, pair: str | None) -> Rows:
    """Return the rows of one pair and count the others; several pairs of which none is named are refused."""
    rows = pairs_of(judgements)
    counts = Counter(rows)
    if pair is None and len(counts) > 1:
        raise InputError(
            f"{_named(judgements)}: {_listed(counts)}; choose one with --pair, or {EVERY} for all together"
        )
    if pair is None or pair == EVERY:
        return judgements
    if not rows:
        return _known(judgements, pair)
    if pair not in counts:
        raise OptionError(
            f'{_named(judgements)}: no judgement of the pair "{shown(pair)}"; {_listed(counts)}'
        )
    of_one: Rows = judgements.where(np.array([row == pair for row in rows]))
    others = len(rows) - counts[pair]
    if not others:
        return of_one
    return replace(
        of_one, remarks=(*of_one.remarks, Remark("judgements of other language pairs, left out", others, ()))
    )


def _known(judgements: Rows, pair: str) -> Rows:
    """Return the judgements of a file that is of one pair only, where that is the pair."""
    if "-".join(judgements.languages) != pair:
        there = "-".join(judgements.languages) if any(judgements.languages) else "none"
        raise OptionError(f'{_named(judgements)}: no judgement of the pair "{shown(pair)}"; it names {there}')
    return judgements


def _named(judgements: Rows) -> str:
    return label(judgements.path) or "judgements"


def _listed(counts: Counter[str]) -> str:
    listed: Sequence[str] = [f"{shown(name)} ({count})" for name, count in sorted(counts.items())]
    return f"judgements of {len(listed)} language pairs: {', '.join(listed)}"
