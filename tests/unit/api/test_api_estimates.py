"""`assay.estimate`: lists, mappings, frames and files; likeness to other texts; the figures of the command line."""

import json
from pathlib import Path

import pytest

import assay
from assay.cli.main import main
from assay.errors import AssayError

HARBOUR = Path(__file__).parents[3] / "examples" / "harbour"
FILES = {name: HARBOUR / f"{name}.en.txt" for name in ("alder", "drift", "birch")}
SOURCE = HARBOUR / "source.de.txt"


def lines(path: Path) -> list[str]:
    return path.read_text("utf-8").removesuffix("\n").split("\n")


def test_lists_frames_and_files_give_the_figures_of_the_command_line(capsys) -> None:
    pandas = pytest.importorskip("pandas")
    command = ["estimate", "-s", str(SOURCE), str(FILES["alder"]), str(FILES["drift"]), "--format", "json"]
    assert main(command) == 0
    printed = json.loads(capsys.readouterr().out)
    texts = {name: lines(FILES[name]) for name in ("alder", "drift")}
    from_lists = assay.estimate(texts, lines(SOURCE))
    from_files = assay.estimate({name: FILES[name] for name in texts}, SOURCE)
    from_frame = assay.estimate(
        pandas.DataFrame(texts), pandas.Series(lines(SOURCE)), columns={"system": ["alder", "drift"]}
    )
    assert from_lists.to_dict() == from_files.to_dict() == from_frame.to_dict()
    assert str(from_lists) == str(from_files)
    assert printed == assay.estimate({f"{name}.en": FILES[name] for name in texts}, SOURCE).to_dict()
    assert from_lists.likeness["consensus"].score["alder"] == pytest.approx(
        assay.score(texts["alder"], texts["drift"], "chrf").score
    )
    assert len(from_lists.to_pandas("segment")) == 2 * len(texts["alder"])
    assert list(from_lists.to_pandas("consensus").columns)[:1] == ["system"]


def test_pseudo_references_and_round_trips_are_scores_against_them() -> None:
    alder, birch, source = lines(FILES["alder"]), lines(FILES["birch"]), lines(SOURCE)
    back = [text.upper() for text in source]
    result = assay.estimate(
        alder, source, pseudo_references=birch, back_translations=back, consensus="chrf++"
    )
    assert list(result.likeness) == ["pseudo-references", "round-trip"]
    assert (
        result.likeness["pseudo-references"].score["hypotheses"] == assay.score(alder, birch, "chrf++").score
    )
    assert result.likeness["round-trip"].score["hypotheses"] == assay.score(back, source, "chrf++").score
    assert "Round trip" in str(result)
    assert "Pseudo-references" in str(result)
    assert result.plot() is not None


def test_the_command_line_takes_them_from_files(tmp_path, capsys) -> None:
    back = tmp_path / "back.txt"
    back.write_text("\n".join(lines(SOURCE)) + "\n", "utf-8")
    given = ["estimate", "-s", str(SOURCE), str(FILES["alder"]), "-m", "qe"]
    assert main([*given, "--pseudo-reference", str(FILES["birch"]), "--back-translation", str(back)]) == 0
    printed = capsys.readouterr().out
    assert "Pseudo-references" in printed
    assert "100.00" in printed  # the source itself comes back whole
    assert main([*given, "--back-translation", str(back), "--back-translation", str(back)]) == 2
    assert "--back-translation is given 2 times for 1 output;" in capsys.readouterr().err


def test_what_cannot_be_estimated_is_refused() -> None:
    alder = lines(FILES["alder"])
    with pytest.raises(AssayError, match="compared with the source"):
        assay.estimate(alder, metrics="qe", back_translations=alder)
    with pytest.raises(AssayError, match="1 and 66 segments"):
        assay.estimate(alder, lines(SOURCE), pseudo_references=["a"])
    with pytest.raises(AssayError, match="needs references"):
        assay.estimate(alder, lines(SOURCE), metrics="bleu")
    with pytest.raises(AssayError, match="bitext= is given twice"):
        assay.estimate(alder, lines(SOURCE), bitext=("a.txt",))


def test_only_what_has_a_better_end_has_an_arrow() -> None:
    told = str(assay.estimate({"a": ["the ship", "yes"], "b": ["a ship", "yes"]}, ["das Boot", "ja"]))
    assert "target-tokens  " in told
    assert "target-tokens ↑" not in told
    assert "chrF2 ↑" in told
