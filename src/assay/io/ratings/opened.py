"""Judgements as `JudgementOptions` ask for them: scale, language pair, and the systems that take part."""

from __future__ import annotations

from assay.data import JOINT, Judgements, Preferences, Scale
from assay.errors import InputError, OptionError
from assay.io.opening import STDIN
from assay.io.options import JudgementOptions
from assay.io.ratings.checks import check_systems
from assay.io.ratings.formats import read_judgements
from assay.io.ratings.language_pairs import of_pair


def open_judgements(options: JudgementOptions, *, several_pairs: bool = False) -> Judgements | Preferences:
    """Read a file of judgements as asked; with `several_pairs` all language pairs stay unless one is named."""
    if options.judgements == STDIN and options.form is None:
        raise OptionError("the format of standard input cannot be told; name it with --from")
    judgements = read_judgements(
        options.judgements, options.form, scale=_scale(options.scale), set_aside=options.set_aside
    )
    if options.pair or not several_pairs:
        judgements = of_pair(judgements, options.pair)
    return of_chosen_systems(judgements, options)


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
    low, _, high = text[1:].partition("-")  # the first character may be the sign of a negative number
    try:
        return Scale(float(text[:1] + low), float(high))
    except ValueError:
        raise OptionError(f"--scale {text}: write the lowest and the highest score, such as 0-100") from None
