"""Parsers by name: a text to its dependency parse, by a library and a model that are installed.

`spacy:MODEL` takes a spaCy package or folder, `udpipe:PATH` a UDPipe 1 model, `stanza:LANGUAGE` a Stanza model that has
been downloaded: nothing is fetched here. `chain` and `flat` are no parsers but baselines, to see what a parser adds:
words are what stands between white space, and each depends on the one before it, or none on any. Each name has an
identity with the version of what it stands for, which is in signatures.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from importlib import import_module
from typing import Any

from assay.data import ROOT, Parse
from assay.errors import DependencyError, InputError, OptionError
from assay.io import contents

BASELINES = ("chain", "flat")
NAMES = (*BASELINES, "spacy:MODEL", "udpipe:PATH", "stanza:LANGUAGE")

ParseText = Callable[[str], Parse]


def parser_identity(name: str) -> str:
    """Return the name with the version of its model; refuse what is no parser, or another version than asked for."""
    if name in BASELINES:
        return name
    plain, _, wanted = name.partition("#")
    kind, _, model = plain.partition(":")
    if kind not in _VERSIONS or not model:
        raise OptionError(f"unknown parser {name!r}; there are {', '.join(NAMES)}")
    version = _VERSIONS[kind](model)
    if wanted not in ("", version):
        raise DependencyError(f"parser {name} was asked for, and {version} is there")
    return f"{plain}#{version}"


def parser_of(name: str) -> ParseText:
    """Return the function that a name stands for."""
    kind, _, model = name.partition("#")[0].partition(":")
    return partial(_baseline, kind) if kind in BASELINES else _PARSERS[kind](model)


def _baseline(kind: str, text: str) -> Parse:
    words = tuple(text.split())
    heads = range(-1, len(words) - 1) if kind == "chain" else (ROOT,) * len(words)
    return Parse(
        forms=words,
        lemmas=tuple(map(str.lower, words)),
        tags=("X",) * len(words),
        heads=tuple(heads),
        relations=tuple("root" if head == ROOT else "dep" for head in heads),
        roles=((),) * len(words),
    )


def _parse(words: Iterable[tuple[str, str, str, int, str]]) -> Parse:
    """Put words as libraries give them into columns; a head is a place from 0."""
    rows = list(words)
    if not rows:
        return Parse()
    forms, lemmas, tags, heads, relations = zip(*rows, strict=True)
    return Parse(forms, lemmas, tags, heads, relations, ((),) * len(rows))


# --- spaCy ----------------------------------------------------------------------------------------


@lru_cache(maxsize=2)
def _spacy(model: str) -> Any:
    try:
        library: Any = import_module("spacy")
    except ImportError as error:
        raise DependencyError(f"parser spacy:{model} needs spaCy: pip install spacy, and a model") from error
    try:
        return library.load(model)
    except (OSError, ValueError) as error:
        raise DependencyError(
            f"parser spacy:{model}: spaCy finds no such model; install its package"
        ) from error


def _spacy_version(model: str) -> str:
    return str(_spacy(model).meta.get("version", "0"))


def _by_spacy(model: str) -> ParseText:
    pipeline = _spacy(model)

    def parse(text: str) -> Parse:
        tokens = [token for token in pipeline(text) if not token.is_space]
        places = {token.i: place for place, token in enumerate(tokens)}
        return _parse(
            (
                token.text,
                token.lemma_ or token.text,
                token.pos_,
                ROOT if token.head is token or token.head == token else places.get(token.head.i, ROOT),
                token.dep_,
            )
            for token in tokens
        )

    return parse


# --- UDPipe and Stanza ----------------------------------------------------------------------------


def _udpipe_version(path: str) -> str:
    try:
        return hashlib.sha256(contents(path)).hexdigest()[:12]
    except InputError as error:
        raise DependencyError(f"parser udpipe:{path}: {error}") from error


def _by_udpipe(path: str) -> ParseText:
    try:
        udpipe: Any = import_module("ufal.udpipe")
    except ImportError as error:
        raise DependencyError(f"parser udpipe:{path} needs UDPipe: pip install ufal.udpipe") from error
    model = udpipe.Model.load(path)
    if model is None:
        raise DependencyError(f"parser udpipe:{path}: the file is no UDPipe model")

    def parse(text: str) -> Parse:
        reader = model.newTokenizer(model.DEFAULT)
        reader.setText(text)
        sentences, sentence = [], udpipe.Sentence()
        while reader.nextSentence(sentence):
            model.tag(sentence, model.DEFAULT)
            model.parse(sentence, model.DEFAULT)
            words = list(sentence.words)[1:]
            sentences.append(
                _parse(
                    (word.form, word.lemma or word.form, word.upostag, word.head - 1, word.deprel)
                    for word in words
                )
            )
            sentence = udpipe.Sentence()
        return Parse.join(sentences)

    return parse


@lru_cache(maxsize=2)
def _stanza(language: str) -> Any:
    try:
        library: Any = import_module("stanza")
    except ImportError as error:
        raise DependencyError(
            f"parser stanza:{language} needs Stanza: pip install stanza, and a model"
        ) from error
    try:
        return library.Pipeline(
            language, processors="tokenize,pos,lemma,depparse", download_method=None, verbose=False
        )
    except Exception as error:  # its errors have no class of their own
        raise DependencyError(f"parser stanza:{language}: {error}; download its model first") from error


def _stanza_version(language: str) -> str:
    from importlib.metadata import version

    total = hashlib.sha256()
    for processor in _stanza(language).processors.values():
        path = processor.config.get("model_path")
        total.update(contents(path) if path else b"")
    return f"{version('stanza')}-{total.hexdigest()[:12]}"


def _by_stanza(language: str) -> ParseText:
    pipeline = _stanza(language)

    def parse(text: str) -> Parse:
        return Parse.join(
            _parse(
                (word.text, word.lemma or word.text, word.upos or "X", word.head - 1, word.deprel)
                for word in sentence.words
            )
            for sentence in pipeline(text).sentences
        )

    return parse


_VERSIONS: dict[str, Callable[[str], str]] = {
    "spacy": _spacy_version,
    "udpipe": _udpipe_version,
    "stanza": _stanza_version,
}
_PARSERS: dict[str, Callable[[str], ParseText]] = {
    "spacy": _by_spacy,
    "udpipe": _by_udpipe,
    "stanza": _by_stanza,
}
