"""LLM judges against an endpoint on this machine: questions, answers, failures, budgets, and what is kept."""

import json
import socket
import sqlite3
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from assay.cli.main import main
from assay.errors import AssayError, DependencyError
from assay.plugins import claims, open_plugin, use_plugins
from assay.plugins.addition import add_judge
from assay.plugins.judge import client
from assay.plugins.judge.budget import BudgetError
from assay.plugins.judge.call import STYLES, JudgeCall
from assay.plugins.judge.exchange import prompt_of
from assay.plugins.judge.parsing import penalty, read_errors, read_number, read_stars, read_text
from assay.plugins.options import PluginOptions, parse_budget
from assay.plugins.requests import Request, Scored
from assay.plugins.scoring import score_requests
from support.plugin_stores import values
from support.program import HARBOUR
from support.stub_endpoint import Endpoint, completion, serving

REQUESTS = [
    Request(f"output {number}", f"Quelle {number}", f"reference {number}", ("de", "en"))
    for number in range(8)
]


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "FIRST_PAUSE", 0.01)


def judged(
    endpoint: Endpoint,
    cache: Path,
    budget: str | None = None,
    requests: Sequence[Request] = REQUESTS,
    **call: Any,
) -> list[Scored]:
    """Add a judge and have requests scored."""
    told = {"style": "da", "endpoint": endpoint.address, "model": "tiny", "retries": 2, "lanes": 2, **call}
    add_judge("judge", JudgeCall(**told))
    with use_plugins(PluginOptions(cache=str(cache), budget=budget)):
        return score_requests(open_plugin("judge"), requests)


def test_a_judge_is_asked_once_for_each_output(tmp_path: Path) -> None:
    with serving(lambda question: question.split("output ")[1][0] + "0") as endpoint:
        first = judged(endpoint, tmp_path / "cache")
        again = judged(endpoint, tmp_path / "cache")
    assert values(first) == [0, 10, 20, 30, 40, 50, 60, 70]
    assert again == first
    assert len(endpoint.bodies) == 8
    body = endpoint.bodies[0]
    assert (body["model"], body["temperature"], body["seed"], body["max_tokens"]) == ("tiny", 0, 1, 16)
    assert endpoint.headers[0]["path"] == "/v1/chat/completions"
    assert "reference" not in "".join(endpoint.questions)


def test_the_reference_is_shown_only_if_asked_for(tmp_path: Path) -> None:
    with serving(lambda _: "50") as endpoint:
        judged(endpoint, tmp_path / "cache", requests=REQUESTS[:1], reference=True)
    assert "<reference>\nreference 0\n</reference>" in endpoint.questions[0]
    assert "from de into en" in endpoint.questions[0]


@pytest.mark.parametrize("style", STYLES)
def test_every_style_has_a_prompt_that_is_filled(style: str, tmp_path: Path) -> None:
    odd = Request("out {source} put", "Qu{}elle", None)
    with serving(lambda _: "no") as endpoint:
        judged(endpoint, tmp_path / "cache", requests=[odd], style=style)
    assert "out {source} put" in endpoint.questions[0]
    assert "the source language" in endpoint.questions[0]
    assert "{" not in endpoint.questions[0].replace("{source}", "").replace("{}", "")
    assert "{hypothesis}" in prompt_of(style)


