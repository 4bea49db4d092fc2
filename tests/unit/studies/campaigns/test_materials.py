"""Questions and tutorials from files of the user's."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path

import pytest

from assay.errors import AssayWarning, InputError, OptionError
from assay.studies.campaigns import DesignOptions, plan_campaign, protocol_named
from assay.studies.campaigns.materials import tutorial_from_file, with_questions
from assay.studies.campaigns.protocols.protocol_files import chosen_protocol
from assay.studies.campaigns.texts import check_shown, warn_of_empty
from support.campaign_sets import small_texts

QUESTIONS = """
[[question]]
document = "doc-1"
text = "Who?"
kind = "short"
level = "facts"
accepted = ["Ms Ahlers"]
[[question]]
document = "doc-1"
text = "Why?"
kind = "choice"
level = "relations"
accepted = ["A storm"]
choices = ["A storm", "A strike"]
"""
LESSON = """
[[lesson]]
source = "Hunde sind willkommen."
output = "Dogs is welcome."
words = "The verb does not agree with its subject."
[lesson.expected]
score = 80
errors = [{ side = "target", start = 5, end = 7, severity = "minor" }]
"""


def test_questions_come_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "questions.toml"
    path.write_text(QUESTIONS, encoding="utf-8")
    with pytest.warns(AssayWarning, match="no question on 2 documents, which nobody is shown: doc-2, doc-3"):
        texts = with_questions(small_texts(), path)
    assert [question.kind for question in texts.questions["doc-1"]] == ["short", "choice"]
    plan = plan_campaign(texts, protocol_named("comprehension"), DesignOptions())
    assert {item.document for item in plan.items} == {"doc-1"}


def test_documents_without_a_question_are_warned_of(tmp_path: Path) -> None:
    path = tmp_path / "questions.toml"
    path.write_text(QUESTIONS, encoding="utf-8")
    documents = ("doc-1", "a", "a", "b", "c", "d")
    with pytest.warns(AssayWarning, match="no question on 4 documents, .*: a, b, c and others"):
        with_questions(replace(small_texts(6), document=documents), path)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"doc-1"', '"doc-9"', 'question 1: there is no document "doc-9"'),
        ('kind = "short"', 'kind = "long"', "question 1, kind.*long.*choose from choice"),
        ('accepted = ["A storm"]', 'accepted = ["A flood"]', "question 2: give at least two choices"),
        ('accepted = ["Ms Ahlers"]', "accepted = []", "question 1 has no accepted answer"),
        ("[[question]]", "[[queston]]", '"queston" is not recognised'),
    ],
)
def test_an_error_in_questions_says_where(old: str, new: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "questions.toml"
    path.write_text(QUESTIONS.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError, match=words):
        with_questions(small_texts(), path)


def test_a_tutorial_comes_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "lessons.toml"
    path.write_text(LESSON, encoding="utf-8")
    [item] = tutorial_from_file(path, protocol_named("esa"))
    assert item.expected["responses"]["u1"]["score"] == 80
    assert item.units[0].source == "Hunde sind willkommen."
    with pytest.raises(InputError, match=r"lesson 1, score: Give a number from 0 to 6\."):
        tutorial_from_file(path, protocol_named("sqm"))
    with pytest.raises(InputError, match="shows more than one output"):
        tutorial_from_file(path, protocol_named("ranking"))
    path.write_text(LESSON.replace("end = 7", "end = 70"), encoding="utf-8")
    with pytest.raises(InputError, match="lesson 1, errors: A marked error is not inside the text"):
        tutorial_from_file(path, protocol_named("esa"))


def test_a_protocol_is_chosen_by_name_or_file(tmp_path: Path) -> None:
    assert chosen_protocol("esa") is protocol_named("esa")
    with pytest.raises(OptionError, match="there is no protocol"):
        chosen_protocol("isa")
    with pytest.raises(InputError, match=r"mine\.toml"):
        chosen_protocol(str(tmp_path / "mine.toml"))


def test_empty_outputs_are_named() -> None:
    texts = small_texts()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warn_of_empty(texts)
    system, lines = next(iter(texts.outputs.items()))
    lacking = replace(texts, outputs={**texts.outputs, system: (" ", *lines[1:])})
    with pytest.warns(AssayWarning, match=f"1 output is empty .{system}: segment {texts.segments[0]}"):
        warn_of_empty(lacking)
    several = {name: ("",) * len(lines) for name in texts.outputs}
    with pytest.warns(AssayWarning, match=f"^{len(several) * len(lines)} outputs are empty"):
        warn_of_empty(replace(texts, outputs=several))


def test_what_a_protocol_shows_must_be_there() -> None:
    texts = small_texts()
    size = len(texts.source)
    without_source = replace(texts, source=("",) * size)
    bare = replace(without_source, reference=(None,) * size)
    check_shown(without_source, protocol_named("da-mono"))
    check_shown(bare, protocol_named("da-fluency"))
    gone = "and all of it is missing or empty; give the text with"
    for blank in ("", " "):  # a file of empty lines was given, or no file at all
        with pytest.raises(InputError, match=f"esa shows annotators the source, {gone} -s"):
            check_shown(replace(texts, source=(blank,) * size), protocol_named("esa"))
    with pytest.raises(InputError, match=f"da-mono shows annotators the reference, {gone} -r"):
        check_shown(bare, protocol_named("da-mono"))
