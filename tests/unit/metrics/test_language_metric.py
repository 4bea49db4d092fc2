"""The metric `language`: py3langid's answers, texts without letters, codes, and what is refused."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from py3langid.langid import MODEL_FILE, LanguageIdentifier

from assay.data import EvalSet
from assay.errors import DependencyError, OptionError
from assay.metrics import evaluate, parse_metric, signature_of
from assay.metrics.unreferenced import language
from support.program import HARBOUR

TEXTS = [
    line
    for name in ("alder.en", "source.de")
    for line in (HARBOUR / f"{name}.txt").read_text("utf-8").splitlines()
]


def score(spec: str, outputs: list[str], target: str = "") -> np.ndarray:
    metric = parse_metric(spec)
    evalset = EvalSet("set", ("", target), None, {}, None, ids=[str(row) for row in range(len(outputs))])
    return evaluate([(evalset, {"system": outputs})], [metric]).stats[metric, "system"].each()


def test_answers_are_those_of_py3langid() -> None:
    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    languages = [identifier.classify(text)[0] for text in TEXTS]
    assert {"en", "de"} <= set(languages)
    assert score("language:code=de", TEXTS).tolist() == [100.0 * (each == "de") for each in languages]
    expected = [100 * dict(identifier.rank(text))["de"] for text in TEXTS]
    assert score("language:code=de,measure=probability", TEXTS).tolist() == pytest.approx(expected, rel=1e-12)


def test_text_without_letters_is_in_no_language() -> None:
    texts = ["", "12:30 …", "😀"]
    assert score("language:code=sr", texts).tolist() == [0, 0, 0]
    assert score("language:code=sr,measure=probability", texts).tolist() == [0, 0, 0]


def test_the_set_may_say_which_language() -> None:
    texts = ["Das Schiff liegt seit gestern im Hafen.", "The ship has been in the harbour since yesterday."]
    assert score("language", texts, "de-AT").tolist() == [100, 0]
    assert score("language:code=en", texts, "de").tolist() == [0, 100]
    with pytest.raises(OptionError, match="say which, such as language:code=de"):
        score("language", texts)
    with pytest.raises(OptionError, match="py3langid does not know it"):
        score("language:code=klingon", texts)


def test_versions_and_a_missing_package(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DependencyError, match=r"py3langid-0\.0\.1 is asked for"):
        parse_metric("language:code=de#py3langid-0.0.1")
    assert "|code:de#py3langid-" in signature_of(parse_metric("language:code=de"), (0, 0))
    language._identifier.cache_clear()
    monkeypatch.setitem(sys.modules, "py3langid.langid", None)
    with pytest.raises(DependencyError, match=r"pip install 'mt-assay\[language\]'"):
        score("language:code=de", ["ja"])
