"""The options of commands that leave something to chance: which test, how many draws, from which seed."""

from __future__ import annotations

import argparse
import math

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assay.stats import Settings

TESTS = ("permutation", "bootstrap", "sign", "t", "wilcoxon", "koehn", "sacrebleu-bs", "sacrebleu-ar")
INTERVALS = ("percentile", "basic", "bca")
SAMPLES = ("full", "half", "half-without")
SEED = 12345


def add_test(made: argparse.ArgumentParser) -> None:
    """Give a command its `--test` and `--unit`."""
    made.add_argument(
        "--test",
        choices=TESTS,
        default="permutation",
        help="the paired test (default: permutation, that is approximate randomisation)",
    )
    made.add_argument(
        "--unit",
        default="segment",
        metavar="UNIT",
        help="what is drawn or swapped as one: segment, document, or block:K (default: segment)",
    )


def add_settings(made: argparse.ArgumentParser) -> None:
    """Give a command what every draw depends on, and the confidence and kind of its intervals."""
    add_draws(made)
    _add_intervals(made)


def add_draws(made: argparse.ArgumentParser) -> None:
    """Give a command its confidence, draws and seed."""
    made.add_argument(
        "--confidence",
        type=number,
        default=0.95,
        metavar="C",
        help="of intervals; significant is a p-value below 1 - C (default: 0.95)",
    )
    made.add_argument(
        "--draws",
        type=count,
        default=0,
        metavar="N",
        help="random draws (default: 10000 for permutation, 1000 for the bootstrap and for intervals)",
    )
    made.add_argument(
        "--seed",
        type=whole,
        default=SEED,
        metavar="N",
        help=f"where chance starts; 0 is a seed (default: {SEED})",
    )


def _add_intervals(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "--interval",
        choices=INTERVALS,
        default="percentile",
        help="the kind of bootstrap interval (default: percentile)",
    )
    made.add_argument(
        "--sample",
        choices=SAMPLES,
        default="full",
        help="the size of a bootstrap sample; half ones are for comparison with other tools (default: full)",
    )


def settings(arguments: argparse.Namespace) -> Settings:
    """Return the settings that the command line asks for; what no test can work with is refused."""
    from assay.stats import Settings

    return Settings(
        draws=arguments.draws,
        seed=arguments.seed,
        confidence=arguments.confidence,
        interval=arguments.interval,
        sample=arguments.sample,
        threads=arguments.threads,
    )


def count(text: str) -> int:
    """Read a whole number from 1 on."""
    if whole(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


def whole(text: str) -> int:
    """Read a whole number from 0 on."""
    if not (text.isascii() and text.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 on")
    return int(text)


def no_less_than_0(text: str) -> float:
    """Read a number from 0 on."""
    value = number(text)
    if not value >= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is below 0")
    return value


def number(text: str) -> float:
    """Read a number."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number such as 0.95")
    return value
