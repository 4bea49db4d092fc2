"""What `assay human` says of systems: the ranking, every pair, domains, raters' influence, and how scores came about.

Every table has a provenance line: which scores, which systems and segments, which test and correction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assay.data import READING
from assay.errors import counted
from assay.human import RANK_SUMS, TESTS, Ranking, RankOptions, RatingsRanking
from assay.human.flows import PreferencesRanking
from assay.human.ratings.balance import Balance
from assay.human.ratings.domains import Domains
from assay.human.ratings.ranking import SystemRanking
from assay.human.ratings.rater_influence import RaterInfluence
from assay.reporting.blocks import Block, Fact, Figure, Heading, Listing, Prose, Table, Value
from assay.reporting.columns import (
    cluster_letter,
    estimate,
    figure_of,
    number,
    number_head,
    p_value,
    percent,
    several,
    table_of,
    text,
    texts,
)
from assay.reporting.render.cells import signed
from assay.reporting.tables.human.agreement import agreement_blocks
from assay.reporting.tables.human.needed import needed_table
from assay.reporting.tables.human.raters import raters_report, without_words
from assay.reporting.tables.human.scores import MODEL_TERMS, RANKS, ranks_of, remarks_table, scores_blocks
from assay.reporting.tables.human.summary import (
    PUBLISHED,
    balance_words,
    claims,
    hardly_judged,
    nonzero_digits,
    p_digits,
    ratings_summary,
)
from assay.reporting.wording import unit_facts

# Scores below it, such as z, are shown with three digits: of the usual scales none ends below 5
SMALL = 5.0


def human_report(ranking: Ranking, *, pictures: bool = False) -> list[Block]:
    """Report all parts of a ranking: systems first, then scores, raters, their agreement, and what was odd."""
    if isinstance(ranking, PreferencesRanking):
        from assay.reporting.tables.human.preferences import preferences_report

        return _with_reading(ranking, [*preferences_report(ranking, pictures=pictures), *_remarks(ranking)])
    if not isinstance(ranking, RatingsRanking):
        raise TypeError(f"there is no report of a {type(ranking).__name__}")
    return _with_reading(ranking, [*ratings_report(ranking, pictures=pictures), *_remarks(ranking)])


def _with_reading(ranking: Ranking, blocks: list[Block]) -> list[Block]:
    top = 1 + any(isinstance(block, Prose) for block in blocks[1:2])
    return [*blocks[:top], *reading_blocks(ranking), *blocks[top:]]


def reading_blocks(ranking: Ranking) -> list[Block]:
    """Say below the title what was recognised in a file that is of no format."""
    lines = [place for remark in ranking.remarks if remark.kind == READING for place in remark.places]
    return [Listing("human-reading", "How the file was read", tuple(lines))] if lines else []


def ratings_report(ranking: RatingsRanking, *, pictures: bool = False) -> list[Block]:
    """Report a ranking by ratings, but for its remarks."""
    blocks: list[Block] = []
    if "ranking" in ranking.parts:
        blocks += ranking_report(ranking, pictures=pictures)
        blocks += [Prose(without_words(ranking.without))] if ranking.without.raters else []
    if ranking.needed and ranking.systems is not None:
        digits = score_digits([row.difference for row in ranking.needed])
        blocks += [] if blocks else [Heading(f"{len(ranking.standings)} systems: judgements needed")]
        blocks.append(needed_table(ranking.needed, ranking.options, ranking.systems.options.unit, digits))
    if "scores" in ranking.parts:
        blocks += [Heading("Scores", 2), *scores_blocks(ranking)]
    if ranking.raters is not None:
        blocks += raters_report(ranking.raters, level=2 if blocks else 1)
    if ranking.agreement is not None:
        blocks += agreement_blocks(ranking.agreement)
    return blocks


def _remarks(ranking: Ranking) -> list[Block]:
    remarks = [remark for remark in ranking.remarks if remark.kind != READING]
    if "remarks" not in ranking.parts or not remarks:
        return []
    return [Heading("Remarks", 2), remarks_table(remarks)]


def ranking_report(ranking: RatingsRanking, *, pictures: bool = False) -> list[Block]:
    """Show the ranking first, then what it rests on."""
    systems, scores = ranking.systems, ranking.scored.scores
    if systems is None:
        return [
            Heading(f"Judgements of {scores.systems[0]} by {scores.name}"),
            Prose("One system: nothing to rank."),
        ]
    means, *others = ranking_figures(systems) if pictures else [None]
    return [
        Heading(claims(systems)[0].removesuffix(".")),
        Prose(
            f"{len(systems.standings)} systems ranked by {systems.name}, {counted(systems.segments, 'segment')}."
        ),
        Listing(
            "ranking-verdict",
            "What may be claimed",
            (
                *claims(systems),
                *balance_words(ranking.balance, systems.options.test),
                *hardly_judged(systems.standings),
                *filter(None, [systems.unit.caution]),
            ),
        ),
        *ratings_summary(ranking),
        *([means] if means else []),
        system_ranking_table(systems, ranking.balance),
        *([Heading("Pairs", 2), *others] if pictures else []),
        ranking_pairs(systems, ranking.balance),
        *([domains_table(ranking.domains), domain_pairs(ranking.domains)] if ranking.domains else []),
        *([influence_table(ranking.influence, scores.systems)] if ranking.influence else []),
    ]


def provenance(ranking: SystemRanking) -> tuple[str, ...]:
    """Say where the figures come from: scores, systems, segments, test, correction, and what was left out."""
    options, draws, exact = ranking.options, ranking.comparisons[0].draws, ranking.comparisons[0].exact
    chance = f", {draws:,} draws, seed {options.chance.seed}" if draws and not exact else ""
    chance = f", all {draws:,} swaps" if exact else chance
    test = TESTS[options.test].replace("two-sided", "one-sided" if options.one_sided else "two-sided")
    because = f" (chosen: {ranking.why})" if ranking.why else ""
    reason = f" ({ranking.unit.reason})" if ranking.unit.reason else ""
    common = "segments of all systems only" if options.common == "all" else _pairwise(options.test)
    few = f"left out, fewer than {options.least} judged segments: {', '.join(ranking.left_out)}"
    return (
        f"{ranking.name}: {len(ranking.standings)} systems, {ranking.segments} segments, "
        f"{ranking.missing} system-segment cells without a score",
        f"test: {test}{because}{chance}; unit: {options.unit}{reason}; {common}; correction: "
        f"{options.correction}; significant below {options.chance.alpha:g}; ranges of ranks hold {_together(options)}",
        few if ranking.left_out else "",
        "; ".join(ranking.notes),
    )


def _together(options: RankOptions) -> str:
    """Say whether the ranges of ranks hold jointly for all systems, as those from Holm's family of tests do."""
    if options.correction == "holm":
        return "jointly for all systems"
    return "each by itself, not jointly (--correction holm)"


