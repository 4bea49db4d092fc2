"""Files of post-edits: every format is recognised and read, and whatever is wrong in a file is said with its place."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.data import READING, PostEdits
from assay.errors import AssayError, AssayWarning, InputError, OptionError
from assay.io import PostEditFiles, open_postedits, read_postedits
from assay.postedit.options import EffortOptions
from assay.postedit.quantities import measure_rows
from support.edit_logs import session, write_records

PER = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<job id="boats-1-pe1" progress="2/2" status="FINISHED">
  <unit id="7" status="FINISHED" type="pe">
    <S producer="own">Das alte Boot \U0001f6a4 ist rot.</S>
    <MT producer="birch">The old boat \U0001f6a4 are red.</MT>
    <annotations revisions="2">
      <annotation r="1">
        <PE producer="anna.birch">The old boat \U0001f6a4 is red.</PE>
        <indicator id="editing" type="time">1m2s,500</indicator>
        <indicator id="letter-keys" type="count">2</indicator>
        <indicator id="digit-keys" type="count">0</indicator>
        <indicator id="white-keys" type="count">0</indicator>
        <indicator id="symbol-keys" type="count">0</indicator>
        <indicator id="navigation-keys" type="count">1</indicator>
        <indicator id="erase-keys" type="count">3</indicator>
        <indicator id="copy-keys" type="count">0</indicator>
        <indicator id="cut-keys" type="count">0</indicator>
        <indicator id="paste-keys" type="count">0</indicator>
        <indicator id="do-keys" type="count">0</indicator>
        <events>
          <flow t="0">EDITING_START</flow>
          <change offset="0" t="40"><in>The old boat \U0001f6a4 are red.</in></change>
          <cursor dot="0" mark="0" t="60"/>
          <command offset="19" t="5000">END</command>
          <change offset="18" t="6000"><out>e</out></change>
          <command offset="18" t="6010">BACKSPACE</command>
          <change offset="17" t="6200"><out>r</out></change>
          <command offset="17" t="6210">BACKSPACE</command>
          <change offset="16" t="6500"><out>a</out></change>
          <command offset="16" t="6510">BACKSPACE</command>
          <keystroke offset="16" t="8510">i</keystroke>
          <change offset="16" t="8520"><in>i</in></change>
          <keystroke offset="17" t="8700">s</keystroke>
          <change offset="17" t="8700"><in>s</in></change>
          <flow t="62500">EDITING_END</flow>
          <flow t="62500">ASSESSING_START</flow>
          <flow t="70000">ASSESSING_END</flow>
        </events>
      </annotation>
      <annotation r="2">
        <PE producer="anna.birch">The old boat \U0001f6a4 is red!</PE>
        <indicator id="editing" type="time">3s,000</indicator>
        <indicator id="letter-keys" type="count">0</indicator>
        <indicator id="symbol-keys" type="count">1</indicator>
        <events>
          <flow t="0">EDITING_START</flow>
          <change offset="0" t="30"><in>The old boat \U0001f6a4 is red.</in></change>
          <keystroke offset="22" t="1500">!</keystroke>
          <change offset="22" t="1500"><out>.</out><in>!</in></change>
          <flow t="3000">EDITING_END</flow>
        </events>
      </annotation>
    </annotations>
  </unit>
  <unit id="8" status="NEW" type="pe"><S producer="own">Ja.</S><MT producer="birch">Yes.</MT></unit>
</job>
"""
XLIFF = """<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="boats" source-language="de" target-language="en" datatype="plaintext"><body>
<trans-unit id="a"><source>Das Boot.</source><target>The boat.</target>
<alt-trans origin="MT"><source>Das Boot.</source><target>The <g id="1">ship</g>.</target></alt-trans></trans-unit>
<trans-unit id="b"><source>Ja.</source><target>Yes.</target></trans-unit>
</body></file></xliff>
"""
XLIFF2 = """<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="de" trgLang="en">
<file id="f"><unit id="u"><mtc:matches xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0">
<mtc:match ref="#s1"><source>Das Boot.</source><target>The ship.</target></mtc:match></mtc:matches>
<segment id="s1"><source>Das Boot.</source><target>The boat.</target></segment></unit></file></xliff>
"""
NOVEL = (
    "id\tsubject\titem\ttasktype\ttranslation_type\tlen_sl_wrd\tedit_time\tk_total\tk_letter\tk_nav\tnp_300\tlp_300\tev_time_ms\n"
    "x-ht-1\tT1\tx1\tht\tht\t4\t10.5\t9\t7\t2\t3\t6000\t10500\n"
    "x-mt1-1\tT2\tx1\tmt1\tpe\t4\t5.5\t3\t1\t2\t1\t2000\t5500\n"
)
DIVEMT = (
    "unit_id\titem_id\tsubject_id\ttask_type\ttranslation_type\tk_total\tevent_time\tedit_time\tn_pause_geq_300\t"
    "len_pause_geq_300\tdoc_id\tsrc_text\tmt_text\ttgt_text\thter\ttgt_len_wrd\n"
    'u1\ti1\tt1\tpe2\tpe\t5\t4000\t4.0\t1\t900\t1\tSie sagt "ja".\t"She says ""no""."\t"She says ""yes""."\t'
    "33.333\t3.0\n"
    "u2\ti1\tt2\tht\tht\t50\t9000\t9.0\t2\t1900\t1\tSie sagt ja.\t\tShe says yes.\t\t3.0\n"
)
KD = (
    "Id\tStudy\tSession\tSL\tTL\tTask\tText\tPart\tTime\tPause\tType\tCur\tChar\tTTseg\n"
    '1\tS\tP01_P1\tde\ten\tP\t1\tP01\t1000\t0\tMdel\t5\t"t"\t1\n'
    '2\tS\tP01_P1\tde\ten\tP\t1\tP01\t2500\t0\tMins\t5\t"d"\t1\n'
    '3\tS\tP01_P1\tde\ten\tP\t1\tP01\t2600\t0\tMins\t6\t"_"\t1\n'
    '4\tS\tP01_P1\tde\ten\tP\t1\tP01\t9000\t0\tAins\t9\t"x"\t2\n'
)
SG = (
    "Id\tStudy\tSession\tSL\tTL\tTask\tText\tPart\tSTseg\tTTseg\tNedit\tDur\tTB1000\tTG1000\tIns\tDel\tTokS\tLenS\tTokT\tLenT\tLenMT\n"
    "1\tS\tP01_P1\tde\ten\tP\t1\tP01\t1\t1\t1\t12000\t3\t7000\t12\t4\t9\t51\t8\t47\t49\n"
    "2\tS\tP02_T1\tde\ten\tT\t1\tP02\t1\t1\t1\t---\t5\t9000\t60\t9\t9\t51\t8\t47\t---\n"
)


