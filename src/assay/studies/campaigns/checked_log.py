"""A log that comes from elsewhere, checked event by event as it is folded: nothing is believed because it is in a file.

The payload of every kind of event is declared here as a dataclass. Beyond that an event must be one that the campaign
could have had: the annotator takes part, the bundle is theirs, the screen is in it, and the answer fits its protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from assay.errors import InputError
from assay.io import shown
from assay.studies.campaigns.answers import check_answer, worded
from assay.studies.campaigns.arrivals import MOST_PLACES, PARAMETER
from assay.studies.campaigns.checked_definition import checked_campaign
from assay.studies.campaigns.editing.parts import closing_parts
from assay.studies.campaigns.editing.records import RecordError, reached_by
from assay.studies.campaigns.protocols.checked_values import checked_value
from assay.studies.campaigns.state import CampaignState
from assay.studies.campaigns.values import Event

LATEST = 1e11  # seconds since 1970 that any clock may show
LONGEST_TIME = 1e14  # milliseconds
LONGEST_NAME = 100  # characters of a name or key


@dataclass(frozen=True)
class EmptyPayload:
    """The payload of an event whose kind says all."""


@dataclass(frozen=True)
class Created:
    """The definition of the campaign; it is checked by itself."""

    definition: Mapping[str, Any]


@dataclass(frozen=True)
class Added:
    """Somebody takes part."""

    name: str
    role: str = "annotator"
    arrived: bool = False


@dataclass(frozen=True)
class Consented:
    """The text that somebody agreed to."""

    text: str


@dataclass(frozen=True)
class WordingShown:
    """The words of the pages, and what answers name them by."""

    digest: str
    wording: Mapping[str, str]


@dataclass(frozen=True)
class Leased:
    """A bundle, the order of its screens, and until when it is somebody's."""

    bundle: int
    order: tuple[int, ...]
    until: float


@dataclass(frozen=True)
class Renewed:
    """A bundle that is somebody's for longer."""

    bundle: int
    until: float


@dataclass(frozen=True)
class Drafted:
    """Work in progress."""

    bundle: int
    item: int
    step: int
    draft: Mapping[str, Any] | None


@dataclass(frozen=True)
class Edited:
    """Edits of the texts of a screen."""

    bundle: int
    item: int
    step: int
    records: tuple[Mapping[str, Any], ...]
    repaired: bool = False


@dataclass(frozen=True)
class Answered:
    """An answer to one step of a screen."""

    bundle: int
    item: int
    step: int
    responses: Mapping[str, Any]
    times: Mapping[str, float | None]
    wording: str
    version: str
    positions: Mapping[str, int]


@dataclass(frozen=True)
class Skipped:
    """A screen that could not be judged."""

    bundle: int
    item: int
    reason: str


@dataclass(frozen=True)
class LinkOpened:
    """The open link: for how many, and which part of its address says who comes."""

    places: int
    worker: str = ""


def checked_state(path: str, events: Iterable[Event]) -> CampaignState:
    """Fold a log that a file has line by line; an event that cannot be is an error which names its line."""
    state: CampaignState | None = None
    keys: dict[tuple[str, str], int] = {}
    erased: dict[str, int] = {}
    for line, event in enumerate(events, start=1):
        where = f"{path}, line {line}"
        if (event.kind == "created") != (state is None):
            raise InputError(f'{where}: a log begins with its one event "created"; export it again')
        _check_frame(event, where)
        if event.key and keys.setdefault((event.actor, event.key), line) != line:
            raise InputError(f"{where}: the key is the same as in line {keys[event.actor, event.key]}")
        if state is None:
            checked_value(Created, event.payload, where)
            checked_campaign(event.payload["definition"], where)
            state = CampaignState.begin(event)
        elif event.payload.get("erased") is True:
            erased.setdefault(event.actor, line)
        else:
            _check_event(state, event, where)
        state.apply(event)
    if state is None:
        raise InputError(f'{path}: this is not the log of a campaign; "assay campaign export" writes one')
    _check_erased(path, state, erased)
    return state


def _check_frame(event: Event, where: str) -> None:
    """Check what all events have, but for their payload."""
    if event.kind not in _KINDS:
        raise InputError(f'{where}: unknown kind "{shown(event.kind)}"; choose from {", ".join(_KINDS)}')
    for name, text in (("actor", event.actor), ("key", event.key)):
        if len(text) > LONGEST_NAME or not text.isprintable():
            raise InputError(f"{where}: {name} must have at most {LONGEST_NAME} printable characters")
    _check_range(event.at, LATEST, f"{where}: at")


def _check_range(value: float, most: float, where: str) -> None:
    if not 0 <= value <= most:
        raise InputError(f"{where} must be from 0 to {most:g}, not {shown(str(value)[:40])}")


def _check_erased(path: str, state: CampaignState, erased: Mapping[str, int]) -> None:
    """Only who has withdrawn has events without content."""
    for name, line in erased.items():
        if name not in state.annotators or not state.annotators[name].withdrawn:
            raise InputError(f'{path}, line {line}: erased, though "{shown(name)}" has not withdrawn')


def _check_event(state: CampaignState, event: Event, where: str) -> None:
    declared, check, by_annotator = _KINDS[event.kind]
    payload = checked_value(declared, event.payload, f"{where}, {event.kind}")
    if by_annotator:
        person = state.annotators.get(event.actor)
        if person is None or person.withdrawn:
            why = "has withdrawn before" if person else "was not added to this campaign before"
            raise InputError(f'{where}: the annotator "{shown(event.actor)}" {why}')
    if check is not None:
        check(state, event, payload, where)


