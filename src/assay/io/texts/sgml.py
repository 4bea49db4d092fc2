"""NIST's mteval SGML: srcset, refset and tstset, with doc and seg inside.

It is no XML: tags come in either case, attributes with any quotes or none, and "&" stands as it pleases. So
only the tags that matter are looked for. `&amp;`, `&lt;`, `&gt;`, `&quot;` and `&apos;` are resolved, and nothing
else. mteval leaves that to its tokeniser, 13a, which therefore sees the same text; only what was escaped twice
("&amp;quot;") is resolved once more here than there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from assay.data import EvalSet, Outputs
from assay.errors import InputError
from assay.io.opening import contents, label, shown
from assay.io.texts.lines import decoded
from assay.io.texts.names import base_name, duplicate_systems, refuse_stdin_twice, split_name, stem
from assay.io.texts.segments import Collected, Stream, add_segment

SETS = ("srcset", "refset", "tstset")
TAG = re.compile(r"<!--|<(/?)(srcset|refset|tstset|doc|seg)(\s[^<>]*)?>", re.IGNORECASE)
SEGMENT_EDGE = re.compile(r"<(/?)seg(\s[^<>]*)?>", re.IGNORECASE)
ATTRIBUTE = re.compile(r"""(?<![\w.:-])([\w.:-]++)\s*+=\s*+(?:"([^"]*)"|'([^']*)'|([^\s"']+))""")
ENTITIES = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&amp;": "&"}
ENTITY = re.compile("|".join(ENTITIES))


@dataclass(frozen=True)
class Tag:
    """A start tag (an end tag if its name begins with "/"), and for seg the text up to its end."""

    name: str
    attributes: dict[str, str]
    line: int
    text: str = ""


class SgmlSet:
    """All documents of one kind in a file, by the name of who wrote them ("" if the file does not say)."""

    def __init__(self, path: str, kind: str) -> None:
        self.path = path
        self.kind = kind
        self.kinds: set[str] = set()
        self.attributes: dict[str, str] = {}
        self.streams: dict[str, Stream] = {}
        self._opening: Tag | None = None
        self._texts: dict[str, str] | None = None

    def add(self, tag: Tag) -> None:
        """Take the next tag of the file."""
        name = tag.name.removeprefix("/")
        if name in SETS:
            self._opening, self._texts = (tag, None) if name == tag.name else (None, None)
            self.kinds.add(name)
        elif name == "doc":
            self._texts = self._document(tag) if name == tag.name else None
        elif name == tag.name and self._texts is not None:
            add_segment(self._texts, tag.attributes.get("id"), tag.text, self._where(tag))
        else:
            raise InputError(f"{self._where(tag)}: a stray <{tag.name}>; put every <seg>…</seg> into a <doc>")

    def _document(self, tag: Tag) -> dict[str, str]:
        """Begin a document; those of other kinds of set are read and dropped."""
        opening, name = self._opening, tag.attributes.get("docid") or tag.attributes.get("id")
        if opening is None or name is None:
            problem = (
                "a <doc> without a docid" if opening else "a <doc> outside <srcset>, <refset> and <tstset>"
            )
            raise InputError(f'{self._where(tag)}: {problem}; write <{self.kind} …><doc docid="…">')
        if opening.name != self.kind:
            return {}
        self.attributes = self.attributes or opening.attributes
        named = (
            tag.attributes.get("sysid"),
            opening.attributes.get("refid"),
            opening.attributes.get("sysid"),
        )
        author = "" if self.kind == "srcset" else shown(next(filter(None, named), ""))
        stream = self.streams.setdefault(author, Stream(self.path, f"the {self.kind}"))
        return stream.start(name, self._where(tag))

    def _where(self, tag: Tag) -> str:
        return f"{label(self.path)}, line {tag.line}"


def read_sgml(
    references: Sequence[str], systems: Sequence[str], source: str | None = None
) -> tuple[EvalSet, Outputs]:
    """Read refset, tstset and srcset files; systems are named by their sysid, or as NAME=PATH."""
    outputs = [split_name(argument) for argument in systems]
    refuse_stdin_twice([*references, *(path for _, path in outputs), source])
    refsets = [read_set(path, "refset") for path in references]
    srcset = None if source is None else read_set(source, "srcset")
    collected = _collected(refsets, srcset)
    collected.systems = _systems([(name, read_set(path, "tstset")) for name, path in outputs])
    return collected.aligned()


