"""Numbers, dates and times across locales: what is the same, what is lost, what is added."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.diagnosis.checks.figures import FigureDifference, compare_figures, figures, values


def difference(one: str, other: str) -> FigureDifference:
    return compare_figures(figures(one), figures(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1.234,5 Euro", "1,234.5 euros"),
        ("1\u202f234,5", "1,234.5"),
        ("1 234 567", "1.234.567"),
        ("12\u00a0000 Leute", "12,000 people"),
        ("1'234 Franken", "1,234 francs"),
        ("1,23,456 rupees", "123,456 Rupien"),
        ("0,50 €", "€0.5"),
        ("٣٤٥ كتابا", "345 books"),
        ("१२ किताबें", "12 books"),
        ("١٬٢٣٤٫٥", "1,234.5"),
        ("the 3rd of 12", "der 3. von 12"),
        ("on the 3rd floor", "im dritten Stock"),
        ("2 tribes", "zwei Stämme"),
        ("two tribes", "2 Stämme"),
        ("COVID-19 and H1N1", "H1N1 und COVID-19"),
        ("from 5-10 to 7", "von 5–10 bis 7"),
        ("5 million", "5.000.000"),
        ("3.5 billion people", "3 500 000 000 Menschen"),
        ("192.168.0.1", "192.168.0.1"),
        ("in 2010 300 people", "2010 waren es 300"),
        ("in room 5 100 people", "100 Leute in Zimmer 5"),
        ("at 3:30 pm", "um 15:30 Uhr"),
        ("at 3 p.m.", "um 15 Uhr"),
        ("at 3:30 p.m.", "um 15.30"),
        ("15h30", "3:30 PM"),
        ("noon is 12:00", "Mittag ist 12 Uhr"),
        ("12.05.2023", "2023-05-12"),
        ("12/05/2023", "05/12/2023"),
        ("12.5.23", "May 12, 2023"),
        ("am 12. Mai 2023", "12/05/2023"),
    ],
)
def test_the_same_figures_in_other_habits(one: str, other: str) -> None:
    assert difference(one, other) == FigureDifference()
    assert difference(other, one) == FigureDifference()


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("costs 45 euros", "kostet Euro", FigureDifference(numbers_lost=1)),
        ("costs euros", "kostet 45 Euro", FigureDifference(numbers_added=1)),
        ("12 and 45", "12 und 54", FigureDifference(numbers_lost=1, numbers_added=1)),
        ("30 and 30", "30", FigureDifference(numbers_lost=1)),
        ("1.5", "15", FigureDifference(numbers_lost=1, numbers_added=1)),
        ("5 million", "5 000", FigureDifference(numbers_lost=1, numbers_added=1)),
        ("at 3 pm", "um 16 Uhr", FigureDifference(dates_lost=1, dates_added=1)),
        ("03:30", "15:30", FigureDifference(dates_lost=1, dates_added=1)),
        ("on 12.05.2023", "am Freitag", FigureDifference(dates_lost=1)),
        ("on 31.12.2023", "am 30.12.2023", FigureDifference(dates_lost=1, dates_added=1)),
    ],
)
def test_other_figures(one: str, other: str, expected: FigureDifference) -> None:
    assert difference(one, other) == expected


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        ("1.234", {"1234", "1.234"}),
        ("1,234", {"1234", "1.234"}),
        ("0.125", {"0.125"}),
        ("1.23", {"1.23"}),
        ("1.234.567", {"1234567"}),
        ("1.2.3", {"1.2.3"}),
        ("007", {"7"}),
    ],
)
def test_what_a_number_may_stand_for(number: str, expected: set[str]) -> None:
    assert values(number) == expected


@given(st.text(alphabet="0123456789.,: -/apmhUr\u202f٣", max_size=40))
def test_a_text_loses_nothing_to_itself(text: str) -> None:
    assert difference(text, text) == FigureDifference()


@given(st.text(alphabet="0123456789.,: /ab", max_size=30), st.text(alphabet="0123456789.,: /ab", max_size=30))
def test_what_one_loses_the_other_adds(one: str, other: str) -> None:
    there, back = difference(one, other), difference(other, one)
    assert there.numbers_lost + there.dates_lost == 0 or one != other
    assert bool(there.numbers_lost + there.dates_lost) <= any(map(str.isdigit, one))
    assert bool(back.numbers_lost + back.dates_lost) <= any(map(str.isdigit, other))


@given(st.integers(1, 10**9), st.integers(0, 99))
def test_german_and_english_write_the_same_number(whole: int, part: int) -> None:
    english = f"{whole:,}.{part:02d}"
    german = english.translate(str.maketrans(",.", ".,"))
    assert difference(english, german) == FigureDifference()
