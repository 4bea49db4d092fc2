"""How often a study that is looked at all the time claims a difference: the figures of docs/campaigns.md.

    python tools/peeking.py --studies 1000 --segments 100 --systems 2 --copies 2
    python tools/peeking.py --studies 300 --gap 8.4
    python tools/peeking.py --ideal

Studies of direct assessment are made by the real plan, with the spread that `design_power` of campaigns takes to be
usual, and ranked after every task: by the tests of a finished study, and by the bound for looks at any time. All tasks
are done once before any is done twice, as the server gives them out. `--ideal` takes Brownian motions in their place.
"""

from __future__ import annotations

import argparse
import json
import math
import warnings
from collections.abc import Iterator

import numpy as np

from assay.data import Codes
from assay.errors import AssayError, AssayWarning
from assay.human import RANK_SUMS, RankOptions, RatingsRanking, rank
from assay.human.looks import PlanDone, look_at_pairs
from assay.stats import KEPT, Settings
from assay.stats.sequential import early_bound
from assay.studies.campaigns import Campaign, DesignOptions, judgements_of, plan_campaign, protocol_named
from assay.studies.campaigns.judging.stored import Answers
from assay.studies.campaigns.results.interim import AnnotatorProgress, CampaignProgress, plan_so_far
from assay.studies.campaigns.values import CampaignTexts
from assay.text import Column

SEGMENT, OF_SYSTEM, NOISE, LENIENCY = 20.0, 25 / math.sqrt(2), 12.5, 8.0  # standard deviations, points of 100
IDEAL_STUDIES, IDEAL_LOOKS = 20_000, 1000


def made_campaign(segments: int, systems: int, copies: int, seed: int) -> Campaign:
    """Return a campaign of texts that are all different."""
    lines = {f"s{system}": tuple(f"{system} {row}" for row in range(segments)) for system in range(systems)}
    names = tuple(map(str, range(segments)))
    texts = CampaignTexts(("de", "en"), names, (None,) * segments, ("",) * segments, lines, names)
    protocol = protocol_named("da")
    plan = plan_campaign(texts, protocol, DesignOptions(copies=copies, seed=seed))
    return Campaign("peeking", protocol, texts, plan, {})


def scored_tasks(
    campaign: Campaign, people: int, gap: float, seed: int
) -> Iterator[list[tuple[int, int, int]]]:
    """Yield the answers of one task after the other: annotator, item, score; the first system is better by a gap."""
    rng, plan, names = np.random.default_rng(seed), campaign.plan, list(campaign.texts.outputs)
    segment = rng.normal(60, SEGMENT, len(campaign.texts.segments))
    own = rng.normal(0, OF_SYSTEM, (len(names), len(segment)))
    lenient, done = rng.normal(0, LENIENCY, people), np.zeros(people)
    had: dict[int, list[int]] = {}
    for number in (
        at for _ in range(plan.bundles[0].copies) for at in rng.permutation(len(plan.bundles)).tolist()
    ):
        free = [person for person in range(people) if person not in had.get(number, [])]
        person = min(free, key=lambda each: (done[each], rng.random()))
        had.setdefault(number, []).append(person)
        done[person] += 1
        answers = []
        for item in plan.bundles[number].items:
            unit = plan.items[item].units[0]
            system = names.index(unit.systems[0])
            mean = segment[unit.segment] + own[system, unit.segment] + gap * (system == 0)
            score = mean + lenient[person] + rng.normal(0, NOISE)
            answers.append((person, item, int(np.clip(np.round(score), 0, 100))))
        yield answers


def answers_from(rows: list[tuple[int, int, int]], field: str) -> Answers:
    """Return answers as they are stored."""
    number = len(rows)
    time, alike = np.arange(number, dtype=np.float64), Codes.alike("", number)
    return Answers(
        Codes.of([f"r{person}" for person, _, _ in rows]),
        np.array([item for _, item, _ in rows], dtype=np.int64),
        np.zeros(number, dtype=np.int64),
        time,
        np.full(number, math.nan),
        np.full(number, math.nan),
        Column.of([json.dumps({"u1": {field: score}}) for _, _, score in rows]),
        Codes.alike("{}", number),
        alike,
        alike,
    )


