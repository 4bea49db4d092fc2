"""Glossaries as CSV and TSV."""

from pathlib import Path

import pytest

from assay.data.evalset import Term
from assay.diagnosis.checks.glossary import Wanted, count_terms, missed_terms, wanted_terms
from assay.errors import InputError
from assay.io.units.glossaries import read_glossary


def read(folder: Path, text: str, name: str = "terms.csv") -> list[Term]:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return read_glossary(str(path))


def test_csv_and_tsv(tmp_path: Path) -> None:
    expected = [Term("ferry", ("Fähre", "Fährschiff")), Term("quay, long", ("Kai",))]
    assert read(tmp_path, 'ferry,Fähre|Fährschiff\n"quay, long",Kai\n\n') == expected
    assert read(tmp_path, "ferry\tFähre\nferry\tFährschiff\nquay, long\tKai\n", "terms.tsv") == expected


def test_columns_by_name(tmp_path: Path) -> None:
    text = "id,Target term,Source term,note\n1,Fähre,ferry,x\n"
    assert read(tmp_path, text) == [Term("ferry", ("Fähre",))]


@pytest.mark.parametrize(
    ("text", "message"),
    [("ferry\n", "line 1: a source term"), ("a,b\nferry,\n", "line 2"), ("source,target\n", "no term in it")],
)
def test_what_is_missing_is_said(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(tmp_path, text)


def test_terms_are_whole_words_with_endings_and_the_longest_counts() -> None:
    bank, account, cat = Term("bank", ("Bank",)), Term("bank account", ("Konto",)), Term("cat", ("Katze",))
    wanted = wanted_terms(
        ["Banks and my bank account", "A bank ACCOUNT", "category", ""], [bank, account, cat]
    )
    assert wanted == [Wanted(0, bank), Wanted(0, account), Wanted(1, account)]
    missed = missed_terms(["Banken und Konten", "ein Kontos", "", ""], wanted)
    assert missed == [Wanted(0, account)]
    assert count_terms(missed, 3).tolist() == [1, 0, 0]


def test_scripts_without_blanks() -> None:
    port = Term("港口", ("port", "harbour"))
    wanted = wanted_terms(["渡船离开港口。", "渡船"], [port])
    assert wanted == [Wanted(0, port)]
    assert missed_terms(["The ferry leaves the harbour.", ""], wanted) == []