def _pairwise(test: str) -> str:
    return "each on its own segments" if test in RANK_SUMS else "each pair on its common segments"


def _facts(ranking: SystemRanking) -> dict[str, Fact]:
    options = ranking.options
    return {
        "scores": ranking.name,
        "test": options.test,
        "one_sided": int(options.one_sided),
        "draws": ranking.comparisons[0].draws,
        "seed": options.chance.seed,
        "confidence": options.chance.confidence,
        "alpha": options.chance.alpha,
        "correction": options.correction,
        **unit_facts(ranking.unit),
        "common": options.common,
        "systems": ranking.systems,
        "segments": ranking.segments,
        "missing": ranking.missing,
        "left_out": ranking.left_out,
        "notes": ranking.notes,
    }


def score_digits(scores: Sequence[float]) -> int:
    """Return with how many digits means are shown."""
    return 3 if max(map(abs, scores), default=0.0) < SMALL else 2


def system_ranking_table(ranking: SystemRanking, balance: Balance | None = None) -> Table:
    """Show every system's mean with its interval, its range of ranks and its cluster, best first."""
    ranks = ranks_of({standing.system: standing.score for standing in ranking.standings})
    digits = score_digits([standing.score for standing in ranking.standings])
    return table_of(
        "human-ranking",
        f"Ranking with {100 * ranking.options.chance.confidence:g} % intervals",
        ranking.standings,
        [
            number("rank", read=lambda standing: ranks[standing.system]),
            text("system"),
            estimate("mean", read="score", digits=digits, better="higher"),
            number("judged", "segments judged"),
            *RANKS,
        ],
        notes=(_decided(balance, ranking.options.test), *provenance(ranking)),
        facts=_facts(ranking),
    )


