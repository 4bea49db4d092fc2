"""The state of a campaign: a fold over its log, kept as small as deciding what comes next allows.

What people answered is not kept, but for the bundles they are at: finished bundles are numbers. So the state of a
million answers is small, and can be stored beside the log as a cache of the fold.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from assay.studies.campaigns.answers import ScreenStep, steps_of
from assay.studies.campaigns.definition import from_plain, to_plain
from assay.studies.campaigns.editing.records import Reached, apply_record
from assay.studies.campaigns.values import Bundle, Campaign, Event, JudgedText, Protocol, Step

SLACK = 60.0  # seconds by which clocks of two servers may differ
LEASE_MINUTES = 60.0  # where a campaign names no other


def wording_of(protocol: Protocol, language: str) -> Mapping[str, str]:
    """Return the wording in a language, in English where there is none."""
    english = protocol.wording.get("en", {})
    return {**english, **protocol.wording.get(language, {})}


def wording_digest(wording: Mapping[str, str]) -> str:
    """Return what a wording is known by in the log."""
    return hashlib.sha256(json.dumps(wording, sort_keys=True).encode()).hexdigest()[:16]


def _most_screens(bundles: Iterable[Bundle]) -> int:
    """Return how many screens one annotator can get at most, besides those that everybody does."""
    squares: dict[str, int] = {}
    alone = 0
    for bundle in bundles:
        size = len(bundle.items) if bundle.copies else 0
        if bundle.square:
            squares[bundle.square] = max(size, squares.get(bundle.square, 0))
        else:
            alone += size
    return alone + sum(squares.values())


@dataclass
class EditLog:
    """How far the log of edits of a screen has come."""

    parts: list[str] = field(default_factory=list)  # their keys, in order
    # Unit to text, or to its length in a blind log
    reached: dict[str, Any] = field(default_factory=dict)


@dataclass
class Lease:
    """A bundle that an annotator is at: the order of its screens, and what was answered so far."""

    bundle: int
    order: list[int]
    until: float
    # Item to responses, step by step
    answers: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    skipped: dict[int, str] = field(default_factory=dict)
    drafts: dict[int, dict[str, Any]] = field(default_factory=dict)
    # Item to the characters of all its drafts
    drafted: dict[int, int] = field(default_factory=dict)
    edits: dict[int, EditLog] = field(default_factory=dict)
    finished: bool = False  # was complete once, and counts as done

    def live(self, now: float, seconds: float) -> bool:
        """Tell whether it still counts; one that ends too late was given by a clock that has since been put back."""
        return now < self.until <= now + seconds + SLACK

    def touched(self) -> bool:
        """Tell whether anything in it was answered or skipped."""
        return bool(self.answers or self.skipped)


@dataclass
class Annotator:
    """What is known of somebody who takes part."""

    role: str = "annotator"
    consented: bool = False
    withdrawn: bool = False
    arrived: bool = False  # by the open link
    lease: Lease | None = None  # the present one, or the last
    # Earlier ones that ran out unfinished, by their bundle
    left: dict[int, Lease] = field(default_factory=dict)
    finished: list[int] = field(default_factory=list)  # bundles, in order
    screens: int = 0  # done in finished bundles

    def had(self, bundle: int) -> bool:
        """Tell whether a bundle was ever leased to this annotator."""
        return bundle in self.left or bundle in self.finished or self.at(bundle) is not None

    def at(self, bundle: int) -> Lease | None:
        """Return the lease of a bundle that is not finished, or is the present one."""
        if self.lease is not None and self.lease.bundle == bundle:
            return self.lease
        return self.left.get(bundle)


@dataclass
class CampaignState:
    """All that deciding needs: who takes part, who is at what, and which bundles still want somebody."""

    campaign: Campaign
    number: int = 0  # of the last event that was applied
    annotators: dict[str, Annotator] = field(default_factory=dict)
    completions: dict[int, int] = field(default_factory=dict)  # of bundles
    wordings: list[str] = field(default_factory=list)  # digests of what was shown
    closed: bool = False
    places: int = 0  # for people who come by the open link
    # The part of its address that says who comes, such as PROLIFIC_PID
    worker: str = ""

    def __post_init__(self) -> None:
        """Look up bundles by number, and which still want an annotator."""
        plan = self.campaign.plan
        self.bundles: Mapping[int, Bundle] = {bundle.number: bundle for bundle in plan.bundles}
        self.items = {item.number: item for item in plan.items}
        self.wanted = {
            bundle.number: bundle
            for bundle in plan.bundles
            if bundle.copies == 0 or self.completions.get(bundle.number, 0) < bundle.copies
        }
        # Of those with copies, by how often they were done
        self.levels: dict[int, dict[int, Bundle]] = {}
        for number, bundle in self.wanted.items():
            if bundle.copies:
                self.levels.setdefault(self.completions.get(number, 0), {})[number] = bundle
        self.open_screens = sum(self._lacking(number) for number in self.wanted)
        self.most_screens = _most_screens(plan.bundles)
        # Of bundles, and what everybody has seen of them: caches of `assignment`
        self.contents: Any = None
        self.seen: dict[str, tuple[int, Any]] = {}
        # Around others: a cache of `context`
        self.standing: dict[tuple[int, str], JudgedText] | None = None
        self.language = str(self.campaign.settings.get("language", "en"))  # of the interface
        self.wording = wording_of(self.campaign.protocol, self.language)
        self.wording_digest = wording_digest(self.wording)
        self.goes_ahead = (
            # Reading and its questions belong together, so nothing may come between them
            not any(
                step.timed or any(field.kind == "question" for field in step.fields)
                for step in self.campaign.protocol.steps
            )
        )
        # What is the same on every screen of a step
        self.shown_steps: dict[Step, dict[str, Any]] = {}
        self._steps: dict[int, tuple[ScreenStep, ...]] = {}
        self.lease_seconds = 60 * float(self.campaign.settings.get("lease_minutes", LEASE_MINUTES))

    def steps(self, item: int) -> tuple[ScreenStep, ...]:
        """Return the steps of a screen."""
        if item not in self._steps:
            self._steps[item] = steps_of(self.campaign.protocol, self.items[item])
        return self._steps[item]

    def done(self, lease: Lease, item: int) -> bool:
        """Tell whether a screen needs nothing more."""
        return item in lease.skipped or len(lease.answers.get(item, ())) >= len(self.steps(item))

    def reached(self, lease: Lease, item: int) -> dict[str, Reached]:
        """Return the texts of a screen's units as the log of edits has them by now, or their lengths."""
        field, known = self.campaign.protocol.logged, lease.edits.get(item)
        blind = field is not None and field.log == "blind"
        units = enumerate(self.items[item].units, start=1)
        begun: dict[str, Reached] = {f"u{at}": len(unit.text) if blind else unit.text for at, unit in units}
        return {**begun, **(known.reached if known is not None else {})}

    def open_item(self, lease: Lease) -> int | None:
        """Return the first screen of a lease that still wants something."""
        return next((item for item in lease.order if not self.done(lease, item)), None)

    @classmethod
    def begin(cls, created: Event) -> CampaignState:
        """Return the state after the first event of a log, which defines the campaign."""
        return cls(from_plain(Campaign, created.payload["definition"]), created.number)

    def fold(self, events: Iterable[Event]) -> CampaignState:
        """Apply events in order; return this state."""
        for event in events:
            self.apply(event)
        return self

    def apply(self, event: Event) -> None:
        """Take in what happened. What was erased by a withdrawal says nothing any more."""
        self.number = event.number
        change = _CHANGES.get(event.kind)
        if change is not None and not event.payload.get("erased"):
            change(self, event)

    def live_leases(self, now: float) -> dict[int, int]:
        """Return how many annotators are at each bundle."""
        counts: dict[int, int] = {}
        for person in self.annotators.values():
            lease = person.lease
            if lease is not None and not lease.finished and lease.live(now, self.lease_seconds):
                counts[lease.bundle] = counts.get(lease.bundle, 0) + 1
        return counts

    def unfinished(self, lease: Lease) -> bool:
        """Tell whether a lease has a screen that wants something."""
        return self.open_item(lease) is not None

    def to_plain(self) -> dict[str, Any]:
        """Return the state without the definition, as JSON can hold it."""
        kept = ("number", "annotators", "completions", "wordings", "closed", "places", "worker")
        return {name: to_plain(getattr(self, name)) for name in kept}

    @classmethod
    def from_plain(cls, campaign: Campaign, plain: Mapping[str, Any]) -> CampaignState:
        """Return the state that `to_plain` wrote."""
        return cls(
            campaign,
            plain["number"],
            from_plain(dict[str, Annotator], plain["annotators"]),
            from_plain(dict[int, int], plain["completions"]),
            list(plain["wordings"]),
            plain["closed"],
            plain["places"],
            plain["worker"],
        )

    def _lacking(self, bundle: int) -> int:
        """Return how many screens of a bundle are still to be done, by all together."""
        declared = self.bundles[bundle]
        return max(0, declared.copies - self.completions.get(bundle, 0)) * len(declared.items)

    def _count(self, bundle: int, by: int) -> None:
        """Count a bundle as done once more, or once less."""
        self.open_screens -= self._lacking(bundle)
        before = self.completions.pop(bundle, 0)
        if before + by:
            self.completions[bundle] = before + by
        self.open_screens += self._lacking(bundle)
        declared = self.bundles[bundle]
        self.levels.get(before, {}).pop(bundle, None)
        if declared.copies and before + by >= declared.copies:
            self.wanted.pop(bundle, None)
            return
        self.wanted[bundle] = declared
        if declared.copies:
            self.levels.setdefault(before + by, {})[bundle] = declared

    def _add(self, event: Event) -> None:
        payload = event.payload
        arrived = payload.get("arrived", False)
        self.annotators[payload["name"]] = Annotator(payload.get("role", "annotator"), arrived=arrived)

    def _consent(self, event: Event) -> None:
        self.annotators[event.actor].consented = True

    def _show_wording(self, event: Event) -> None:
        self.wordings.append(event.payload["digest"])

    def _lease(self, event: Event) -> None:
        person, payload = self.annotators[event.actor], event.payload
        if person.lease is not None and not person.lease.finished:
            person.left[person.lease.bundle] = person.lease
        person.lease = Lease(payload["bundle"], list(payload["order"]), payload["until"])

    def _renew(self, event: Event) -> None:
        lease = self.annotators[event.actor].at(event.payload["bundle"])
        if lease is not None:
            lease.until = event.payload["until"]

    def _draft(self, event: Event) -> None:
        lease, item, content = self._lease_with(event), event.payload["item"], event.payload["draft"]
        lease.drafts[item] = {"step": event.payload["step"], "draft": content}
        lease.drafted[item] = lease.drafted.get(item, 0) + len(json.dumps(content))

    def _edit(self, event: Event) -> None:
        lease, item = self._lease_with(event), event.payload["item"]
        reached = self.reached(lease, item)
        log = lease.edits.setdefault(item, EditLog())
        log.parts.append(event.key)
        for record in event.payload["records"]:
            unit = record["unit"]
            log.reached[unit] = reached[unit] = apply_record(reached[unit], record)

    def _answer(self, event: Event) -> None:
        lease, item, step = self._lease_with(event), event.payload["item"], event.payload["step"]
        answers = lease.answers.setdefault(item, [])
        answers[step : step + 1] = [event.payload["responses"]]
        lease.skipped.pop(item, None)
        lease.drafts.pop(item, None)
        self._finish(event.actor, lease)

    def _skip(self, event: Event) -> None:
        lease = self._lease_with(event)
        lease.skipped[event.payload["item"]] = event.payload["reason"]
        lease.drafts.pop(event.payload["item"], None)
        self._finish(event.actor, lease)

    def _lease_with(self, event: Event) -> Lease:
        """Return the lease that an event names the bundle of."""
        lease = self.annotators[event.actor].at(event.payload["bundle"])
        if lease is None:
            raise ValueError(f"event {event.number}: {event.actor} has no bundle {event.payload['bundle']}")
        return lease

    def _finish(self, name: str, lease: Lease) -> None:
        """Count a bundle that has become complete for the first time."""
        if not lease.finished and not self.unfinished(lease):
            lease.finished, person = True, self.annotators[name]
            person.finished.append(lease.bundle)
            person.screens += len(lease.order)
            person.left.pop(lease.bundle, None)
            self._count(lease.bundle, 1)

    def _withdraw(self, event: Event) -> None:
        person = self.annotators[event.actor]
        for bundle in person.finished:
            self._count(bundle, -1)
        self.annotators[event.actor] = Annotator(person.role, withdrawn=True, arrived=person.arrived)

    def _open_link(self, event: Event) -> None:
        self.places, self.worker = event.payload["places"], event.payload["worker"]

    def _close(self, event: Event) -> None:
        self.closed = True

    def _reopen(self, event: Event) -> None:
        self.closed = False


_CHANGES = {
    "annotator-added": CampaignState._add,
    "consented": CampaignState._consent,
    "wording-shown": CampaignState._show_wording,
    "leased": CampaignState._lease,
    "renewed": CampaignState._renew,
    "drafted": CampaignState._draft,
    "edited": CampaignState._edit,
    "answered": CampaignState._answer,
    "skipped": CampaignState._skip,
    "withdrawn": CampaignState._withdraw,
    "closed": CampaignState._close,
    "reopened": CampaignState._reopen,
    "link-opened": CampaignState._open_link,
}
