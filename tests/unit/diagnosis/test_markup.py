"""Addresses, tags, placeholders, brackets and quotation marks: kept, lost, added, broken."""

import pytest

from assay.diagnosis.checks.source_compare import COMPARED, compare_with_source, take_apart


def failed(source: str, output: str) -> dict[str, int]:
    found = compare_with_source([take_apart(source)], [take_apart(output)])
    assert tuple(found) == COMPARED
    return {check: int(counts[0]) for check, counts in found.items() if counts[0]}


@pytest.mark.parametrize(
    ("source", "output"),
    [
        ("See https://example.org/a?b=1.", "Siehe https://example.org/a?b=1!"),
        ("write to Anna@Example.org", "schreib an anna@example.org."),
        ("<b>bold</b> and<br>new", "<b>fett</b> und<br/>neu"),
        ("<g id='1'>a <b>b</b></g>", "<g id='1'><b>b</b> a</g>"),
        ('<a href="x" title="Home">a</a>', '<a href="x" title="Heim">a</a>'),
        ("Hello {name}, {{count}} of %s and %(total)d", "%s: {{count}}, %(total)d, hallo {name}"),
        ("${user} has {0}", "{0} hat ${user}"),
        ("{n, plural, one {# file} other {# files}}", "{n, plural, one {# Datei} other {# Dateien}}"),
        ("50% of it, 100 %", "50 % davon, 100 %"),
        ("a (b) [c]", "a （b） 【c】"),
        ("fine :) thanks", "gut, danke"),
        ('he said "no"', "er sagte „nein“"),
        ("she said “no”", "elle a dit « non »"),
        ('he said "no"', "she said 'no'"),
        ('a 15" screen', "ein 15-Zoll-Bildschirm"),
        ('מריח כמו יח"צ', "smells like PR"),
        ("``so''", '"so"'),
        ("a < b and c > d", "a < b und c > d"),
    ],
)
def test_what_is_kept(source: str, output: str) -> None:
    assert failed(source, output) == {}


@pytest.mark.parametrize(
    ("source", "output", "expected"),
    [
        ("See https://a.org/b", "Siehe https://a.org/c", {"urls-lost": 1, "urls-added": 1}),
        ("see www.a.org", "siehe dort", {"urls-lost": 1}),
        ("mail a@b.org now", "schreib jetzt", {"emails-lost": 1}),
        ("<b>bold</b>", "fett", {"tags-lost": 2}),
        ("bold", "<i>fett</i>", {"tags-added": 2}),
        ("<b><i>x</i></b>", "<b><i>x</b></i>", {"tags-nesting": 1}),
        ("<x id='1'/> a", "<x id='2'/> a", {"tags-lost": 1, "tags-added": 1}),
        ("Hello {name}", "Hallo {Name}", {"placeholders-lost": 1, "placeholders-added": 1}),
        ("%s files", "Dateien", {"placeholders-lost": 1}),
        ("a (b) c", "a b c", {"brackets-lost": 2}),
        ("a (b) c", "a (b c", {"brackets-lost": 1, "brackets-open": 1}),
        ("a b", "a (b)", {"brackets-added": 2}),
        ('he said "no"', "er sagte nein", {"quotes-lost": 1}),
        ("he said no", "er sagte „nein“", {"quotes-added": 1}),
    ],
)
def test_what_is_lost_or_added(source: str, output: str, expected: dict[str, int]) -> None:
    assert failed(source, output) == expected


def test_numbers_in_addresses_and_tags_are_no_numbers() -> None:
    assert failed("https://a.org/2023/45 <x id='7'/> {0}", "https://a.org/2023/45 <x id='7'/> {0}!") == {}
    assert "numbers-lost" not in failed("see https://a.org/2023", "siehe dort")


def test_an_output_that_is_empty_has_lost_all_and_is_said_to_be_empty_elsewhere() -> None:
    assert failed("45 (a) {0}", "  ") == {}


def test_a_line_of_a_million_characters_takes_no_time() -> None:
    for sign in "a", "<", "%", "{", "@", "1 ", "(":
        text = sign * (200_000 // len(sign))
        assert failed(text, text + "!") == {}


def test_a_table_of_numbers_takes_no_time() -> None:
    numbers = [f"{number}.{number % 97:02d}" for number in range(20_000)]
    assert failed(" | ".join(numbers), " | ".join(numbers[:-5]).replace(".", ",")) == {"numbers-lost": 5}