def ranking_pairs(ranking: SystemRanking, balance: Balance | None = None) -> Table:
    """Show every pair: difference with its interval, p-values, shares won and lost, and the units it rests on."""
    alpha = ranking.options.chance.alpha
    digits = nonzero_digits(
        [pair.difference for pair in ranking.comparisons if pair.significant(alpha)],
        score_digits([pair.difference for pair in ranking.comparisons]),
    )
    p_places = p_digits([pair.adjusted for pair in ranking.comparisons], alpha)
    return table_of(
        "human-pairs",
        "Pairs: first minus second; * significant",
        ranking.comparisons,
        [
            *texts("first", "second"),
            estimate("difference", mark=lambda pair: "*" if pair.significant(alpha) else "", digits=digits),
            p_value(),
            p_value("adjusted", "adjusted p", digits=p_places),
            percent("wins"),
            percent("losses"),
            number("units"),
        ],
        notes=(_shares(ranking), _decided(balance, ranking.options.test), *provenance(ranking)),
        facts=_facts(ranking),
    )


def _decided(balance: Balance | None, test: str) -> str:
    if balance is None or not balance.basis or test == PUBLISHED:
        return ""
    if balance.basis == "z-scores":
        return "p: the larger of the test's and the z-scores', since raters judged the systems unequally"
    return f"means, differences, intervals and p: of the {balance.basis} {MODEL_TERMS}, by Student's t"


def _shares(ranking: SystemRanking) -> str:
    if ranking.options.test in RANK_SUMS:
        return "wins, losses: shares of all pairs of a segment of the first and one of the second"
    resampled = ranking.comparisons[0].draws > 0
    return f"wins, losses of the first: shares of {'bootstrap draws' if resampled else 'units'}"


def ranking_figures(ranking: SystemRanking) -> list[Figure]:
    """Draw the means with intervals, the ranges of ranks, and who beats whom."""
    return [means_figure(ranking), ranks_figure(ranking), pairs_figure(ranking)]


def means_figure(ranking: SystemRanking) -> Figure:
    """Draw every mean with its interval, best first, in bands: each is significantly better than all below it."""
    rows = [
        (place.system, place.score, place.low, place.high, cluster_letter(place.cluster))
        for place in ranking.standings
    ]
    words = [f"{name} {mean:.3g}, from {low:.3g} to {high:.3g}" for name, mean, low, high, _ in rows]
    title = f"{ranking.name} with {100 * ranking.options.chance.confidence:g} % intervals, best first"
    figure = figure_of("ranking", "human-means-figure", title, rows, words, systems=_order(ranking))
    return replace(figure, tab=ranking.name)


def _order(ranking: SystemRanking) -> list[str]:
    """Return the systems best first: the order that gives each its colour."""
    return [place.system for place in ranking.standings]


def ranks_figure(ranking: SystemRanking) -> Figure:
    """Draw the ranks that every system may have."""
    rows = [
        ("rank", standing.system, place, standing.rank_low, standing.rank_high)
        for place, standing in enumerate(ranking.standings, start=1)
    ]
    words = [
        f"{standing.system} rank {standing.rank_low} to {standing.rank_high}, cluster {standing.cluster}"
        for standing in ranking.standings
    ]
    title = "Ranks that a system may have"
    return figure_of("intervals", "human-ranks-figure", title, rows, words, systems=_order(ranking))


