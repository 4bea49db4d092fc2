"""The shapes of JSON that go in and out: what a browser may send, and what it gets."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

DEEPEST = 20  # levels of JSON within JSON


def _storable(content: Any) -> Any:
    """Refuse what JSON or a database cannot hold: numbers that are none, halves of characters, endless depth."""
    try:
        json.dumps(content, allow_nan=False, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise ValueError("this cannot be stored") from error
    level = [content]
    for _ in range(DEEPEST):
        level = [part for each in level for part in _parts(each)]
    if level:
        raise ValueError(f"this has more than {DEEPEST} levels of JSON within JSON")
    return content


def _parts(content: Any) -> Iterable[Any]:
    """Return what a piece of JSON holds that may hold something itself."""
    held = content.values() if isinstance(content, dict) else content if isinstance(content, list) else ()
    return (part for part in held if isinstance(part, (dict, list)))


Key = Annotated[
    str, Field(pattern="^[A-Za-z0-9_-]{8,64}$", description="chosen by the client, new for each request")
]
ScreenId = Annotated[str, Field(pattern="^[0-9a-f]{24}$")]
StepNumber = Annotated[int, Field(ge=0, le=99, strict=True)]
Words = Annotated[str, Field(max_length=2000), AfterValidator(_storable)]
Milliseconds = Annotated[float, Field(ge=0, le=1e14)]
Responses = Annotated[dict[str, dict[str, Any]], Field(max_length=5000), AfterValidator(_storable)]
Records = Annotated[list[dict[str, Any]], Field(max_length=1000, fail_fast=True), AfterValidator(_storable)]
Draft = Annotated[dict[str, Any] | None, AfterValidator(_storable)]


class RequestBody(BaseModel):
    """What a browser sends; what is not expected is refused."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class Times(RequestBody):
    """When and how long, by the clock of the browser, in milliseconds."""

    shown: Milliseconds | None = None
    sent: Milliseconds | None = None
    active: Milliseconds | None = None
    first: Milliseconds | None = None
    away: Milliseconds | None = None


class Nothing(RequestBody):
    """A request that says no more than its address."""


class EditsPart(RequestBody):
    """A part of the log of edits of a screen: records of events, as docs/postedit.md has them, by unit."""

    key: Key
    after: Annotated[int, Field(ge=0, le=100_000, strict=True, description="parts that come before it")]
    records: Records


class EditsRequest(EditsPart):
    """What was edited on a step of a screen since the last part."""

    screen: ScreenId
    step: StepNumber


class AnswerRequest(RequestBody):
    """An answer to one step of a screen, with what is unsent of the log of edits."""

    key: Key
    screen: ScreenId
    step: StepNumber
    responses: Responses
    times: Times = Times()
    log: list[EditsPart] = Field(default=[], max_length=5000, fail_fast=True)


class DraftRequest(RequestBody):
    """Work in progress on a step of a screen."""

    screen: ScreenId
    step: StepNumber
    draft: Draft


class SkipRequest(RequestBody):
    """A screen that cannot be judged, and why."""

    key: Key
    screen: ScreenId
    reason: Words = ""


class OpenRequest(RequestBody):
    """An earlier screen."""

    screen: ScreenId


class KeyRequest(RequestBody):
    """A request that is done once."""

    key: Key


class WithdrawRequest(RequestBody):
    """The wish to have all of one's answers erased."""

    key: Key
    confirm: Literal[True]


class OpenLinkRequest(RequestBody):
    """A link by which so many people may come; `worker` is the part of its address that says who."""

    places: Annotated[int, Field(ge=0, le=100_000, strict=True)]
    worker: Annotated[str, Field(pattern="^[A-Za-z0-9_.-]{0,40}$")] = ""


class AnnotatorRequest(RequestBody):
    """Somebody who shall take part."""

    name: Annotated[str, Field(min_length=1, max_length=60), AfterValidator(_storable)]


class Text(BaseModel):
    """A text to show, its language and its direction."""

    text: str
    lang: str
    dir: Literal["ltr", "rtl", "auto"]


class Shared(BaseModel):
    """What all units of a screen share."""

    source: Text | None
    reference: Text | None


