"""`assay human`: what people said of outputs, as rankings of systems that can be defended."""

from __future__ import annotations

import argparse

from assay.cli import chance, inputs, output, shown, terminal
from assay.errors import OptionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.data import Judgements, Preferences, Scale
    from assay.reporting import Block

PARTS = ("ranking", "scores", "raters", "agreement", "remarks")
TESTS = ("rank-sum", "signed-rank", "t", "sign", "permutation", "bootstrap")
METHODS = ("trueskill", "wins", "bradley-terry")
RULES = ("paired", "appraise", "graham")
RATINGS_ONLY = (
    *("standardise", "weights", "aspect", "rule", "without-failed"),
    *("test", "common", "least"),
)
RANKINGS_ONLY = ("method",)
EPILOG = """\
examples:
  assay human ratings.tsv
  assay human campaign.csv --standardise z --without-failed -o report.html
  assay human mqm.tsv --weights wmt22 --unit document
  assay human rankings.csv --method bradley-terry
  assay human campaign.csv --to tidy -o ratings.tsv
"""


def parser() -> argparse.ArgumentParser:
    """Build the command line; nothing heavy is imported for it."""
    made = argparse.ArgumentParser(
        prog="assay human",
        description="Rank systems by human judgements; check the raters and how far they agree.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    made.add_argument("judgements", metavar="FILE", help="a file of judgements; - is standard input")
    made.add_argument("--from", dest="form", metavar="FORMAT", help="its format (default: recognised)")
    made.add_argument("--to", metavar="FORMAT", help="write the judgements in this format, and nothing else")
    made.add_argument(
        "--leave-out",
        action="store_true",
        help="with --to, leave out what FORMAT cannot hold, with a warning (default: refuse)",
    )
    shown.add_argument(made, PARTS)
    made.add_argument(
        "--pair", metavar="PAIR", help="the language pair, such as eng-deu, of a file of several; or all"
    )
    add_scoring(made)
    _add_raters(made)
    _add_ranking(made)
    chance.add_settings(made)
    inputs.add_manners(made)
    output.add_arguments(made)
    return made


def add_scoring(made: argparse.ArgumentParser) -> None:
    """Give a command what decides how ratings become scores."""
    made.add_argument(
        "--standardise",
        default="raw",
        metavar="MODE",
        help="make raters comparable: raw, centred, equalised, z, z-all or z-genuine (default: raw)",
    )
    made.add_argument(
        "--weights", metavar="SET", help="weights of marked errors: a published set, or a TOML file"
    )
    made.add_argument(
        "--aspect", metavar="NAME", help="the question, where there are several; all is their mean"
    )
    made.add_argument(
        "--scale", metavar="LOW-HIGH", help="the scores that could be given, where they are not the scheme's"
    )
    made.add_argument(
        "--set-aside",
        action="store_true",
        help="leave out scores beyond the scale and count them (default: refuse)",
    )
    made.add_argument(
        "--systems",
        dest="only_systems",  # the systems of other commands are files
        metavar="NAMES",
        help="the systems that take part, with commas between; others are set aside and counted",
    )
    made.add_argument(
        "--without-systems",
        metavar="PATTERNS",
        help="systems that take no part, with commas between, such as '*-tutorial*'",
    )


def _add_raters(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "--rule",
        choices=RULES,
        default="paired",
        help="which raters fail: by a paired test of control items, or by Appraise's or Graham's rule "
        "(default: paired)",
    )
    made.add_argument(
        "--without-failed", action="store_true", help="rank without the raters who fail the rule"
    )
    made.add_argument("--without", metavar="RATERS", help="rank without these raters, with commas between")


def _add_ranking(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "--test", choices=TESTS, default="rank-sum", help="of every pair of systems (default: rank-sum)"
    )
    made.add_argument(
        "--unit",
        metavar="UNIT",
        help="what is drawn as one: segment or document; for rankings also judgement, screen or rater "
        "(default: segment)",
    )
    made.add_argument(
        "--correction",
        choices=("holm", "bh", "none"),
        default="holm",
        help="how p-values are adjusted for the number of pairs (default: holm)",
    )
    made.add_argument(
        "--common",
        choices=("pair", "all"),
        default="pair",
        help="test pairs on the segments judged for both, or on those judged for all systems (default: pair)",
    )
    made.add_argument(
        "--least",
        type=chance.count,
        default=2,
        metavar="N",
        help="judged segments that a system needs (default: 2)",
    )
    made.add_argument(
        "--method",
        choices=METHODS,
        default="trueskill",
        help="how rankings of outputs become a ranking of systems (default: trueskill)",
    )


def run(arguments: argparse.Namespace) -> None:
    """Read judgements, and write a report on them, or the judgements themselves in another format."""
    form = output.form(arguments)
    if arguments.quiet:
        terminal.hush()
    output.check(arguments.output, [arguments.judgements])
    parts = shown.chosen(arguments.show, PARTS)
    found = read(arguments)
    if arguments.to:
        from assay.io import write_judgements

        answer = write_judgements(found, arguments.to, leave_out=arguments.leave_out)
        output.write_ready(answer, arguments.output)
        return
    output.write(_blocks(found, arguments, parts, pictures=form == "html"), form, arguments.output)


def _blocks(
    found: Judgements | Preferences, arguments: argparse.Namespace, parts: tuple[str, ...], *, pictures: bool
) -> list[Block]:
    """Report on pairs of outputs as such; rankings of several outputs are pairs, too."""
    from assay.cli import judged, preferred
    from assay.data import Judgements
    from assay.human import from_rankings

    if isinstance(found, Judgements) and found.scheme != "ranking":
        _refuse(arguments, RANKINGS_ONLY, "is for rankings of outputs, and these are ratings")
        return judged.blocks(found, arguments, parts, pictures=pictures)
    _refuse(arguments, RATINGS_ONLY, "is for ratings, and these are rankings of outputs")
    pairs = from_rankings(found) if isinstance(found, Judgements) else found
    return preferred.blocks(pairs, arguments, parts, pictures=pictures)


def _refuse(arguments: argparse.Namespace, options: Sequence[str], why: str) -> None:
    """Refuse an option that would change nothing, rather than let somebody believe that it did."""
    unchanged = parser()
    for option in options:
        name = option.replace("-", "_")
        if getattr(arguments, name) != unchanged.get_default(name):
            raise OptionError(f"--{option} {why}; leave it out")


def read(arguments: argparse.Namespace) -> Judgements | Preferences:
    """Read the file, on the scale and for the systems that the command line names."""
    from assay.cli import chosen
    from assay.data import Judgements
    from assay.io import of_pair, read_judgements

    if arguments.judgements == "-" and arguments.form is None:
        raise OptionError("the format of standard input cannot be told; name it with --from")
    scale = None if arguments.scale is None else _scale(arguments.scale)
    found = read_judgements(arguments.judgements, arguments.form, scale=scale, set_aside=arguments.set_aside)
    if arguments.pair or not getattr(
        arguments, "to", None
    ):  # a conversion keeps all pairs unless one is named
        found = of_pair(found, arguments.pair)
    if isinstance(found, Judgements):
        return chosen.judgements(found, arguments)
    return chosen.preferences(found, arguments)


def _scale(text: str) -> Scale:
    from assay.data import Scale

    low, _, high = text[1:].partition("-")
    try:
        return Scale(float(text[:1] + low), float(high))
    except ValueError:
        raise OptionError(f"--scale {text}: write the lowest and the highest score, such as 0-100") from None
