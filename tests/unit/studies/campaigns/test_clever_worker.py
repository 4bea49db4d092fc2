"""A worker who wants to be careful on control items alone, and has only what the browser receives.

The worker knows all screens of a task at once, and which of them were controls in half of the tasks: more than any
real one. The best single rule on one property of a screen is fitted there, in either direction, and tried on the other
half. Two questions are asked, each against chance: is a screen a control, from all that stands on it and around it?
And where a source comes twice, which of the two is the control? That one of them must be is no secret
(docs/campaign-design.md).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from random import Random
from types import FrameType
from typing import Any

import numpy as np
import pytest
from scipy import stats

from assay.data import DEGRADED, FILLER, GENUINE, REFERENCE, REPEAT
from assay.errors import OptionError
from assay.studies.campaigns import protocol_named, protocol_names
from assay.studies.campaigns.assignment import order_of
from assay.studies.campaigns.screens import screen_of
from assay.studies.campaigns.state import CampaignState, Lease
from assay.studies.campaigns.values import Bundle, CampaignPlan, Item
from support.campaign_sets import campaign_of, proposals_for, small_texts

CONTROLS = (DEGRADED, REPEAT, REFERENCE)
SIGNIFICANT = 1e-4  # of a hundred cases and more with fixed seeds, none is below that by chance

Screen = Mapping[str, Any]
Task = Sequence[Screen]
Numbers = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Design:
    """A set of texts and how they are laid out."""

    documents: int
    options: Mapping[str, Any]
    segments: int = 72

    def __str__(self) -> str:
        said = "-".join(f"{name}={value}" for name, value in self.options.items())
        return f"documents={self.documents}-{said}"


POOLS = [
    Design(documents, {"bundle": bundle, "segments": cut})
    for documents, bundle, cut in (
        (0, 5, 0),
        (0, 10, 0),
        (8, 9, 0),
        (8, 20, 0),
        (24, 6, 0),
        (24, 13, 0),
        (6, 8, 4),
    )
]
TASKS = [
    Design(documents, {"layout": layout}, 150)
    for documents in (0, 15)
    for layout in ("hit100-graham", "appraise")
]
DOCUMENTS = [Design(80, {"layout": layout}, 400) for layout in ("appraise-document", "wmt24-esa")]
SQUARES = [Design(8, {"bundle": 9, "square": True})]
SEEDS = range(3)


def controls_of(name: str) -> dict[str, int]:
    """Return the controls that a protocol can have."""
    protocol = protocol_named(name)
    if any(field.kind == "question" for step in protocol.steps for field in step.fields):
        return {}
    single = {"degraded": 2, "repeats": 1, "references": 1}
    several = {"degraded": 2, "repeats": 1}
    return {"output": single, "outputs": several, "document": {"repeats": 1}}[protocol.arrangement]


def hidden_of(name: str) -> tuple[str, ...]:
    """Return the controls that nothing tells: beside a reference that is shown, one that is judged is known at once.

    That is said when such a campaign is made (tests/unit/studies/campaigns/test_planning.py).
    """
    shown = any("reference" in step.shows for step in protocol_named(name).steps)
    return tuple(kind for kind in CONTROLS if not (shown and kind == REFERENCE))


# --- what the browser receives ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Told:
    """A task as a browser gets it, the places of controls, these with their originals, and which places count."""

    task: Task
    controls: Sequence[int]
    twins: Sequence[tuple[int, int]]
    counted: Sequence[int]


def tasks_of(
    name: str, design: Design, laid: Callable[[CampaignPlan], CampaignPlan] = lambda plan: plan
) -> Iterator[Told]:
    """Yield tasks of a few plans."""
    texts = small_texts(design.segments, 3, design.documents)
    texts = replace(
        texts,
        proposals={
            **texts.proposals,
            "reference": proposals_for([each or "" for each in texts.reference], 9),
        },
    )
    pool = controls_of(name) if "layout" not in design.options else {}
    hidden = hidden_of(name)
    for seed in SEEDS if "layout" not in design.options else SEEDS[:1]:
        campaign = campaign_of(protocol_named(name), texts, seed=seed, **pool, **design.options)
        campaign = replace(campaign, plan=laid(campaign.plan))
        state = CampaignState(campaign)
        for bundle in campaign.plan.bundles:
            order = order_of(state, bundle, "worker")
            lease = Lease(bundle.number, order, 0.0)
            order = [item for item in order if state.items[item].kind in (GENUINE, FILLER, *hidden)]
            task = [_timed(state, lease, item, b"secret %d" % seed) for item in order]
            items = [state.items[item] for item in order]
            places = {item.number: place for place, item in enumerate(items)}
            controls = [place for place, item in enumerate(items) if item.kind in hidden]
            originals = {place: places.get(items[place].original or 0) for place in controls}
            twins = [(at, own) for at, own in originals.items() if own is not None]
            counted = counted_places(bundle, items, Random(seed + bundle.number))
            yield Told(task, controls, twins, counted)


def counted_places(bundle: Bundle, items: Sequence[Item], chance: Random) -> Sequence[int]:
    """Return the places by which chance is judged: of documents that are controls as wholes, one screen of each.

    All screens of a copy stand together, so that together they say no more than one. It is the first, the last, or any.
    """
    starts = [0, *accumulate(part.screens for part in bundle.passages)]
    if not bundle.passages or any(part.guests for part in bundle.passages) or starts[-1] != len(items):
        return range(len(items))
    return [chance.choice((start, end - 1, chance.randrange(start, end))) for start, end in pairwise(starts)]


def _timed(state: CampaignState, lease: Lease, item: int, secret: bytes) -> Screen:
    """Return a screen with how long the server is at it, in calls of functions: a clock would tell of the machine."""
    calls = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        screen = screen_of(state, "worker", lease, item, secret)
    finally:
        sys.setprofile(None)
    return {**screen, "calls": calls}


def source_of(screen: Screen) -> str:
    """Return what a screen is about, by which the worker knows it again."""
    shared, units = screen["shared"], screen["units"]
    text = shared["source"] or shared["reference"] or units[0]["source"]
    return str(text["text"]) if text else ""


def output_of(screen: Screen) -> str:
    """Return the outputs of a screen."""
    return " ".join(sorted(unit["output"]["text"] for unit in screen["units"] if unit["output"]))


def ends(screen: Screen, side: str) -> tuple[str | None, str | None]:
    """Return the source and output that stand right before or after a screen."""
    around = screen["context"][side]
    nearest = around[-1 if side == "before" else 0] if around else {"source": None, "output": None}
    return nearest["source"], nearest["output"]


def shape(content: Any) -> float:
    """Return how much there is of everything but texts: keys, lists, numbers, marks."""
    if isinstance(content, Mapping):
        return len(content) + sum(shape(part) for part in content.values())
    if isinstance(content, list):
        return len(content) + sum(map(shape, content))
    return float(isinstance(content, int | float)) or 0.0


def properties(task: Task) -> list[dict[str, float]]:
    """Return what a worker can tell of each screen without looking whether its source comes twice."""
    shown = {(source_of(each), output_of(each)) for each in task}
    rows = []
    for at, screen in enumerate(task):
        last = task[at - 1] if at else None
        following = task[at + 1] if at + 1 < len(task) else None
        rows.append(
            {
                "place": at / max(1, len(task) - 1),
                "from the middle": abs(at - (len(task) - 1) / 2) / len(task),
                "first or last": float(at in (0, len(task) - 1)),
                "name": int(screen["screen"], 16) / 16**24,
                "length of source": len(source_of(screen)),
                "length of output": len(output_of(screen)),
                "ratio of lengths": len(output_of(screen)) / max(1, len(source_of(screen))),
                "shape": shape({**screen, "place": 0, "units": screen["units"]}),
                "fields": len(screen),
                "calls": screen["calls"],
                "units": len(screen["units"]),
                "earlier": len(screen["place"]["earlier"]),
                "nothing before": float(not screen["context"]["before"]),
                "nothing after": float(not screen["context"]["after"]),
                **_fits("before", screen, last),
                **_fits("after", screen, following),
                "its surroundings are shown": sum(
                    (part["source"], part["output"]) in shown
                    for side in screen["context"].values()
                    for part in side
                ),
            }
        )
    return rows


def of_twins(task: Task) -> list[dict[str, float]]:
    """Return what a worker can tell of a screen whose source comes twice: how others show its segment."""
    around = [
        (part["source"], part["output"])
        for each in task
        for side in each["context"].values()
        for part in side
    ]
    return [
        {
            **row,
            "comes later": float(any(source_of(each) == source_of(screen) for each in task[:at])),
            "other text around": sum(
                source == source_of(screen) and output != output_of(screen) for source, output in around
            ),
            "same text around": sum((source_of(screen), output_of(screen)) == part for part in around),
        }
        for at, (screen, row) in enumerate(zip(task, properties(task), strict=True))
    ]


def _fits(side: str, screen: Screen, neighbour: Screen | None) -> dict[str, float]:
    """Tell whether what stands on a side is what the screen on that side shows, and the other way round."""
    if neighbour is None:
        return {f"{what} fits {side}": 0.5 for what in ("source", "output", "its own text")}
    source, output = ends(screen, side)
    back = ends(neighbour, "after" if side == "before" else "before")
    empty = source is None and output is None
    return {
        f"source fits {side}": 0.5 if empty else float(source == source_of(neighbour)),
        f"output fits {side}": 0.5 if empty else float(output == output_of(neighbour)),
        f"its own text fits {side}": 0.5 if back == (None, None) else float(back[1] == output_of(screen)),
    }


# --- rules ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rule:
    """Screens of which a property is at least, or less than, so much."""

    name: str
    least: float
    upwards: bool

    def flags(self, values: Numbers) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Return which screens it flags."""
        flagged: np.ndarray[Any, np.dtype[np.bool_]] = (values >= self.least) == self.upwards
        return flagged


