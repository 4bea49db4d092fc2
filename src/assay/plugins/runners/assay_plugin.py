"""Half of a plug-in: it speaks Assay's protocol, so that the other half only has to score.

    from assay_plugin import serve

    def load(model, options):                      # model: a path or None; options: a dictionary of text
        return {"label": "Length", "program": "length-1", "direction": "higher",
                "inputs": ["reference", "hypothesis"]}, score

    def score(segments):                           # dictionaries with id, hypothesis, source, reference
        for segment in segments:
            yield {"id": segment["id"], "score": len(segment["hypothesis"])}

    serve(load)

Assay puts this file on the path of the programs that it starts. It needs Python 3.8 and nothing else. What a library
prints goes to standard error, so that standard output has nothing but the protocol.
"""

from __future__ import annotations

import json
import os
import sys
import traceback

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    Segment = dict[str, Any]
    Score = Callable[[Sequence[Segment]], Iterable[dict[str, Any]]]
    Load = Callable[[str | None, dict[str, str]], tuple[dict[str, Any], Score]]


KINDS = {int: "a whole number", float: "a number"}


class RefusalError(ValueError):
    """What the user has to mend: said as it is, without a traceback."""


def serve(load: Load, packages: str = "") -> None:
    """Answer on standard output what is asked on standard input, until that ends.

    `packages` are what pip has to install where one is missing.
    """
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    # What libraries print, in C as in Python, is no part of the protocol
    os.dup2(2, 1)
    sys.stdout = sys.stderr

    def say(message: dict[str, Any]) -> None:
        answers.write(json.dumps(message) + "\n")
        answers.flush()

    hello = json.loads(sys.stdin.readline() or "{}").get("hello")
    if hello is None:
        sys.exit(
            "this is a plug-in of Assay, which starts it: assay plugins add NAME --runner PATH --python PYTHON"
        )
    try:
        _use_threads(hello.get("threads", 0))
        declaration, score = load(hello.get("model"), hello.get("options", {}))
    except Exception as error:  # whatever is wrong with the model or the environment
        say({"error": _why(error, packages)})
        return
    say({"ready": declaration})
    for line in sys.stdin:
        segments = json.loads(line)["score"]
        for answer in _answers(score, segments):
            say(answer)
        say({"done": len(segments)})


def _why(error: Exception, packages: str) -> str:
    """Say why a model cannot be loaded; what is not for the user to mend has its traceback on standard error."""
    if isinstance(error, RefusalError):
        return str(error)
    if isinstance(error, ModuleNotFoundError) and packages:
        return (
            f"{error} in its environment; install what it needs: {sys.executable} -m pip install {packages}"
        )
    traceback.print_exc()
    return f"{type(error).__name__}: {error}"


def _answers(score: Score, segments: list[Segment]) -> Iterator[dict[str, Any]]:
    """Score a batch; if that fails, score its segments one by one, and say which of them cannot be."""
    try:
        yield from list(score(segments))
    except Exception as error:  # such as no memory for a batch of long segments
        traceback.print_exc()
        if len(segments) == 1:
            yield {"id": segments[0]["id"], "error": f"{type(error).__name__}: {error}"}
            return
        for segment in segments:
            yield from _answers(score, [segment])


def _use_threads(number: int) -> None:
    if number:
        os.environ.setdefault("OMP_NUM_THREADS", str(number))


def versions(*packages: str) -> list[str]:
    """Return the versions of the packages that decide a score, as signatures write them."""
    from importlib.metadata import version

    return [f"{package}-{version(package)}" for package in packages]


def option(options: dict[str, str], name: str, default: Any) -> Any:
    """Return an option as the type of its default."""
    text = options.get(name)
    if text is None:
        return default
    if isinstance(default, bool):
        return text.lower() in ("yes", "true", "1")
    try:
        return type(default)(text) if default is not None else text
    except ValueError:
        raise RefusalError(f"{name} is {text!r}; give {KINDS.get(type(default), 'a text')}") from None


def refuse_others(options: dict[str, str], *known: str) -> None:
    """Refuse an option that nobody reads."""
    strange = sorted(set(options) - set(known))
    if strange:
        raise RefusalError(f"there is no option {strange[0]}; there are {', '.join(known) or 'none'}")


def too_long(tokenizer: Any, texts: dict[str, str], limit: int) -> list[str]:
    """Return the names of the texts that have more pieces than a model reads."""
    return [name for name, text in texts.items() if len(tokenizer(text)["input_ids"]) > limit]
