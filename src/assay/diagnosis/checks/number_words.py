"""Small numbers that are written out, and words that stand for zeros: they excuse a figure that is not there.

A form that ends in a hyphen is the beginning of words. The lists only ever excuse, so that a word which means something
else in another language does little harm.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

FORMS: Mapping[str, str] = {
    "0": "zero null zéro cero nul noll nula ноль нуль אפס صفر ゼロ 零",
    "1": "one first once a an ein eine einen einem einer eines eins erst- einmal un une premier première "
    "uno una primer- prim- um uma een één en ett et jeden jedna jedno jednu jednej jedného prvý prvá "
    "prvé první pierwsz- один одна одно одного перв- אחד אחת ראשון ראשונה واحد 一",
    "2": "two second twice both zwei zweit- beide- deux deuxième dos segund- due second- dois duas twee "
    "två to dwa dwie drug- dva dvě dve druh- два две двух втор- שני שתי שניים שתיים اثنان 二 两 兩",
    "3": "three third drei dritt- trois troisième tres tercer- tre terz- três terceir- drie trzy trzec- "
    "tri tři tret- třet- три трёх трех трет- שלוש שלושה ثلاث- 三",
    "4": "four fourth vier- quatre quatrième cuatro cuart- quattro quart- quatro fyra fire cztery czwart- "
    "štyri štvrt- čtyři čtvrt- четыре четыр- ארבע ארבעה أربع- 四",
    "5": "five fifth fünf- cinq- cinco quint- cinque vijf- fem- pięć piąt- päť piat- pět pát- пять пяти "
    "пят- חמש חמישה خمس- 五",
    "6": "six sixth sechs- sixième seis sext- sei sest- zes- sex- seks- sześć szóst- šesť šest- шесть "
    "шест- שש שישה ست- 六",
    "7": "seven seventh sieben- siebt- sept septième siete séptim- sette settim- sete zeven- sju syv- "
    "siedem siódm- sedem sedm- siedm- семь семи седьм- שבע שבעה سبع- 七",
    "8": "eight eighth acht- huit- ocho octav- otto ottav- oito åtta otte osiem ósm- osem osm- ôsm- восемь "
    "восьм- שמונה ثمان- 八",
    "9": "nine ninth neun- neuf neuvième nueve noven- nove nono negen- nio ni dziewięć dziewiąt- deväť "
    "deviat- devět devát- девять девят- תשע תשעה تسع- 九",
    "10": "ten tenth zehn- dix dixième diez décim- dieci decim- dez tien- tio ti dziesię- dziesiąt- desať "
    "desiat- deset desát- десять десят- עשר עשרה عشر- 十",
    "11": "eleven eleventh elf- onze onzième once undici elva elleve jedenaś- jedenás- jedenác- одиннадцат- "
    "十一",
    "12": "twelve twelfth zwölf- dutzend dozen douze doce dodici doze twaalf- tolv dwanaś- dvanás- dvanác- "
    "двенадцат- 十二",
}
FEWEST = 3  # zeros that a word stands for: a thousand
ZEROS: Mapping[tuple[int, ...], re.Pattern[str]] = {  # numbers of zeros, and the words for them
    zeros: re.compile(words, re.IGNORECASE)
    for zeros, words in {
        (
            3,
        ): r"thousand|tausend|\bmil\b|mille\b|mila\b|\d\s?k\b|\btsd\b|tisíc|tysi|тыс|אלף|אלפ|ألف|آلاف|千|천",
        (4,): "万|萬|만",
        (
            6,
        ): r"million|milion|milión|milió|millón|milhã|milhõ|\bmio\b|\bmn\b|\d\s?m\b|млн|миллион|мільйон|מיליון|مليون",
        (8,): "億|亿|억",
        (9,): r"milli?ard|miliard|\bmrd\b|\bbn\b|\d\s?b\b|млрд|миллиард|мільярд|מיליארד|مليار|mil millones",
        (9, 12): "billion|billón|bilião|bilhã",
        (12, 18): "trillion|trillón|трилл",
    }.items()
}


@cache
def _pattern(number: str) -> re.Pattern[str]:
    forms = FORMS[number].split()
    written = "|".join(
        re.escape(form[:-1]) + r"\w*" if form.endswith("-") else re.escape(form) for form in forms
    )
    dense = "".join(form for form in forms if "\u3000" < form < "\u9fff" and len(form) == 1)
    return re.compile(rf"\b(?:{written})\b" + (f"|[{dense}]" if dense else ""), re.IGNORECASE)


def written_out(number: str, text: str) -> bool:
    """Say whether a text has a number from 0 to 12 in words."""
    return number in FORMS and _pattern(number).search(text) is not None


def scaled(small: str, large: str, text: str) -> bool:
    """Say whether two numbers differ by zeros only, and a text of the smaller one has a word for them."""
    zeros = _exponent(large) - _exponent(small)
    if zeros < FEWEST or _digits(small) != _digits(large) or not _digits(small):
        return False
    return any(zeros in sizes and words.search(text) for sizes, words in ZEROS.items())


def _digits(number: str) -> str:
    return number.replace(".", "").strip("0")


def _exponent(number: str) -> int:
    """Return the power of ten of the last digit that is not 0."""
    whole, _, part = number.partition(".")
    return -len(part.rstrip("0")) if part.rstrip("0") else len(whole) - len(whole.rstrip("0"))