def test_the_key_is_sent_and_written_nowhere(
    tmp_path: Path, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_KEY", "very-secret")
    with serving(lambda _: "50") as endpoint:
        judged(endpoint, tmp_path / "cache", key_variable="JUDGE_KEY")
    assert endpoint.headers[0]["Authorization"] == "Bearer very-secret"
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(written) >= 2
    assert not [path for path in written if b"very-secret" in path.read_bytes()]


def test_a_redirect_is_not_followed_with_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_KEY", "very-secret")
    with serving(lambda _: "50") as other:
        moved = 302, {"Location": f"{other.address}/chat/completions"}, ""
        with (
            serving(lambda _: moved) as endpoint,
            pytest.raises(DependencyError, match="refuses to answer: 302"),
        ):
            judged(endpoint, tmp_path / "cache", key_variable="JUDGE_KEY")
    assert other.bodies == []


@pytest.mark.parametrize(
    ("status", "headers"), [(429, {"Retry-After": "0"}), (500, {}), (503, {"Retry-After": "soon"}), (429, {})]
)
def test_what_may_be_over_soon_is_asked_again(status: int, headers: dict[str, str], tmp_path: Path) -> None:
    seen: list[str] = []

    def reply(question: str) -> Any:
        seen.append(question)
        return (status, headers, "busy") if seen.count(question) == 1 else "50"

    with serving(reply) as endpoint:
        assert values(judged(endpoint, tmp_path / "cache")) == [50] * 8
    assert len(seen) == 16


def test_retry_after_is_heeded(tmp_path: Path) -> None:
    times: list[float] = []

    def reply(_: str) -> Any:
        times.append(time.monotonic())
        return (429, {"Retry-After": "1"}, "") if len(times) == 1 else "50"

    with serving(reply) as endpoint:
        judged(endpoint, tmp_path / "cache", requests=REQUESTS[:1])
    assert times[1] - times[0] >= 0.95


def test_what_fails_for_good_keeps_what_was_answered(tmp_path: Path) -> None:
    def reply(question: str) -> Any:
        return (500, {}, "broken") if "output 3" in question else "50"

    with serving(reply) as endpoint:
        with pytest.raises(
            DependencyError, match=r"failed 3 times, at last with: 500 broken.*are kept in the cache"
        ):
            judged(endpoint, tmp_path / "cache", lanes=1)
        before = len(endpoint.bodies)
        assert values(judged(endpoint, tmp_path / "cache", requests=REQUESTS[:3], lanes=1)) == [50] * 3
    assert len(endpoint.bodies) - before <= 3


def test_a_silent_endpoint_is_given_up(tmp_path: Path) -> None:
    release = threading.Event()
    with serving(lambda _: "50" if release.wait(30) else "") as endpoint:
        with pytest.raises(DependencyError, match=r"no answer within 0.2 seconds"):
            judged(endpoint, tmp_path / "cache", requests=REQUESTS[:1], seconds=0.2, retries=1)
        release.set()


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (401, "which is not set"),
        (404, "asked for the model tiny"),
        (400, "refuses to answer: 400 bad parameter"),
    ],
)
def test_what_the_user_must_repair_is_asked_once(status: int, message: str, tmp_path: Path) -> None:
    wrong: tuple[int, dict[str, str], str] = status, {}, "bad parameter"
    with serving(lambda _: wrong) as endpoint, pytest.raises(DependencyError, match=message):
        judged(endpoint, tmp_path / "cache", lanes=1, key_variable="NO_SUCH_KEY")
    assert len(endpoint.bodies) == 1


def test_refusals_and_riddles_are_left_out_and_paid_once(tmp_path: Path) -> None:
    replies: dict[str, Any] = {
        "output 1": "I'm sorry, I can't help with that.",
        "output 2": "between 40 and 60",
        "output 3": (200, {}, completion("", refusal="no")),
        "output 4": (400, {}, '{"error": {"code": "content_filter"}}'),
    }

    def reply(question: str) -> Any:
        return next((told for name, told in replies.items() if name in question), "50")

    with serving(reply) as endpoint:
        first = judged(endpoint, tmp_path / "cache", requests=REQUESTS[:5])
        assert [answer.reason.split(":")[0] for answer in first] == [
            "", "refused", "not understood", "refused", "refused by the endpoint"
        ]  # fmt: skip
        assert values(first) == [50, None, None, None, None]
        judged(endpoint, tmp_path / "cache", requests=REQUESTS[:5])
    assert len(endpoint.bodies) == 6  # only the one that the endpoint did not take is asked again


@pytest.mark.parametrize(
    ("budget", "calls"), [("calls=5", 5), ("tokens=3000", None), ("money=0.003", None), ("calls=0", 0)]
)
def test_a_budget_is_never_passed_and_what_is_paid_is_kept(
    budget: str, calls: int | None, tmp_path: Path
) -> None:
    with serving(lambda _: "50") as endpoint:
        with pytest.raises(
            BudgetError, match=r"does not allow another call.*so that a larger --budget pays only for"
        ):
            judged(endpoint, tmp_path / "cache", budget, price_in=1, price_out=1, lanes=3)
        paid = len(endpoint.bodies)
        tokens = sum(len(question.encode()) + 7 for question in endpoint.questions)
        limits = parse_budget(budget)
        assert paid <= limits.calls
        assert tokens <= limits.tokens
        assert tokens / 1e6 <= limits.money
        assert calls is None or paid == calls
        kept = sqlite3.connect(tmp_path / "cache").execute("SELECT COUNT(*) FROM answers").fetchone()[0]
        assert kept == paid
        assert values(judged(endpoint, tmp_path / "cache")) == [50] * 8
        assert len(endpoint.bodies) == 8


def test_an_endpoint_that_nobody_serves_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    wait = threading.Event.wait

    def note(event: threading.Event, pause: float | None = None) -> bool:
        if pause == claims.PULSE:  # between signs of life, not between questions
            return wait(event, pause)
        pauses.append(pause or 0)
        return False

    monkeypatch.setattr(threading.Event, "wait", note)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))  # taken, and nobody listens
        nobody = Endpoint(f"http://127.0.0.1:{free.getsockname()[1]}/v1")
        with pytest.raises(DependencyError, match=r"cannot be reached: Connection refused; start it, or add"):
            judged(nobody, tmp_path / "cache", lanes=1)
    assert not any(pauses)


def test_calls_that_fail_count(tmp_path: Path) -> None:
    with serving(lambda _: (500, {}, "")) as endpoint, pytest.raises(AssayError):
        judged(endpoint, tmp_path / "cache", "calls=2", retries=9, lanes=1)
    assert len(endpoint.bodies) == 2


