"""Languages and scripts of texts, with an honest "unknown"."""

from pathlib import Path

import numpy as np
import pytest

from assay.diagnosis.checks.language import identify, language_of, language_tag, script_of
from assay.diagnosis.words.scripts import NUMBERS, code_points, main_script, script_counts, share_of
from assay.errors import OptionError

SENTENCES = {
    "en": "The ferry leaves the harbour at noon and they were waiting for it.",
    "de": "Die Fähre verlässt den Hafen am Mittag, und wir haben nicht gewartet.",
    "fr": "Le bateau quitte le port à midi et nous ne sommes pas dans la ville.",
    "es": "El barco sale del puerto al mediodía y no hay nadie en la ciudad.",
    "it": "Il traghetto lascia il porto e non c'è più nessuno nella città.",
    "pt": "O barco sai do porto ao meio-dia e não há ninguém na cidade.",
    "nl": "De veerboot vertrekt om twaalf uur en wij hebben niet op het schip gewacht.",
    "sv": "Färjan lämnar hamnen vid lunch och vi har inte väntat på den.",
    "fi": "Lautta lähtee satamasta, mutta hän ei ole vielä täällä.",
    "pl": "Prom odpływa z portu w południe, ale nie było już nikogo na brzegu.",
    "cs": "Trajekt odplouvá v poledne, ale když jsme přišli, už tam nikdo není.",
    "sk": "Trajekt odchádza na obed, ale keď sme prišli, nebol tam nikto, pretože je neskoro.",
    "hu": "A komp délben indul, és nem volt már senki a parton, mert későn van.",
    "ro": "Feribotul pleacă din port la prânz și nu este nimeni pe mal pentru că plouă.",
    "tr": "Bu gemi öğlen için çok geç kaldı ve bir daha gelmedi.",
    "ru": "Паром уходит из порта в полдень, и мы не были там, когда он ушёл.",
    "uk": "Пором відходить опівдні, і ми були там, але його вже не було.",
    "bg": "Фериботът тръгва на обяд и те не са там, защото вали.",
    "ar": "غادرت العبارة الميناء في منتصف النهار ولم يكن هناك أحد على الشاطئ",
    "fa": "کشتی از بندر می رود و ما در آن نیستیم که این را ببینیم",
    "el": "Το πλοίο φεύγει το μεσημέρι.",
    "he": "המעבורת עוזבת את הנמל בצהריים",
    "ja": "船は正午に港を出ます。",
    "zh": "渡船中午离开港口。",
    "ko": "배는 정오에 항구를 떠납니다.",
    "hi": "नाव दोपहर में बंदरगाह से जाती है और हम नहीं हैं",
    "th": "เรือออกจากท่าเรือตอนเที่ยง",
    "vi": "Chiếc phà rời cảng vào buổi trưa và không có người nào ở đó.",
    "id": "Kapal itu meninggalkan pelabuhan pada siang hari dan mereka tidak ada di sana.",
}


@pytest.mark.parametrize("language", SENTENCES)
def test_a_sentence_is_told(language: str) -> None:
    assert identify([SENTENCES[language]]) == [language]


@pytest.mark.parametrize("text", ["", "OK", "12 345", "Das ist OK", "Zürich", "...", "🎉🎉", "Anna Berg"])
def test_too_little_is_unknown(text: str) -> None:
    assert identify([text]) == [""]


def test_mixed_scripts_are_unknown() -> None:
    assert identify(["hello мир hello мир hello мир"]) == [""]


def test_a_column_has_the_language_of_most_of_its_texts() -> None:
    assert language_of([SENTENCES["de"], SENTENCES["de"], SENTENCES["fr"], "OK", ""]) == "de"
    assert language_of([SENTENCES["de"], SENTENCES["fr"]]) == ""
    assert language_of(["", "OK"]) == language_of([]) == ""


@pytest.mark.parametrize("text", ["de", "DE", "deu", "ger", "de-DE", "de_AT", "de-Latn-CH"])
def test_tags_of_many_forms(text: str) -> None:
    assert language_tag(text) == "de"


def test_an_unknown_tag_is_refused() -> None:
    with pytest.raises(OptionError, match="'tlh' is not a language that can be detected"):
        language_tag("tlh")


def test_letters_are_counted_by_script() -> None:
    counts = script_counts(code_points(["abc где 12!", "", "日本の × ÷"]))
    assert counts[0, NUMBERS["latin"]] == counts[0, NUMBERS["cyrillic"]] == 3
    assert counts[:, 0].tolist() == [0, 0, 0]
    assert counts[2, NUMBERS["han"]] == 2
    assert counts[2, NUMBERS["kana"]] == 1
    assert np.allclose(share_of(counts, "latin"), [0.5, 1, 0])
    assert share_of(counts, "kana")[2] == 1
    assert main_script(script_counts(code_points(["1 2"]))) == "none"
    assert (script_of("he"), script_of("sr"), script_of("xx")) == ("hebrew", "cyrillic", "none")


@pytest.mark.parametrize(
    ("path", "language", "right"),
    [
        ("wmt23/sources/en-de.txt", "en", 0.90),
        ("wmt23/references/en-de.refA.txt", "de", 0.93),
        ("wmt23/sources/he-en.txt", "he", 0.99),
        ("wmt23/references/he-en.refB.txt", "en", 0.90),
        ("ted-sk-en/ted.orig.slk", "sk", 0.75),
        ("ted-sk-en/ted.ref.eng", "en", 0.90),
    ],
)
def test_real_texts(shared_dir: Path, path: str, language: str, right: float) -> None:
    lines = (shared_dir / "data" / path).read_bytes().decode().split("\n")[:-1]
    found = identify(lines)
    assert found.count(language) >= right * len(lines)
    assert len(lines) - found.count(language) - found.count("") <= 0.003 * len(lines)
    assert language_of(lines) == language
