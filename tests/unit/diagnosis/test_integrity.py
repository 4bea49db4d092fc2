"""What `assay check` sees in files: each trouble constructed, and files without trouble."""

from collections.abc import Sequence

import pytest

from assay.diagnosis.files.encodings import turned_back
from assay.diagnosis.files.integrity import find_troubles
from assay.diagnosis.files.troubles import Trouble, counted, lines_named
from assay.io.raw_files import BadByte, RawFile, RawSet

GERMAN = (
    "Die Fähre verlässt den Hafen am Mittag.",
    "Wir haben nicht auf das Schiff gewartet.",
    "Der Kapitän ist mit den Leuten in die Stadt gegangen.",
    "Am Abend war es sehr kalt, und der Wind kam von der See.",
    "Sie wissen nicht, wann das nächste Boot kommt.",
    "Im Haus am Fluss brennt noch Licht, und der Hund schläft.",
)
ENGLISH = (
    "The ferry leaves the harbour at noon.",
    "We did not wait for the ship.",
    "The captain has gone into the town with the people.",
    "In the evening it was very cold, and the wind came from the sea.",
    "They do not know when the next boat is coming.",
    "In the house by the river a light is still on, and the dog is asleep.",
)
OUTPUT = (
    "Die Fähre verlässt mittags den Hafen.",
    "Wir warteten nicht auf das Schiff.",
    "Der Kapitän ging mit den Leuten in die Stadt.",
    "Abends war es sehr kalt, und von der See kam der Wind.",
    "Sie wissen nicht, wann das nächste Boot da ist.",
    "In dem Haus am Fluss ist noch Licht, und der Hund schläft.",
)
LINES = 60


