"""What a translation carries over unchanged: web and mail addresses, tags, placeholders, brackets and quotation marks.

Tags are compared by name, by whether they open or close, and by their `id`; other attributes may be translated.
Brackets and quotation marks are compared by number, each kind with its full-width and national variants: “a”, „a“, «a»
and 「a」 all are one pair of quotation marks. Apostrophes and single quotation marks look alike and excuse each other.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

URL = re.compile(r"(?:https?|ftp)://[^\s<>\"“”„«»{}|]+|www\.[^\s<>\"“”„«»{}|]+", re.IGNORECASE)
EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+")
TAG = re.compile(r"<(/?)([A-Za-z][\w:.-]{0,40})(\s[^<>]{0,2000})?(/?)>")
IDENTITY = re.compile(r"\bid\s*=\s*[\"']?([^\"'\s>]+)", re.IGNORECASE)
PLACEHOLDER = re.compile(
    r"\{\{[^{}\n]{1,80}\}\}|\$\{[^{}\n]{1,80}\}|\{/?[\w.\-]{0,60}\}"
    r"|\{\s*\w{1,60}\s*,\s*(?:plural|select|selectordinal|number|date|time)\b"
    r"|%\([\w.]{1,60}\)[sdfiu]"
    r"|(?<![\d%])%(?:\d{1,2}\$)?[-+0#]?\d{0,3}(?:\.\d{1,2})?[sdfiuxX@](?![^\W_])"
)
TRAILING = ".,;:!?)]}'’»…。，"
BRACKETS = {
    **dict.fromkeys("(（﴾", "("),
    **dict.fromkeys(")）﴿", ")"),
    **dict.fromkeys("[［【〔", "["),
    **dict.fromkeys("]］】〕", "]"),
    **dict.fromkeys("{｛", "{"),
    **dict.fromkeys("}｝", "}"),
}
CLOSES = {")": "(", "]": "[", "}": "{"}
BRACKET = re.compile("[" + re.escape("".join(BRACKETS)) + "]")
EMOTICON = re.compile(r"[:;=8xX]['’]?-?[()\[\]]")
BRACKET_SIGNS = "".join(BRACKETS)
QUOTE_SIGNS = '"“”„‟«»″＂「」『』〝〞״'
QUOTE = re.compile("[\"“”„‟«»″＂「」『』〝〞״]|``|''")
SINGLE = re.compile(r"[‘‚‹›']|’(?!\w)|(?<!\w)’")
# Inches, and Hebrew abbreviations
OTHER_USES = re.compile(r"\d\s?[\"″]|(?<=[^\W\d_])[\"״](?=[^\W\d_])")
VOID = frozenset(
    [
        "br",
        "hr",
        "img",
        "input",
        "meta",
        "link",
        "area",
        "base",
        "col",
        "embed",
        "wbr",
        "x",
        "bx",
        "ex",
        "ph",
        "it",
    ]
)


@dataclass(frozen=True)
class Markup:
    """Addresses, tags, placeholders, brackets and quotation marks of a text, and the text without the first four."""

    rest: str
    urls: tuple[str, ...] = ()
    emails: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    placeholders: tuple[str, ...] = ()
    brackets: str = ""
    quotes: int = 0

    @property
    def single(self) -> bool:
        """Whether there are single quotation marks, or what may be some."""
        return SINGLE.search(self.rest) is not None


def markup(text: str, *, brackets: bool = True, quotes: bool = True) -> Markup:
    """Take a text apart; brackets and quotation marks are looked for where there may be some."""
    rest, urls, emails, tags, placeholders = text, [], [], [], []
    if "://" in rest or "www." in rest or "WWW." in rest:
        urls = [match.rstrip(TRAILING) for match in URL.findall(rest)]
        rest = URL.sub(" ", rest)
    if "@" in rest:
        emails = [match.rstrip(".-").lower() for match in EMAIL.findall(rest)]
        rest = EMAIL.sub(" ", rest)
    if "<" in rest:
        tags = [_tag(*match) for match in TAG.findall(rest)]
        rest = TAG.sub(" ", rest)
    if "{" in rest or "%" in rest:
        placeholders = [re.sub(r"\s", "", match) for match in PLACEHOLDER.findall(rest)]
        rest = PLACEHOLDER.sub(" ", rest)
    shapes = _brackets(rest) if brackets else ""
    marks = len(QUOTE.findall(OTHER_USES.sub(" ", rest))) if quotes else 0
    return Markup(rest, tuple(urls), tuple(emails), tuple(tags), tuple(placeholders), shapes, marks)


def _tag(slash: str, name: str, attributes: str, end: str) -> str:
    identity = IDENTITY.search(attributes or "")
    void = "/" if end or attributes.rstrip().endswith("/") else ""
    void = "" if name.lower() in VOID and not slash else void  # <br> and <br/> are one
    return f"{slash}{name.lower()}{'#' + identity[1] if identity else ''}{void}"


def _brackets(text: str) -> str:
    return "".join(BRACKETS[bracket] for bracket in BRACKET.findall(EMOTICON.sub(" ", text)))


def lost_and_added(source: tuple[str, ...] | str, output: tuple[str, ...] | str) -> tuple[int, int]:
    """Return how many items of the first are not in the second, and the other way round, each as often as it stands."""
    if source == output:
        return 0, 0
    first, second = Counter(source), Counter(output)
    return (first - second).total(), (second - first).total()


def bracket_difference(source: Markup, output: Markup) -> tuple[int, int]:
    """Return how many brackets are lost and added; the kind does not matter, as languages differ in it."""
    if source.brackets == output.brackets:
        return 0, 0
    sides = [(side.brackets.translate(_ROUND)) for side in (source, output)]
    return lost_and_added(*sides)


_ROUND = str.maketrans("[]{}", "()()")


def quote_difference(source: Markup, output: Markup) -> tuple[int, int]:
    """Return how many pairs of quotation marks are lost and added; single ones on the poorer side excuse it."""
    pairs = (source.quotes + 1) // 2 - (output.quotes + 1) // 2
    if (pairs > 0 and output.single) or (pairs < 0 and source.single):
        return 0, 0
    return max(pairs, 0), max(-pairs, 0)


def balanced(brackets: str) -> bool:
    """Say whether every bracket is closed, by its own kind and in its turn."""
    opened: list[str] = []
    for bracket in brackets:
        if bracket not in CLOSES:
            opened.append(bracket)
        elif not opened or opened.pop() != CLOSES[bracket]:
            return False
    return not opened


def nested(tags: tuple[str, ...]) -> bool:
    """Say whether every tag is closed in its turn; tags that stand alone, such as br, need no end."""
    opened: list[str] = []
    for tag in tags:
        name = tag.partition("#")[0]
        if name.startswith("/"):
            if not opened or opened.pop() != name[1:]:
                return False
        elif not name.endswith("/") and not tag.endswith("/") and name not in VOID:
            opened.append(name)
    return not opened
