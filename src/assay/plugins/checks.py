"""A program asked in ways that users of it are not: alone and in batches, twice, with nothing, and with far too much.

The answers are those of the program itself, past every cache. `assay plugins test` runs this before the laws of the
family, which the answers have to keep as a metric.
"""

from __future__ import annotations

from collections.abc import Sequence

from assay.plugins.declaration import Declaration
from assay.plugins.programs import Program, ProgramCall
from assay.plugins.requests import Request, Scored, is_on_scale, read_answer
from assay.plugins.store import Plugin

LONG = 20_000  # words that no model of a declared limit reads to their end
_TEXTS = (
    ("Das Schiff legt um neun Uhr ab.", "The ship leaves at nine.", "The ship is leaving at nine o'clock."),
    ("中国", "", "China"),
    ("", "a", ""),
    (
        "Ein kurzer Satz, { \"mit\": 'Zeichen' } \\ und 😀\u0301.",
        "A short sentence, {} 😀.",
        "A short sentence.",
    ),
)


def check_program(plugin: Plugin) -> dict[str, str]:
    """Run every check; return what is wrong under each, "" where all is well."""
    assert isinstance(plugin.call, ProgramCall)
    declaration = plugin.declaration
    requests = [_request(declaration, *texts) for texts in _TEXTS]
    with Program(plugin.name, plugin.call) as program:
        changes = declaration.changes(program.greet())
        together = _answers(program, requests)
        backwards = _answers(program, requests[::-1])[::-1]
        alone = [answer for request in requests for answer in _answers(program, [request])]
        again = _answers(program, requests)
        long = (
            _answers(program, [_request(declaration, *["word " * LONG] * 3)])[0]
            if declaration.limit
            else None
        )
    with Program(plugin.name, plugin.call) as program:
        program.greet()
        anew = _answers(program, requests)
    return {
        "it is what was added": "; ".join(changes),
        "every text has a score, empty ones too": _unscored(together),
        "scores are on the scale that it declares": _off_scale(declaration, together),
        "the same batch has the same digits": _unlike(together, again, 0.0),
        "another process has the same digits": _unlike(together, anew, 0.0),
        "the order of a batch changes nothing": _unlike(together, backwards, declaration.tolerance),
        "a segment alone has the score that it has in a batch": _unlike(
            together, alone, declaration.tolerance
        ),
        "what is longer than its limit is reported": _unreported(long),
    }


def _request(declaration: Declaration, source: str, hypothesis: str, reference: str) -> Request:
    inputs = declaration.inputs
    return Request(
        hypothesis, source if "source" in inputs else None, reference if "reference" in inputs else None
    )


def _answers(program: Program, requests: Sequence[Request]) -> list[Scored]:
    answers = dict(program.score(requests))
    return [read_answer(answers[number], request, "it") for number, request in enumerate(requests)]


def _unscored(answers: Sequence[Scored]) -> str:
    return "; ".join(dict.fromkeys(answer.reason for answer in answers if answer.score is None))


def _off_scale(declaration: Declaration, answers: Sequence[Scored]) -> str:
    low, high = declaration.ends
    scores = [each.score for each in answers if each.score is not None]
    strange = [score for score in scores if not is_on_scale(score, (low, high))]
    return f"{strange[0]:g} is not from {low:g} to {high:g}" if strange else ""


def _unlike(first: Sequence[Scored], second: Sequence[Scored], tolerance: float) -> str:
    pairs = [(one.score, other.score) for one, other in zip(first, second, strict=True)]
    apart = [abs(one - other) for one, other in pairs if one is not None and other is not None]
    if any((one is None) != (other is None) for one, other in pairs):
        return "a text has a score at one time and none at another"
    if apart and max(apart) > tolerance:
        return f"scores differ by up to {max(apart):.2g}; a tolerance of {tolerance:g} is declared"
    return ""


def _unreported(answer: Scored | None) -> str:
    if answer is None or answer.cut or answer.score is None:
        return ""
    return f"a text of {LONG:,} words was scored, and nothing said of its end"
