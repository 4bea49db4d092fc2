"""Snowball's English stemmer (Porter's second) in plain Python, by its rules as snowballstemmer 1.2.1 has them."""

import re

EXCEPTIONS = {
    "skis": "ski", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "idly": "idl",
    "gently": "gentl", "ugly": "ugli", "early": "earli", "only": "onli", "singly": "singl",
    **{word: word for word in ("sky", "news", "howe", "atlas", "cosmos", "bias", "andes")},
}  # fmt: skip
KEPT = ("inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed")
SECOND = {
    "tional": "tion", "enci": "ence", "anci": "ance", "abli": "able", "entli": "ent", "izer": "ize",
    "ization": "ize", "ational": "ate", "ation": "ate", "ator": "ate", "alism": "al", "aliti": "al", "alli": "al",
    "fulness": "ful", "ousli": "ous", "ousness": "ous", "iveness": "ive", "iviti": "ive", "biliti": "ble",
    "bli": "ble", "ogi": "og", "fulli": "ful", "lessli": "less", "li": "",
}  # fmt: skip
THIRD = {
    "tional": "tion", "ational": "ate", "alize": "al", "icate": "ic", "iciti": "ic", "ical": "ic",
    "ful": "", "ness": "", "ative": "",
}  # fmt: skip
FOURTH = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ism", "ate", "iti", "ous",
    "ive", "ize", "ion",
)  # fmt: skip
VOWEL, CONSONANT = "[aeiouy]", "[^aeiouy]"
SHORT = re.compile(f"(.*{CONSONANT})?({CONSONANT}{VOWEL}[^aeiouywxY]|^{VOWEL}{CONSONANT})", re.DOTALL)


def english_stem(word: str) -> str:
    """Return the stem of a word in lower case."""
    if word in EXCEPTIONS or len(word) < 3:
        return EXCEPTIONS.get(word, word)
    word = word.removeprefix("'")
    marked = _marked(word)
    first = len(match[0]) if (match := re.match("arsen|commun|gener", marked)) else _region(marked, 0)
    second = _region(marked, first)
    stem = _without_s(marked)
    if stem not in KEPT:
        stem = _without_y(_without_past(stem, first))
        stem = _replaced(stem, SECOND, first, second)
        stem = _replaced(stem, THIRD, first, second)
        stem = _replaced(stem, dict.fromkeys(FOURTH, ""), second, second)
        stem = _without_last(stem, first, second)
    return stem.replace("Y", "y") if marked != word else stem


def _marked(word: str) -> str:
    """Mark from left to right each y after a vowel; one that is marked is no vowel to the next."""
    letters = list(word)
    for at, letter in enumerate(letters):
        if letter == "y" and (at == 0 or letters[at - 1] in "aeiouy"):
            letters[at] = "Y"
    return "".join(letters)


def _region(word: str, start: int) -> int:
    match = re.compile(f"{CONSONANT}*{VOWEL}+{CONSONANT}", re.DOTALL).match(word, start)
    return match.end() if match else len(word)


def _without_s(word: str) -> str:
    word = re.sub("('s'|'s|')$", "", word)
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith(("ied", "ies")):
        return word[:-3] + ("i" if len(word) >= 5 else "ie")
    if word.endswith("s") and not word.endswith(("us", "ss")) and re.search(VOWEL, word[:-2]):
        return word[:-1]
    return word


def _without_past(word: str, first: int) -> str:
    if ending := re.search("(eedly|eed)$", word):
        return word[: ending.start()] + "ee" if ending.start() >= first else word
    ending = re.search("(ingly|edly|ing|ed)$", word)
    if not ending or not re.search(VOWEL, word[: ending.start()]):
        return word
    word = word[: ending.start()]
    if word.endswith(("at", "bl", "iz")):
        return word + "e"
    if re.search(r"([bdfgmnprt])\1$", word):
        return word[:-1]
    return word + "e" if len(word) == first and SHORT.fullmatch(word) else word


def _without_y(word: str) -> str:
    return word[:-1] + "i" if len(word) > 2 and re.search(f"{CONSONANT}[yY]$", word) else word


def _replaced(word: str, endings: dict[str, str], region: int, second: int) -> str:
    """Replace the longest ending that the word has, where it lies in the region."""
    known = [ending for ending in endings if word.endswith(ending)]
    if not known:
        return word
    ending = max(known, key=len)
    rest = word.removesuffix(ending)
    allowed = {
        "ogi": rest.endswith("l"),
        "li": rest.endswith(tuple("cdeghkmnrt")),
        "ion": rest.endswith(("s", "t")),
    }
    if len(rest) < region or not allowed.get(ending, True) or (ending == "ative" and len(rest) < second):
        return word
    return rest + endings[ending]


def _without_last(word: str, first: int, second: int) -> str:
    rest = word[:-1]
    if word.endswith("e") and (len(rest) >= second or (len(rest) >= first and not SHORT.fullmatch(rest))):
        return rest
    return rest if word.endswith("ll") and len(rest) >= second else word
