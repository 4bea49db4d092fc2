"""Grids of systems and directions: which files belong together, from patterns with named fields.

`out/{system}/{source}-{target}.txt` stands for all files of that form; a field is a part of a name without a slash, and
`*` stands for what does not matter. References and sources have patterns of their own with some of the same fields.
`{pair}` is source and target at once: where the target begins is told by the references that are there.
"""

from __future__ import annotations

import glob
import itertools
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from assay.errors import InputError, OptionError
from assay.io.opening import Source, label, shown
from assay.io.tables.names import key_of
from assay.io.tables.spellings import SPELLINGS
from assay.io.texts.foreign import command

FIELD = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")
BETWEEN = re.compile(r"_to_|-|_|2")  # what may stand between source and target
TARGETS = ("target", "language", "lang")  # the field that names the target language, in this order
LANGUAGE = ("language", "lang", "code", "target")  # the column of a table that names languages
LOOKED_AT = 5000  # files among which the nearest are looked for
NEAREST = 3
Fields = Mapping[str, str]


@dataclass(frozen=True)
class Direction:
    """A column of the grid: its name, the fields that make it up, and the texts that all its outputs share."""

    name: str
    fields: Fields
    references: tuple[str, ...]
    source: str | None = None
    docs: str | None = None  # the file that names the document of every segment

    @property
    def target(self) -> str:
        """The target language, "" where no field names it."""
        return next((self.fields[name] for name in TARGETS if name in self.fields), "")


@dataclass(frozen=True)
class GridFiles:
    """The files of a grid, and its holes: outputs that are not there, and directions without references."""

    systems: tuple[str, ...]
    directions: tuple[Direction, ...]
    outputs: Mapping[tuple[str, str], str]  # by system and direction
    # Directions: the files looked for
    unreferenced: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def missing(self) -> list[tuple[str, str]]:
        """Return the outputs that a full grid would have, by system and direction."""
        names = [direction.name for direction in self.directions]
        return [
            cell for cell in itertools.product(self.systems, names) if cell not in self.outputs
        ]  # fmt: skip

    @property
    def paths(self) -> tuple[str, ...]:
        """All files of the grid, each once."""
        texts = [
            path
            for direction in self.directions
            for path in (*direction.references, direction.source, direction.docs)
            if path
        ]
        return tuple(dict.fromkeys([*self.outputs.values(), *texts]))

    def of(self, direction: str) -> dict[str, str]:
        """Return the outputs of a direction by system."""
        return {
            name: self.outputs[name, direction] for name in self.systems if (name, direction) in self.outputs
        }


class Pattern:
    """A pattern with named fields, such as out/{system}/{pair}.txt."""

    def __init__(self, text: str, flag: str) -> None:
        self.text, self.flag = text, flag
        pieces = FIELD.split(text)
        self.fields = tuple(dict.fromkeys(pieces[1::2]))
        if "{" in "".join(pieces[::2]) or "}" in "".join(pieces[::2]):
            raise OptionError(f"{flag} {text}: a field is a name in braces, such as {{target}}")
        self._pieces = pieces

    def paths(self) -> list[str]:
        """Return the files that may match."""
        names = glob.glob(self.wildcards, recursive=True)
        return sorted(name for name in names if os.path.isfile(name))

    @property
    def wildcards(self) -> str:
        """The pattern with a * for every field."""
        return "".join("*" if at % 2 else piece.replace("[", "[[]") for at, piece in enumerate(self._pieces))

    def read(self, path: str) -> Iterator[dict[str, str]]:
        """Yield what the fields may stand for in a path: short fields before long ones, and the other way round."""
        for some in ("[^/]+?", "[^/]+"):
            match = re.fullmatch(self._expression(some), path)
            if match:
                yield match.groupdict()

    def _expression(self, some: str) -> str:
        seen: set[str] = set()
        parts = []
        for at, piece in enumerate(self._pieces):
            if at % 2:
                parts.append(f"(?P={piece})" if piece in seen else f"(?P<{piece}>{some})")
                seen.add(piece)
            else:
                plain = re.escape(piece).replace(r"\*\*/", "(?:.*/)?").replace(r"\*", "[^/]*")
                parts.append(plain.replace(r"\?", "[^/]"))
        return "".join(parts)

    def filled(self, fields: Fields) -> str:
        """Return the pattern with its fields filled in."""
        return "".join(fields[piece] if at % 2 else piece for at, piece in enumerate(self._pieces))


