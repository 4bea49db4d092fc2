"""Models of HTER: edited text beside an output, logs and tables with or without the figure, and what is refused."""

import json

import numpy as np
import pytest

import assay
from assay.cli.main import main
from assay.errors import AssayError
from assay.io import FileOptions
from assay.io.models.combinations import read_combined_model
from assay.meta.reading.postedited import read_postedited

SOURCE = [
    f"das ist {word} satz nummer {number}" for number in range(20) for word in ("ein", "der lange gute alte")
]
OUTPUT = [text.replace("das ist", "this is").replace("satz", "sentence") for text in SOURCE]
# the longer an output, the more of it was changed
EDITED = [text.replace("lange gute alte", "long good old") if "lange" in text else text for text in OUTPUT]


@pytest.fixture
def files(tmp_path):
    paths = {}
    for name, lines in (("src", SOURCE), ("mt", OUTPUT), ("pe", EDITED)):
        paths[name] = str(tmp_path / f"{name}.txt")
        (tmp_path / f"{name}.txt").write_text("\n".join(lines) + "\n", "utf-8")
    return paths


def table(path, rows, columns=("editor", "segment", "system", "source", "mt", "final")):
    path.write_text("\n".join("\t".join(map(str, row)) for row in (columns, *rows)) + "\n", "utf-8")
    return str(path)


def test_hter_of_edited_text_is_that_of_the_metric(files) -> None:
    judged = read_postedited(files["pe"], FileOptions(systems=(files["mt"],), source=files["src"]))
    expected = assay.score(OUTPUT, EDITED, "hter:cap").segments
    assert judged.human.values[0] == pytest.approx(expected)
    assert not judged.human.higher_is_better
    assert list(judged.outputs) == list(judged.human.systems)


def test_a_model_of_effort_is_learnt_and_estimates(files, tmp_path, capsys) -> None:
    model = str(tmp_path / "effort.json")
    command = ["learn", files["pe"], files["mt"], "-s", files["src"], "--hter", "--draws", "20", "-o", model]
    assert main(command) == 0
    card = json.loads((tmp_path / "effort.json").read_text())["card"]
    assert card["judgements"]["name"] == "HTER"
    assert card["figures"][0]["held_out"] > 0.9  # length tells it all here
    estimates = assay.estimate(OUTPUT, SOURCE, f"combined:model={model}").scores.segments["hypotheses"][
        "effort"
    ]
    assert np.corrcoef(estimates, assay.score(OUTPUT, EDITED, "hter").segments)[0, 1] < -0.9
    learnt = assay.learn(files["pe"], files["mt"], sources=files["src"], hter=True, draws=20)
    assert learnt.model.members == read_combined_model(model).members


def test_a_table_of_postedits_brings_its_texts_and_editors_are_averaged(tmp_path) -> None:
    rows = [
        ("ann", 1, "a", "x", "b c", "b c"),
        ("bea", 1, "a", "x", "b c", "b d"),
        ("ann", 2, "a", "y", "e", "e"),
    ]
    rows += [("ann", 1, "b", "x", "b", "b c"), ("ann", 3, "b", "z", "f", "f")]
    judged = read_postedited(table(tmp_path / "log.tsv", rows), FileOptions())
    assert judged.human.systems == ("a", "b")
    assert judged.human.values == pytest.approx(
        np.array([[25.0], [50.0]])
    )  # segment 1 alone has both systems
    assert (judged.evalset.source, judged.outputs) == (["x"], {"a": ["b c"], "b": ["b"]})
    assert [remark.count for remark in judged.remarks if "left out" in remark.kind] == [2]


def test_a_column_of_hter_is_taken_as_it_is(tmp_path) -> None:
    columns = ("editor", "segment", "source", "mt", "hter")
    path = table(tmp_path / "log.tsv", [("ann", 1, "x", "b", 12.5), ("ann", 2, "y", "c", 30)], columns)
    assert read_postedited(path, FileOptions()).human.values.tolist() == [[12.5, 30.0]]


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["-r", "{pe}"], "leave out -r"),
        (["{pe}"], "that of one output"),
        (["-m", "bleu", "-m", "chrf"], "need no reference"),
        (["-m", "qe", "-m", "qe:feature=source-tokens", "--target-lm", "{pe}"], "-m names its own"),
    ],
)
def test_what_does_not_go_with_hter_is_refused(files, capsys, more, words) -> None:
    given = [word.format(**files) for word in more]
    assert main(["learn", files["pe"], files["mt"], "-s", files["src"], "--hter", *given]) == 2
    assert words in capsys.readouterr().err


def test_texts_of_another_length_and_features_without_hter_are_refused(files, tmp_path, capsys) -> None:
    short = tmp_path / "short.txt"
    short.write_text("a\n")
    assert main(["learn", str(short), files["mt"], "-s", files["src"], "--hter"]) == 1
    assert "1 and 40 segments" in capsys.readouterr().err
    with pytest.raises(AssayError, match="no segment has source"):
        read_postedited(
            table(tmp_path / "log.tsv", [("ann", 1, 3)], ("editor", "segment", "seconds")), FileOptions()
        )
    assert main(["learn", files["pe"], files["mt"], "--target-lm", files["pe"]]) == 2
    assert "for --hter" in capsys.readouterr().err