def read_set(path: str, kind: str) -> SgmlSet:
    """Read the documents of one kind of set from a file."""
    documents = SgmlSet(path, kind)
    for tag in _tags(path, decoded(path, contents(path))):
        documents.add(tag)
    if not any(any(stream.documents.values()) for stream in documents.streams.values()):
        others = " and ".join(f"<{other}>" for other in sorted(documents.kinds - {kind}))
        raise InputError(
            f"{label(path)}: no <{kind}> with segments in it{f', but a {others}' if others else ''}; "
            f"give mteval SGML: <{kind}>, and <doc> and <seg> inside"
        )
    return documents


def _collected(refsets: Sequence[SgmlSet], srcset: SgmlSet | None) -> Collected:
    first = srcset or refsets[0]
    attributes = [sgml_set.attributes for sgml_set in [*([srcset] if srcset else []), *refsets]]
    collected = Collected(
        name=shown(first.attributes.get("setid", "")) or base_name(first.path),
        languages=(_language(attributes, "srclang"), _language(attributes, "trglang")),
        source=None if srcset is None else next(iter(srcset.streams.values())),
        references=_references(refsets),
    )
    streams = [*([collected.source] if collected.source else []), *collected.references.values()]
    collected.documents = dict.fromkeys(document for stream in streams for document in stream.documents)
    return collected


def _language(attributes: Sequence[dict[str, str]], key: str) -> str:
    return next((shown(a[key]) for a in attributes if a.get(key, "any").lower() != "any"), "")


def _references(refsets: Sequence[SgmlSet]) -> dict[str, Stream]:
    """Name references by sysid or refid, and by the file where two files use one."""
    named: dict[str, Stream] = {}
    for refset in refsets:
        for sysid, stream in refset.streams.items():
            names = [name for name in (sysid, base_name(refset.path), shown(refset.path)) if name]
            name = next((name for name in names if name not in named), None)
            if name is None:
                raise InputError(
                    f"{label(refset.path)}: given twice as a reference; name every reference once"
                )
            stream.what = f'reference "{name}"'
            named[name] = stream
    return named


def _systems(tstsets: Sequence[tuple[str | None, SgmlSet]]) -> dict[str, Stream]:
    names: list[str] = []
    streams: list[Stream] = []
    for given, tstset in tstsets:
        if given and len(tstset.streams) > 1:
            raise InputError(
                f"{label(tstset.path)}: {len(tstset.streams)} systems in one file; "
                f'leave out the name "{given}"'
            )
        for sysid, stream in tstset.streams.items():
            names.append(given or sysid or stem(tstset.path))
            streams.append(stream)
            stream.what = f'system "{names[-1]}"'
    if len(set(names)) < len(names):
        raise duplicate_systems(names, [stream.path for stream in streams])
    return dict(zip(names, streams, strict=True))


def _tags(path: str, text: str) -> Iterator[Tag]:
    """Find the tags that matter, outside comments; the text of a segment is not looked into."""
    position, counted, line = 0, 0, 1
    while match := TAG.search(text, position):
        line += text.count("\n", counted, match.start())
        counted = match.start()
        if match[0] == "<!--":
            position = text.find("-->", match.end())
            if position < 0:
                raise InputError(f"{label(path)}, line {line}: a comment is not closed; end it with -->")
            continue
        name, attributes = (match[1] + match[2]).lower(), _attributes(match[3] or "")
        end = _segment_end(path, text, match.end(), line) if name == "seg" else match
        yield Tag(name, attributes, line, _unescaped(text[match.end() : end.start()]))
        position = end.end()


def _segment_end(path: str, text: str, start: int, line: int) -> re.Match[str]:
    edge = SEGMENT_EDGE.search(text, start)
    if edge is None or not edge[1]:
        raise InputError(f"{label(path)}, line {line}: a <seg> is not closed; end it with </seg>")
    return edge


def _attributes(text: str) -> dict[str, str]:
    matches = ATTRIBUTE.finditer(text)
    return {match[1].lower(): _unescaped(next(filter(None, match.groups()[1:]), "")) for match in matches}


def _unescaped(text: str) -> str:
    return ENTITY.sub(lambda match: ENTITIES[match[0]], text)