def _check_added(state: CampaignState, event: Event, payload: Added, where: str) -> None:
    name = payload.name
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise InputError(f"{where}: name must have 1 to {LONGEST_NAME} printable characters")
    if name in state.annotators:
        raise InputError(f'{where}: the annotator "{shown(name)}" was added before')


def _check_opened(state: CampaignState, event: Event, payload: LinkOpened, where: str) -> None:
    _check_range(payload.places, MOST_PLACES, f"{where}: places")
    if not PARAMETER.fullmatch(payload.worker):
        raise InputError(f"{where}: worker must be the name of a part of an address, such as PROLIFIC_PID")


def _check_lease(state: CampaignState, event: Event, payload: Leased, where: str) -> None:
    declared = state.bundles.get(payload.bundle)
    if declared is None:
        raise InputError(f"{where}: there is no bundle {payload.bundle} in the plan")
    if sorted(payload.order) != sorted(declared.items):
        raise InputError(f"{where}: order does not have the items of bundle {payload.bundle}, each once")
    _check_range(payload.until, LATEST, f"{where}: until")


def _check_renewal(state: CampaignState, event: Event, payload: Renewed, where: str) -> None:
    _check_own(state, event, where)
    _check_range(payload.until, LATEST, f"{where}: until")


def _check_own(state: CampaignState, event: Event, where: str) -> None:
    """The bundle is the annotator's, and the screen is in it."""
    bundle, item = event.payload["bundle"], event.payload.get("item")
    lease = state.annotators[event.actor].at(bundle)
    if lease is None:
        raise InputError(f'{where}: "{shown(event.actor)}" has no bundle {bundle} at that time')
    if item is not None and item not in lease.order:
        raise InputError(f"{where}: there is no item {item} in bundle {bundle}")


def _check_draft(state: CampaignState, event: Event, payload: Drafted, where: str) -> None:
    _check_own(state, event, where)
    _check_step(state, payload.item, payload.step, where)


def _check_edit(state: CampaignState, event: Event, payload: Edited, where: str) -> None:
    _check_own(state, event, where)
    _check_step(state, payload.item, payload.step, where)
    field, lease = state.campaign.protocol.logged, state.annotators[event.actor].at(payload.bundle)
    if field is None or lease is None:
        raise InputError(f"{where}: this protocol logs no edits")
    try:
        reached_by(state.reached(lease, payload.item), payload.records, blind=field.log == "blind")
    except RecordError as error:
        raise InputError(f"{where}, records: {error}") from None


def _check_skip(state: CampaignState, event: Event, payload: Skipped, where: str) -> None:
    _check_own(state, event, where)


def _check_step(state: CampaignState, item: int, step: int, where: str) -> None:
    steps = len(state.steps(item))
    if not 0 <= step < steps:
        raise InputError(f"{where}: there is no step {step} of item {item}, which has {steps}, from 0")


def _check_answer(state: CampaignState, event: Event, payload: Answered, where: str) -> None:
    _check_own(state, event, where)
    _check_step(state, payload.item, payload.step, where)
    lease, item = state.annotators[event.actor].at(payload.bundle), state.items[payload.item]
    before = len(lease.answers.get(payload.item, ())) if lease else 0
    if payload.step > before:
        raise InputError(f"{where}: step {payload.step} is answered before step {before}")
    campaign = state.campaign
    for error in check_answer(campaign.protocol, item, payload.step, payload.responses, campaign.texts):
        place = " ".join(part for part in (error.unit, error.field) if part)
        raise InputError(f"{where}, responses {place}: {worded(error, 'en')}")
    if payload.version != campaign.protocol.version:
        raise InputError(f"{where}: version is not that of the protocol, {campaign.protocol.version}")
    if len(payload.wording) > LONGEST_NAME or not payload.wording.isprintable():
        raise InputError(f"{where}: wording must be the digest of a wording")
    if lease is not None and closing_parts(state, lease, payload.item, (), payload.responses)[2]:
        raise InputError(f"{where}: the edits logged before do not lead to the text of this answer")
    units = range(1, len(item.units) + 1)
    if sorted(payload.positions) != sorted(f"u{unit}" for unit in units) or (
        sorted(payload.positions.values()) != list(units)
    ):
        raise InputError(f"{where}: positions must give every unit of the item a place of its own, from 1")
    for name, milliseconds in payload.times.items():
        _check_range(milliseconds or 0, LONGEST_TIME, f"{where}: times, {shown(name)}")


_KINDS: dict[str, tuple[type[Any], Callable[[CampaignState, Event, Any, str], None] | None, bool]] = {
    "created": (Created, None, False),
    "annotator-added": (Added, _check_added, False),
    "consented": (Consented, None, True),
    "wording-shown": (WordingShown, None, False),
    "leased": (Leased, _check_lease, True),
    "renewed": (Renewed, _check_renewal, True),
    "drafted": (Drafted, _check_draft, True),
    "edited": (Edited, _check_edit, True),
    "answered": (Answered, _check_answer, True),
    "skipped": (Skipped, _check_skip, True),
    "withdrawn": (EmptyPayload, None, True),
    "closed": (EmptyPayload, None, False),
    "reopened": (EmptyPayload, None, False),
    "link-opened": (LinkOpened, _check_opened, False),
}
ANNOTATOR_KINDS = tuple(kind for kind, (_, _, by_annotator) in _KINDS.items() if by_annotator)
