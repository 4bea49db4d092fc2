"""Whatever bytes a file of marked errors or pairs holds, its reader returns columns or raises an AssayError."""

import warnings
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import AssayError, AssayWarning
from assay.io.ratings.formats import darr, mqm, seg_rating, wmt25
from assay.io.ratings.registry import read_judgements, recognised, write_judgements

SEEDS = {
    mqm: (
        "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
        "red\tquay\t1\t1\tann\tWait.\tWarte <v>bitte</v>.\tAccuracy/Addition\tMinor\n"
        'blue\tquay\t1\t1\tann\t"Say ""yes""."\tSag ja.\tNo-error\tNo-error\n'
    ),
    seg_rating: (
        'red\t{"errors": [{"start": 2, "end": 5, "category": "style", "severity": "minor", "score": 1.0, '
        '"is_source_error": false}]}\tann\nred\tNone\n'
    ),
    wmt25: (
        '{"scores": {"red": [{"score": 80.0, "errors": [{"start_i": 0, "end_i": 3, "severity": "minor"}], '
        '"annotator": "a"}], "blue": {"human1": 7, "times1": [1, 2]}}, "src_text": "s", "tgt_text": {}, '
        '"doc_id": "en-cs_#_news_#_quay_#_0"}\n'
    ),
    darr: "SID BETTER WORSE chrF\nnews::1 red blue 1\nnews::2 blue red 0\n",
}
PIECES = [
    *("\n", "\t", "\r", " ", '"', '""', "<v>", "</v>", "{", "}", "[", "]", ":", ",", "null", "None", "NaN"),
    *("1e999", "true", "-", "red", "No-error", "HOTW-test", "missing", "\0", "\u2028", "😀", "_#_"),
]


@st.composite
def damaged(draw: st.DrawFn, text: str) -> bytes:
    """Return a text with some stretches replaced."""
    for _ in range(draw(st.integers(0, 3))):
        at, length = draw(st.integers(0, len(text))), draw(st.integers(0, 12))
        text = text[:at] + draw(st.sampled_from(PIECES)) + text[at + length :]
    raw = text.encode()
    return raw if draw(st.booleans()) else raw[: draw(st.integers(0, len(raw)))]


@pytest.mark.parametrize("reader", SEEDS, ids=lambda reader: reader.__name__.rpartition(".")[2])
@given(st.data())
def test_any_bytes_are_read_or_refused_and_what_is_read_comes_back(tmp_path_factory, reader, data):
    raw = data.draw(damaged(SEEDS[reader]))
    path: Path = tmp_path_factory.mktemp("marked") / "any"
    path.write_bytes(raw)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AssayWarning)
        try:
            found = reader.read(str(path))
        except AssayError:
            return
        again = tmp_path_factory.mktemp("marked") / "any"
        written = reader.write(found)
        if written:
            again.write_bytes(written)
            assert reader.write(reader.read(str(again))) == written


NAMES = {mqm: "mqm", seg_rating: "seg-rating", wmt25: "wmt25", darr: "darr"}


@pytest.mark.parametrize("reader", SEEDS, ids=NAMES.values())
def test_each_format_is_told_by_its_first_line_and_comes_back(tmp_path, reader):
    path = tmp_path / "any"
    path.write_bytes(SEEDS[reader].encode())
    assert recognised(str(path)).name == NAMES[reader]
    assert write_judgements(read_judgements(str(path)), NAMES[reader]) == SEEDS[reader]


REAL = {
    "mqm-raw/ted2021.ende.mqm.tsv": "mqm",
    "mqm-raw/wmt23.ende.3raters.tsv": "mqm",
    "wmt23/human-scores/en-de.mqm.merged.seg.rating": "seg-rating",
    "da/wmt20-km-en/published-darr-agree.csv": "darr",
}


@pytest.mark.parametrize("name", REAL)
def test_real_files_are_told_by_their_first_line(name, shared_dir):
    path = shared_dir / "data" / name
    assert recognised(str(path)).name == REAL[name]
    assert write_judgements(read_judgements(str(path)), REAL[name]).encode() == path.read_bytes()
