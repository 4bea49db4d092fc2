"""What preferences have to say: who stands where, who beats whom, and how far the raters agree."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from assay.data import Preferences
from assay.human import (
    BradleyTerry,
    PairTest,
    PreferenceRanking,
    RankingKappa,
    WinMatrix,
    position_bias,
    tie_rate,
)
from assay.reporting.blocks import Block, Estimate, Fact, Figure, Head, Listing, Table, Value, drawn
from assay.reporting.columns import LEAST_P
from assay.stats import Settings

DIGITS = 3
WHOSE = {"inter": "between raters", "intra": "of raters with themselves"}


def _right(name: str, label: str = "", digits: int = DIGITS) -> Head:
    return Head(name, label=label, align="right", digits=digits)


_P = (
    Head("p", align="right", digits=4, least=LEAST_P),
    Head("adjusted", label="adjusted p", align="right", digits=4, least=LEAST_P),
)


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
        f"unit: {ranking.unit}, seed {ranking.seed}"
    )


def preference_blocks(
    preferences: Preferences,
    rankings: Sequence[PreferenceRanking],
    *,
    matrix: WinMatrix | None = None,
    tests: Sequence[PairTest] = (),
    kappas: Sequence[RankingKappa] = (),
    settings: Settings | None = None,
) -> list[Block]:
    """Put together what was asked for: rankings first, then pairs, agreement, and what the data look like."""
    chosen = settings or Settings()
    blocks: list[Block] = []
    for ranking in rankings:
        blocks += [ranking_table(ranking, preferences), rank_figure(ranking)]
    order = rankings[0].systems if rankings else None
    if matrix is not None:
        blocks += [win_table(matrix, order), *([win_figure(matrix, tests, chosen, order)] if tests else [])]
    blocks += [pairs_table(tests, chosen)] if tests else []
    blocks += [kappa_table(kappas, chosen)] if kappas else []
    return [*blocks, data_listing(preferences)]


def ranking_table(ranking: PreferenceRanking, preferences: Preferences | None = None) -> Table:
    """Show score, rank range and cluster of every system, best first."""
    rows = [
        (
            *(place.cluster, place.system, Estimate(place.score, place.low, place.high)),
            *(place.rank_low, place.rank_high, place.judgements),
        )
        for place in ranking.places
    ]
    provenance = (source(preferences),) if preferences is not None else ()
    return Table(
        name=f"preferences.{_slug(ranking.method)}",
        columns=(
            Head("cluster", align="right"),
            Head("system"),
            Head("score", align="right", digits=DIGITS, better="higher"),
            _right("best_rank", "best rank"),
            _right("worst_rank", "worst rank"),
            _right("judgements"),
        ),
        rows=tuple(rows),
        title=f"Ranking by {ranking.method}: the ranks of no two clusters overlap",
        notes=(method(ranking), *ranking.notes, *provenance),
        facts=_facts(ranking),
    )


def _slug(words: str) -> str:
    return words.lower().replace(" ", "-")


def _facts(ranking: PreferenceRanking) -> Mapping[str, Fact]:
    return {
        "method": ranking.method,
        "unit": ranking.unit,
        "draws": ranking.draws,
        "seed": ranking.seed,
        "confidence": ranking.confidence,
        "judgements": ranking.judgements,
        "ties": ranking.ties,
        "cluster_sizes": tuple(len(cluster) for cluster in ranking.clusters),
    }


def rank_figure(ranking: PreferenceRanking) -> Figure:
    """Draw the ranks that every system may have."""
    rows = [
        (ranking.method, place.system, number, place.rank_low, place.rank_high)
        for number, place in enumerate(ranking.places, start=1)
    ]
    words = [
        f"{place.system} {place.rank_low} to {place.rank_high} (cluster {place.cluster})"
        for place in ranking.places
    ]
    return Figure(
        f"ranks-figure.{_slug(ranking.method)}",
        "intervals",
        f"Ranges of ranks by {ranking.method}",
        drawn("intervals", "ranks", rows),
        f"Ranks: {'; '.join(words)}.",
        axis="rank, 1 is the best",
    )


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value


def _ordered(matrix: WinMatrix, order: Sequence[str] | None) -> list[str]:
    return [name for name in order or matrix.systems if name in matrix.systems]


WIDE = 60  # letters in the heads of a table


def win_table(matrix: WinMatrix, order: Sequence[str] | None = None) -> Table:
    """Show the share of decided pairs that the system of the row won against that of the column.

    Where names would make the table too wide to read, columns are headed by the numbers of the rows.
    """
    names = _ordered(matrix, order)
    place = {name: number for number, name in enumerate(matrix.systems)}
    shares, wins = 100 * matrix.shares(), matrix.expected()
    wide = sum(map(len, names)) > WIDE
    rows: list[tuple[Value, ...]] = [
        (
            *([number] if wide else []),
            name,
            *(_known(float(shares[place[name], place[other]])) for other in names),
            _known(float(wins[place[name]])),
        )
        for number, name in enumerate(names, start=1)
    ]
    labels = [str(number) if wide else "" for number in range(1, len(names) + 1)]
    return Table(
        name="wins",
        columns=(
            *([_right("number", "#")] if wide else []),
            Head("row against column"),
            *(_right(name, label, digits=1) for name, label in zip(names, labels, strict=True)),
            _right("expected wins"),
        ),
        rows=tuple(rows),
        title="Wins of the row against the column in per cent of the decided pairs",
        notes=("ties are left out; expected wins: the mean of the row, as a share",),
    )


def win_figure(
    matrix: WinMatrix, tests: Sequence[PairTest], settings: Settings, order: Sequence[str] | None = None
) -> Figure:
    """Draw who beats whom: shares of wins, coloured where the sign test tells them apart."""
    names = _ordered(matrix, order)
    place = {name: number for number, name in enumerate(matrix.systems)}
    shares = matrix.shares()
    words = relations(tests, settings.alpha)
    rows: list[tuple[Value, ...]] = []
    for row in names:
        for column in names:
            share = float(shares[place[row], place[column]])
            if (row, column) in words and not math.isnan(share):
                rows.append((row, column, share, words[row, column], f"{100 * share:.0f} %"))
    beaten = {row: [column for column in names if words.get((row, column)) == "better"] for row in names}
    better = [f"{row} beats {', '.join(below)}" for row, below in beaten.items() if below]
    return Figure(
        "wins-figure",
        "matrix",
        "Shares of decided pairs won by the row; coloured where the sign test decides",
        drawn("matrix", "wins-matrix", rows),
        f"Significant: {'; '.join(better) if better else 'no pair'}.",
    )


def relations(tests: Sequence[PairTest], alpha: float) -> dict[tuple[str, str], str]:
    """Say for both orders of every pair whether the first is better or worse, or it is open."""
    words = {}
    for one in tests:
        for row, column, ahead in (
            (one.first, one.second, one.wins - one.losses),
            (one.second, one.first, one.losses - one.wins),
        ):
            word = "better" if ahead > 0 else "worse"
            words[row, column] = word if one.adjusted <= alpha else "open"
    return words


def pairs_table(tests: Sequence[PairTest], settings: Settings) -> Table:
    """Show the sign test of every pair."""
    rows = [
        (
            *(one.first, one.second, one.wins, one.losses, one.ties),
            _share(one, settings.alpha),
            *(one.p_value, one.adjusted),
        )
        for one in tests
    ]
    counts = [_right(name) for name in ("wins", "losses", "ties")]
    return Table(
        name="preference-pairs",
        columns=(Head("first"), Head("second"), *counts, _right("share", "wins %", 1), *_P),
        rows=tuple(rows),
        title="Pairs: wins of the first, sign test, ties left out",
        notes=(f"* significant at {settings.alpha:g} after adjustment; intervals: Wilson",),
    )


def _share(one: PairTest, alpha: float) -> Estimate | None:
    if one.share is None:
        return None
    mark = "*" if one.adjusted <= alpha else ""
    return Estimate(100 * one.share.estimate, 100 * one.share.low, 100 * one.share.high, mark)


def strengths_table(model: BradleyTerry) -> Table:
    """Show the log strengths of a Bradley-Terry model, best first."""
    errors = model.errors
    order = sorted(range(len(model.systems)), key=lambda number: -model.strengths[number])
    rows = [(model.systems[n], float(model.strengths[n]), float(errors[n])) for n in order]
    notes = [f"{model.judgements:,} judgements; log strengths add up to 0; ties: {model.ties}"]
    notes += [] if math.isnan(model.tie) else [f"tie parameter {model.tie:.4f}"]
    notes += (
        [f"penalty {model.penalty:g} on log strengths; errors hold only roughly"] if model.penalty else []
    )
    notes += (
        [
            f"each of these never lost to those after it: {' | '.join(', '.join(group) for group in model.groups)}"
        ]
        if len(model.groups) > 1
        else []
    )
    return Table(
        name="strengths",
        columns=(
            Head("system"),
            Head("strength", label="log strength", align="right", digits=DIGITS, better="higher"),
            _right("error", "standard error"),
        ),
        rows=tuple(rows),
        title="Bradley-Terry",
        notes=tuple(notes),
        facts={"log_likelihood": model.log_likelihood, "penalty": model.penalty},
    )


def kappa_table(kappas: Sequence[RankingKappa], settings: Settings) -> Table:
    """Show the kappas in all their forms, with the counts behind them."""
    rows = [
        (
            *(WHOSE[one.whose], one.form),
            Estimate(one.kappa, one.low, one.high) if one.comparable else None,
            *(_known(one.p_agree), _known(one.p_chance), one.agree, one.comparable, one.ties, one.total),
        )
        for one in kappas
    ]
    return Table(
        name="ranking-kappa",
        columns=(
            Head("agreement"),
            Head("form"),
            _right("kappa"),
            _right("p_agree", "P(A)"),
            _right("p_chance", "P(E)"),
            *(_right(name) for name in ("agree", "comparable", "ties", "total")),
        ),
        rows=tuple(rows),
        title=f"Agreement on rankings, {100 * settings.confidence:g} % intervals over segments",
        notes=(
            "published: as WMT computed it, (A, B) and (B, A) taken for different pairs, and a rater's own "
            "repetitions counted between raters; order-free: the first put right; corrected: both",
            f"{settings.bootstrap_draws:,} draws of segments, seed {settings.seed}",
        ),
    )


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
