"""What every command that scores warns of: broken sets constructed from sound ones, and silence on sound sets."""

import json
import random
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from assay.data.evalset import EvalSet, shards
from assay.diagnosis.files.pairing import RUN, RUNS, pair_files, sampled_rows
from assay.diagnosis.files.quick_checks import quick_findings, with_quick_checks
from assay.diagnosis.files.tallies import Tallies
from assay.errors import AssayWarning
from assay.text import Column
from support.program import HARBOUR

Lines = Sequence[str]


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


REFERENCE = lines(HARBOUR / "reference-a.en.txt")
OUTPUT = lines(HARBOUR / "alder.en.txt")
SOURCE = lines(HARBOUR / "source.de.txt")


def warned(
    outputs: Mapping[str, Lines], reference: Lines = REFERENCE, source: Lines | None = None
) -> list[str]:
    """Return what is warned of while a set goes by."""
    evalset = EvalSet("set", ("", ""), source, {"ref": reference}, None)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", AssayWarning)
        assert len(list(with_quick_checks([(evalset, outputs)], '"assay check …"'))) == 1
    return [str(warning.message) for warning in caught]


def test_a_sound_output_is_passed_in_silence() -> None:
    assert warned({"mt": OUTPUT}, source=SOURCE) == []
    assert warned({"mt": Column.of(OUTPUT)}, Column.of(REFERENCE), Column.of(SOURCE)) == []


def test_a_copy_of_the_reference() -> None:
    [message] = warned({"mt": REFERENCE})
    assert message.startswith(
        "mt: every line is identical to the reference ref, so it scores as perfect; give the"
    )
    assert message.endswith('("assay check …" says more)')


def test_long_lines_that_are_the_reference() -> None:
    changed = [
        ref if row % 4 == 0 else out for row, (ref, out) in enumerate(zip(REFERENCE, OUTPUT, strict=True))
    ]
    [message] = warned({"mt": changed})
    assert "of 10 words or more" in message
    assert "are equal to the reference ref, the first is line 5; if the reference was made from" in message


def test_lines_in_another_order() -> None:
    for seed in range(20):
        [message] = warned({"mt": random.Random(seed).sample(OUTPUT, len(OUTPUT))})
        assert "its lines match those of the reference ref no better than other lines" in message


@pytest.mark.parametrize(("at", "way"), [(0, "on"), (20, "on"), (40, "on")])
def test_lines_out_of_step(at: int, way: str) -> None:
    [message] = warned({"mt": [*OUTPUT[:at], *OUTPUT[at + 1 :], OUTPUT[0]]})
    assert "mt: out of step with the reference ref: from about line" in message
    assert f"its lines match those 1 line further {way} better" in message


def test_lines_far_out_of_step() -> None:
    chance = random.Random(1)
    reference = [" ".join(f"word{chance.randrange(300)}" for _ in range(12)) for _ in range(160)]
    output = [" ".join(line.split()[3:]) for line in reference]
    [message] = warned({"mt": [*output[:78], *output[85:], *output[:7]]}, reference)
    assert "from about line 81 on its lines match those of the reference" in message


def test_lines_that_run_behind() -> None:
    [message] = warned({"mt": [*OUTPUT[:10], OUTPUT[9], *OUTPUT[10:-1]]})
    assert "1 line further back" in message


@pytest.mark.parametrize(
    "form", ["{0}. {1}", "{0}\t{1}", "({0}) {1}", "seg-{0}: {1}", "  {0}\t{1}", "{0} ||| {1}"]
)
@pytest.mark.parametrize("start", [0, 1, 501])
def test_numbered_lines(form: str, start: int) -> None:
    numbered = [form.format(number, text) for number, text in enumerate(OUTPUT, start=start)]
    [message] = warned({"mt": numbered})
    assert "lines begin with line numbers" in message
    assert warned({"mt": numbered}, [f"{row}. {text}" for row, text in enumerate(REFERENCE)]) == []


