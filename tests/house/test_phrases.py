"""Phrases that stop a reader do not come back: strings of the program, and pages, say it as a textbook would."""

import ast
import re

from strings import strings
from test_house import REPOSITORY, TREES, of_every

PAGES = [
    "README.md",
    *sorted(path.relative_to(REPOSITORY).as_posix() for path in (REPOSITORY / "docs").rglob("*.md")),
]

# What stood there once, and what to write instead.
BANNED = {
    r"tell none apart|told apart": "not significantly different; distinguish",
    r"\bis cluster \d|all \d+ below": "ranked 2nd; significantly better than all others",
    r"pairs turned": "pairs whose order is reversed",
    r"judged by nobody else": "judged by no other rater",
    r"which is better, than|has [^.]{1,12} less than": "scores 18.17 lower (better) than",
    r"of a hundred": "per 100",
    r"and that is real|is it real": "significantly",
    r"no letter script": "words without letters",
    r"could have found nothing": "could not have been significant",
    r"Be careful|to be careful of": "Note; treat with caution",
    r"too few to be drawn|segments were drawn|drawn as one": "resample",
    r"more than chance|may be chance": "significant; not significant",
    r"[Hh]old(?:s|ing)? [\w ]{1,20}against|[Hh]eld against": "compare with",
    r"of no consequence": "does not matter",
    r"hold the truth": "cover the true value",
    r"with commas between|with blanks between": "separated by commas",
    r"is not known; it is": "is not recognised; choose from",
    r"may be called better": "is significantly better",
    r"speak against|bear out": "are signs of; confirm",
    r"what programs write for want of": "a placeholder for missing text",
}


@of_every(TREES)
def test_no_string_has_a_phrase_that_stops_a_reader(module: str) -> None:
    for line, text in strings(TREES[module]):
        found = [f"{phrase}: write {better}" for phrase, better in BANNED.items() if re.search(phrase, text)]
        assert not found, f"line {line}: {found}"


@of_every(PAGES)
def test_no_page_has_a_phrase_that_stops_a_reader(page: str) -> None:
    text = " ".join((REPOSITORY / page).read_text(encoding="utf-8").split())
    found = {phrase: re.findall(f".{{0,40}}(?:{phrase})", text) for phrase in BANNED}
    assert not [hit for hits in found.values() for hit in hits]


def test_strings_are_the_ones_that_users_see() -> None:
    lines = [
        'def f(x: "an annotation"):',
        '"""A docstring here."""',
        'return f"score of {x:.2f}" + names["a key"]',
    ]
    assert list(strings(ast.parse("\n    ".join(lines)))) == [(3, "score of {x}")]
