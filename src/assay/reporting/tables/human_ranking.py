"""What `assay human` says of systems: the ranking with intervals, ranks and clusters, every pair, domains, raters.

Every table has a provenance line: which scores, which systems and segments, which test and correction.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from assay.human import TESTS, Domains, Ranking, WithoutRater
from assay.reporting.blocks import Block, Estimate, Fact, Figure, Head, Heading, Listing, Table, Value, drawn
from assay.reporting.columns import LEAST_P
from assay.reporting.tables.comparison.pairwise import matrix_label, relation

SMALL = 5.0  # scores below it, such as z, are shown with three digits


def ranking_report(
    ranking: Ranking,
    *,
    domains: Domains | None = None,
    influence: Sequence[WithoutRater] = (),
    systems: Sequence[str] = (),
    pictures: bool = False,
) -> list[Block]:
    """Show the ranking first, then what it rests on; `systems` are in the order of the raters' influence."""
    return [
        Heading(f"{len(ranking.places)} systems ranked by {ranking.name}"),
        Listing("ranking-verdict", "What may be claimed", (*claims(ranking), *hardly_judged(ranking))),
        system_ranking_table(ranking),
        *(ranking_figures(ranking) if pictures else []),
        ranking_pairs(ranking),
        *([domains_table(domains), domain_pairs(domains)] if domains else []),
        *([influence_table(influence, systems)] if influence else []),
    ]


FEW = 10  # a system has few judgements where others have more than so many times as many


def hardly_judged(ranking: Ranking) -> list[str]:
    """Name the systems with so few judged segments that they may have any rank, and hold clusters together."""
    usual = median(place.judged for place in ranking.places)
    few = [place for place in ranking.places if FEW * place.judged < usual]
    if not few:
        return []
    names, most = ", ".join(place.system for place in few), max(place.judged for place in few)
    return [
        f"{names}: at most {most} judged segments, where others have {usual:g}, so their ranks say little, and "
        f"clusters may hang together by them; --least {most + 1} ranks without them."
    ]


def claims(ranking: Ranking) -> list[str]:
    """Return a sentence for each cluster: who is better than whom, and what stays open."""
    groups: dict[int, list[str]] = {}
    for place in ranking.places:
        groups.setdefault(place.cluster, []).append(place.system)
    if len(groups) == 1:
        return [f"No cluster is significantly better than another at {ranking.settings.chance.alpha:g}."]
    found = []
    for cluster, names in groups.items():
        below = sum(len(others) for number, others in groups.items() if number > cluster)
        verb, one = ("is", "the best system") if len(names) == 1 else ("are", "the best cluster")
        where = one if cluster == 1 else f"cluster {cluster}"
        those = "the one" if below == 1 else f"all {below}"
        rest = f", significantly better than {those} below" if below else ""
        found.append(f"{', '.join(names)} {verb} {where}{rest}.")
    return found


def provenance(ranking: Ranking) -> tuple[str, ...]:
    """Say where the figures come from: scores, systems, segments, test, correction, and what was left out."""
    settings = ranking.settings
    draws = ranking.comparisons[0].draws
    chance = f", {draws:,} draws, seed {settings.chance.seed}" if draws else ""
    sides = f", {settings.sides}-sided" if settings.sides else ""
    common = "segments of all systems only" if settings.common == "all" else _pairwise(settings.test)
    few = f"left out, fewer than {settings.least} judged segments: {', '.join(ranking.left_out)}"
    return (
        f"{ranking.name}: {len(ranking.places)} systems, {ranking.segments} segments, "
        f"{ranking.missing} system-segment cells without a score",
        f"test: {TESTS[settings.test]}{sides}{chance}; unit: {settings.unit}; {common}; correction: "
        f"{settings.correction}; significant below {settings.chance.alpha:g}",
        *([few] if ranking.left_out else []),
        *(["; ".join(ranking.notes)] if ranking.notes else []),
    )


def _pairwise(test: str) -> str:
    return "each on its own segments" if test == "rank-sum" else "each pair on its common segments"


def _facts(ranking: Ranking) -> dict[str, Fact]:
    settings = ranking.settings
    return {
        "scores": ranking.name,
        "test": settings.test,
        "one_sided": int(settings.one_sided),
        "draws": ranking.comparisons[0].draws,
        "seed": settings.chance.seed,
        "confidence": settings.chance.confidence,
        "alpha": settings.chance.alpha,
        "correction": settings.correction,
        "unit": settings.unit,
        "common": settings.common,
        "systems": ranking.systems,
        "segments": ranking.segments,
        "missing": ranking.missing,
        "left_out": ranking.left_out,
        "notes": ranking.notes,
    }


