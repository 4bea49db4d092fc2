"""What preferences have to say: who stands where, who beats whom, how far raters agree, and how far it all holds."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from assay.data import Preferences
from assay.human import position_bias, tie_rate
from assay.human.flows import PreferencesRanking
from assay.human.preferences.bradley_terry import BradleyTerry
from assay.human.preferences.ranking_kappa import RankingKappa
from assay.human.preferences.stability import RankingWithout
from assay.human.preferences.wins import LEAST_FEW, PairTest, PreferenceRanking, WinMatrix, drawn_by_default
from assay.reporting.blocks import Block, Estimate, Fact, Figure, Heading, Listing, Prose, Table, Value
from assay.reporting.columns import (
    LEAST_P,
    estimate,
    figure_of,
    number,
    number_head,
    numbers,
    p_value,
    several,
    table_of,
    text,
    texts,
)
from assay.reporting.tables.human.needed import WIDER, needed_table
from assay.reporting.tables.human.summary import leader_words, preferences_summary
from assay.stats import Settings

DIGITS = 3
# A bootstrap over fewer is itself too narrow: 92 % for 95 % with twenty
FEW_RATERS = 20
WIDE = 60  # letters in the heads of a table
RANGES = {False: "each by itself (--rank-ranges joint: all together)", True: "all together"}
WHOSE = {"inter": "between raters", "intra": "of raters with themselves"}


def preferences_report(ranking: PreferencesRanking, *, pictures: bool = False) -> list[Block]:
    """Report a ranking by preferences, but for its remarks: systems first, then pairs, raters, agreement."""
    systems, pairs, chance = ranking.systems, ranking.preferences, ranking.options.chance
    blocks: list[Block] = [
        Heading(leader_words(ranking)[0].removesuffix(".")),
        Prose(f"{len(systems.systems)} systems ranked from {len(pairs):,} pairs."),
    ]
    blocks += preferences_summary(ranking)
    if ranking.wins is not None:
        blocks += preference_blocks(
            pairs, [systems], matrix=ranking.wins, tests=ranking.tests, settings=chance
        )
    if ranking.needed:
        blocks.append(needed_table(ranking.needed, ranking.options, systems.unit, DIGITS))
    blocks += [Prose(words) for words in taste_words(ranking)]
    blocks += [strengths_table(ranking.strengths)] if ranking.strengths else []
    blocks += [Prose(f"No strengths. {ranking.no_strengths}.")] if ranking.no_strengths else []
    blocks += [left_out_table(ranking.all_raters, ranking.without_each)] if ranking.all_raters else []
    blocks += [kappa_table(ranking.agreement.kappas, chance)] if ranking.agreement else []
    return [block for block in blocks if pictures or not isinstance(block, Figure)]


def taste_words(ranking: PreferencesRanking) -> list[str]:
    """Say that raters differ in taste, and whether the ranking holds for others; nothing where it makes no odds."""
    raters = int(np.count_nonzero(np.bincount(ranking.preferences.rater.index)))
    unit, wider = ranking.systems.unit, ranking.by_raters
    if unit == "rater" and not math.isnan(wider):
        other = drawn_by_default(ranking.preferences)
        seen = (
            f"with raters resampled, intervals are about {wider:.2f} times as wide as with {other}s resampled"
        )
        few = f"; {raters} raters are too few to claim anything for others (--unit {other}: for these raters alone)"
        held = "; the ranking is for other raters, too"
        return [f"Raters may differ in taste: {seen}{few if raters < LEAST_FEW else held}."]
    if not wider > WIDER:
        return []
    few = f" With {raters} raters even those are rough." if raters < FEW_RATERS else ""
    return [
        f"Raters differ in taste: if raters are resampled, intervals are about {wider:.1f} times as wide as with "
        f"unit {unit}. The ranking holds for these raters; with raters as the unit, it holds for others.{few}"
    ]


def source(preferences: Preferences) -> str:
    """Say what a ranking rests on: judgements, ties, systems, raters, segments, and the file."""
    counts = [
        np.count_nonzero(np.bincount(codes.index)) for codes in (preferences.rater, preferences.segment)
    ]
    systems = np.count_nonzero(np.bincount(np.concatenate([preferences.first, preferences.second])))
    words = (
        f"{len(preferences):,} judgements of pairs, {int((preferences.outcome == 0).sum()):,} of them ties; "
        f"systems: {systems}, raters: {counts[0]}, segments: {counts[1]:,}"
    )
    return f"{words}; {preferences.path}" if preferences.path else words


def method(ranking: PreferenceRanking) -> str:
    """Say how a ranking came about: method, unit drawn, draws, seed, confidence."""
    share = f"{100 * ranking.confidence:g} %"
    return (
        f"{ranking.method}; intervals and ranks of {share} from {ranking.draws:,} draws, "
        f"unit: {ranking.unit}, seed {ranking.seed}; ranges of ranks hold {RANGES[ranking.joint]}"
    )


def preference_blocks(
    preferences: Preferences,
    rankings: Sequence[PreferenceRanking],
    *,
    matrix: WinMatrix | None = None,
    tests: Sequence[PairTest] = (),
    kappas: Sequence[RankingKappa] = (),
    settings: Settings = Settings(),
) -> list[Block]:
    """Put together what was asked for: rankings first, then pairs, agreement, and what the data look like."""
    blocks: list[Block] = []
    for ranking in rankings:
        blocks += [ranking_table(ranking, preferences), rank_figure(ranking)]
    order = rankings[0].systems if rankings else None
    if matrix is not None:
        blocks += [win_table(matrix, order), *([win_figure(matrix, tests, settings, order)] if tests else [])]
    blocks += [pairs_table(tests, settings)] if tests else []
    blocks += [kappa_table(kappas, settings)] if kappas else []
    return [*blocks, data_listing(preferences)]


def ranking_table(ranking: PreferenceRanking, preferences: Preferences | None = None) -> Table:
    """Show score, rank range and cluster of every system, best first."""
    return table_of(
        f"preferences.{_slug(ranking.method)}",
        f"Ranking by {ranking.method}: clusters do not overlap in rank",
        ranking.standings,
        [
            number("cluster"),
            text("system"),
            estimate("score", digits=DIGITS, better="higher"),
            number("best_rank", "best rank", read="rank_low", digits=DIGITS),
            number("worst_rank", "worst rank", read="rank_high", digits=DIGITS),
            number("judgements", read="judged", digits=DIGITS),
        ],
        notes=(method(ranking), *ranking.notes, source(preferences) if preferences is not None else ""),
        facts=_facts(ranking),
    )


def _slug(words: str) -> str:
    return words.lower().replace(" ", "-")


def _facts(ranking: PreferenceRanking) -> Mapping[str, Fact]:
    names = ("method", "unit", "draws", "seed", "confidence", "judgements", "ties")
    sizes = tuple(len(cluster) for cluster in ranking.clusters)
    return {**{name: getattr(ranking, name) for name in names}, "cluster_sizes": sizes}


def rank_figure(ranking: PreferenceRanking) -> Figure:
    """Draw the ranks that every system may have."""
    rows = [
        (ranking.method, standing.system, place, standing.rank_low, standing.rank_high)
        for place, standing in enumerate(ranking.standings, start=1)
    ]
    words = [
        f"{standing.system} {standing.rank_low} to {standing.rank_high} (cluster {standing.cluster})"
        for standing in ranking.standings
    ]
    return figure_of(
        "intervals",
        f"ranks-figure.{_slug(ranking.method)}",
        f"Ranges of ranks by {ranking.method}",
        rows,
        f"Ranks: {'; '.join(words)}.",
        data="ranks",
        axis="rank, 1 is the best",
    )


def _known(share: float) -> float | None:
    return None if math.isnan(share) else share


def _ordered(matrix: WinMatrix, order: Sequence[str] | None) -> dict[str, int]:
    """Return the systems of a matrix in some order, with their places in the matrix."""
    return {name: matrix.systems.index(name) for name in order or matrix.systems if name in matrix.systems}


def win_table(matrix: WinMatrix, order: Sequence[str] | None = None) -> Table:
    """Show the share of decided pairs that the system of the row won against that of the column.

    Where names would make the table too wide to read, columns are headed by the numbers of the rows.
    """
    place = _ordered(matrix, order)
    shares, wins = 100 * matrix.shares(), matrix.expected()
    wide = sum(map(len, place)) > WIDE
    heads = [
        number_head(name, str(column) if wide else "", digits=1) for column, name in enumerate(place, start=1)
    ]

    def row(name: str) -> list[Value]:
        return [_known(float(shares[place[name], column])) for column in place.values()]

    columns = [
        text("row against column", read=str),
        several(heads, read=row),
        number("expected wins", read=lambda name: _known(float(wins[place[name]])), digits=DIGITS),
    ]
    title = "Wins of the row against the column in per cent of the decided pairs"
    notes = ("ties are left out; expected wins: the mean of the row, as a share",)
    return table_of("wins", title, place, columns, notes=notes, numbered=wide)


def win_figure(
    matrix: WinMatrix, tests: Sequence[PairTest], settings: Settings, order: Sequence[str] | None = None
) -> Figure:
    """Draw who beats whom: shares of wins, coloured where the sign test separates them."""
    place = _ordered(matrix, order)
    shares, words = matrix.shares(), relations(tests, settings.alpha)
    rows: list[tuple[Value, ...]] = []
    for two in ((row, column) for row in place for column in place):
        share = float(shares[place[two[0]], place[two[1]]])
        if two in words and not math.isnan(share):
            rows.append((*two, share, words[two], f"{100 * share:.0f} %"))
    beaten = {row: [column for column in place if words.get((row, column)) == "better"] for row in place}
    better = [f"{row} beats {', '.join(below)}" for row, below in beaten.items() if below]
    return figure_of(
        "matrix",
        "wins-figure",
        "Shares of decided pairs won by the row; coloured where the sign test decides",
        rows,
        f"Significant: {'; '.join(better) if better else 'no pair'}.",
        data="wins-matrix",
    )


def relations(tests: Sequence[PairTest], alpha: float) -> dict[tuple[str, str], str]:
    """Say for both orders of every pair whether the first is better or worse, or it is open."""
    words = {}
    for test in tests:
        for row, column, ahead in (
            (test.first, test.second, test.wins - test.losses),
            (test.second, test.first, test.losses - test.wins),
        ):
            word = "better" if ahead > 0 else "worse"
            words[row, column] = word if test.adjusted <= alpha else "open"
    return words


def pairs_table(tests: Sequence[PairTest], settings: Settings) -> Table:
    """Show the sign test of every pair."""
    return table_of(
        "preference-pairs",
        "Pairs: wins of the first, sign test, ties left out",
        tests,
        [
            *texts("first", "second"),
            *numbers("wins", "losses", "ties", digits=DIGITS),
            number("share", "wins %", read=lambda test: _share(test, settings.alpha), digits=1),
            p_value(),
            p_value("adjusted", "adjusted p"),
        ],
        notes=(f"* significant at {settings.alpha:g} after adjustment; intervals: Wilson",),
    )


def _share(test: PairTest, alpha: float) -> Estimate | None:
    if test.share is None:
        return None
    mark = "*" if test.adjusted <= alpha else ""
    return Estimate(100 * test.share.estimate, 100 * test.share.low, 100 * test.share.high, mark)


def strengths_table(model: BradleyTerry) -> Table:
    """Show the log strengths of a Bradley-Terry model, best first."""
    strengths = zip(model.systems, model.strengths.tolist(), model.errors.tolist(), strict=True)
    groups = " | ".join(", ".join(group) for group in model.groups)
    return table_of(
        "strengths",
        "Bradley-Terry",
        sorted(strengths, key=lambda strength: -strength[1]),
        [
            text("system", read=0),
            number("strength", "log strength", read=1, digits=DIGITS, better="higher"),
            number("error", "standard error", read=2, digits=DIGITS),
        ],
        notes=(
            f"{model.judgements:,} judgements; log strengths add up to 0; ties: {model.ties}",
            "" if math.isnan(model.tie) else f"tie parameter {model.tie:.4f}",
            f"penalty {model.penalty:g} on log strengths; standard errors are approximate"
            if model.penalty
            else "",
            f"each of these never lost to those after it: {groups}" if len(model.groups) > 1 else "",
        ),
        facts={"log_likelihood": model.log_likelihood, "penalty": model.penalty},
    )


def kappa_table(kappas: Sequence[RankingKappa], settings: Settings) -> Table:
    """Show the kappas in all their forms, with the counts behind them."""
    return table_of(
        "ranking-kappa",
        f"Agreement on rankings, {100 * settings.confidence:g} % intervals over segments",
        kappas,
        [
            text("agreement", read=lambda kappa: WHOSE[kappa.whose]),
            text("form"),
            number("kappa", read=_kappa, digits=DIGITS),
            number("p_agree", "P(A)", read=lambda kappa: _known(kappa.p_agree), digits=DIGITS),
            number("p_chance", "P(E)", read=lambda kappa: _known(kappa.p_chance), digits=DIGITS),
            *numbers("agree", "comparable", "ties", "total", digits=DIGITS),
        ],
        notes=(
            "published: as WMT computed it, (A, B) and (B, A) counted as different pairs, and a rater's "
            "own repetitions counted between raters; order-free: the first corrected; corrected: both",
            f"{settings.bootstrap_draws:,} draws of segments, seed {settings.seed}",
        ),
    )


def _kappa(kappa: RankingKappa) -> Estimate | None:
    return Estimate(kappa.kappa, kappa.low, kappa.high) if kappa.comparable else None


def data_listing(preferences: Preferences) -> Listing:
    """Say what the judgements look like: ties, what being shown first is worth, what was left out."""
    items = [f"{source(preferences)}."]
    rate = tie_rate(preferences)
    items += [] if math.isnan(rate) else [f"Ties: {100 * rate:.1f} %."]
    bias = position_bias(preferences)
    if bias is not None:
        share = bias.share
        items.append(
            f"The output shown first won {100 * share.estimate:.1f} % of the decided pairs "
            f"({100 * share.low:.1f} to {100 * share.high:.1f}; sign test p {_p_words(bias.p_value)})."
        )
    items += [f"{remark.kind}: {remark.count:,}." for remark in preferences.remarks]
    return Listing("preference-data", "The judgements", tuple(items))


def _p_words(p_value: float) -> str:
    return f"< {LEAST_P:g}" if p_value < LEAST_P else f"= {p_value:.4f}"


def left_out_table(whole: PreferenceRanking, left: Sequence[RankingWithout], by: str = "rater") -> Table:
    """Show what becomes of the ranking without each rater, those who matter most first."""
    changed = sum(not without.same_clusters for without in left)
    return table_of(
        f"without-{by}",
        f"The ranking without each {by}",
        left,
        [
            text(by, f"without {by}", read="name"),
            number("judgements", "judgements less"),
            text("same_clusters", "same clusters", read=lambda left: "yes" if left.same_clusters else "no"),
            number("moved", "places moved"),
            text("clusters", "sizes of clusters", read=lambda without: _sizes(without.ranking)),
        ],
        notes=(
            f"with all: clusters of {_sizes(whole)} systems; "
            f"{changed} of {len(left)} change the clusters when left out",
            method(whole),
        ),
    )


def _sizes(ranking: PreferenceRanking) -> str:
    return " ".join(str(len(cluster)) for cluster in ranking.clusters)