def best_rule(columns: Mapping[str, Numbers], control: np.ndarray[Any, Any]) -> Rule:
    """Return the rule that finds most controls more than it flags others."""
    rules = [
        Rule(name, float(least), upwards)
        for name, values in columns.items()
        for least in np.unique(np.quantile(values, np.linspace(0, 1, 21)))
        for upwards in (True, False)
    ]

    def gain(rule: Rule) -> float:
        flagged = rule.flags(columns[rule.name])
        return float(flagged[control].mean() - flagged[~control].mean())

    return max(rules, key=gain)


def columns_of(rows: Sequence[Mapping[str, float]]) -> dict[str, Numbers]:
    """Return one array for each property."""
    return {name: np.array([row[name] for row in rows], dtype=np.float64) for name in rows[0]}


@dataclass(frozen=True)
class Found:
    """What a rule flags among controls and others that it was not fitted on."""

    rule: Rule
    hits: int
    controls: int
    alarms: int
    others: int

    @property
    def chance(self) -> float:
        """The probability that a rule which knows nothing finds as many: Fisher's exact test, one-sided."""
        table = [[self.hits, self.controls - self.hits], [self.alarms, self.others - self.alarms]]
        return float(stats.fisher_exact(table, alternative="greater")[1])

    @property
    def bound(self) -> float:
        """What the area under the curve of the rule is at most, exactly, with 99 % confidence; chance is 0.5."""
        most = stats.binomtest(self.hits, self.controls).proportion_ci(0.99).high
        least = stats.binomtest(self.alarms, self.others).proportion_ci(0.99).low
        return float(most + 1 - least) / 2

    def __str__(self) -> str:
        return (
            f'"{self.rule.name}" flags {self.hits} of {self.controls} and {self.alarms} of {self.others} others; '
            f"p = {self.chance:.2g}, area at most {self.bound:.2f}"
        )


