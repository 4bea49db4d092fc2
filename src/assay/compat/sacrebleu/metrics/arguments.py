"""What a program may give for hypotheses and references; sacreBLEU's checks, and those that it leaves out."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors import InputError

Streams = Sequence[Sequence[str | None]]


def check_streams(metric: str, references: object) -> None:
    """Refuse what is no list of streams of references."""
    if isinstance(references, str) or not isinstance(references, Sequence):
        raise _wrong(metric, "references", references, "give a list of lists of strings")
    if not references:
        raise InputError(f"{metric}: references is empty; give at least one stream")
    for place, stream in enumerate(references):
        if isinstance(stream, str):
            raise _wrong(metric, f"references[{place}]", stream, "for a single stream pass [references]")
        check_strings(metric, stream, f"references[{place}]", holes=True)


def check_strings(metric: str, texts: object, name: str, *, holes: bool = False) -> None:
    """Refuse what is no list of strings; with `holes`, None may stand for one that is missing."""
    if isinstance(texts, str) or not isinstance(texts, Sequence):
        raise _wrong(metric, name, texts, "give a list of strings")
    if not texts:
        raise InputError(f"{metric}: {name} is empty; give at least one segment")
    for place, text in enumerate(texts):
        if not (isinstance(text, str) or (holes and text is None)):
            raise _wrong(metric, f"{name}[{place}]", text, "give a string")


def check_sentence(metric: str, hypothesis: object, references: object) -> None:
    """Refuse what is no string and list of strings."""
    if not isinstance(hypothesis, str):
        raise _wrong(metric, "hypothesis", hypothesis, "give a string")
    check_strings(metric, references, "references", holes=True)


def _wrong(metric: str, name: str, given: object, remedy: str) -> TypeError:
    what = "one string" if isinstance(given, str) else f"of type {type(given).__name__}"
    return TypeError(f"{metric}: {name} is {what}; {remedy}")
