"""Buckets as the user wants them: own cuts, labels that are numbers, several kinds of labels, source words, n-grams."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.data import EvalSet
from assay.diagnosis import DiagnoseOptions, Diagnosis, diagnose
from assay.diagnosis.corpus import read_knowledge
from assay.diagnosis.options import KnowledgeFiles
from assay.errors import AssayError, InputError, MismatchError, OptionError
from support.assertions import untyped

REFERENCE = ["the old harbour master sails", "a boat", "the boat"]
OUTPUTS = {
    "one": ["the old port master sails", "a boat", "the boat"],
    "two": ["the master", "a ship", "boat"],
}
SOURCE = ["der alte Hafenmeister segelt", "ein Boot", "das Boot"]


def diagnosed(folder: Path, *, words: str | None = None, ngrams: str = "words", **files: object) -> Diagnosis:
    written: dict[str, object] = {}
    for option, value in files.items():
        if option == "cuts":
            written[option] = value
            continue
        assert isinstance(value, dict)
        paths = []
        for name, lines in value.items():
            path = folder / f"{option}-{name}.txt"
            path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            paths.append(f"{name}={path}")
        written[option] = tuple(paths)
    named = untyped(KnowledgeFiles)(**written)
    evalset = EvalSet("set", ("", ""), SOURCE, {"ref": REFERENCE}, None)
    options = DiagnoseOptions(named, tok="none", words=words, segments="segment-length", ngrams=ngrams)
    return diagnose(evalset, OUTPUTS, [], options, knowledge=read_knowledge(named, evalset, list(OUTPUTS)))


def labels(of: dict[str, str] | None = None, at: str = "") -> dict[str, list[str]]:
    """Give every word its length as a label, or what a table says."""
    columns = {"ref": REFERENCE, **OUTPUTS}
    return {
        f"{name}{at}": [
            " ".join((of or {}).get(word, str(len(word))) for word in text.split()) for text in texts
        ]
        for name, texts in columns.items()
    }


def words_of(diagnosis: Diagnosis, feature: str) -> dict[str, int]:
    parts = [
        part for part in diagnosis.buckets.words.words if (part.feature, part.system) == (feature, "one")
    ]
    return {part.bucket: part.reference for part in parts}


def test_cuts_are_those_of_the_user(tmp_path: Path) -> None:
    diagnosis = diagnosed(tmp_path, words="length,reference-frequency", cuts=("length=4,6", "frequency=2"))
    assert words_of(diagnosis, "length") == {"below 4": 4, "4 to 5": 3, "6 or more": 2}
    assert words_of(diagnosis, "reference-frequency") == {"below 2": 5, "2 or more": 4}
    diagnosis = diagnosed(tmp_path, cuts=("segment-length=3",))
    assert diagnosis.buckets.segment_features[0].buckets == ("below 3", "3 or more")


def test_labels_that_are_numbers_can_be_cut(tmp_path: Path) -> None:
    diagnosis = diagnosed(tmp_path, words="label", labels=labels(), cuts=("label=4,6.5",))
    assert words_of(diagnosis, "label") == {"below 4": 4, "4 to 6.5": 4, "6.5 or more": 1}
    with pytest.raises(InputError, match='labels of ref, line 2: "DT" is not a number'):
        diagnosed(tmp_path, words="label", labels=labels({"a": "DT"}), cuts=("label=4",))


def test_several_kinds_of_labels_are_several_features(tmp_path: Path) -> None:
    kinds = labels({"boat": "N"}) | labels({"boat": "vessel", "ship": "vessel"}, "@ner")
    diagnosis = diagnosed(tmp_path, labels=kinds)
    assert words_of(diagnosis, "label")["N"] == words_of(diagnosis, "label@ner")["vessel"] == 2
    assert [
        feature.name for feature in diagnosed(tmp_path, words="label@ner", labels=kinds).buckets.word_features
    ] == ["label@ner"]


def test_ngrams_may_be_of_labels(tmp_path: Path) -> None:
    tags = labels({"the": "DT", "a": "DT", "boat": "NN", "ship": "NN"})
    matches, _ = diagnosed(tmp_path, labels=tags, ngrams="label").ngrams.contrasts["match"]
    over = diagnosed(tmp_path, labels=tags, ngrams="label").ngrams.contrasts["under"]
    assert not any("boat" in contrast.ngram for lists in (matches, *over) for contrast in lists)
    assert {contrast.ngram: contrast.second for contrast in over[1]}[
        "DT NN"
    ] == 1  # "a ship" has the labels of "a boat"


def test_source_words_by_frequency_and_length(tmp_path: Path) -> None:
    links = {"ref": ["0-0 1-1 2-2 2-3 3-4", "0-0 1-1", "0-0 1-1"]}
    diagnosis = diagnosed(tmp_path, links=links, cuts=("source-length=4,10",))
    rows = {
        (part.feature, part.bucket): (part.right, part.words)
        for part in diagnosis.buckets.sources
        if part.system == "two"
    }
    assert rows["source-frequency", "2"] == (1, 2)
    assert rows["source-length", "below 4"] == (2, 3)  # der, ein, das: the last has lost its article
    assert rows["source-length", "10 or more"] == (0, 1)


@pytest.mark.parametrize(
    ("files", "kind", "message"),
    [
        (
            {"links": {"ref": ["0-0", "0-9", "0-0"]}},
            InputError,
            "line 2: 0-9 points beyond 2 source words or 2",
        ),
        ({"links": {"ref": ["0-0"]}}, MismatchError, "1 line, the set has 3 segments"),
        ({"links": {"one": ["0-0"] * 3}}, OptionError, "NAME is one of ref"),
        ({"cuts": ("label=3",)}, OptionError, "there are no such labels"),
        ({"cuts": ("source-length=3",)}, OptionError, "need a word alignment"),
        ({"cuts": ("length=3,3",)}, OptionError, "increasing numbers"),
        ({"cuts": ("case=3",)}, OptionError, "FEATURE is one of"),
    ],
)
def test_what_does_not_fit_is_refused(
    tmp_path: Path, files: dict[str, object], kind: type[AssayError], message: str
) -> None:
    with pytest.raises(kind, match=message):
        untyped(diagnosed)(tmp_path, **files)


def test_a_kind_of_labels_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="give --labels NAME@ner=FILE"):
        diagnosed(tmp_path, words="label@ner")
    with pytest.raises(OptionError, match="choose words or label"):
        DiagnoseOptions(ngrams="tags")