def find_grid(
    grid: str, references: Sequence[str], sources: str | None = None, documents: str | None = None
) -> GridFiles:
    """Return the outputs that a pattern stands for, by system and direction, and what each is compared with."""
    pattern = Pattern(grid, "--grid")
    if not pattern.fields:
        raise OptionError(
            f"--grid {grid}: name the parts that differ in braces, such as out/{{system}}/{{source}}-{{target}}.txt"
        )
    _refuse_other_words(pattern)
    sides = [Pattern(text, "--references") for text in references]
    named = (("--sources", sources), ("--docs", documents))
    sides += [Pattern(text, flag) for flag, text in named if text is not None]
    texts = [_Texts(side, pattern) for side in sides]
    paths = pattern.paths()
    if not paths:
        raise InputError(_nothing(pattern))
    outputs: dict[tuple[str, str], str] = {}
    chosen: dict[str, Fields] = {}
    for path in paths:
        fields = _fields(pattern, path, texts)
        if fields is None:
            continue
        system, name = fields.get("system", "system"), _name(fields, pattern.fields)
        if (system, name) in outputs:
            raise InputError(
                f"{label(path)} and {label(outputs[system, name])} are both {system}, {name}; make the pattern say "
                "which is meant"
            )
        outputs[system, name] = path
        chosen[name] = fields
    if not outputs:
        raise InputError(_nothing(pattern))
    return _assembled(outputs, chosen, texts)


def _refuse_other_words(pattern: Pattern) -> None:
    """Refuse {sys} and the like, which would be a part of the names of directions, and all outputs one system."""
    meant = [field for field in pattern.fields if field != "system" and key_of(field) in SPELLINGS["system"]]
    if meant and "system" not in pattern.fields:
        said = pattern.text.replace(f"{{{meant[0]}}}", "{system}")
        raise OptionError(
            f"{pattern.flag}: the field of systems is called system; write {command('--grid', said)}"
        )


class _Texts:
    """The references or sources of all directions, by the fields of their pattern."""

    def __init__(self, pattern: Pattern, grid: Pattern) -> None:
        known = {*grid.fields, *(("source", "target") if "pair" in grid.fields else ())}
        known |= {"pair"} if {"source", "target"} <= known else set()
        unknown = [name for name in pattern.fields if name not in known or name == "system"]
        if unknown:
            raise OptionError(
                f"{pattern.flag} {pattern.text}: {{{unknown[0]}}} is no field of --grid {grid.text} that says which "
                "direction is meant"
            )
        self.pattern = pattern
        self.known: dict[tuple[str, ...], str] = {}
        paths = pattern.paths()
        if not paths:
            raise InputError(_nothing(pattern))
        for path in paths:
            for fields in pattern.read(path):
                self.known.setdefault(self.key(fields), path)

    def key(self, fields: Fields) -> tuple[str, ...]:
        """Return what tells a direction's text from those of others."""
        return tuple(fields.get(name, "") for name in self.pattern.fields)


def _fields(pattern: Pattern, path: str, texts: Sequence[_Texts]) -> dict[str, str] | None:
    """Return what the fields stand for in a path: of several readings the first that all texts are there for."""
    readings = [full for fields in pattern.read(path) for full in _with_languages(fields)]
    for fields in readings:
        if all(text.key(fields) in text.known for text in texts):
            return fields
    return readings[0] if readings else None


def _with_languages(fields: dict[str, str]) -> Iterator[dict[str, str]]:
    """Yield the fields with source and target beside {pair}, or {pair} beside source and target."""
    pair = fields.get("pair")
    if pair is None:
        both = "source" in fields and "target" in fields
        yield fields | ({"pair": f"{fields['source']}-{fields['target']}"} if both else {})
        return
    for match in BETWEEN.finditer(pair):
        source, target = pair[: match.start()], pair[match.end() :]
        if source and target:
            yield {"source": source, "target": target} | fields
    yield fields


