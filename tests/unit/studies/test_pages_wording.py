"""The words of the pages: the same keys in every language, all that scripts ask for, and frames that hold no text."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from assay.studies.app.failures import WORDS
from assay.studies.pages import INTERFACES, STATIC, interface_wording, message_page, task_page

PLURAL = re.compile(r"\.(zero|one|two|few|many|other)$")
FORMS = {"en": "one other", "de": "one other", "sl": "one two few other", "ar": "zero one two few many other"}
SCRIPTS = sorted((STATIC / "task").glob("*.js"))
LARGEST = 200_000  # bytes of a page, with all that it loads
ASKED = re.compile(r"""(?:say|worded)\((?:[^"`(]*\? )?"([\w.-]+)"|"((?:keys|submit|feedback)\.[\w.]+)\"""")


def bare(keys: object) -> set[str]:
    """Return keys without the forms of plurals."""
    return {PLURAL.sub("", str(key)) for key in keys}  # type: ignore[attr-defined]  # any iterable of keys


@pytest.mark.parametrize("language", INTERFACES)
def test_every_language_says_everything(language: str) -> None:
    english, own = interface_wording("en"), interface_wording(language)
    assert bare(own) == bare(english)
    plurals = {PLURAL.sub("", key) for key in english if key.endswith((".one", ".other"))} - {"skip"}
    for key in plurals:
        assert {form for form in FORMS[language].split() if f"{key}.{form}" in own} == set(
            FORMS[language].split()
        ), key


@pytest.mark.parametrize("language", INTERFACES)
def test_every_language_fills_in_the_same(language: str) -> None:
    def names(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name} - {"count"}

    english = interface_wording("en")
    for key, text in interface_wording(language).items():
        original = english.get(key) or english[f"{PLURAL.sub('', key)}.other"]
        assert names(text) == names(original), key


def test_scripts_say_nothing_that_has_no_words() -> None:
    asked = {
        key
        for path in SCRIPTS
        for match in ASKED.finditer(path.read_text(encoding="utf-8"))
        for key in match.groups()
        if key
    }
    assert len(asked) > 80
    assert asked <= bare(interface_wording("en"))


def test_every_refusal_that_an_annotator_may_see_has_words() -> None:
    elsewhere = {"full", "no-worker", "name-taken", "log-none"}  # pages of their own, admins, other clients
    assert {f"refused.{reason}" for reason in WORDS.keys() - elsewhere} <= interface_wording("en").keys()


@pytest.mark.parametrize("language", ["en", "ar", "de-AT", "xx"])
def test_a_frame_names_its_language_and_direction(language: str) -> None:
    page = task_page(language, title='A <b>"study"</b>', person="p1")
    name = language.partition("-")[0] if language != "xx" else "en"
    assert f'<html lang="{name}" dir="{INTERFACES[name]}" data-person="p1">' in page
    assert "A &lt;b&gt;" in page
    assert "<b>" not in page
    assert not re.search(r"<script(?![^>]*(src=|application/json))|<style|style=| on\w+=", page)


def test_a_page_with_all_that_it_loads_is_light() -> None:
    files = sum(path.stat().st_size for path in (STATIC / "task").iterdir())
    assert files + max(len(task_page(name, title="", person="").encode()) for name in INTERFACES) < LARGEST


def test_a_message_is_a_page_of_its_own() -> None:
    assert "Dieser Link funktioniert nicht" in message_page("de", "unknown")


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_put_no_text_into_markup(path: Path) -> None:
    assert not re.search(
        r"innerHTML|insertAdjacentHTML|outerHTML|document\.write|eval\(", path.read_text(encoding="utf-8")
    )
