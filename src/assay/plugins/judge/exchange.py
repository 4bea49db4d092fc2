"""Requests to questions, and questions to answers, several at a time; an estimate first, a stop that keeps the paid.

Prompts are files of this package (`prompts/STYLE.txt`); `VERSIONS` names them in signatures together with a checksum,
so that no word of them changes unseen.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import cache
from importlib.resources import files
from typing import Any

from assay.errors import AssayError
from assay.plugins.declaration import Declaration
from assay.plugins.judge.budget import BudgetError, Cost, Ledger
from assay.plugins.judge.call import STYLES, JudgeCall
from assay.plugins.judge.client import ask
from assay.plugins.judge.parsing import REFUSED, read_text
from assay.plugins.requests import Request, Scored

VERSIONS = dict.fromkeys(STYLES, 1)
SCALES = {style: (1.0, 5.0) if style == "stars" else (0.0, 100.0) for style in STYLES}
MARKING = ("mqm", "esa")
BYTES_A_TOKEN = 3.5  # of running text, for estimates only
SHARE_OF_ANSWER = 0.5  # that answers use of what they may, for estimates only


@cache
def prompt_of(style: str) -> str:
    """Return the prompt of a style."""
    return (files(__package__) / "prompts" / f"{style}.txt").read_text(encoding="utf-8")


def judge_declaration(call: JudgeCall) -> Declaration:
    """Say of a judge what a program says of itself."""
    digest = hashlib.sha256(prompt_of(call.style).encode()).hexdigest()[:12]
    low, high = SCALES[call.style]
    return Declaration(
        label=f"judge-{call.style}",
        program=f"judge-{call.style}-{VERSIONS[call.style]}#{digest}",
        direction="higher",
        low=low,
        high=high,
        inputs=("source", "reference", "hypothesis") if call.reference else ("source", "hypothesis"),
        limit="what the endpoint says",
        versions=(),
        spans=call.style in MARKING,
    )


def question_of(call: JudgeCall, request: Request) -> str:
    """Return what the model is asked."""
    source, target = (name or "the {} language" for name in request.languages)
    reference = f"\nA human translation, for comparison:\n<reference>\n{request.reference}\n</reference>\n"
    filled = {
        "source_language": source.format("source"),
        "target_language": target.format("target"),
        "source": request.source or "",
        "hypothesis": request.hypothesis,
        "reference_part": reference if call.reference and request.reference is not None else "",
    }
    return prompt_of(call.style).format_map(filled)


def estimate(call: JudgeCall, questions: Sequence[str]) -> Cost:
    """Guess what questions are going to cost, if none has to be asked again."""
    tokens_in = sum(len(question.encode("utf-8", "surrogatepass")) / BYTES_A_TOKEN for question in questions)
    tokens_in, tokens_out = round(tokens_in), round(len(questions) * call.answer_tokens * SHARE_OF_ANSWER)
    return Cost(len(questions), tokens_in + tokens_out, call.price(tokens_in, tokens_out))


def read_judgement(style: str, answer: Mapping[str, Any], request: Request) -> Scored:
    """Read what the endpoint answered, as it is kept."""
    if "error" in answer:
        return Scored(None, str(answer["error"]))
    if answer.get("refusal") or answer.get("end") == "content_filter":
        return Scored(None, REFUSED)
    return read_text(style, str(answer.get("text", "")), request)


class Judge:
    """A model that is asked about segments, several at a time."""

    def __init__(self, name: str, call: JudgeCall, ledger: Ledger) -> None:
        self._name, self._call, self._ledger = name, call, ledger

    def score(
        self, requests: Sequence[Request], say: Callable[[str], object]
    ) -> Iterator[tuple[int, Mapping[str, Any]]]:
        """Yield the number of each request with its answer, as they come."""
        questions = [question_of(self._call, request) for request in requests]
        say(self._announcement(estimate(self._call, questions)))
        stop, answered = threading.Event(), 0
        failure: AssayError | None = None

        def ask_unless_stopped(question: str) -> dict[str, Any] | None:
            try:
                return None if stop.is_set() else ask(self._call, question, self._ledger, stop)
            except AssayError:
                stop.set()  # here, before this lane takes the next question
                raise

        with ThreadPoolExecutor(self._call.lanes) as lanes:
            numbers = {
                lanes.submit(ask_unless_stopped, each): number for number, each in enumerate(questions)
            }
            try:
                for future in as_completed(numbers):
                    try:
                        answer = future.result()
                    except AssayError as error:
                        failure = failure or error
                    else:
                        if answer is not None:
                            answered += 1
                            yield numbers[future], answer
            finally:
                stop.set()
        if failure is not None:
            raise self._stopped(failure, answered, len(questions))

    def _stopped(self, failure: AssayError, answered: int, asked: int) -> AssayError:
        kept = f"{answered} of {asked} segments were answered and are kept in the cache"
        if isinstance(failure, BudgetError):
            return BudgetError(
                f"{self._name}: {failure}; {kept}, so that a larger --budget pays only for the rest"
            )
        return type(failure)(f"{self._name}: {failure}; {kept}")

    def _announcement(self, cost: Cost) -> str:
        prices = self._call.price_in or self._call.price_out
        money = f" and {cost.money:.2f} at the prices given" if prices else ""
        tokens = f"{cost.tokens:,.0f}".replace(",", " ")
        return f"{self._name}: about to ask {self._call.model} {cost.calls} times, for roughly {tokens} tokens{money}"