def numbered_lines(texts: Sequence[str], more: str) -> list[str]:
    """Return as many different lines as a set needs."""
    return [f"{text[:-1]} {more} {row + 13}." for row, text in enumerate(list(texts) * (LINES // len(texts)))]


def file(path: str, lines: Sequence[str]) -> RawFile:
    return RawFile(path, tuple(lines))


def found(system: Sequence[str] | RawFile, **more: RawFile | None) -> list[Trouble]:
    output = system if isinstance(system, RawFile) else file("sys", system)
    source = more.get("source", file("src", numbered_lines(ENGLISH, "number")))
    reference = more.get("reference") or file("ref", numbered_lines(GERMAN, "Nummer"))
    return find_troubles(RawSet({"sys": output}, {"ref": reference}, source))


def checks(system: Sequence[str] | RawFile, **more: RawFile | None) -> set[tuple[str, str]]:
    return {(one.severity, one.check) for one in found(system, **more)}


def good() -> list[str]:
    return numbered_lines(OUTPUT, "Nummer")


def test_good_files_have_no_trouble() -> None:
    assert found(good()) == []


@pytest.mark.parametrize(
    ("row", "text", "check"),
    [
        (3, "Die F\u2028ähre fährt am Mittag, und wir sind nicht da.", "stray-separator"),
        (3, "Die F\rähre fährt am Mittag, und wir sind nicht da.", "stray-separator"),
        (3, "Die FÃ¤hre verlÃ¤sst den Hafen, und wir sind nicht da.", "mojibake"),
        (3, "Es ist Annaâ€™s Schiff, und wir sind nicht da am Abend.", "mojibake"),
        (3, "Die F\ufffdhre verlässt den Hafen, und wir sind nicht da.", "lost-characters"),
        (3, "Die F\x80hre verlässt den Hafen, und wir sind nicht da.", "control-characters"),
        (3, "Die Fa\u0308hre verlässt den Hafen, und wir sind nicht da.", "unicode-form"),
        (3, "\ufeffDie Fähre verlässt den Hafen, und wir sind nicht da.", "byte-order-mark"),
        (3, "", "empty-lines"),
        (3, "The captain and the people of the town have gone away.", "wrong-language"),
        (3, "Паром уходит из порта в полдень, и мы не были там.", "wrong-script"),
        (3, "Nein.", "length"),
        (3, " ".join(["Am Abend war es sehr kalt und nass am Hafen"] * 9), "length"),
    ],
)
def test_a_line_with_trouble_is_named(row: int, text: str, check: str) -> None:
    lines = good()
    lines[row] = text
    named = [one for one in found(lines) if one.check == check]
    assert [one.lines for one in named] == [(row + 1,)]
    assert named[0].severity == "warning"
    assert named[0].advice


@pytest.mark.parametrize("text", ["„Spaß“ und „Straß“ – né… Ã la carte, Âge", "É“ ÄÖÜ Å« naïve", "10 °C ×2"])
def test_right_text_is_not_taken_for_mojibake(text: str) -> None:
    lines = good()
    lines[3] += " " + text
    assert "mojibake" not in {one.check for one in found(lines)}


def test_mojibake_is_turned_back() -> None:
    assert (turned_back("Ã¤"), turned_back("â€™"), turned_back("ÐŸÑ€"), turned_back("Ã ")) == (
        "ä",
        "’",
        "Пр",
        "",
    )


def test_a_missing_line_is_an_error_with_its_place() -> None:
    (one,) = [one for one in found(good()[:20] + good()[21:]) if one.severity == "error"]
    assert (one.check, one.lines) == ("line-count", (21,))
    assert one.what.startswith("59 lines, and ref has 60. From line 21 on it seems to be 1 line ahead of ref")


def test_a_doubled_line_is_named() -> None:
    (one,) = [one for one in found([*good()[:21], *good()[20:]]) if one.severity == "error"]
    assert "line 22 repeats line 21" in one.what


def test_separators_that_split_lines_elsewhere_are_the_cause() -> None:
    reference = numbered_lines(GERMAN, "Nummer")
    reference[9] = reference[9].replace(" ", "\u2028", 2)
    split = [part for line in reference for part in line.split("\u2028")]
    errors = [one for one in found(split, reference=file("ref", reference)) if one.severity == "error"]
    assert "ref has 2 stray separators inside its lines, the first in line 10" in errors[0].what


def test_an_empty_line_at_the_end() -> None:
    (one,) = [one for one in found([*good(), ""]) if one.severity == "error"]
    assert one.what.endswith("The last line of sys is empty.")


def test_files_of_one_length_out_of_step() -> None:
    lines = good()
    shifted = lines[:20] + lines[21:] + ["Noch eine Zeile, die nicht hierher gehört."]
    assert ("error", "out-of-step") in checks(shifted)


def test_broken_files() -> None:
    lines = tuple(good())
    assert ("error", "encoding") in checks(RawFile("sys", lines, bad=(BadByte(4, 7, 0xE4),), bad_count=1))
    assert ("error", "encoding") in checks(RawFile("sys", lines, encoding="UTF-16LE"))
    assert ("note", "byte-order-mark") in checks(RawFile("sys", lines, mark=True))
    assert ("note", "line-ends") in checks(RawFile("sys", lines, returns=7))
    assert ("error", "empty-file") in checks(RawFile("sys", ()))


def test_copies() -> None:
    reference, source = numbered_lines(GERMAN, "Nummer"), numbered_lines(ENGLISH, "number")
    assert ("error", "equal-to-reference") in checks(reference)
    assert {("error", "equal-to-source"), ("error", "wrong-language")} <= checks(source)
    assert ("warning", "equal-to-reference") in checks(reference[:30] + good()[30:])
    assert ("note", "equal-to-reference") in checks(reference[:2] + good()[2:])
    assert ("warning", "equal-to-source") in checks(source[:2] + good()[2:])


def test_the_same_output_for_different_sources() -> None:
    lines = good()
    lines[8] = lines[7]
    (one,) = [one for one in found(lines) if one.check == "same-output"]
    assert one.lines == (8, 9)


def test_duplicates_are_noted() -> None:
    lines = good()
    lines[3:9] = ["Ja."] * 6
    assert ("note", "duplicates") in checks(lines)


def test_tokenised_and_lower_cased() -> None:
    assert ("warning", "tokenised") in checks([line[:-1] + " ." for line in good()])
    assert ("warning", "lower-cased") in checks([line.lower() for line in good()])
    tokenised = file("ref", [line[:-1] + " ." for line in numbered_lines(GERMAN, "Nummer")])
    assert ("note", "tokenised") in checks([line[:-1] + " ." for line in good()], reference=tokenised)
    assert ("warning", "tokenised") in checks(good(), reference=tokenised)
    lowered = file("ref", [line.lower()[:-1] + " ." for line in numbered_lines(GERMAN, "Nummer")])
    assert {("warning", "tokenised"), ("warning", "lower-cased")} <= checks(good(), reference=lowered)
    empty = checks([""] * len(good()), reference=lowered)  # of which neither can be said
    assert not {"tokenised", "lower-cased"} & {check for _, check in empty}


def test_near_identical_systems() -> None:
    other = [good()[0] + " Ja.", *good()[1:]]
    files = RawSet(
        {"a": file("a", good()), "b": file("b", other)},
        {"ref": file("ref", numbered_lines(GERMAN, "Nummer"))},
    )
    (one,) = [one for one in find_troubles(files) if one.check == "near-identical"]
    assert one.file == "b"
    assert "59 of 60 lines identical" in one.what


def test_files_alone() -> None:
    assert find_troubles(RawSet({"a": file("a", good())})) == []
    stray = RawSet({"a": file("a", ["a\u2029b", "c"])})
    assert [one.check for one in find_troubles(stray)] == ["stray-separator"]


def test_another_language_than_the_user_says() -> None:
    files = RawSet({"a": file("a", good())}, {}, file("src", numbered_lines(ENGLISH, "number")))
    assert {one.check for one in find_troubles(files, ("en", "fr")) if one.severity == "error"} == {
        "wrong-language"
    }
    assert {one.file for one in find_troubles(files, ("it", "de")) if one.severity == "error"} == {"src"}


def test_words_for_lines() -> None:
    assert lines_named([7]) == "line 7"
    assert lines_named([3, 4, 9]) == "lines 3, 4 and 9"
    assert lines_named(range(1, 18)) == "lines 1, 2, 3, 4, 5 and 12 more"
    assert (counted(1, "line"), counted(2000, "line")) == ("1 line", "2,000 lines")