def tried(tasks: Iterable[Told]) -> list[Found]:
    """Fit both questions on every second task, and try them on the others."""
    halves: list[list[dict[str, float]]] = [[], []]
    control: list[list[bool]] = [[], []]
    pairs: list[list[dict[str, float]]] = [[], []]
    second: list[list[bool]] = [[], []]
    chance = np.random.default_rng(7)
    for number, told in enumerate(tasks):
        rows, half = of_twins(told.task), number % 2
        plain = properties(told.task)
        halves[half] += [plain[at] for at in told.counted]
        control[half] += [at in told.controls for at in told.counted]
        for at, own in told.twins:
            if at in told.counted:
                first, other = chance.permutation([at, own]).tolist()
                pairs[half].append({key: rows[other][key] - rows[first][key] for key in rows[at]})
                second[half].append(other == at)
    seconds = [np.array(each) for each in second]
    asked = [(halves, [np.array(each) for each in control]), (pairs, seconds)]
    return [_found(rows, each) for rows, each in asked if all(map(len, rows)) and all(map(_both, each))]


def _both(told: np.ndarray[Any, Any]) -> bool:
    return bool(0 < told.sum() < len(told))


def _found(halves: Sequence[Sequence[dict[str, float]]], control: Sequence[np.ndarray[Any, Any]]) -> Found:
    rule = best_rule(columns_of(halves[0]), control[0])
    flagged = rule.flags(columns_of(halves[1])[rule.name])
    own, others = flagged[control[1]], flagged[~control[1]]
    return Found(rule, int(own.sum()), len(own), int(others.sum()), len(others))


