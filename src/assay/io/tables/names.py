"""What people call the columns of tables, in whatever program and language, and the scale that a name may give.

The only list of them is `SPELLINGS` in `spellings`. A kind of table looks for some of the roles, in an order
(`JUDGEMENT_ROLES`, …), for one name may mean two things: "mt" is a system where people judge, and the machine's text
where they edit.

Names are compared without case, accents, blanks and signs, without a scale in brackets, and without endings such as
ID, No. and Name: "Segment ID", "segment_id" and "SegmentNo." are one. Where several columns could have one role, the
name that is listed first goes before the others.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from assay.data import Scale
from assay.io.tables.spellings import SPELLINGS

TEXT_ROLES = ("source_text", "reference_text", "system_text", "final_text")
JUDGEMENT_ROLES = (
    *("rater", "system", "segment", "document", "domain", "seconds", "severity", "category", "subcategory"),
    *("source", "target", "reference", "langs", "source_language", "target_language", "comment"),
)
SCORE_ROLES = ("system", "segment", "document", "domain", "langs")
POSTEDIT_ROLES = ("editor", "mt", "final", "segment", "system", "document", "source")
# Of documents a set has only what is called so: a column `doc_id` may begin anew in every file.
SET_ROLES = ("source", "reference", "output")
# How the names of columns begin that may hold texts of a set, for a message that proposes roles, and how others do.
LIKELY = {
    "src": "source",
    "quell": "source",
    "ausgang": "source",
    "original": "source",
    "izvirn": "source",
    "doc": "document",
    "ref": "reference",
    "target": "reference",
    "tgt": "reference",
}
UNLIKELY = (
    *("id", "seg", "line", "lang", "lp", "domain", "genre", "score", "index", "#", "nr", "no.", "num"),
    *("comment", "komment", "note", "remark", "opomb", "status"),
)
LANGUAGES = ("langs", "source_language", "target_language")
ERROR_ROLES = ("severity", "category", "subcategory")
TEXTS = ("source", "target", "reference", "comment")
SCORES = (
    *(
        "score",
        "rating",
        "grade",
        "points",
        "mark",
        "value",
        "da",
        "overall",
        "overallquality",
        "quality",
        "mean",
    ),
    *(
        "judgement",
        "judgment",
        "assessment",
        "evaluation",
        "bewertung",
        "punkte",
        "puntuacion",
        "esa",
        "sqm",
        "xsts",
    ),
    *("correct", "acceptable", "rawscr", "raw"),
)
ASPECTS = (
    *(
        "adequacy",
        "fluency",
        "accuracy",
        "comprehensibility",
        "readability",
        "intelligibility",
        "style",
        "tone",
    ),
    *(
        "terminology",
        "meaning",
        "meaningpreservation",
        "naturalness",
        "grammar",
        "grammaticality",
        "completeness",
    ),
    *(
        "clarity",
        "fidelity",
        "faithfulness",
        "usefulness",
        "coherence",
        "consistency",
        "adequatheit",
        "fidelidad",
    ),
)
# Columns of numbers that are nobody's judgement.
NO_SCORES = (
    *(
        "length",
        "words",
        "wordcount",
        "characters",
        "chars",
        "tokens",
        "year",
        "age",
        "match",
        "fuzzymatch",
        "tm",
    ),
    *(
        "bleu",
        "chrf",
        "ter",
        "comet",
        "meteor",
        "bertscore",
        "editdistance",
        "hter",
        "penalty",
        "weight",
        "count",
        "n",
    ),
    *("zscr", "z", "zscore", "modelscores", "start", "end", "timestamp", "date", "rank"),
)
ENDINGS = ("id", "ids", "no", "nr", "number", "num", "name", "code", "label", "email")
SCORE_ENDINGS = ("score", "rating", "grade", "mark", "s")
NUMBER = r"[-\u2212]?\d+(?:[.,]\d+)?"
SCALE = re.compile(
    rf"(?:[(\[{{]\s*|(?<=[\s:]))({NUMBER})\s*(?:-|\u2013|\u2014|\.\.+|\u2026|\bto\b|\bbis\b)\s*({NUMBER})\s*[)\]}}]?$"
)
OUT_OF = re.compile(rf"[(\[{{]?\s*(?:/|\bout of\b)\s*({NUMBER})\s*[)\]}}]?$")
WORDED = re.compile(
    rf"[(\[]\s*({NUMBER})\s*[=:]\s*([^,;/)\]]*)[,;/\s]+.*?({NUMBER})\s*[=:]\s*([^,;/)\]]*)[)\]]\s*$"
)
BRACKETS = re.compile(r"(?<=\S)\s*[(\[][^()\[\]]*[)\]]\s*$")  # "Source (EN)" is a source
LONGEST = 200  # characters of a name in which a scale is looked for
LARGEST = 1000  # a longer scale is none: it may be years
BEST = ("best", "excellent", "perfect", "very good", "flawless", "sehr gut", "optimal")

# What raters and systems are called that have no names of their own, or names that everybody knows.
PEOPLE = re.compile(
    r"(rater|annotator|judge|evaluator|assessor|reviewer|linguist|annot|eval|user|worker)\W*\d*\w?"
)
MACHINES = re.compile(
    r"(system|sys|mt|nmt|smt|engine|model|online|baseline|deepl|google|bing|microsoft|amazon|yandex|gpt|chatgpt|llama|"
    r"claude|gemini|mistral|nllb|systran|modernmt|opus|marian).*"
)


def key_of(name: str) -> str:
    """Return a name as it is compared: letters and digits alone, in lower case, without accents."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", name) if not unicodedata.combining(sign))
    return re.sub(r"[\W_]+", "", plain.casefold()) or name.strip()