class Around(BaseModel):
    """A segment before or after."""

    source: str | None
    output: str | None


class Context(BaseModel):
    """What stands around in the document."""

    before: list[Around]
    after: list[Around]


class ProposedShown(BaseModel):
    """An error that a program proposes, in code points of the text."""

    start: int
    end: int
    severity: str
    side: Literal["target", "source", "missing"]
    category: str


class UnitShown(BaseModel):
    """A text to be judged, and what is marked in it before anybody has."""

    id: str
    source: Text | None
    reference: Text | None
    output: Text | None
    proposed: list[ProposedShown]


class QuestionShown(BaseModel):
    """A question on a text."""

    id: str
    text: str
    kind: Literal["choice", "short", "cloze"]
    choices: list[str]


class Earlier(BaseModel):
    """A screen of the bundle that may be opened again."""

    screen: str
    answered: bool


class Place(BaseModel):
    """How far the bundle is."""

    bundle_done: int
    bundle_size: int
    earlier: list[Earlier]
    # What follows: it may be opened before its turn, at its first step that is not answered
    ahead: list[str]


class Logged(BaseModel):
    """How far the log of edits of a screen is: parts, and by unit the text that they lead to, or its length."""

    parts: int
    reached: dict[str, str | int]


class Following(BaseModel):
    """What a later step of a screen asks, where nothing is revealed by it."""

    questions: list[QuestionShown]


class ScreenShown(BaseModel):
    """All that a browser may know of a screen."""

    screen: str
    protocol: str
    version: str
    language: str
    dir: Literal["ltr", "rtl", "auto"]
    wording: dict[str, str]
    step: int
    steps: int
    note: str
    timed: bool
    fields: list[dict[str, Any]]
    skippable: bool
    revisable: bool
    hints: dict[str, float]
    stops: dict[str, float]
    shared: Shared
    context: Context
    units: list[UnitShown]
    questions: list[QuestionShown]
    following: list[Following]
    locked: dict[str, dict[str, Any]]
    answer: dict[str, dict[str, Any]] | None
    draft: dict[str, Any] | None
    logged: Logged | None
    tutorial: bool
    place: Place


class Progress(BaseModel):
    """How many screens are done, and how many there are."""

    done: int
    total: int
    about: bool  # the total is what may be expected, not what is certain


class Situation(BaseModel):
    """What an annotator sees now."""

    screen: ScreenShown | None
    progress: Progress
    state: Literal["task", "consent", "finished", "waiting", "closed", "withdrawn"]
    code: str | None
    consent: str | None
    withheld: Literal["checking", "failed"] | None  # why there is no code


class Stored(BaseModel):
    """That an answer is stored, and what comes next."""

    stored: bool
    duplicate: bool
    feedback: dict[str, Any] | None
    next: Situation


class FieldFailure(BaseModel):
    """What is wrong with a response, and where."""

    unit: str
    field: str
    message: str  # in the language of the interface
    key: str  # of the message
    values: dict[str, Any]


class Failures(BaseModel):
    """Everything that is wrong with a request."""

    errors: list[FieldFailure]


class FailureBody(BaseModel):
    """Why a request was refused."""

    message: str
    reason: str | None = None


class LinkMade(BaseModel):
    """A link for somebody new; it is shown this once. Without `--url` it is a path of this server."""

    name: str
    link: str


REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": FailureBody, "description": "no JSON at all"},
    401: {"model": FailureBody, "description": "no link was followed, or the session has run out"},
    403: {"model": FailureBody, "description": "not for this role, or not from a page of this server"},
    413: {"model": FailureBody, "description": "too large"},
    415: {"model": FailureBody, "description": "not JSON"},
    422: {"model": Failures, "description": "what is wrong, field by field"},
    429: {"model": FailureBody, "description": "too many wrong links were tried from this address"},
    503: {"model": FailureBody, "description": "nothing was stored: disk full or database away"},
}
CONFLICT: dict[int | str, dict[str, Any]] = {
    409: {"model": FailureBody, "description": "not your screen any more, closed, or the wrong step"}
}
MISSING: dict[int | str, dict[str, Any]] = {
    404: {"model": FailureBody, "description": "there is no such thing"}
}