def test_an_endpoint_that_does_not_count_is_taken_at_the_most(tmp_path: Path) -> None:
    with serving(lambda _: "50", usage=False) as endpoint, pytest.raises(BudgetError):
        judged(endpoint, tmp_path / "cache", "tokens=3000", lanes=1)
    most = sum(len(question.encode()) + client.OVERHEAD + 16 for question in endpoint.questions)
    assert most <= 3000 < most + most / len(endpoint.bodies)


# --- answers ------------------------------------------------------------------------------------------------


def golden(shared_dir: Path, metric: str) -> list[dict[str, Any]]:
    """Return the cases of a parser."""
    told = json.loads((shared_dir / "golden" / "semantic.json").read_text(encoding="utf-8"))
    cases = [case for case in told if case["metric"] == metric]
    assert cases
    return cases


def test_numbers_are_read_as_gemba_reads_them(shared_dir: Path) -> None:
    for case in golden(shared_dir, "gemba-da-parse"):
        assert read_number(case["hyps"][0]) == case["score"], case["hyps"]


def test_stars_are_read_as_gemba_reads_them(shared_dir: Path) -> None:
    for case in golden(shared_dir, "gemba-stars-parse"):
        assert read_stars(case["hyps"][0]) == case["score"], case["hyps"]


def test_errors_are_read_as_gemba_reads_them(shared_dir: Path) -> None:
    for case in golden(shared_dir, "gemba-mqm-parse"):
        errors = read_errors(case["hyps"][0])
        assert errors is not None
        by_severity: dict[str, list[str]] = {}
        for severity, told in errors:
            by_severity.setdefault(severity, []).append(told)
        assert by_severity == case["errors"]
        assert -penalty(errors) == case["raw_score"]
        assert read_text("mqm", case["hyps"][0], Request("")).score == case["score"]


ESA = 'Major:\n"the old ship"\nMinor:\n- grammar - "were"\n- style - "were"\nScore: 61'
SHIPS = Request("We saw the old ship, were glad, were late.", "Wir sahen das alte Haus.")


def test_esa_has_spans_and_a_score() -> None:
    answer = read_text("esa", ESA, SHIPS)
    assert answer.score == 61
    assert [
        (span.severity, span.category, SHIPS.hypothesis[span.start : span.end]) for span in answer.spans
    ] == [
        ("major", "", "the old ship"),
        ("minor", "grammar", "were"),
        ("minor", "style", "were"),
    ]
    assert answer.spans[1].start < answer.spans[2].start


def test_an_omission_is_marked_in_the_source_and_what_is_nowhere_has_no_place() -> None:
    answer = read_text(
        "mqm", 'Critical:\nno-error\nMajor:\naccuracy/omission - "alte"\nMinor:\nother - "x y z"', SHIPS
    )
    assert answer.score == 100 - 4 * 6
    assert [(span.side, span.start, span.category) for span in answer.spans] == [
        ("source", 14, "accuracy/omission"),
        ("target", -1, "other"),
    ]


@pytest.mark.parametrize(
    ("style", "text"),
    [
        ("mqm", "The translation is fine."),
        ("esa", "Score: 50"),
        ("esa", "Major:\nno-error\nMinor:\nno-error"),
        ("esa", "Major:\nno-error\nMinor:\nno-error\nScore: 150"),
        ("da", ""),
        ("da", "-5"),
        ("stars", "seven stars"),
    ],
)
def test_what_is_not_an_answer_gives_no_score(style: str, text: str) -> None:
    answer = read_text(style, text, SHIPS)
    assert answer == Scored(None, "not understood")


# --- the whole way ------------------------------------------------------------------------------------------


def test_a_judge_is_a_metric_of_every_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outputs = [f"{name}={HARBOUR / f'{name}.en.txt'}" for name in ("alder", "birch")]
    files = ["-r", str(HARBOUR / "reference-a.en.txt"), "-s", str(HARBOUR / "source.de.txt"), *outputs]

    def reply(question: str) -> str:
        text = question.split("<translation>\n")[1].split("\n</translation>", maxsplit=1)[0]
        if len(text) < 40:
            return "As an AI, I would rather not."
        return f'Major:\n"{text.split()[0]}"\nMinor:\nno-error\nScore: {len(text) % 100}'

    with serving(reply) as endpoint:
        words = ["--judge", "esa", "--endpoint", endpoint.address, "--model", "tiny", "--prices", "1/2"]
        assert main(["plugins", "add", "judge", *words]) == 0
        assert "higher scores" in capsys.readouterr().out
        assert main(["score", *files, "-m", "judge", "--languages", "de,en"]) == 0
        told = capsys.readouterr()
        assert "note: judge: about to ask tiny 1" in told.err
        assert "at the prices given" in told.err
        assert "× refused" in told.err
        assert "judge-esa-1#" in told.out
        asked = len(endpoint.bodies)
        assert main(["compare", *files, "-m", "judge", "--languages", "de,en", "--draws", "100"]) == 0
        assert len(endpoint.bodies) == asked