def put(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_log_of_pet_is_read_with_texts_counts_and_events(tmp_path: Path) -> None:
    rows = read_postedits(put(tmp_path / "anna.per", PER))
    assert (rows.editor.names, rows.system.names, rows.segment.names) == (("anna",), ("pe1",), ("boats-1:7",))
    assert list(rows.final or ()) == ["The old boat \U0001f6a4 is red!"]
    assert rows.seconds is not None
    assert rows.seconds.tolist() == [65.5]
    assert rows.visits is not None
    assert rows.visits.tolist() == [2]
    assert [remark.kind for remark in rows.remarks] == [READING, "units that nobody has worked on, left out"]
    measured = measure_rows(rows, EffortOptions())
    assert measured.replays.equal.tolist() == [True]
    assert measured.quantities["seconds"].tolist() == [65.5]


def test_keys_and_pauses_of_pet_are_those_of_divemt(tmp_path: Path) -> None:
    """By hand, as `per2metrics` of DivEMT counts: gaps between keystrokes and commands, from 0 in each annotation."""
    measured = measure_rows(read_postedits(put(tmp_path / "anna.per", PER)), EffortOptions())
    assert [column.tolist() for column in measured.pauses_at(300)] == [
        [5],
        pytest.approx([5.0 + 1.01 + 0.3 + 2.0 + 1.5]),
    ]
    assert [column.tolist() for column in measured.pauses_at(1000)] == [
        [4],
        pytest.approx([5.0 + 1.01 + 2.0 + 1.5]),
    ]
    keys = {
        name: measured.quantities[f"keys_{name}"][0] for name in ("letter", "symbol", "navigation", "erase")
    }
    assert keys == {"letter": 2, "symbol": 1, "navigation": 1, "erase": 3}
    assert measured.quantities["keys"].tolist() == [7]


@pytest.mark.parametrize("text", [XLIFF, XLIFF2])
def test_xliff_with_a_proposal_and_a_target(tmp_path: Path, text: str) -> None:
    rows = read_postedits(put(tmp_path / "boats.xlf", text))
    assert (list(rows.mt or ()), list(rows.final or ())) == (["The ship."], ["The boat."])
    assert rows.languages == ("de", "en")
    assert len(rows.remarks) == (2 if text is XLIFF else 1)


def test_xliff_without_proposals_says_what_to_do(tmp_path: Path) -> None:
    bare = re.sub("<alt-trans.*?</alt-trans>", "", XLIFF)
    with pytest.raises(InputError, match=r"no unit has both a proposal .* --mt and --final"):
        read_postedits(put(tmp_path / "boats.xlf", bare))


def test_the_table_of_a_novel(tmp_path: Path) -> None:
    rows = read_postedits(put(tmp_path / "novel.csv", NOVEL))
    assert rows.form == "per2csv"
    assert rows.scratch.tolist() == [True, False]
    assert rows.seconds is not None
    assert rows.seconds.tolist() == [10.5, 5.5]
    assert [column.tolist() for column in rows.pauses[300]] == [[3, 1], [6, 2]]
    assert rows.keys["navigation"].tolist() == [2, 2]
    assert rows.order is not None
    assert rows.order.tolist() == [1, 1]


def test_the_table_of_divemt(tmp_path: Path) -> None:
    rows = read_postedits(put(tmp_path / "main.tsv", DIVEMT))
    assert rows.form == "divemt"
    assert list(rows.mt or ()) == ['She says "no".', None]
    assert list(rows.final or ()) == ['She says "yes".', "She says yes."]
    quantities = measure_rows(rows, EffortOptions()).quantities
    assert 100 * quantities["ter_edits"][0] / quantities["ter_words"][0] == pytest.approx(
        rows.given["hter"][0], abs=1e-3
    )


def test_tables_of_critt(tmp_path: Path) -> None:
    keys = read_postedits(put(tmp_path / "a.kd", KD))
    assert (keys.form, keys.segment.names, keys.editor.names) == ("critt-kd", ("1:1", "1:2"), ("P01",))
    quantities = measure_rows(keys, EffortOptions()).quantities
    assert quantities["keys_letter"].tolist() == [1, 0]
    assert (quantities["keys_white"][0], quantities["keys_erase"][0]) == (1, 1)
    assert quantities["seconds"].tolist() == [1.6, 0]
    assert (quantities["typed"].tolist(), quantities["erased"].tolist()) == ([2, 0], [1, 0])
    segments = read_postedits(put(tmp_path / "a.sg", SG))
    assert segments.form == "critt-sg"
    assert segments.scratch.tolist() == [False, True]
    assert segments.seconds is not None
    assert np.nan_to_num(segments.seconds, nan=-1).tolist() == [12, -1]
    assert [column.tolist() for column in segments.pauses[1000]] == [[2, 4], [7, 9]]


def test_a_table_of_a_spreadsheet_has_decimal_commas(tmp_path: Path) -> None:
    text = "editor;segment;system;mt;final;seconds\nAnna;1;A;x, y;x;12,5\nAnna;2;A;z;z;,5\nAnna;3;A;z;z;NA\n"
    rows = read_postedits(put(tmp_path / "table.csv", text))
    assert rows.seconds is not None
    assert rows.seconds[:2].tolist() == [12.5, 0.5]
    assert np.isnan(rows.seconds[2])


@pytest.mark.parametrize("absent", ["nan", "NaN", "NA", ""])
def test_a_time_that_is_not_known_is_remarked_on(tmp_path: Path, absent: str) -> None:
    table = put(tmp_path / "table.tsv", f"editor\tsegment\tseconds\nAnna\t1\t3\nAnna\t2\t{absent}\n")
    mt, times = put(tmp_path / "mt.txt", "the ship\nyes\n"), put(tmp_path / "times.txt", "3\nnan\n")
    for rows in (read_postedits(table), open_postedits(PostEditFiles(mt=mt, final=mt, times=times))):
        noticed = {remark.kind: (remark.count, remark.places) for remark in rows.remarks}
        line = "line 3" if rows.form == "table" else "line 2"
        assert noticed["rows without a time, in no figure of time"] == (1, (line,))


def test_columns_of_a_table_that_are_not_read_are_named(tmp_path: Path) -> None:
    table = put(tmp_path / "table.tsv", "editor\tsegment\tSystem\ttime\nAnna\t1\tA\t3\n")
    with pytest.warns(AssayWarning, match="not read, for no column has this name: time; names are"):
        read_postedits(table)


@pytest.mark.parametrize("column", ["seconds", "keys", "k_letter"])
def test_less_than_nothing_is_refused(tmp_path: Path, column: str) -> None:
    table = put(tmp_path / "table.tsv", f"editor\tsegment\t{column}\nAnna\t1\t-3\n")
    with pytest.raises(InputError, match=f"line 2, column {column}: -3 is below 0"):
        read_postedits(table)


def test_two_plain_files_with_and_without_times(tmp_path: Path) -> None:
    mt, final = put(tmp_path / "mt.txt", "the ship\nyes\n"), put(tmp_path / "final.txt", "the boat\nyes\n")
    times, source = put(tmp_path / "times.txt", "4.5\nNA\n"), put(tmp_path / "src.txt", "das Boot\nja\n")
    bare = open_postedits(PostEditFiles(mt=mt, final=final))
    assert (bare.seconds, bare.source, list(bare.final or ())) == (None, None, ["the boat", "yes"])
    rows = open_postedits(PostEditFiles(mt=mt, final=final, times=times, source=source))
    quantities = measure_rows(rows, EffortOptions()).quantities
    assert (quantities["ter_edits"].tolist(), quantities["words"].tolist()) == ([1, 0], [2, 1])
    assert quantities["seconds"][0] == 4.5


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "no post-edits; name a log"),
        ({"mt": "mt.txt"}, "--mt and --final go together"),
        ({"logs": ("a.per",), "times": "t"}, "--times is for texts"),
        ({"logs": ("a.per",), "mt": "m", "final": "f"}, "leave out logs"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        open_postedits(PostEditFiles(**options))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"t": [0]}, "line 3: kind is no text of 1 letters"),
        ({"t": [0, 1.5]}, "line 3: t is no list of whole numbers"),
        ({"kind": "oq"}, 'line 3: the letter "q" in kind'),
        ({"at": []}, "line 3: 0 entries in at for 1 changes"),
        ({"ins": [3]}, "line 3: ins is no list of texts"),
        ({"del": [2**70]}, "line 3: del is no list of whole numbers below"),
        ({"clock": "noon"}, "line 3: the clock is no whole number"),
        ({"events": "9"}, 'line 3: events of a unit "9" that was not begun'),
    ],
)
def test_a_damaged_log_is_refused_with_its_line(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    unit, batch = session("cat", [(0, "open"), (5, "type", "letter", 0, 0, "a")])
    with pytest.raises(InputError, match=message):
        read_postedits(write_records(tmp_path / "log.jsonl", unit, {**batch, **change}))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("one two three\n", "not recognised as post-edits"),
        ('{"assay": "post-editing log", "version": 9}\n', "line 1: version 9"),
        ('{"assay": "post-editing log", "version": 1}\n', "a log without any unit"),
        ('{"assay": "post-editing log", "version": 1}\n{"unit": "1"}\n', "line 2: a unit without editor"),
        ('{"assay": "post-editing log", "version": 1}\n{"unit"\n', "line 2: not JSON"),
        ("<job><unit id='1'/></job>", "no unit has an annotation"),
        (NOVEL.replace("10500", "long"), 'line 2, column ev_time_ms: "long" is not a number'),
        (NOVEL.replace("\t5500", ""), "line 3"),
        (PER.replace("1m2s,500", "soon"), '"soon" is no time of PET'),
        (PER.replace('t="5000"', 't="x"'), '"x" is no whole number'),
        (KD.replace("Mdel", "what"), 'line 2: "what" is no type of CRITT'),
        (SG.replace("STseg", "Seg"), "no column STseg, which critt-sg has"),
    ],
)
def test_whatever_is_wrong_is_said_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_postedits(put(tmp_path / "file", text))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=150)
@given(st.sampled_from([PER, XLIFF, NOVEL, DIVEMT, KD, SG]), st.integers(0, 4000), st.binary(max_size=4))
def test_damage_anywhere_is_an_answer_or_an_error_of_ours(
    tmp_path: Path, text: str, place: int, damage: bytes
) -> None:
    data = text.encode("utf-8")
    at = place % len(data)
    path = tmp_path / "file"
    path.write_bytes(data[:at] + damage + data[at + 2 :])
    try:
        rows = read_postedits(str(path))
        measure_rows(rows, EffortOptions(threads=1))
    except AssayError:
        return
    assert isinstance(rows, PostEdits)


def test_a_folder_of_logs_is_read_together(tmp_path: Path) -> None:
    put(tmp_path / "anna.per", PER)
    put(tmp_path / "ben.per", PER.replace("anna.birch", "ben.birch"))
    rows = open_postedits(PostEditFiles(logs=(str(tmp_path),)))
    assert rows.editor.names == ("anna", "ben")
    assert rows.segment.names == ("boats-1:7",)
    assert measure_rows(rows, EffortOptions()).replays.equal.tolist() == [True, True]
