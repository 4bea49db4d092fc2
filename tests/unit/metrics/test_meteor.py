"""METEOR: formulas of every version, modules, resources that are missing or damaged, and the words it pairs."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from assay.data import Array
from assay.errors import DependencyError, OptionError, ResourceMissingError
from assay.metrics import parse_metric, signature_of
from assay.metrics.meaning.meteor.metric import Meteor
from support import program
from support.metric_scores import stats
from support.small_resources import write_small


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "store"
    write_small(str(folder))
    monkeypatch.setenv("ASSAY_RESOURCES", str(folder))
    return folder


def row(matches: int, output: int, reference: int, chunks: int) -> Array:
    columns = Meteor().columns
    told = {
        "length_output": output,
        "length_reference": reference,
        "chunks": chunks,
        "exact_content_output": matches,
        "exact_content_reference": matches,
        "matched_output": matches,
        "matched_reference": matches,
    }
    return np.array([float(told.get(name, 0)) for name in columns])


@pytest.mark.parametrize(
    ("counts", "old", "new"),
    [  # worked by the formulas of Banerjee and Lavie 2005, and of Lavie and Agarwal 2007 for the sum
        ((6, 6, 6, 1), 0.9976851851851852, 0.9367162081329405),
        ((6, 6, 6, 6), 0.5, 0.72),
        ((5, 7, 6, 2), 0.7934426229508197, 0.7020368708286171),
        ((1, 4, 5, 1), 0.1020408163265306, 0.1496881496881497),
        ((3, 3, 9, 3), 0.17857142857142855, 0.27480916030534347),
    ],
)
def test_formulas_of_2005_and_2007(counts: tuple[int, int, int, int], old: float, new: float) -> None:
    for version, score in (("2005", old), ("2007", new)):
        metric = parse_metric(f"meteor:version={version}")
        assert float(metric.score(row(*counts))) / 100 == pytest.approx(score, abs=1e-12)


def matched(spec: str, output: str, reference: str) -> dict[str, float]:
    found = stats(spec, [output], [[reference]])
    return {name: count for name, count in zip(found.metric.columns, found.rows[0], strict=True) if count}


def test_every_module_matches() -> None:
    found = matched("meteor", "The quick boats came too", "the fast ship came as well")
    assert found["exact_content_output"] == 1  # came; the article is a function word
    assert found["exact_function_output"] == 1
    assert found["synonym_content_output"] == 2  # quick, and boats by its base form
    assert (found["paraphrase_content_output"], found["paraphrase_content_reference"]) == (1, 2)


def test_stems_match_where_words_do_not() -> None:
    found = matched("meteor:language=de", "Häusern", "Häuser")
    assert found["stem_content_output"] == 1
    assert "stem_content_output" not in matched("meteor:language=de,stems=none", "Häusern", "Häuser")


def test_the_list_of_function_words_is_the_english_one_unless_told() -> None:
    assert matched("meteor:language=de", "der the", "der the")["function_output"] == 1
    assert matched("meteor:language=de,function_words=own", "der die the", "x")["function_output"] == 2


def test_identical_segments_are_perfect_from_1_5_on() -> None:
    assert stats("meteor", ["the cat came"], [["the cat came"]]).total() == 100
    assert stats("meteor:version=2005", ["the cat came"], [["the cat came"]]).total() < 100


@pytest.mark.parametrize(("output", "reference"), [("", "a"), ("a", ""), ("", ""), ("x", "y"), ("中", "文")])
def test_nothing_in_common_scores_nothing(output: str, reference: str) -> None:
    assert stats("meteor", [output], [[reference]]).total() == 0


def test_the_best_reference_counts() -> None:
    one = stats("meteor", ["the big boat"], [["a ship"], ["the large boat"]])
    assert one.total() == stats("meteor", ["the big boat"], [["the large boat"]]).total()


def test_a_signature_names_the_resources() -> None:
    metric = parse_metric("meteor")
    signature = signature_of(metric, (1, 1))
    assert "stems:snowball-small|synonyms:meteor-en-small|paraphrases:meteor-en-small" in signature
    assert parse_metric(signature) == metric
    with pytest.raises(DependencyError, match="meteor-en-small is installed"):
        parse_metric("meteor:synonyms=meteor-en-9.9")


def test_what_is_missing_is_an_error_and_no_quieter_score(store: Path) -> None:
    shutil.rmtree(store / "snowball")
    with pytest.raises(ResourceMissingError, match="assay resources install snowball"):
        stats("meteor", ["a"], [["a"]])
    assert stats("meteor:stems=none", ["a"], [["a"]]).total() == 100


def test_a_damaged_table_is_an_error(store: Path) -> None:
    part = store / "meteor-en" / "paraphrases.places.npy"
    part.write_bytes(part.read_bytes()[:-8])
    with pytest.raises(DependencyError, match="damaged"):
        stats("meteor", ["a"], [["a"]])


def test_a_table_of_an_older_form_says_to_install_it_again(store: Path) -> None:
    manifest = store / "meteor-en" / "manifest.json"
    told = json.loads(manifest.read_text(encoding="utf-8"))
    del told["files"]["paraphrases.slots.npy"]
    manifest.write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(
        DependencyError, match=r'no file paraphrases.slots.npy; install it again: "assay resources'
    ):
        stats("meteor", ["a"], [["a"]])


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("meteor:language=de,task=adq", "no parameters for task adq"),
        ("meteor:version=2005,task=adq", "no parameters"),
        ("meteor:language=fi,text=norm", "no normaliser for fi"),
        ("meteor:language=sl,stems=snowball", "no stemmer for sl"),
        ("meteor:weights=1 2", "four numbers"),
        ("meteor:alpha=2", "alpha must be"),
    ],
)
def test_what_there_is_not_is_refused(spec: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        parse_metric(spec)


def test_links_are_shown(tmp_path: Path) -> None:
    (tmp_path / "out.txt").write_text("The quick boats came too\n", encoding="utf-8")
    (tmp_path / "ref.txt").write_text("the fast ship came as well\n", encoding="utf-8")
    run = program.assay("align", "out.txt", "-r", "ref.txt", "-m", "meteor", "--format", "tsv", cwd=tmp_path)
    assert run.returncode == 0, run.stderr
    lines = [line.split("\t")[-3:] for line in run.stdout.splitlines()]
    assert ["ship", "boats", "synonym"] in lines
    assert ["as well", "too", "paraphrase"] in lines


def test_a_language_says_what_is_missing(tmp_path: Path, store: Path) -> None:
    shutil.rmtree(store / "snowball")
    run = program.assay("metrics", "meteor", "--language", "de", cwd=tmp_path)
    assert "missing: assay resources install snowball" in run.stdout
    refused = program.assay("metrics", "bleu", "--language", "de", cwd=tmp_path)
    assert refused.returncode == 2
    assert "draws on resources" in refused.stderr
