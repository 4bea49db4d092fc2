"""The page of `assay report` as a file: what is packed can be read back, nothing is markup, and it is small enough."""

import gzip
import json
import re
from base64 import b64decode, b64encode
from hashlib import sha256
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from assay import kernel
from assay.diagnosis.words.tokens import number_words
from assay.reporting.blocks import Block, Head, Heading, Table
from assay.reporting.page import page, shell
from assay.reporting.page import page as data
from support.assertions import present, untyped
from support.report_pages import diagnosed, page_of

REFERENCE = ["the cat sat on the mat", "a dog barked at 3 cats", "it rained"]
OUTPUTS = {
    "one": ["the cat sat on the mat", "a dogs barked at cats", "it is raining"],
    "two": ["cat the sat on a mat", "the dog barks at 3 cats", "it rained"],
}


def unpacked(text: str) -> Any:
    return json.loads(gzip.decompress(b64decode(text)))


def read_cut(code: str, text: str) -> list[str]:
    """Cut a text into words as the page's script does."""
    if code in ("", "!"):
        return [] if code else data.PLAIN.findall(text)
    words, position, place = [], 0, 0
    while place < len(code):
        if code[place] == "~":
            end = code.index(";", place)
            left, length = map(int, code[place + 1 : end].split(","))
            place = end
        else:
            number = ord(code[place]) - ord("#") - (code[place] > "\\")
            left, length = number % 2, number // 2
        position += left if length else 0
        words.append(text[position : position + length])
        position += length
        place += 1
    return words


@given(
    st.lists(
        st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=120), min_size=1, max_size=5
    )
)
def test_words_are_cut_from_their_texts(texts: list[str]) -> None:
    words = number_words([texts], "none")[0]
    for row, code in enumerate(data.cuts(words, texts, range(len(texts)))):
        assert read_cut(code, texts[row]) == words.at(row)
        assert '"' not in code
        assert "\\" not in code


def test_a_word_that_the_tokeniser_rewrote_has_an_empty_place() -> None:
    texts = ["say &quot;yes&quot; now"]
    words = number_words([texts], "13a")[0]
    assert words.at(0) == ["say", '"', "yes", '"', "now"]
    assert read_cut(data.cuts(words, texts, range(1))[0], texts[0]) == ["say", "", "yes", "", "now"]


def test_plain_words_take_no_room_and_others_do() -> None:
    texts = ["It's 1,000.5 km-long, no?", "a\u3000b", "&amp;", "", "   ", "x 𝒳"]
    codes = data.cuts(number_words([texts], "13a")[0], texts, range(6))
    assert [bool(code) for code in codes] == [False, True, True, False, False, True]


def test_what_is_packed_is_read_back() -> None:
    text = data.packed({"text": "</script>\ud800\0é\u2028"})
    assert re.fullmatch(r"[A-Za-z0-9+/=]+", text)
    assert unpacked(text) == {"text": "</script>\ud800\0é\u2028"}


def test_the_browser_gets_texts_scores_classes_and_buckets() -> None:
    compared, found = diagnosed(
        {"ref": REFERENCE}, OUTPUTS, source=["x", "y", "z"], documents=["d", "d", "e"]
    )
    content = unpacked(data.packed(data.page_content(found, ("two", "one"), range(3))))
    assert content["systems"] == ["one", "two"]
    assert content["pair"] == [1, 0]
    assert content["columns"] == ["source", "r:ref", "s:one", "s:two"]
    assert content["texts"][4:8] == ["y", REFERENCE[1], OUTPUTS["one"][1], OUTPUTS["two"][1]]
    chrf = compared.evaluation.metrics[1]
    each = compared.evaluation.stats[chrf, "two"].each()
    assert content["scores"][1]["of"][1] == [round(10 * score) for score in each.tolist()]
    letters = content["marks"][4]  # of the second segment, before the reference's and the other system's
    classes = [kernel.CLASSES[(ord(letter) - ord("a")) % len(kernel.CLASSES)] for letter in letters]
    row = slice(*found.errors.classified["one"].output.offsets[1:3])
    assert classes == [
        kernel.CLASSES[number] for number in found.errors.classified["one"].outputs.classes[row]
    ]
    documents = next(one for one in content["features"] if one["name"] == "document")
    assert documents["of"] == [[0, 0, 1]]
    digits = next(one for one in content["words"] if one["name"] == "digits")
    number = digits["buckets"].index("number")
    assert [mask >> number & 1 for mask in digits["of"]] == [0, 1, 0]


def test_a_part_of_a_set_has_its_own_segments_only() -> None:
    _, found = diagnosed({"ref": REFERENCE}, OUTPUTS)
    content = data.page_content(found, ("one", "two"), range(1, 3))
    assert (content["first"], content["total"]) == (1, 3)
    texts, marks, cuts = untyped((content["texts"], content["marks"], content["cuts"]))
    assert texts[::3] == REFERENCE[1:]
    assert (len(texts), len(cuts), len(marks)) == (6, 6, 8)


def test_a_score_that_is_not_known_is_null() -> None:
    assert data._whole(np.array([1.26, np.nan, np.inf, -0.4])) == [1, None, None, 0]


def test_only_the_pages_own_script_and_style_may_run() -> None:
    text = page_of(*diagnosed({"ref": REFERENCE}, OUTPUTS), pictures=False)
    policy = present(re.search(r'Content-Security-Policy" content="([^"]*)"', text))[1]
    assert policy.startswith("default-src 'none';")
    style, script = (
        present(re.search(r"<style>(.*?)</style>", text, re.S))[1],
        present(re.search(r"<script>(.*?)</script>", text, re.S))[1],
    )
    for kind, part in (("style", style), ("script", script)):
        assert f"{kind}-src 'sha256-{b64encode(sha256(part.encode()).digest()).decode()}'" in policy
    assert "unsafe" not in policy
    assert "innerHTML" not in script
    assert not re.search(r'(?:src|href)="(?!#)', text)
    assert not re.search(r"\sstyle=|\son\w+=", text)


def test_names_and_texts_are_escaped() -> None:
    bad = '<img src=x onerror="alert(1)">'
    text = page_of(
        *diagnosed({bad: REFERENCE}, {bad + name: column for name, column in OUTPUTS.items()}), pictures=False
    )
    assert "<img" not in text


def test_long_tables_keep_rows_of_every_group() -> None:
    rows = tuple((number, "a" if number < 900 else "b") for number in range(1000))
    short = shell.shortened(Table("t", (Head("n"), Head("system")), rows))
    assert {row[1] for row in short.rows} == {"a", "b"}
    assert len(short.rows) <= shell.MOST_ROWS
    assert "of 1000 rows" in short.notes[-1]
    small = Table("t", (Head("n"),), ((1,),))
    assert shell.shortened(small) is small


def test_sections_can_be_linked_to() -> None:
    blocks: list[Block] = [
        Heading("Title"),
        Heading("Word errors", 2),
        Table("error-rates", (Head("n"),), ((1,),)),
    ]
    text = page.render_page(blocks, page.Browser("", (("a.html", "1 to 2"), ("a-2.html", "3 to 4")), 1))
    assert '<section id="word-errors"' in text
    assert '<a href="#word-errors">' in text
    assert 'id="table-error-rates"' in text
    assert '<a href="a-2.html#segments" aria-current=page>3 to 4</a>' in text