def test_lines_that_begin_with_numbers_of_their_own() -> None:
    assert warned({"mt": ["1914 began", "3 men came", "7 left", "2 stayed"]}, ["A", "B", "C", "D"]) == []


@pytest.mark.parametrize("column", [list, Column.of])
def test_empty_outputs(column) -> None:
    [message] = warned({"mt": column([*OUTPUT[:10], "", " ", *OUTPUT[12:]])})
    assert "mt: 2 of 66 outputs are empty though there is a reference (first: line 11)" in message
    assert warned({"mt": column([*OUTPUT[:10], "", *OUTPUT[11:]])}) == []  # one of 66 may be
    [message] = warned({"mt": ["", "A cat sat.", "It rained."]}, ["A dog.", "The cat sat.", "It rains."])
    assert "1 of 3 outputs is empty" in message


def test_empty_references() -> None:
    [message] = warned({"mt": OUTPUT}, [*REFERENCE[:5], "", *REFERENCE[6:]])
    assert "ref: 1 of 66 references is empty (first: line 6)" in message
    assert warned({"mt": [*OUTPUT[:5], "", *OUTPUT[6:]]}, [*REFERENCE[:5], "", *REFERENCE[6:]]) == []


def test_outputs_that_are_the_source() -> None:
    messages = warned({"mt": [*OUTPUT[:30], *SOURCE[30:40], *OUTPUT[40:]]}, source=SOURCE)
    assert any("are equal to the source (first: line 31)" in message for message in messages)


def test_shards_add_up_to_the_whole() -> None:
    evalset = EvalSet("set", ("", ""), SOURCE, {"ref": REFERENCE}, None)
    outputs = {"mt": [f"{row}. {text}" for row, text in enumerate(OUTPUT)], "copy": REFERENCE}
    whole, parts = Tallies(), Tallies()
    whole.add(evalset, outputs)
    for part in shards(evalset, outputs, 2 * RUN):
        parts.add(*part)
    assert (whole.counts, whole.first, whole.rows) == (parts.counts, parts.first, parts.rows)
    np.testing.assert_array_equal(whole.shared, parts.shared)
    assert whole.pairings["mt", "ref"].z[0] == pytest.approx(parts.pairings["mt", "ref"].z[0])


def test_tallies_of_shards_add_as_if_they_came_one_by_one() -> None:
    """Through JSON and back, as workers send them."""
    rng = random.Random(1)
    systems = {f"s{number}": rng.sample(OUTPUT, len(OUTPUT)) for number in range(6)}
    systems["slipped"] = [*OUTPUT[1:], ""]
    evalset = EvalSet("set", ("", ""), SOURCE, {"ref": REFERENCE, "other": OUTPUT}, None)
    parts = list(shards(evalset, systems, 2 * RUN))
    whole, total = Tallies(), Tallies()
    for part in parts:
        whole.add(*part)
        alone = Tallies()
        alone.add(*part)
        total += Tallies.of(json.loads(json.dumps(alone.plain())))
    assert quick_findings(total) == quick_findings(whole) != []
    assert +whole.counts == +total.counts
    assert whole.first == total.first
    np.testing.assert_array_equal(whole.shared, total.shared)
    assert whole.pairings["slipped", "ref"].astray == total.pairings["slipped", "ref"].astray is not None


def test_the_sample_of_a_shard_is_bounded_and_spread() -> None:
    assert list(sampled_rows(100)) == list(range(100))
    rows = sampled_rows(65_536)
    assert len(rows) == len(set(rows)) == RUN * RUNS
    assert (rows[0], rows[-1]) == (0, 65_535)
    message = warned({"mt": REFERENCE * 10}, REFERENCE * 10)[0]
    assert "every line among the 320 examined is identical" in message


