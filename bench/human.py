"""Human judgements: TrueSkill and Krippendorff's alpha next to the packages, and ten million ratings as a command."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import partial
from math import isclose
from pathlib import Path

import krippendorff
import numpy as np
import trueskill

from assay.data.judgements import Preferences
from assay.human.agreement.coefficients import alpha
from assay.human.preferences.trueskill import TrueSkill, rank_by_trueskill, skills
from assay.stats.settings import Settings
from sections import Section, say, seconds
from support.judgement_rows import GENERATED, JUDGEMENTS, preferences, ratings, write_ratings, write_study
from timing import OWN, by_turns, usage

RUNS, PART = 1_000, 2_000
SKILL_LIMIT, PUBLISHED = 10.0, 150.0
ROWS, TIME_LIMIT, MEMORY_LIMIT = 10_000_000, 60.0, 4 * 2**30
# systems, segments, raters, ratings of an output; every pair of raters shares some 2,000 outputs
STUDY, STUDY_LIMIT = (10, 5_000, 100, 20), 120.0
# systems, segments, raters
SHAPES = ((20, 10_000, 2_000), (10, 200_000, 500))


def skill() -> Section:
    """Time 1,000 runs of TrueSkill next to its package, of which a part is run."""
    judged = preferences()
    section = Section(
        f"TrueSkill: {RUNS:,} runs of {JUDGEMENTS:,} games",
        ("", "1 thread", "all cores", "limit", "Python, published", "package, here", "ratio", "reached"),
    )
    say("TrueSkill")
    runs = [partial(rank_by_trueskill, judged, Settings(draws=RUNS, threads=threads)) for threads in (1, 0)]
    one, every = (run.median for run in by_turns(runs, 3))
    options = TrueSkill()
    (package,) = by_turns([partial(_packaged, judged, options)], 1)
    theirs = package.seconds[0] / PART * JUDGEMENTS * RUNS
    section.add(
        (
            "rank_by_trueskill",
            *map(seconds, (one, every, SKILL_LIMIT, PUBLISHED, theirs)),
            f"{theirs / one:.0f} x",
        ),
        reached=every < SKILL_LIMIT,
        seconds={"one_thread": one, "all_cores": every, "published": PUBLISHED, "package": theirs},
        limit=SKILL_LIMIT,
    )
    section.notes += [
        f"judgements: {GENERATED} (WMT16 tr-en)",
        f"package: trueskill, extrapolated from {PART:,} games to all; ratio with one thread",
    ]
    own = [one.mean for one in skills(_first(judged, PART), _fixed(options)).values()]
    if not np.allclose(own, package.value, rtol=1e-5, atol=1e-7):
        section.correct = False
        section.notes.append("WRONG: the skills of the package are others")
    return section


def _fixed(options: TrueSkill) -> TrueSkill:
    """Return the options with the beta of all judgements, whatever part of them is played."""
    return TrueSkill(beta=options.tournament(JUDGEMENTS).beta)


def _first(judged: Preferences, number: int) -> Preferences:
    return judged.where(np.arange(len(judged)) < number)


def _packaged(judged: Preferences, options: TrueSkill) -> Sequence[float]:
    """Play a part of the games one by one with the package; it has no runs."""
    fixed = _fixed(options)
    world = trueskill.TrueSkill(fixed.mean, fixed.sigma, fixed.beta, fixed.tau, fixed.draw_probability)
    rated = [world.create_rating() for _ in judged.systems]
    games = zip(judged.first.tolist(), judged.second.tolist(), judged.outcome.tolist(), strict=True)
    for _, (first, second, outcome) in zip(range(PART), games, strict=False):
        winner, loser = (second, first) if outcome < 0 else (first, second)
        rated[winner], rated[loser] = world.rate_1vs1(rated[winner], rated[loser], drawn=outcome == 0)
    return [float(one.mu) for one in rated]


def agreement() -> Section:
    """Time Krippendorff's alpha next to the package of that name."""
    values = ratings()
    section = Section(
        "Krippendorff's alpha: 10 raters x 5,520 items, 3 ratings each, 0 to 100 (median of five)",
        ("level", "krippendorff", "ours", "ratio"),
    )
    section.notes.append("ratings: generated from a seed")
    levels = {
        "nominal": partial(alpha, level="nominal"),
        "ordinal": partial(alpha, level="ordinal"),
        "interval": partial(alpha, level="interval"),
    }
    for level, ours in levels.items():
        say(f"alpha, {level}")
        theirs = partial(krippendorff.alpha, reliability_data=values, level_of_measurement=level)
        peer, own = by_turns([theirs, partial(ours, values)], 5)
        section.add(
            (level, *map(seconds, (peer.median, own.median)), f"{peer.median / own.median:.1f} x"),
            level=level,
            seconds={"peer": peer.seconds, "ours": own.seconds},
        )
        if not isclose(peer.value, own.value, rel_tol=1e-9):
            section.correct = False
            section.notes.append(f"WRONG: alpha ({level}) is {own.value} here, {peer.value} there")
    return section


def many() -> Section:
    """Read and rank ten million ratings: time and peak of memory of the whole command."""
    section = Section(
        f"Whole command: assay human FILE --show ranking, {ROWS:,} ratings, every core",
        ("systems", "segments", "raters", "file", "time", "limit", "peak", "limit", "reached"),
    )
    section.notes.append("ratings: generated from a seed")
    for systems, segments, raters in SHAPES:
        say(f"{ROWS:,} ratings of {systems} systems")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "ratings.tsv")
            write_ratings(path, systems, segments, raters, ROWS)
            used = usage(*OWN, "human", str(path), "--show", "ranking", "-q")
            size = path.stat().st_size
        section.add(
            (
                *(f"{number:,}" for number in (systems, segments, raters)),
                f"{size >> 20} MiB",
                *(seconds(used.seconds), seconds(TIME_LIMIT)),
                *(f"{used.peak >> 20} MiB", f"{MEMORY_LIMIT >> 20} MiB"),
            ),
            reached=used.seconds < TIME_LIMIT and used.peak < MEMORY_LIMIT,
            systems=systems,
            segments=segments,
            raters=raters,
            seconds=used.seconds,
            peak=used.peak,
        )
    return section


def raters() -> Section:
    """Measure the agreement of a hundred raters on a million ratings: the whole command, 1,000 draws."""
    systems, segments, people, each = STUDY
    section = Section(
        f"Whole command: assay human FILE --show agreement, {systems * segments * each:,} ratings, every core",
        ("systems", "segments", "raters", "time", "processor time", "limit", "peak", "reached"),
    )
    section.notes.append("ratings: generated from a seed, 0 to 100")
    say("agreement of a hundred raters")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "ratings.tsv")
        write_study(path, *STUDY)
        used = usage(*OWN, "human", str(path), "--show", "agreement", "-q")
    section.add(
        (
            *(f"{number:,}" for number in (systems, segments, people)),
            *map(seconds, (used.seconds, used.processor, STUDY_LIMIT)),
            f"{used.peak >> 20} MiB",
        ),
        reached=used.processor < STUDY_LIMIT,
        seconds=used.seconds,
        processor=used.processor,
        peak=used.peak,
    )
    return section
