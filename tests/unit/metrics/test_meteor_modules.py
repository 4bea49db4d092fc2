"""METEOR's further forms: NLTK's, word vectors (METEOR-E), senses chosen by the source (METEOR-WSD), Arabic stems."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate.meteor_score import meteor_score

from assay.data import EvalSet
from assay.errors import DependencyError, InputError, OptionError
from assay.metrics import evaluate, parse_metric
from assay.resources import Resources
from assay.resources.compilation import write_lookup
from assay.resources.installation import add_resource, write_resource
from support import program
from support.metric_scores import stats
from support.small_resources import SYNSETS, hashes, write_small


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "store"
    write_small(str(folder))
    monkeypatch.setenv("ASSAY_RESOURCES", str(folder))
    return folder


class Lemma:
    """A lemma as NLTK's WordNet has it."""

    def __init__(self, word: str) -> None:
        self.word = word

    def name(self) -> str:
        return self.word


class Synset:
    """A synset as NLTK's WordNet has it."""

    def __init__(self, words: list[str]) -> None:
        self.words = words

    def lemmas(self) -> list[Lemma]:
        return [Lemma(word.replace("ship", "Ship")) for word in self.words]


class SmallWordNet:
    """The small WordNet of the tests, in the form in which NLTK asks for it."""

    def synsets(self, word: str) -> list[Synset]:
        return [
            Synset([other for other, numbers in SYNSETS.items() if number in numbers])
            for number in SYNSETS.get(word, [])
        ]


WORDS = ["big", "large", "Boat", "ship", "quick", "fast", "running", "runs", "the", "Cat"]
sentence = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8)


@given(sentence, st.lists(sentence, min_size=1, max_size=2))
def test_nltk(output: list[str], references: list[list[str]]) -> None:
    ours = stats("meteor:version=nltk", [" ".join(output)], [[" ".join(words)] for words in references])
    theirs = meteor_score(references, output, wordnet=SmallWordNet())
    assert ours.each()[0] / 100 == pytest.approx(theirs, abs=1e-12)


def test_nltk_takes_parameters_and_no_other_stems() -> None:
    output, reference = "the quick boat", "a fast boat the"
    ours = stats("meteor:version=nltk,alpha=0.5,beta=1,gamma=0.3", [output], [[reference]])
    theirs = meteor_score(
        [reference.split()], output.split(), alpha=0.5, beta=1, gamma=0.3, wordnet=SmallWordNet()
    )
    assert ours.total() / 100 == pytest.approx(theirs, abs=1e-12)
    assert parse_metric("meteor:version=nltk").label == "METEOR-nltk"
    with pytest.raises(OptionError, match="nltk or none"):
        parse_metric("meteor:version=nltk,stems=snowball")
    with pytest.raises(DependencyError, match="was asked for"):
        parse_metric("meteor:version=nltk,stems=nltk-1.0")


def matched(spec: str, output: str, reference: str, source: str | None = None) -> float:
    column = None if source is None else [source]
    evalset = EvalSet("test", ("es", "en"), column, {"r": [reference]}, None)
    metric = parse_metric(spec)
    rows = evaluate([(evalset, {"system": [output]})], [metric], Resources()).stats[metric, "system"].rows
    return float(rows[0, metric.columns.index("synonym_content_output")])


def test_words_with_like_vectors_match(tmp_path: Path) -> None:
    vectors = tmp_path / "vectors.txt"
    vectors.write_text("ferry 1 0.1\nvessel 1 0.3\nhouse 0 1\n", encoding="utf-8")
    add_resource("vectors-test", str(vectors))
    spec = "meteor:vectors=vectors-test"
    assert matched(spec, "red ferry", "blue vessel") == 1  # cosine 0.98
    assert matched(f"{spec},similarity=0.99", "red ferry", "blue vessel") == 0
    assert matched(spec, "red ferry", "blue house") == 0
    assert matched("meteor", "red ferry", "blue vessel") == 0
    assert matched(f"{spec},synonyms=none", "red ferry big", "blue vessel large") == 1
    assert matched(spec, "red ferry big", "blue vessel large") == 2
    assert parse_metric(spec).label == "METEOR-E"
    with pytest.raises(OptionError, match="no table of word vectors"):
        parse_metric("meteor:vectors=minilm")


def test_the_source_chooses_the_sense(tmp_path: Path) -> None:
    table = tmp_path / "synsets.tsv"
    table.write_text(
        "en\tbank\t1 2\nen\tshore\t1\nen\tlender\t2\nes\torilla\t1\nes\tbanco\t2\n", encoding="utf-8"
    )
    add_resource("synsets-test", str(table))
    spec = "meteor:synonyms=synsets-test,senses=es,text=lower"
    assert matched(spec, "shore", "bank", "orilla") == 1
    assert matched(spec, "lender", "bank", "orilla") == 0
    assert matched(spec, "lender", "bank", "banco") == 1
    assert matched(spec, "lender", "bank", "xyz") == 1  # no sense in common: all of them, as ever
    assert parse_metric(spec).label == "METEOR-WSD"
    with pytest.raises(InputError, match="need the source"):
        matched(spec, "lender", "bank")
    with pytest.raises(OptionError, match="numbers of their own"):
        parse_metric("meteor:synonyms=multiwordnet,senses=fr")


@pytest.mark.parametrize("line", ["en bank 1", "en\tbank\tx", "en\tbank", "en\tbank\t99999999999999999999"])
def test_what_is_no_table_of_synsets_is_refused(tmp_path: Path, line: str) -> None:
    table = tmp_path / "synsets.tsv"
    table.write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 1"):
        add_resource("synsets-test", str(table))


def test_stems_of_a_table() -> None:
    def write(draft: Path) -> None:
        write_lookup(draft, "stems.ar", np.array([ord("A") * 31 + ord("b")], np.uint64), hashes("bb"))

    write_resource("words-stems", write, "1")
    found = stats("meteor:language=ar-bw-red,stems=words-stems,function_words=none", ["Ab ab"], [["bb AB"]])
    told = dict(zip(found.metric.columns, found.rows[0].tolist(), strict=True))
    assert told["stem_content_output"] == 1  # Ab has the stem of bb; case counts
    assert told["exact_content_output"] == 0


def test_a_store_without_the_table_of_stems_says_what_to_do() -> None:
    with pytest.raises(DependencyError, match=r"stems\.ar\.keys\.npy; install it again"):
        stats("meteor:language=ar-bw-red", ["Ab"], [["bb"]])


def test_forms_are_told_by_the_command(tmp_path: Path) -> None:
    run = program.assay("metrics", "meteor:version=nltk", "--language", "en", cwd=tmp_path)
    assert run.returncode == 0, run.stderr
