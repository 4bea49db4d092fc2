"""Published test sets by name and language pair, from where other programs keep them; nothing is ever fetched.

A set NAME is looked for as a folder (or a WMT XML file) of that name, in sacreBLEU's folder, and among the sets of
mt-metrics-eval. In a folder there may be the plain texts that sacreBLEU makes (NAME.PAIR.FIELD), WMT's XML or SGML as
they were packed (below `raw`, or as they lie), or a tree of mt-metrics-eval (sources, references, documents).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence

from assay.errors import InputError
from assay.io.opening import listed
from assay.io.testsets.formats import Fields, encoded_lines, sgml_fields, xml_fields

# Of fields; outputs of systems in the gap
ORDER = ("src", "ref", "docid", "genre", "origlang", "", "domain")
PAIR = r"[a-z]{2,3}(?:_[A-Za-z]+)?-[a-z]{2,3}(?:_[A-Za-z]+)?"
OTHER_CODES = {"cs": ("cs", "cz")}  # WMT wrote cz until 2012
# Of sets with several translators, those against whom sacreBLEU 2.6.0 scores where it is not the first.
CHOSEN = {
    ("wmt22", "cs-en"): "B",
    ("wmt22", "en-cs"): "B",
    ("wmt23", "en-he"): "refB",
    ("wmt23", "he-en"): "refB",
}


def published_places(name: str, root: str) -> list[str]:
    """Return where a set is looked for; `root` is sacreBLEU's folder."""
    trees = os.path.join(os.path.expanduser("~"), ".mt-metrics-eval", "mt-metrics-eval-v2")
    return [name, os.path.join(root, name), os.path.join(trees, name)]


def read_published(name: str, pair: str, root: str) -> Fields:
    """Return the fields of a set: src, ref or ref:NAME, docid, genre, origlang, outputs of systems, domain."""
    for place in published_places(name, root):
        for read in (_texts, _xml, _sgml, _tree):
            fields = read(place, name, pair) if os.path.exists(place) else {}
            if fields:
                return dict(sorted(fields.items(), key=lambda field: _rank(field[0])))
    raise _missing(name, pair, root)


def published_files(name: str, pair: str, root: str) -> dict[str, str]:
    """Return the plain text files of a set by field, if sacreBLEU has made them."""
    places = published_places(name, root)
    files = next((files for place in places if (files := _text_files(place, name, pair))), {})
    return dict(sorted(files.items(), key=lambda field: _rank(field[0])))


def published_pairs(name: str, root: str) -> list[str]:
    """Return the language pairs that there are of a set."""
    pairs: set[str] = set()
    for place in published_places(name, root):
        pairs |= {pair for pair in _named_pairs(place, name) if _has(place, name, pair)}
    return sorted(pairs)


def published_sets(root: str) -> list[str]:
    """Return the names of the sets in sacreBLEU's folder."""
    names = []
    for directory, inside, files in os.walk(root):
        if "raw" in inside or any(file.endswith(".src") for file in files):
            names.append(os.path.relpath(directory, root).replace(os.sep, "/"))
        inside[:] = [each for each in inside if each not in ("raw", "models")]
    return sorted(names)


def default_references(name: str, pair: str, fields: Iterable[str]) -> list[str]:
    """Return the references that a set is scored against: sacreBLEU's choice, or all where it has none."""
    there = [field for field in fields if field.partition(":")[0] == "ref"]
    family, part = _parts(name)
    labels = [*part] if part.isalpha() and part.isupper() else [CHOSEN.get((family, pair), "A")]
    wanted = [f"ref:{prefix}{label}" for label in labels for prefix in ("", "ref")]
    return [field for field in wanted if field in there] or there


def _parts(name: str) -> tuple[str, str]:
    """Return the family and the part of a set: wmt21 and AB of wmt21/AB, also where that is the end of a path."""
    parts = os.path.normpath(name).replace(os.sep, "/").split("/")
    start = next(
        (place for place, part in enumerate(parts) if re.fullmatch(r"wmt\d\d", part)), len(parts) - 1
    )
    return parts[start], "/".join(parts[start + 1 :])


def _rank(field: str) -> tuple[int, str]:
    kind = field.partition(":")[0]
    return ORDER.index(kind if kind in ORDER else ""), field if kind == "ref" else ""


def _missing(name: str, pair: str, root: str) -> InputError:
    pairs = published_pairs(name, root)
    if pairs:
        return InputError(f"there is no language pair {pair} of test set {name}; there are {listed(pairs)}")
    places = ", ".join(published_places(name, root))
    return InputError(
        f"test set {name} ({pair}) is not on this machine; looked in {places}; nothing is "
        "downloaded: put it there (sacreBLEU does on first use), or set SACREBLEU to the folder that has it"
    )


def _has(place: str, name: str, pair: str) -> bool:
    return any(read(place, name, pair) for read in (_text_files, _xml_files, _sgml_files, _tree_files))