def _name(fields: Fields, named: Iterable[str]) -> str:
    """Name a direction: the pair, or the target, and what else there is."""
    first = fields.get("pair") or next((fields[name] for name in TARGETS if name in fields), "")
    said = {"system", "pair", "source", *TARGETS} if "pair" in fields else {"system", *TARGETS}
    return (
        " ".join([*([first] if first else []), *(fields[name] for name in named if name not in said)])
        or "all"
    )


def _assembled(
    outputs: Mapping[tuple[str, str], str],
    chosen: Mapping[str, Fields],
    texts: Sequence[_Texts],
) -> GridFiles:
    directions, unreferenced = [], {}
    for name in sorted(chosen):
        fields = chosen[name]
        keys = [text.key(fields) for text in texts]
        gone = [text for text, key in zip(texts, keys, strict=True) if key not in text.known]
        if gone:
            unreferenced[name] = tuple(_looked_for(text.pattern, fields) for text in gone)
            continue
        paths: dict[str, list[str]] = {}
        for text, key in zip(texts, keys, strict=True):
            paths.setdefault(text.pattern.flag, []).append(text.known[key])
        own = {key: value for key, value in fields.items() if key not in ("system", "pair")}
        source, docs = (paths.get(flag, [None])[0] for flag in ("--sources", "--docs"))
        directions.append(Direction(name, own, tuple(paths["--references"]), source, docs))
    if not directions:
        name, looked = next(iter(unreferenced.items()))
        raise InputError(f"no direction has all its texts; {shown(name)}, for one, needs {', '.join(looked)}")
    names = {direction.name for direction in directions}
    kept = {cell: path for cell, path in outputs.items() if cell[1] in names}
    return GridFiles(tuple(sorted({system for system, _ in kept})), tuple(directions), kept, unreferenced)


def _looked_for(pattern: Pattern, fields: Fields) -> str:
    """Return the file that a direction would need."""
    missing = [name for name in pattern.fields if name not in fields]
    if missing:
        return f"{pattern.text}, but no {{{missing[0]}}} can be told from its name"
    return pattern.filled(fields)


def _nothing(pattern: Pattern) -> str:
    """Say that no file matches, what was looked for, and which files come near."""
    near = _nearest(pattern.wildcards)
    told = f"; the nearest are {', '.join(map(label, near))}" if near else "; there is no file near it"
    return f"{pattern.flag} {shown(pattern.text)}: no file matches {shown(pattern.wildcards)}{told}"


def _nearest(wildcards: str) -> list[str]:
    """Return the files whose paths resemble a pattern most, below its longest folder that is there."""
    folder = re.split(r"[*?\[]", wildcards)[0]
    folder = os.path.dirname(folder)
    while folder and not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    walk = (os.path.join(at, name) for at, _, names in os.walk(folder or os.curdir) for name in sorted(names))
    paths = [os.path.normpath(path) for path in itertools.islice(walk, LOOKED_AT)]
    paths = [path for path in paths if "/." not in f"/{path}"]
    return sorted(
        paths, key=lambda path: -SequenceMatcher(None, wildcards, path, autojunk=False).quick_ratio()
    )[:NEAREST]


def read_groups(path: str) -> dict[str, dict[str, str]]:
    """Read a table of languages: the first column, or that called language, names them; others are groups."""
    from assay.io.tables.headed import Wanted, read_headed

    wanted = Wanted(lambda name: name.lower() in LANGUAGE, columns=LANGUAGE, lenient=True, quotes="loose")
    table = read_headed(Source.of(path), wanted)
    lowered = [name.lower() for name in table.header]
    place = next((lowered.index(name) for name in LANGUAGE if name in lowered), 0)
    kinds = [(at, name) for at, name in enumerate(table.header) if at != place]
    if not kinds:
        raise InputError(f"{label(path)}: no column beside the language; add one such as family or level")
    groups: dict[str, dict[str, str]] = {}
    for number, row in enumerate(zip(*map(table.column, table.header), strict=True)):
        language = row[place].strip()
        if language in groups:
            raise InputError(f"{table.where(number)}: {shown(language)} for the second time; leave one out")
        if language:
            groups[language] = {name: row[at].strip() for at, name in kinds if row[at].strip()}
    return groups