def _digits(values: Sequence[float]) -> int:
    return 3 if max(map(abs, values), default=0.0) < SMALL else 2


def system_ranking_table(ranking: Ranking) -> Table:
    """Show every system's mean with its interval, its range of ranks and its cluster, best first."""
    rows: list[tuple[Value, ...]] = [
        (
            *(number, place.system, Estimate(place.mean, place.low, place.high), place.judged),
            *(place.rank_low, place.rank_high, place.cluster),
        )
        for number, place in enumerate(ranking.places, start=1)
    ]
    digits = _digits([place.mean for place in ranking.places])
    return Table(
        name="human-ranking",
        columns=(
            *(Head("number", label="#", align="right"), Head("system")),
            Head("mean", align="right", digits=digits, better="higher"),
            Head("judged", label="segments judged", align="right"),
            *(
                Head(name, label=name.replace("_", " "), align="right")
                for name in ("best_rank", "worst_rank")
            ),
            Head("cluster", align="right"),
        ),
        rows=tuple(rows),
        title=f"Ranking with {100 * ranking.settings.chance.confidence:g} % intervals",
        notes=provenance(ranking),
        facts=_facts(ranking),
    )


def ranking_pairs(ranking: Ranking) -> Table:
    """Show every pair: difference with its interval, p-values, shares won and lost, and the units it rests on."""
    alpha = ranking.settings.chance.alpha
    rows: list[tuple[Value, ...]] = [
        (
            *(one.first, one.second),
            Estimate(
                one.difference, one.low, one.high, "*" if relation(one, one.first, alpha) != "open" else ""
            ),
            *(one.p_value, one.adjusted, 100 * one.wins, 100 * one.losses, one.units),
        )
        for one in ranking.comparisons
    ]
    return Table(
        name="human-pairs",
        columns=(
            *(Head("first"), Head("second")),
            Head(
                "difference", align="right", digits=_digits([one.difference for one in ranking.comparisons])
            ),
            Head("p", align="right", digits=4, least=LEAST_P),
            Head("adjusted", label="adjusted p", align="right", digits=4, least=LEAST_P),
            *(Head(name, label=f"{name} %", align="right", digits=1) for name in ("wins", "losses")),
            Head("units", align="right"),
        ),
        rows=tuple(rows),
        title="Pairs: first minus second; * significant",
        notes=(_shares(ranking), *provenance(ranking)),
        facts=_facts(ranking),
    )


def _shares(ranking: Ranking) -> str:
    if ranking.settings.test == "rank-sum":
        return "wins, losses: shares of all pairs of a segment of the first and one of the second"
    drawn = ranking.comparisons[0].draws > 0
    return f"wins, losses of the first: shares of {'bootstrap draws' if drawn else 'units'}"


def ranking_figures(ranking: Ranking) -> list[Figure]:
    """Draw the means with intervals, the ranges of ranks, and who beats whom."""
    return [means_figure(ranking), ranks_figure(ranking), pairs_figure(ranking)]


def means_figure(ranking: Ranking) -> Figure:
    """Draw every mean with its interval, best first."""
    rows = [(ranking.name, place.system, place.mean, place.low, place.high) for place in ranking.places]
    words = [f"{name} {mean:.3g}, from {low:.3g} to {high:.3g}" for _, name, mean, low, high in rows]
    title = f"Means and their {100 * ranking.settings.chance.confidence:g} % intervals"
    data = drawn("intervals", "human-means", rows)
    return Figure("human-means-figure", "intervals", title, data, "; ".join(words) + ".")


def ranks_figure(ranking: Ranking) -> Figure:
    """Draw the ranks that every system may have."""
    rows = [
        ("rank", place.system, number, place.rank_low, place.rank_high)
        for number, place in enumerate(ranking.places, start=1)
    ]
    words = [
        f"{place.system} rank {place.rank_low} to {place.rank_high}, cluster {place.cluster}"
        for place in ranking.places
    ]
    data = drawn("intervals", "human-ranks", rows)
    return Figure(
        "human-ranks-figure", "intervals", "Ranks that a system may have", data, "; ".join(words) + "."
    )


