"""What a terminal shows of a ranking by people: who won, whom to trust, what is missing, and one table."""

from __future__ import annotations

from collections.abc import Sequence

from assay.comparison.options import CORRECTION_NAMES
from assay.human import PARTS, TESTS, Ranking, RatingsRanking
from assay.human.flows import PreferencesRanking
from assay.human.ratings.balance import Balance
from assay.human.ratings.ranking import SystemRanking
from assay.reporting.blocks import Block, Estimate, Heading, Listing, Prose, Table
from assay.reporting.columns import cluster_letter, number, table_of, text
from assay.reporting.literature.citations import (
    BOOTSTRAP,
    CORRECTIONS,
    PREFERENCES,
    SCHEMES,
    bibliography,
)
from assay.reporting.literature.citations import TESTS as TEST_WORKS
from assay.reporting.tables.human.needed import few_words, needed_sentence
from assay.reporting.tables.human.preferences import DIGITS, taste_words
from assay.reporting.tables.human.ranking import reading_blocks, score_digits
from assay.reporting.tables.human.scores import MODEL_TERMS, remarks_in_short
from assay.reporting.tables.human.summary import (
    agreement_words,
    balance_words,
    claims,
    hardly_judged,
    leader_words,
    modelled,
    trust_words,
)
from assay.reporting.wording import CLUSTERS
from assay.stats import Standing
from assay.version import installed_version

MOST_DOUBTED = 2  # raters whom the first screen names
OF_RANKS = "A, B, …: clusters; the ranks that their systems may have do not overlap"


def human_summary(ranking: Ranking, *, citation: bool = False) -> list[Block]:
    """Answer on one screen what people ask of judgements; all else is a part to be asked for."""
    answers = _answers(ranking)
    return [
        Heading(_headline(ranking)),
        *reading_blocks(ranking),
        *([Listing("human-answers", "", tuple(answers))] if answers else []),
        *ranking_table_alone(ranking, citation=citation),
        Prose(f"More: --show {','.join(PARTS)}, or all."),
    ]


def ranking_table_alone(ranking: Ranking, *, citation: bool = False) -> list[Block]:
    """Give one table for a paper or a spreadsheet: means, intervals, ranks, clusters; none of one system alone."""
    cited: list[Block] = []
    if citation and ranking.standings:
        sentence = f"Systems are ranked by {_name(ranking)}. {_method(ranking)}"
        cited = [Listing("citation", "For a paper", (sentence,)), bibliography(_works(ranking))]
    return [*([_table(ranking)] if ranking.standings else []), *cited]


def _headline(ranking: Ranking) -> str:
    if isinstance(ranking, PreferencesRanking):
        return leader_words(ranking)[0].removesuffix(".")
    if not isinstance(ranking, RatingsRanking) or ranking.systems is None:
        return (
            f"Judgements of {ranking.scored.scores.systems[0]}" if isinstance(ranking, RatingsRanking) else ""
        )
    return claims(ranking.systems)[0].removesuffix(".")


def _answers(ranking: Ranking) -> list[str]:
    """Say whether raters can be trusted, whom to look at, how many more judgements it takes, what to be careful of."""
    words: list[str] = []
    if isinstance(ranking, RatingsRanking):
        words += trust_words(ranking, MOST_DOUBTED)
    words += agreement_words(ranking.agreement)[-1:] if ranking.agreement else []
    words += needed_sentence(ranking)
    if isinstance(ranking, RatingsRanking) and ranking.systems is not None:
        systems = ranking.systems
        words += [*balance_words(ranking.balance, systems.options.test), *hardly_judged(systems.standings)]
        words += filter(None, [systems.unit.caution])
    if isinstance(ranking, PreferencesRanking):
        words += [*taste_words(ranking), *few_words(ranking)]
    return [*words, *remarks_in_short(ranking.remarks)]


def _table(ranking: Ranking) -> Table:
    """Show every system's mean or score with its interval and cluster, and the ranks it may have, best first."""
    rated = isinstance(ranking, RatingsRanking)
    confidence = f"{100 * ranking.options.chance.confidence:g}"
    digits = score_digits([place.score for place in ranking.standings]) if rated else DIGITS

    def score(place: Standing) -> Estimate:
        letter = cluster_letter(place.cluster)
        return Estimate(place.score, place.low, place.high, letter, letter)

    return table_of(
        "human-ranking",
        f"Ranking by {_name(ranking)}, {confidence} % intervals",
        ranking.standings,
        [
            text("system"),
            number("score", "mean" if rated else "score", read=score, digits=digits, better="higher"),
            number("ranks", read=_ranks),
            number("judged", "segments judged" if rated else "judgements"),
        ],
        notes=[CLUSTERS if rated else OF_RANKS, _method(ranking)],
        ranked=True,
    )


def _name(ranking: Ranking) -> str:
    if isinstance(ranking, PreferencesRanking):
        return ranking.systems.method
    return ranking.systems.name if isinstance(ranking, RatingsRanking) and ranking.systems else ""


def _ranks(place: Standing) -> str:
    low, high = place.rank_low, place.rank_high
    return f"{low}" if low == high else f"{low}–{high}"


def _method(ranking: Ranking) -> str:
    """Say in a sentence how systems were ranked."""
    if isinstance(ranking, PreferencesRanking):
        systems = ranking.systems
        return (
            f"Ranking: {systems.method} from {systems.judgements:,} judgements of pairs; ranks and intervals: "
            f"{systems.draws:,} bootstrap draws by {systems.unit}, seed {systems.seed} (Assay {installed_version()})."
        )
    if not isinstance(ranking, RatingsRanking) or ranking.systems is None:
        raise TypeError("there is no ranking to speak of")
    return _rated_method(ranking.systems, ranking.balance)


def _rated_method(systems: SystemRanking, balance: Balance | None) -> str:
    options, first = systems.options, systems.comparisons[0]
    draws = f", {first.draws:,} draws, seed {options.chance.seed}" if first.draws else ""
    draws = f", all {first.draws:,} swaps" if first.exact else draws
    adjusted = (
        f" after {name} correction"
        if (name := CORRECTION_NAMES.get(options.correction))
        else ", not adjusted"
    )
    level = f"p < {options.chance.alpha:g}{adjusted if len(systems.comparisons) > 1 else ''}"
    test = TESTS[options.test].replace("two-sided", "one-sided" if options.one_sided else "two-sided")
    if modelled(balance, options.test):
        test, draws = f"Student's t in the mixed model {MODEL_TERMS}, two-sided", ""
    return f"Significance: {test}{draws}; {level} (Assay {installed_version()})."


def _works(ranking: Ranking) -> Sequence[str]:
    """Return whom to cite for the scheme, the test or the method, the intervals and the correction."""
    if isinstance(ranking, PreferencesRanking):
        method = PREFERENCES.get(ranking.options.method)
        return [*([method] if method else []), BOOTSTRAP]
    systems = ranking.systems if isinstance(ranking, RatingsRanking) else None
    if systems is None:
        return []
    scheme, correction = SCHEMES.get(systems.name), CORRECTIONS.get(systems.options.correction)
    named = [scheme, *TEST_WORKS.get(systems.options.test, ()), BOOTSTRAP, correction]
    return [work for work in named if work]