def looked_at(campaign: Campaign, people: int, gap: float, seed: int) -> tuple[bool, bool, bool, float]:
    """Return whether ordinary tests claim anything ever, and at the end; whether the bound does, and when."""
    field = campaign.protocol.steps[0].fields[0].name
    progress = CampaignProgress(
        0, False, 0, 1, 0, 1, tuple(AnnotatorProgress(str(at)) for at in range(people))
    )
    rows: list[tuple[int, int, int]] = []
    tasks = list(scored_tasks(campaign, people, gap, seed))
    ever, ordinary, bound, when = False, False, False, 1.0
    for at, task in enumerate(tasks, start=1):
        rows += task
        answers = answers_from(rows, field)
        try:
            ranking = rank(
                judgements_of(campaign, answers), RankOptions(chance=Settings(draws=1000)), ("ranking",)
            )
        except AssayError:
            continue  # too little to rank by
        if not isinstance(ranking, RatingsRanking) or ranking.systems is None:
            raise TypeError("direct assessments are ratings")
        paired = ranking.systems.options.test not in RANK_SUMS
        pairs = plan_so_far(campaign, answers, progress).pairs(paired=paired)
        if at == len(tasks):
            pairs = dict.fromkeys(pairs, PlanDone(1.0, 1.0))
        ordinary = bool(ranking.systems.significant)
        ever = ever or ordinary
        if not bound and any(look.claimed for look in look_at_pairs(ranking, pairs)):
            bound, when = True, at / len(tasks)
    return ever, ordinary, bound, when


def ideal(drift: float, alpha: float = 0.05) -> tuple[float, float, float]:
    """Return how often ordinary tests and the bound claim something of Brownian motions, and when the bound does."""
    from scipy.stats import norm

    rng, share = np.random.default_rng(3), np.arange(1, IDEAL_LOOKS + 1) / IDEAL_LOOKS
    early, end, told = early_bound(alpha), norm.isf(KEPT * alpha / 2), []
    for _ in range(20):
        steps = rng.standard_normal((IDEAL_STUDIES // 20, IDEAL_LOOKS)) / math.sqrt(IDEAL_LOOKS)
        path = np.abs(np.cumsum(steps, axis=1) + drift * share)
        ordinary = (path / np.sqrt(share) >= norm.isf(alpha / 2)).any(axis=1)
        reached = path[:, :-1] >= early
        claimed = reached.any(axis=1)
        when = np.where(claimed, (reached.argmax(axis=1) + 1) / IDEAL_LOOKS, 1.0)
        told.append((ordinary.mean(), (claimed | (path[:, -1] >= end)).mean(), when.mean()))
    ever, bound, when = np.mean(told, axis=0).tolist()
    return ever, bound, when


def main() -> None:
    """Print the shares of studies."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name, default in (("studies", 200), ("segments", 100), ("systems", 2), ("copies", 2), ("people", 4)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--gap", type=float, default=0.0, help="points by which the first system is better")
    parser.add_argument("--ideal", action="store_true")
    given = parser.parse_args()
    if given.ideal:
        for power, drift in (("none", 0.0), ("80 %", 2.8016), ("90 %", 3.2415), ("99 %", 4.2916)):
            ever, bound, when = ideal(drift)
            print(f"power {power}: ordinary {ever:.3f}, bound {bound:.3f}, at {when:.3f} of the plan")
        return
    warnings.simplefilter("ignore", AssayWarning)
    told = []
    for seed in range(given.studies):
        campaign = made_campaign(given.segments, given.systems, given.copies, seed)
        told.append(looked_at(campaign, given.people, given.gap, seed))
    ever, end, bound, when = np.mean(told, axis=0).tolist()
    print(
        f"ordinary tests: ever {ever:.3f}, at the end {end:.3f}; bound {bound:.3f}, at {when:.3f} of the plan"
    )


if __name__ == "__main__":
    main()
