"""Prism's program against a stand-in with the interface of its package.

Prism itself is a repository and in no index of packages, and its model is not at hand. What the stand-in shares with
the package: names and order of arguments, an array of log-probabilities, words on standard output while it loads, an
exception for a text that is too long, and an exit where it does not know the language.
"""

import sys
from pathlib import Path

import pytest

from assay.errors import DependencyError
from assay.plugins import Plugin
from assay.plugins.addition import add_program
from assay.plugins.checks import check_program
from assay.plugins.programs import ProgramCall
from assay.plugins.requests import Request
from assay.plugins.scoring import score_requests

STAND_IN = """
import logging, os, sys
import numpy as np

class Prism:
    def __init__(self, model_dir, lang, temperature=1.0):
        assert os.path.exists(model_dir + "/checkpoint.pt")
        sys.stdout = open(os.devnull, "w")
        sys.stdout = sys.__stdout__
        print("| [src] dictionary: 64000 types")
        self.temperature = temperature
        if lang not in ("de", "en"):
            logging.getLogger("prism").warning('Language "%s" is unsupported', lang)
            sys.exit(1)

    def score(self, cand, ref=None, src=None, segment_scores=False):
        if not (ref is None) ^ (src is None):
            raise Exception('Must provide exactly one of "ref" or "src"')
        given = src if ref is None else ref
        if any(len(text.split()) > 2000 for text in [*cand, *given]):
            raise Exception("Size of sample #0 is invalid, max_positions=(2000, 2000)")
        apart = [abs(len(one) - len(other)) for one, other in zip(cand, given)]
        scores = -np.array(apart, dtype=np.float32) / self.temperature / (2 if ref is None else 1)
        return scores if segment_scores else np.mean(scores)
"""
SEGMENTS = [("Es regnet.", "It rains.", "It is raining."), ("Ja.", "", "Yes."), ("a b", "word " * 2001, "c")]


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the stand-in and the versions of what it would need where Python finds them, and a model beside."""
    (tmp_path / "prism.py").write_text(STAND_IN, encoding="utf-8")
    for name, version in (("fairseq", "0.9.0"), ("torch", "1.4.0"), ("sentencepiece", "0.1.85")):
        described = tmp_path / f"{name}-{version}.dist-info" / "METADATA"
        described.parent.mkdir()
        described.write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    (tmp_path / "m39v1").mkdir()
    (tmp_path / "m39v1" / "checkpoint.pt").write_bytes(b"1")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


def prism(folder: Path, *options: tuple[str, str]) -> Plugin:
    return add_program("prism", ProgramCall("prism", sys.executable, str(folder / "m39v1"), options, 60))


def test_prism_scores_with_a_reference_and_with_the_source(tmp_path: Path) -> None:
    plugin = prism(tmp_path, ("language", "en"), ("temperature", "2"))
    assert plugin.program == "prism-1 fairseq-0.9.0 torch-1.4.0 sentencepiece-0.1.85"
    answers = score_requests(plugin, [Request(mt, None, ref) for _, mt, ref in SEGMENTS])
    assert [answer.score for answer in answers] == [-2.5, -2, None]
    assert "max_positions" in answers[2].reason
    alone = prism(tmp_path, ("language", "en"), ("reference", "no"))
    assert alone.declaration.inputs == ("source", "hypothesis")
    answers = score_requests(alone, [Request(mt, src) for src, mt, _ in SEGMENTS])
    assert [answer.score for answer in answers] == [-0.5, -1.5, None]


def test_prism_keeps_the_laws_of_plugins(tmp_path: Path) -> None:
    assert not any(check_program(prism(tmp_path, ("language", "de"))).values())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "--set language=CODE"),
        ((("language", "xx"),), r'(?s)ended with exit code 1.*Language "xx" is unsupported'),
        ((("language", "de"), ("colour", "red")), "there is no option colour"),
    ],
)
def test_prism_says_what_is_wrong(tmp_path: Path, options: tuple[tuple[str, str], ...], message: str) -> None:
    with pytest.raises(DependencyError, match=message):
        prism(tmp_path, *options)
