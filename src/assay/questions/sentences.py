"""Sentences in place of files: outputs, references and a source that are typed, on the command line or in a call."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from assay.errors import OptionError
from assay.io import FileOptions
from assay.questions.given import Given
from assay.questions.named_files import path_of

# A name before a sentence, as before a file: alder=The ferry is late.
NAMED = re.compile(r"(?s)([\w.-]+)=(.*)")
LONGEST_QUOTE = 40


def as_sentences(given: Given) -> Given:
    """Return what is given, sentences turned into a set of one segment; files and lists stay what they are.

    A word is a sentence if it neither names a file that exists nor looks like the name of one.
    """
    files = given.files
    if given.hypotheses is None:
        if not _all_typed([*files.systems, *files.reference, *([files.source] if files.source else [])]):
            return given
        if files != FileOptions(files.systems, files.reference, files.source):
            raise OptionError(
                "--docs, --columns and their like are for files; leave them out beside sentences"
            )
        typed = replace(given, files=FileOptions(), sources=files.source)
        return _of_one_segment(typed, _named(files.systems), files.reference)
    outputs = _spoken(given.hypotheses)
    if outputs is None:
        return given
    references = _listed(given.references)
    sources = _listed(given.sources)
    if len(sources) > 1:
        raise OptionError("a sentence has one source; give one string")
    _all_typed([*outputs.values(), *references, *sources])
    return _of_one_segment(given, outputs, references)


def _listed(value: object) -> list[str]:
    """Return strings, or files in their place, one or several; refuse what is neither."""
    words = list(value) if isinstance(value, list | tuple) else [] if value is None else [value]
    texts = [word if isinstance(word, str) else path_of(word) for word in words]
    if None in texts or None in words:
        raise OptionError(
            "a sentence has a string for its reference, or a list of strings, and one for its source"
        )
    return [text for text in texts if text is not None]


def _spoken(hypotheses: object) -> dict[str, str] | None:
    """Return the sentences of a call, by system; None of what is no sentence but a file, a list or a frame."""
    if isinstance(hypotheses, str) and path_of(hypotheses) is None:
        return {"output": hypotheses}
    if isinstance(hypotheses, Mapping) and hypotheses:
        texts = list(hypotheses.values())
        if all(isinstance(text, str) and path_of(text) is None for text in texts):
            return {str(name): text for name, text in hypotheses.items()}
    return None


def _named(words: Sequence[str]) -> dict[str, str]:
    """Return sentences by their names; those without one are numbered, if there are several."""
    outputs: dict[str, str] = {}
    for number, word in enumerate(words, start=1):
        found = NAMED.fullmatch(word)
        name, text = found.groups() if found else (f"output {number}" if len(words) > 1 else "output", word)
        if name in outputs:
            raise OptionError(f"two outputs are named {name}; give each a name of its own")
        outputs[name] = text
    return outputs


def _of_one_segment(given: Given, outputs: Mapping[str, str], references: Sequence[str]) -> Given:
    if not references:
        raise OptionError('no reference given; write -r "SENTENCE"')
    several = len(references) > 1
    return replace(
        given,
        hypotheses={name: [text] for name, text in outputs.items()},
        references={
            f"reference {number}" if several else "reference": [text]
            for number, text in enumerate(references, start=1)
        },
        sources=_listed(given.sources) or None,
    )


def _all_typed(words: Sequence[str]) -> bool:
    """Tell whether all are sentences; refuse sentences beside files."""
    typed = {
        word: path_of(word) is None and path_of(word.partition("=")[2] or word) is None for word in words
    }
    if any(typed.values()) and not all(typed.values()):
        sentence, file = (next(word for word in typed if typed[word] is kind) for kind in (True, False))
        quoted = sentence if len(sentence) <= LONGEST_QUOTE else f"{sentence[:LONGEST_QUOTE]}…"
        raise OptionError(
            f'"{quoted}" is a sentence, and {file} a file; give sentences on both sides, or files'
        )
    return bool(typed) and all(typed.values())