def scale_of(name: str) -> tuple[str, Scale | None]:
    """Part the name of a column from the scale in it, as in "Adequacy (1-5)" or "Score 0-100"."""
    if len(name) > LONGEST:
        return name.strip(), None
    worded, out_of = WORDED.search(name), OUT_OF.search(name.strip())
    match = worded or out_of or SCALE.search(name.strip())
    if match is None or not match.string[: match.start()].strip():
        return name.strip(), None
    ends = (match[1], match[3]) if worded else ("0", match[1]) if out_of else (match[1], match[2])
    low, high = map(_number, ends)
    if not -LARGEST <= low < high <= LARGEST:
        return name.strip(), None
    downwards = worded is not None and any(word in worded[2].casefold() for word in BEST)
    return match.string[: match.start()].strip(" -:,"), Scale(low, high, higher_is_better=not downwards)


def _number(text: str) -> float:
    return float(text.replace(",", ".").replace("\u2212", "-"))


def _stems(key: str, endings: Sequence[str]) -> list[str]:
    return [key, *(key.removesuffix(end) for end in endings if key.endswith(end) and key != end)]


def role_of(name: str, roles: Sequence[str] = JUDGEMENT_ROLES) -> tuple[str, int]:
    """Return the role of a column, "" where its name tells none, and how well the name fits: 0 is best."""
    keys = _stems(key_of(BRACKETS.sub("", name)), ENDINGS)
    for role in roles:
        names = SPELLINGS[role]
        known = [names.index(key) for key in keys if key in names]
        if known:
            return role, min(known)
    return "", 0


def located(header: Sequence[str], roles: Sequence[str]) -> dict[str, str]:
    """Return which column of a header has each of these roles; of several the one whose name fits best."""
    fits: dict[str, tuple[int, str]] = {}
    for name in header:
        role, rank = role_of(name, roles)
        if role and rank < fits.get(role, (len(SPELLINGS[role]), ""))[0]:
            fits[role] = (rank, name)
    return {role: name for role, (_, name) in fits.items()}


def exact_column(header: Sequence[str], role: str) -> str | None:
    """Return the column whose name, without endings taken off, is the first of those that a role has; None if none."""
    ranked = {key_of(name): name for name in reversed(header)}
    return next((ranked[key] for key in SPELLINGS[role] if key in ranked), None)


def text_role(name: str) -> str:
    """Return which text of a set a column of this name may hold, "" if none."""
    key = key_of(name.partition(":")[0])
    return next((role for role in TEXT_ROLES if key in SPELLINGS[role]), "")


def aspect_of(name: str) -> str | None:
    """Return the question that a column of scores answers, "" for the score as such, None where it is no such name."""
    keys = _stems(key_of(scale_of(name)[0]), SCORE_ENDINGS)
    if any(key in SCORES for key in keys):
        return ""
    return next((key for key in keys if key in ASPECTS), None)


def parted(name: str) -> tuple[str, str] | None:
    """Part a name such as "System A - Adequacy (1-5)" into whose it is and which question; None if it has not both."""
    words = re.split(r"[\s_:|/\-\u2013\u2014().]+", scale_of(name)[0])
    for at, rest in ((-1, words[:-1]), (0, words[1:])):
        aspect = aspect_of(words[at]) if len(words) > 1 else None
        if aspect is not None and any(rest):
            return _around(scale_of(name)[0], words[at]), aspect
    return None


def _around(name: str, word: str) -> str:
    """Return a name without a word at one of its ends, and without the signs that joined the two."""
    signs = " _:|/-\u2013\u2014()."
    bare = name.strip(signs)
    rest = bare.removesuffix(word) if bare.endswith(word) else bare.removeprefix(word)
    return rest.strip(signs)