def _named_pairs(place: str, name: str) -> set[str]:
    """Return every pair of languages that the name of a file may mean, in both directions."""
    files = " ".join(map(os.path.basename, _files(place)))
    joined = re.findall(rf"(?<![a-z_-]){PAIR}(?![a-z_-])", files)
    joined += [f"{first}-{second}" for first, second in re.findall(r"-([a-z]{2})([a-z]{2})-", files)]
    codes = {{"cz": "cs"}.get(code, code) for code in re.findall(r"-(?:src|ref)\.([a-z]{2,3})\.sgm", files)}
    joined += [f"{first}-{second}" for first in codes for second in codes if first != second]
    return {pair for each in joined for pair in (each, "-".join(reversed(each.split("-"))))}


def _files(place: str) -> list[str]:
    if os.path.isfile(place):
        return [place]
    return sorted(os.path.join(directory, file) for directory, _, files in os.walk(place) for file in files)


# --- plain texts that sacreBLEU has made --------------------------------------------------------------------


def _text_files(place: str, name: str, pair: str) -> dict[str, str]:
    if not os.path.isdir(place):
        return {}
    start = f"{os.path.normpath(name).replace(os.sep, '_')}.{pair}."
    files = {file.removeprefix(start): file for file in os.listdir(place) if file.startswith(start)}
    fields = {
        re.sub(r"^ref-", "ref:", field): os.path.join(place, file) for field, file in sorted(files.items())
    }
    return fields if "src" in fields and any(field.startswith("ref") for field in fields) else {}


def _texts(place: str, name: str, pair: str) -> Fields:
    return {field: encoded_lines(path) for field, path in _text_files(place, name, pair).items()}


# --- WMT's XML and SGML -------------------------------------------------------------------------------------


def _xml_files(place: str, name: str, pair: str) -> list[str]:
    paths = [path for path in _files(place) if path.endswith(".xml")]
    return [
        path
        for path in paths
        if path == place or re.search(rf"\.{re.escape(pair)}\.", os.path.basename(path))
    ]


def _xml(place: str, name: str, pair: str) -> Fields:
    paths = _xml_files(place, name, pair)
    if len(paths) > 1:
        raise InputError(f"{place} has several files of {pair}: {listed(paths)}; name one of them")
    return xml_fields(paths[0]) if paths else {}


def _sgml_files(place: str, name: str, pair: str) -> list[str]:
    """Return the files of source and references: of the set's year, from either year's way to name them."""
    family, part = _parts(name)
    year = re.fullmatch(r"wmt(\d\d)", family)
    files = {os.path.basename(path): path for path in _files(place) if path.endswith(".sgm")}
    named = {file: path for file, path in files.items() if not year or f"20{year[1]}" in file}
    second = {file for file in named if re.match(r"[a-z]+B\d", file)}
    kept = {"B": second, "tworefs": set(named)}.get(part, set(named) - second)
    first, _, last = pair.partition("-")
    for source in OTHER_CODES.get(first, (first,)):
        for target in OTHER_CODES.get(last, (last,)):
            sides = _sides(kept, re.escape(source), re.escape(target))
            if sides:
                return [named[file] for file in sides]
    return []


def _sides(files: Iterable[str], source: str, target: str) -> list[str]:
    for infix in (f"-{source}{target}", f"-{target}{source}", ""):
        start = rf"[A-Za-z]+\d*{infix}"
        sources = _matching(files, rf"{start}-src\.{source}\.sgm")
        references = _matching(files, rf"{start}-ref\.{target}\.sgm")
        references = references or _matching(files, rf"{start}-src\.{target}\.sgm")
        if sources and references:
            return [sources[0], *references]
    return []


def _matching(files: Iterable[str], pattern: str) -> list[str]:
    return sorted(
        (file for file in files if re.fullmatch(pattern, file)), key=lambda file: ("B2" in file, file)
    )


def _sgml(place: str, name: str, pair: str) -> Fields:
    paths = _sgml_files(place, name, pair)
    return sgml_fields(paths[0], paths[1:]) if paths else {}


# --- trees of mt-metrics-eval -------------------------------------------------------------------------------


def _tree_files(place: str, name: str, pair: str) -> list[str]:
    source = os.path.join(place, "sources", f"{pair}.txt")
    folder = os.path.join(place, "references")
    if not os.path.isfile(source) or not os.path.isdir(folder):
        return []
    references = [
        file for file in sorted(os.listdir(folder)) if re.fullmatch(rf"{re.escape(pair)}\..+\.txt", file)
    ]
    return [source, *(os.path.join(folder, file) for file in references)] if references else []


def _tree(place: str, name: str, pair: str) -> Fields:
    paths: Sequence[str] = _tree_files(place, name, pair)
    if not paths:
        return {}
    fields: Fields = {"src": encoded_lines(paths[0])}
    for path in paths[1:]:
        translator = os.path.basename(path).removeprefix(f"{pair}.").removesuffix(".txt")
        fields[f"ref:{translator}"] = encoded_lines(path)
    documents = os.path.join(place, "documents", f"{pair}.docs")
    if os.path.isfile(documents):
        rows = [line.split("\t") for line in encoded_lines(documents)]
        fields |= {"domain": [row[0] for row in rows], "docid": [row[-1] for row in rows]}
    return fields