def pairs_figure(ranking: Ranking) -> Figure:
    """Draw who beats whom as coloured squares with adjusted p-values, best system first."""
    alpha = ranking.settings.chance.alpha
    cells = {}
    for one in ranking.comparisons:
        for row, column in ((one.first, one.second), (one.second, one.first)):
            cells[row, column] = relation(one, row, alpha), one.adjusted
    rows = [
        (row, column, cells[row, column][1], cells[row, column][0], matrix_label(*cells[row, column]))
        for row in ranking.systems
        for column in ranking.systems
        if row != column
    ]
    wins = [f"{row} beats {column}" for row, column, _, word, _ in rows if word == "better"]
    words = f"Significantly better: {'; '.join(wins)}." if wins else "No pair differs significantly."
    title = f"{ranking.name}: row against column, adjusted p"
    return Figure("human-pairs-figure", "matrix", title, drawn("matrix", "human-matrix", rows), words)


def domains_table(domains: Domains) -> Table:
    """Show the mean of every system in each domain, and the mean of these means with ranks and cluster."""
    rows: list[tuple[Value, ...]] = [
        (
            *(place.system, Estimate(place.mean, place.low, place.high), place.rank_low, place.rank_high),
            *(place.cluster, *place.by_domain),
        )
        for place in domains.places
    ]
    digits = _digits([place.mean for place in domains.places])
    out = [f"not judged in every domain, left out: {', '.join(domains.left_out)}"] if domains.left_out else []
    sizes = ", ".join(f"{name} {domains.rankings[name].segments}" for name in domains.domains)
    return Table(
        name="human-domains",
        columns=(
            *(
                Head("system"),
                Head("macro", label="macro-average", align="right", digits=digits, better="higher"),
            ),
            *(
                Head(name, label=name.replace("_", " "), align="right")
                for name in ("best_rank", "worst_rank")
            ),
            Head("cluster", align="right"),
            *(Head(f"domain.{name}", label=name, align="right", digits=digits) for name in domains.domains),
        ),
        rows=tuple(rows),
        title="Domains: every domain counts the same",
        notes=(f"segments: {sizes}", *out, *domains.notes),
        facts={"domains": domains.domains, "left_out": domains.left_out},
    )


def domain_pairs(domains: Domains) -> Table:
    """Show every pair over all domains: signed z by domain, joined with their direction."""
    rows: list[tuple[Value, ...]] = [
        (*(pair.first, pair.second, pair.difference, pair.z, pair.p_value, pair.adjusted), *pair.z_by_domain)
        for pair in domains.pairs
    ]
    return Table(
        name="human-domain-pairs",
        columns=(
            *(Head("first"), Head("second"), Head("difference", align="right", digits=3)),
            Head("z", align="right"),
            Head("p", align="right", digits=4, least=LEAST_P),
            Head("adjusted", label="adjusted p", align="right", digits=4, least=LEAST_P),
            *(Head(f"z.{name}", label=f"z {name}", align="right") for name in domains.domains),
        ),
        rows=tuple(rows),
        title="Pairs over all domains: Stouffer's z with direction, two-sided p",
        notes=("z above 0: the first system is the better", *domains.notes),
    )


def influence_table(influence: Sequence[WithoutRater], systems: Sequence[str]) -> Table:
    """Show what becomes of the order of systems without each rater, the most influential first."""
    ordered = sorted(influence, key=lambda one: (-one.swapped, -one.farthest, -one.judged))
    rows: list[tuple[Value, ...]] = [
        (one.rater, one.judged, one.alone, one.swapped, one.farthest, _moves(one, systems)) for one in ordered
    ]
    turning = sum(one.swapped > 0 for one in influence)
    return Table(
        name="human-raters-left-out",
        columns=(
            *(Head("rater"), Head("judged", label="outputs judged", align="right")),
            Head("alone", label="judged by nobody else", align="right"),
            Head("swapped", label="pairs turned", align="right"),
            Head("farthest", label="most places moved", align="right"),
            Head("moves", label="who moves (places, - is up)"),
        ),
        rows=tuple(rows),
        title="The order of systems without each rater in turn",
        notes=(f"{turning} of {len(influence)} raters turn the order of at least one pair of systems",),
    )


def _moves(one: WithoutRater, systems: Sequence[str]) -> str:
    return ", ".join(f"{name} {step:+d}" for name, step in zip(systems, one.moved, strict=True) if step)
