"""One question to an endpoint of OpenAI's kind, asked again where that may help, with pauses that grow.

The key is read from the environment for each call and written nowhere. 429, 5xx, broken connections and time-outs are
asked again, after the pause that `Retry-After` names or one that doubles; other refusals are the user's to repair, and
so is an endpoint that nobody serves.
"""

from __future__ import annotations

import json
import os
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPException
from typing import Annotated, Any

from assay.errors import DependencyError
from assay.io import Within, parse_json, shaped
from assay.plugins.judge.budget import Cost, Ledger
from assay.plugins.judge.call import JudgeCall
from assay.plugins.requests import shortened

FIRST_PAUSE = 1.0  # seconds; it doubles
LONGEST_PAUSE = 120.0
OVERHEAD = 64  # tokens that an endpoint may add to a question
AGAIN = (408, 409, 425, 429)
FILTERED = ("content_filter", "content_policy", "context_length", "context length", "too long")
_LARGEST = 1 << 24  # bytes of an answer
# Endpoints that have answered: one that has not yet is not waited for
_REACHED: set[str] = set()


@dataclass(frozen=True)
class Message:
    """What a model says."""

    content: str | None = None
    refusal: str | None = None


@dataclass(frozen=True)
class Choice:
    """One answer, and why it ended."""

    message: Message
    finish_reason: str | None = None


@dataclass(frozen=True)
class Usage:
    """What an answer costs in tokens."""

    prompt_tokens: Annotated[int, Within(0, 10**12)] | None = None
    completion_tokens: Annotated[int, Within(0, 10**12)] | None = None


@dataclass(frozen=True)
class Completion:
    """What an endpoint answers, as far as it is read."""

    choices: Annotated[tuple[Choice, ...], Within(1)]
    usage: Usage | None = None


def ask(call: JudgeCall, question: str, ledger: Ledger, stop: threading.Event) -> dict[str, Any]:
    """Return the answer to a question: its text, why it ended, and what it cost; or why there is none."""
    # No tokeniser makes more tokens than bytes
    size = len(question.encode("utf-8", "surrogatepass")) + OVERHEAD
    most = Cost(1, size + call.answer_tokens, call.price(size, call.answer_tokens))
    for attempt in range(call.retries + 1):
        ledger.enter(most)
        try:
            answer = _post(call, question)
        except _AgainError as again:
            ledger.settle(most, most if again.paid else Cost(1))
            if attempt == call.retries:
                raise DependencyError(
                    f"{call.endpoint} failed {attempt + 1} times, at last with: {again}; "
                    "what was answered is kept, so run the same again later"
                ) from None
            if stop.wait(again.pause or min(FIRST_PAUSE * 2**attempt, LONGEST_PAUSE)):
                raise DependencyError("stopped") from None
        except BaseException:
            ledger.settle(most, Cost(1))
            raise
        else:
            ledger.settle(most, _real(call, answer, most))
            return answer
    raise AssertionError("a loop that always returns or raises")


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A key is for the endpoint that the user named, and not for wherever that points to."""

    def redirect_request(self, *_: Any) -> None:
        """Follow nothing."""


_OPENER = urllib.request.build_opener(_NoRedirects)


class _AgainError(Exception):
    """A failure that may be over soon."""

    def __init__(self, message: str, *, pause: float | None = None, paid: bool = False) -> None:
        super().__init__(message)
        self.pause, self.paid = pause, paid


def _post(call: JudgeCall, question: str) -> dict[str, Any]:
    body = {
        "model": call.model,
        "messages": [{"role": "user", "content": question}],
        "temperature": call.temperature,
        "max_tokens": call.answer_tokens,
        **({} if call.seed is None else {"seed": call.seed}),
    }
    key = os.environ.get(call.key_variable) if call.key_variable else None
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
    address = f"{call.endpoint.rstrip('/')}/chat/completions"
    request = urllib.request.Request(address, json.dumps(body).encode(), headers)
    try:
        with _OPENER.open(request, timeout=call.seconds) as response:
            _REACHED.add(call.endpoint)
            return _read(call, response.read(_LARGEST))
    except urllib.error.HTTPError as error:
        _REACHED.add(call.endpoint)
        return _refused(call, error)
    except TimeoutError:
        raise _AgainError(f"no answer within {call.seconds:g} seconds", paid=True) from None
    except (OSError, HTTPException) as error:  # no connection, or one that broke
        reason = getattr(error, "reason", "") or error
        if isinstance(reason, ConnectionRefusedError | socket.gaierror) and call.endpoint not in _REACHED:
            raise DependencyError(
                f"{call.endpoint} cannot be reached: {reason.strerror}; start it, or add the judge again with "
                "another --endpoint"
            ) from None
        raise _AgainError(str(reason)) from None


def _read(call: JudgeCall, body: bytes) -> dict[str, Any]:
    try:
        completion = shaped(Completion, parse_json(body, nan=True))
    except ValueError as error:
        said = shortened(body.decode("utf-8", "replace"))
        raise _AgainError(f"an answer that is none ({error}): {said}", paid=True) from None
    choice, usage = completion.choices[0], completion.usage or Usage()
    tokens = {"prompt": usage.prompt_tokens, "completion": usage.completion_tokens}
    return {
        "text": choice.message.content or "",
        "refusal": choice.message.refusal or "",
        "end": choice.finish_reason or "",
        **{name: number for name, number in tokens.items() if number is not None},
    }


def _refused(call: JudgeCall, error: urllib.error.HTTPError) -> dict[str, Any]:
    """Turn a refusal into an answer, a reason to ask again, or an error."""
    with error:
        said = shortened(error.read(_LARGEST).decode("utf-8", "replace").strip()) or error.reason
    if error.code in AGAIN or error.code >= 500:
        raise _AgainError(f"{error.code} {said}", pause=_pause(error.headers.get("Retry-After")))
    if error.code in (400, 413, 422) and any(word in said.lower() for word in FILTERED):
        return {"error": f"refused by the endpoint: {error.code} {said}"}
    raise DependencyError(
        f"{call.endpoint} refuses to answer: {error.code} {said}; {_hint(call, error.code)}"
    )


def _hint(call: JudgeCall, code: int) -> str:
    if code not in (401, 403):
        return f"it was asked for the model {call.model}; look at --endpoint and --model"
    if not call.key_variable:
        return "give --key-variable the name of the environment variable that holds its key"
    state = "is set" if os.environ.get(call.key_variable) else "is not set"
    return f"its key is read from the environment variable {call.key_variable}, which {state}"


def _pause(told: str | None) -> float | None:
    """Return the seconds that a header names; one that names a date, or nonsense, names none."""
    if told is None or not told.strip().isdecimal():
        return None
    return min(float(told), LONGEST_PAUSE)


def _real(call: JudgeCall, answer: Mapping[str, Any], most: Cost) -> Cost:
    """Return what an answer did cost; the most that it can where the endpoint does not say."""
    if "error" in answer:
        return Cost(1)
    if "prompt" not in answer or "completion" not in answer:
        return most
    tokens_in, tokens_out = answer["prompt"], answer["completion"]
    return Cost(1, tokens_in + tokens_out, call.price(tokens_in, tokens_out))