def sound_sets(folder: Path) -> dict[str, tuple[list[str], dict[str, list[str]]]]:
    """Return the sound text sets of the shared folder: references and outputs."""
    wmt23, wmt13 = folder / "wmt23", folder / "rr" / "wmt13-fr-en"
    people = ("refA", "refB", "synthetic_ref")
    sound = {
        f"wmt23 {pair}": (
            lines(wmt23 / "references" / f"{pair}.{name}.txt"),
            {
                path.stem: lines(path)
                for path in sorted((wmt23 / "system-outputs" / pair).glob("*.txt"))
                if path.stem not in people
            },
        )
        for pair, name in (("en-de", "refA"), ("he-en", "refB"))
    }
    sound["wmt13"] = (
        lines(wmt13 / "reference.en.txt"),
        {path.stem: lines(path) for path in (wmt13 / "system-outputs").iterdir()},
    )
    ted = folder / "ted-sk-en"
    sound["ted"] = (
        lines(ted / "ted.ref.eng"),
        {name: lines(ted / f"ted.{name}.eng") for name in ("sys1", "sys2")},
    )
    for pair in sorted((folder / "da-seg").glob("*/*-en")):
        sound[str(pair)] = (lines(pair / "reference.txt"), {"mt": lines(pair / "mt-system.txt")})
    return sound


def test_sound_sets_are_passed_in_silence(shared_dir: Path) -> None:
    for name, (reference, outputs) in sound_sets(shared_dir / "data").items():
        assert (name, warned(outputs, reference)) == (name, [])


def test_a_contaminated_reference_of_wmt23(shared_dir: Path) -> None:
    folder = shared_dir / "data" / "wmt23"
    outputs = {path.stem: lines(path) for path in (folder / "system-outputs" / "he-en").glob("[!r]*.txt")}
    reference = lines(folder / "references" / "he-en.refA.txt")
    [message] = warned(outputs, reference)
    assert message.startswith("ONLINE-B: ")
    assert "score against another reference or leave the system out" in message
    [alone] = warned({"ONLINE-B": outputs["ONLINE-B"]}, reference)
    assert alone.startswith("ONLINE-B: 50 of the 251 lines of 10 words or more")


def test_closeness_is_seen_without_one_equal_line(shared_dir: Path) -> None:
    folder = shared_dir / "data" / "wmt23"
    outputs = {path.stem: lines(path) for path in (folder / "system-outputs" / "he-en").glob("[!r]*.txt")}
    outputs["ONLINE-B"] = [f"{text} So." for text in outputs["ONLINE-B"]]
    [message] = warned(outputs, lines(folder / "references" / "he-en.refA.txt"))
    assert message.startswith("ONLINE-B: unusually close to the reference ref, with which it shares")


def test_lines_of_another_language_are_told_apart_from_12_lines_on() -> None:
    assert pair_files(OUTPUT[:20], REFERENCE[:20]).z[0] > 4
    assert pair_files(OUTPUT[:20], REFERENCE[20:40]).is_unrelated()
    assert not pair_files(OUTPUT[:8], REFERENCE[20:28]).is_unrelated()  # too few to tell


@pytest.mark.parametrize("filler", ["NA", "nan", "None", "null", "#N/A", " <NA> "])
@pytest.mark.parametrize("column", [list, Column.of])
def test_what_programs_write_where_there_is_no_text(filler: str, column) -> None:
    [message] = warned({"mt": column([*OUTPUT[:7], filler, *OUTPUT[8:]])})
    assert "mt: 1 of 66 outputs is a placeholder for missing text" in message
    assert "(first: line 8)" in message
    [message] = warned({"mt": OUTPUT}, column([*REFERENCE[:7], filler, *REFERENCE[8:]]))
    assert "ref: 1 of 66 references is a placeholder" in message
    assert "--missing NA" in message


def test_a_translation_that_is_none() -> None:
    assert warned({"mt": [*OUTPUT, "None"]}, [*REFERENCE, "None"]) == []


def test_lines_that_are_all_alike_are_in_any_order() -> None:
    assert warned({"mt": ["a b c d ."] * 300}, ["a b c d."] * 300) == []
    assert (
        warned({"mt": ["a b c d e f."] * 40 + ["g h i j k l."] * 40}, ["a b c x e f."] * 40 + ["g h y."] * 40)
        == []
    )