def pairs_figure(ranking: SystemRanking) -> Figure:
    """Draw the differences of all pairs that were compared, best system first: the row's mean minus the column's."""
    pairs = {frozenset((pair.first, pair.second)): pair for pair in ranking.comparisons}
    order = _order(ranking)
    below = [(row, column) for place, row in enumerate(order) for column in order[:place]]
    rows: list[tuple[Value, ...]] = []
    for row, column in (two for two in below if frozenset(two) in pairs):
        pair = pairs[frozenset((row, column))].seen_from(row)
        word = pair.relation(row, ranking.options.chance.alpha)
        label = signed(pair.difference, 1 if abs(pair.difference) >= SMALL / 50 else 2)
        rows.append((row, column, pair.difference, word, label, pair.adjusted))
    wins = [
        f"{row if word == 'better' else column} beats {column if word == 'better' else row}"
        for row, column, _, word, _, _ in rows
        if word != "open"
    ]
    words = f"Significantly better: {'; '.join(wins)}." if wins else "No pair differs significantly."
    title = f"{ranking.name}: row minus column, best first"
    return figure_of(
        "differences", "human-pairs-figure", title, rows, words, data="human-matrix", systems=order
    )


def domains_table(domains: Domains) -> Table:
    """Show the mean of every system in each domain, and the mean of these means with ranks and cluster."""
    digits = score_digits([standing.score for standing in domains.standings])
    sizes = ", ".join(f"{name} {domains.rankings[name].segments}" for name in domains.domains)
    heads = [number_head(f"domain.{name}", name, digits=digits) for name in domains.domains]
    return table_of(
        "human-domains",
        "Domains: every domain counts the same",
        domains.standings,
        [
            text("system"),
            estimate("macro", "macro-average", read="score", digits=digits, better="higher"),
            *RANKS,
            several(heads, read=lambda standing: domains.means(standing.system)),
        ],
        notes=(
            f"segments: {sizes}",
            f"not judged in every domain, left out: {', '.join(domains.left_out)}"
            if domains.left_out
            else "",
            *domains.notes,
        ),
        facts={"domains": domains.domains, "left_out": domains.left_out},
    )


def domain_pairs(domains: Domains) -> Table:
    """Show every pair over all domains: signed z by domain, joined with their direction."""
    return table_of(
        "human-domain-pairs",
        "Pairs over all domains: Stouffer's z with direction, two-sided p",
        domains.pairs,
        [
            *texts("first", "second"),
            number("difference", digits=3),
            number("z"),
            p_value(),
            p_value("adjusted", "adjusted p"),
            several([number_head(f"z.{name}", f"z {name}") for name in domains.domains], read="z_by_domain"),
        ],
        notes=("z above 0: the first system is the better", *domains.notes),
    )


def influence_table(influence: Sequence[RaterInfluence], systems: Sequence[str]) -> Table:
    """Show what becomes of the order of systems without each rater, the most influential first."""
    turning = sum(rater.swapped > 0 for rater in influence)
    return table_of(
        "human-raters-left-out",
        "The order of systems without each rater in turn",
        sorted(influence, key=lambda rater: (-rater.swapped, -rater.farthest, -rater.judged)),
        [
            text("rater"),
            number("judged", "outputs judged"),
            number("alone", "judged by this rater alone"),
            number("swapped", "pairs reversed"),
            number("farthest", "largest move"),
            text("moves", "who moves (places, - is up)", read=lambda rater: _moves(rater, systems)),
        ],
        notes=(_without_each(turning, len(influence)),),
    )


def _without_each(turning: int, raters: int) -> str:
    if not turning:
        return "the order of systems is the same whichever rater is left out"
    return f"each left out in turn, {turning} of {raters} raters change the order of systems"


def _moves(rater: RaterInfluence, systems: Sequence[str]) -> str:
    return ", ".join(f"{name} {step:+d}" for name, step in zip(systems, rater.moved, strict=True) if step)