def designs_of(name: str) -> list[Design]:
    """Return what a protocol can be planned as."""
    return {
        "output": [*POOLS, *SQUARES, *TASKS, *DOCUMENTS],
        "outputs": POOLS,
        "document": [*POOLS, *DOCUMENTS],
    }[protocol_named(name).arrangement]


@pytest.mark.parametrize("name", [name for name in protocol_names() if controls_of(name)])
def test_no_rule_on_what_the_browser_receives_finds_controls(name: str) -> None:
    for design in designs_of(name):
        for found in tried(tasks_of(name, design)):
            sys.stdout.write(f"{name}, {design}: {found}\n")
            assert found.chance > SIGNIFICANT, f"{name}, {design}: {found}"


def test_a_protocol_without_controls_refuses_them() -> None:
    without = [name for name in protocol_names() if not controls_of(name)]
    assert without == ["comprehension"]
    controls: list[dict[str, Any]] = [{"degraded": 1}, {"repeats": 1}, {"references": 1}]
    for control in controls:
        with pytest.raises(OptionError, match="nobody reads a text twice"):
            campaign_of(protocol_named("comprehension"), **control)


def at_the_ends(plan: CampaignPlan) -> CampaignPlan:
    """Return a plan whose controls stand after the documents of their task, each around with its own."""
    kinds = {item.number: item.kind in CONTROLS for item in plan.items}
    moved = [
        replace(each, items=tuple(sorted(each.items, key=kinds.__getitem__)), passages=())
        for each in plan.bundles
    ]
    return replace(plan, bundles=tuple(moved), standing=None)


def never_guests(plan: CampaignPlan) -> CampaignPlan:
    """Return a plan in which what stands around screens are the texts of the files, as if there were no controls."""
    return replace(plan, standing=(), bundles=tuple(replace(each, passages=()) for each in plan.bundles))


@pytest.mark.parametrize("laid", [at_the_ends, never_guests])
def test_the_worker_is_clever(laid: Callable[[CampaignPlan], CampaignPlan]) -> None:
    """Controls that stand elsewhere than others, or in surroundings that do not fit, are found."""
    design = Design(8, {"bundle": 9, "segments": 0})
    assert min(found.chance for found in tried(tasks_of("esa", design, laid))) < SIGNIFICANT
