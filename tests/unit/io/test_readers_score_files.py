"""Score files of other programs: each form is told by its first line and gives the numbers that stand in it."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import assay
from assay.cli.main import main
from assay.data.scores import Scores
from assay.errors import AssayError, AssayWarning, InputError, OptionError
from assay.io.formats import recognise
from assay.io.opening import Source
from assay.io.scores import own
from assay.io.scores.files import FORMATS, join_scores, read_scores
from assay.io.tables.head import look_at
from assay.metrics.registry import METRICS
from support.assertions import present

LONG = (
    "chrF\tkm-en\tset\tref\tred\twiki\t1\t0.5\n"
    "chrF\tkm-en\tset\tref\tred\twiki\t4\t0.25\n"
    "chrF\tkm-en\tset\tref\tblue\twiki\t1\t0.75\n"
    "TER\tkm-en\tset\tref\tblue\twiki\t1\t-0.5\n"
)
SYSTEMS = "BLEU\tkm-en\tset\tref\tred\t20\nBLEU\tkm-en\tset\tref\tblue\t21.5\n"
WIDE = (
    "system\tsegment\tdoc\tdomain\tCOMET\tter\ttarget\n"
    "red\t1\tx\tnews\t0.5\t3\tHallo\n"
    "blue\t1\tx\tnews\t0.75\tNA\tTag\n"
)
BLANKS = "LP SYSTEM HUMAN BLEU\nkm-en red -0.25 14.5\nkm-en blue 0.5 25\nps-en red 1 2\n"
COMET = {
    "out/red.txt": [
        {"src": "s", "mt": "t", "COMET": 0.5, "errors": []},
        {"src": "s", "mt": "u", "COMET": 0.25},
    ]
}
METRICX = (
    '{"source": "s", "hypothesis": "h", "prediction": 3.5}\n'
    '{"source": "s", "hypothesis": "i", "prediction": 0.5}\n'
)
EVALUATED = (
    '{"system_id": "red", "segment_id": 7, "label": 1.0, "prediction": 3.5}\n'
    '{"system_id": "blue", "segment_id": 7, "label": 2.0, "prediction": 4.5}\n'
)
WMT25 = (
    '{"language_pair": "en-is_IS", "domain": "news", "document_id": "quay", '
    '"metric_scores": {"Kiwi": [0.5, 0.25], "MetricX": [-3, -1.5]}}\n'
    '{"language_pair": "en-is_IS", "domain": "social", "document_id": "pier", "metric_scores": {"Kiwi": [0.75]}}\n'
)


@pytest.fixture
def read(tmp_path: Path):
    def read(text: str, name: str = "scores.txt", **options) -> list[Scores]:
        path = tmp_path / name
        path.write_bytes(text.encode())
        return read_scores(str(path), **options)

    return read


# --- each form ----------------------------------------------------------------------------------------------


def test_scores_of_the_metrics_task(read):
    chrf, ter = read(LONG)
    assert (chrf.name, chrf.systems, chrf.segments) == ("chrF", ("red", "blue"), ("wiki::1", "wiki::4"))
    np.testing.assert_array_equal(chrf.values, [[0.5, 0.25], [0.75, np.nan]])
    assert chrf.document.column() == ["wiki", "wiki"]
    assert chrf.notes == ("pair km-en", "test set set", "reference ref")
    assert ter.values.tolist() == [[-0.5]]
    assert ter.higher_is_better


def test_scores_of_whole_systems_of_the_metrics_task(read):
    [bleu] = read(SYSTEMS)
    assert bleu.systems == ("red", "blue")
    assert bleu.totals.tolist() == [20, 21.5]
    assert bleu.values.shape == (2, 0)


@pytest.mark.parametrize("separator", ["\t", ","])
def test_tables_with_a_column_a_metric(read, separator):
    with pytest.warns(AssayWarning, match="read no scores from the column target"):
        comet, ter = read(WIDE.replace("\t", separator), lower_is_better=["ter"])
    assert (comet.name, comet.systems, comet.segments) == ("COMET", ("red", "blue"), ("1",))
    assert comet.values.tolist() == [[0.5], [0.75]]
    np.testing.assert_array_equal(ter.values, [[3], [np.nan]])
    assert comet.higher_is_better
    assert not ter.higher_is_better
    assert comet.document.column() == ["x"]
    assert comet.domain.column() == ["news"]


def test_a_table_of_systems_has_totals_for_each_pair(read):
    found = {(scores.name, scores.notes): scores for scores in read(BLANKS)}
    assert found["BLEU", ("pair km-en",)].totals.tolist() == [14.5, 25]
    assert found["HUMAN", ("pair ps-en",)].totals.tolist() == [1]
    assert len(found) == 4


def test_without_a_column_of_segments_lines_are_counted(read):
    [found] = read("model\tscore\nred\t1\nblue\t2\nred\t3\nblue\t4\n")
    assert found.segments == ("1", "2")
    assert found.values.tolist() == [[1, 3], [2, 4]]


def test_jsonl_is_a_table_too(read):
    text = (
        '{"system": "red", "segment": 4, "x": 1.5, "note": [1]}\n{"system": "blue", "segment": 4, "y": 2}\n'
    )
    with pytest.warns(AssayWarning, match="column note"):
        x, y = read(text)
    assert x.segments == ("4",)
    np.testing.assert_array_equal(x.values, [[1.5], [np.nan]])
    np.testing.assert_array_equal(y.values, [[np.nan], [2]])


@pytest.mark.parametrize("indent", [None, 4])
def test_comet_writes_json_by_file(read, indent):
    [found] = read(json.dumps(COMET, indent=indent), "comet.json")
    assert (found.name, found.systems, found.segments) == ("COMET", ("red",), ("1", "2"))
    assert found.values.tolist() == [[0.5, 0.25]]


def test_metricx_counts_errors(read):
    [found] = read(METRICX, "green.jsonl")
    assert (found.name, found.systems, found.segments) == ("MetricX", ("green",), ("1", "2"))
    assert found.values.tolist() == [[3.5, 0.5]]
    assert not found.higher_is_better
    [evaluated] = read(EVALUATED)
    assert (evaluated.systems, evaluated.segments) == (("red", "blue"), ("7",))


def test_wmt25_names_segments_as_its_judgements_do(read):
    kiwi, metricx = read(WMT25, "AMI.jsonl")
    assert kiwi.systems == ("AMI",)
    assert kiwi.segments[0] == "en-is_IS_#_news_#_quay_#_0"
    assert kiwi.values.tolist() == [[0.5, 0.25, 0.75]]
    np.testing.assert_array_equal(metricx.values, [[-3, -1.5, np.nan]])
    assert kiwi.domain.column() == ["news", "news", "social"]


def test_averaged_mqm(read, tmp_path):
    text = "system mqm_avg_score seg_id\nred -1.500000 1\nred None 2\nblue -0.000000 1\nblue -2.333333 2\n"
    [found] = read(text)
    np.testing.assert_array_equal(found.values, [[-1.5, np.nan], [0, -2.333333]])
    with pytest.raises(InputError, match="line 2: score 1 is above 0"):
        read("system mqm_avg_score seg_id\nred 1 1\n")


def test_single_files_of_mt_metrics_eval(read):
    [segments] = read("red\t1\nred\tNone\nblue\t2\nblue\t3\n", "BLEU-refA.seg.score")
    assert (segments.name, segments.segments) == ("BLEU-refA", ("1", "2"))
    [systems] = read("red\t1\nblue\t2\n", "BLEU-refA.sys.score")
    assert systems.totals.tolist() == [1, 2]
    [unnamed] = read("red\t1\nblue\t2\n", "bleu.txt")
    assert unnamed.totals.tolist() == [1, 2]


# --- our own output -----------------------------------------------------------------------------------------


@pytest.fixture
def texts(tmp_path: Path) -> list[str]:
    (tmp_path / "ref.txt").write_text("the ferry is late\nwait here\n")
    (tmp_path / "red.txt").write_text("the ferry was late\nwait here\n")
    (tmp_path / "blue.txt").write_text("ferry late\nwait\n")
    return ["-r", *(str(tmp_path / f"{name}.txt") for name in ("ref", "red", "blue"))]


@pytest.mark.parametrize("kind", ["tsv", "json"])
def test_what_assay_score_writes_is_read_back(texts, tmp_path, kind):
    path = tmp_path / "scores"
    main(
        ["score", *texts, "-m", "chrf", "-m", "ter", "--level", "segment", "--format", kind, "-o", str(path)]
    )
    chrf, ter = read_scores(str(path))
    assert (chrf.name, ter.name) == ("chrf", "ter")
    assert chrf.systems == ("red", "blue")
    assert chrf.segments == ("1", "2")
    assert chrf.higher_is_better
    assert not ter.higher_is_better
    assert ter.values.tolist() == [[25, 0], [50, 50]]
    assert chrf.notes[0].startswith("chrf|")


@pytest.mark.parametrize("kind", ["tsv", "json"])
def test_corpus_scores_of_assay_are_totals(texts, tmp_path, kind):
    path = tmp_path / "scores"
    main(["score", *texts, "-m", "wer", "--format", kind, "-o", str(path)])
    [wer] = read_scores(str(path))
    assert wer.values.shape == (2, 0)
    assert present(wer.totals).tolist() == pytest.approx([100 / 6, 50])
    main(["score", *texts, "-m", "wer", "--level", "block:1", "--format", kind, "-o", str(path)])
    [wer] = read_scores(str(path))
    assert wer.segments == ("1", "2")


def test_our_error_metrics_are_known_by_name() -> None:
    assert {name for name, metric in METRICS.items() if not metric.higher_is_better} == own.LOWER_IS_BETTER


@pytest.mark.parametrize("measure", ["perplexity", "logprob", "oov"])
def test_a_language_model_keeps_its_direction(tmp_path: Path, measure: str) -> None:
    model = Path(__file__).parents[2] / "laws" / "model.arpa"
    path = tmp_path / "scores.tsv"
    assay.score({"a": ["the cat"]}, metrics=f"lm:model={model},measure={measure}").save(path)
    (scores,) = read_scores(str(path))
    assert scores.higher_is_better == (measure == "logprob")


# --- several files ------------------------------------------------------------------------------------------


def test_files_of_several_systems_are_put_together(read):
    red, blue = read(METRICX, "red.jsonl"), read(METRICX, "blue.jsonl")
    [found] = join_scores([*red, *blue])
    assert found.systems == ("red", "blue")
    assert found.values.tolist() == [[3.5, 0.5]] * 2
    assert not found.higher_is_better
    with pytest.raises(InputError, match="two files have scores of the same system"):
        join_scores([*red, *red])


def test_segments_and_totals_of_one_metric_are_put_together(read):
    segments = read("red\t1\nred\t3\nblue\t2\nblue\t3\n", "chrF.seg.score")
    systems = read("blue\t2.75\nred\t2.5\n", "chrF.sys.score")
    [found] = join_scores([*segments, *systems])
    assert found.values.tolist() == [[1, 3], [2, 3]]
    assert present(found.totals).tolist() == [2.5, 2.75]


def test_documents_stay_where_all_files_have_them(read):
    first = read("system,segment,doc,m\nred,1,x,1\n", "a.csv")
    second = read("system,segment,doc,m\nred,2,y,1\n", "b.csv")
    [found] = join_scores([*first, *second])
    assert present(found.document).column() == ["x", "y"]
    [mixed] = join_scores([*first, *read("system,segment,m\nred,3,1\n", "c.csv")])
    assert mixed.document is None


# --- what is wrong ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("just some words\n", "not a score file by its first line"),
        ("system\tsegment\tm\nred\t1\t0.5\nred\t1\t0.6\n", 'line 3: a second score of "red" on segment "1"'),
        ("system\tsegment\tm\nred\t1\t0.5\nred\t2\tbad\n", 'line 3, column m: "bad" is not a number'),
        ("system\tsegment\tm\nred\t1\tinf\n", "line 2, column m: inf is not a score"),
        ("system\tsegment\tm\nred\t1\n", "line 2: 2 fields, the header has 3"),
        ("system segment m\nred 1\n", "line 2: 2 fields, the header has 3"),
        ("system\tsegment\tm\n\t1\t2\n", "line 2: no system; fill the cell"),
        ("system\tsegment\tm\n", "a header but no rows"),
        ("system\tsegment\ttext\nred\t1\tHallo\n", "no column holds numbers"),
        (LONG + "chrF\tkm-en\n", "line 5: 2 cells"),
        (SYSTEMS + SYSTEMS, 'line 3: a second score of "red" under BLEU'),
        ("red\t1\nred\t2\nblue\t3\n", '1 scores of the system "blue", the first system has 2 segments'),
        ('{"prediction": "x"}\n', 'line 1: no number under "prediction"'),
        ('{"prediction": 1}\n[]\n', "line 2: not a JSON object"),
        ('{"metric_scores": [1]}\n', 'line 1: "metric_scores" is not an object'),
        ('{"a.txt": [{"mt": "x"}]}\n', "no segment has a score"),
        ('{"a.txt": [{"COMET": 1}, {"mt": "x"}]}\n', r'"a.txt", segment 2: scores \[\], other segments'),
        ('{"a.txt": 1}\n', "no column names the system; found a.txt"),
        ('{"schema": 1, "blocks": []}\n', "no table of scores in it"),
        ("# level: segment\n# m: m|v:1\nsystem\tm\nred\n", "line 4: 1 cell, the header has 2"),
    ],
)
@pytest.mark.filterwarnings("ignore::assay.errors.AssayWarning")
def test_what_cannot_be_read_says_where_and_why(read, text, message):
    with pytest.raises(InputError, match=message):
        read(text)


def test_options_that_do_not_exist(read):
    with pytest.raises(OptionError, match='the form "xls" are not recognised; choose from assay-tsv'):
        read(SYSTEMS, form="xls")
    with pytest.raises(OptionError, match='no metric "TER" to be negated; there are BLEU'):
        read(SYSTEMS, lower_is_better=["TER"])


SEEDS = [LONG, SYSTEMS, WIDE, BLANKS, json.dumps(COMET), METRICX, EVALUATED, WMT25, "red\t1\nred\tNone\n"]


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """Return a score file with a stretch of it replaced."""
    text = draw(st.sampled_from(SEEDS))
    at, length = draw(st.integers(0, 400)), draw(st.integers(0, 30))
    return f"{text[:at]}{draw(st.text(max_size=3))}{text[at + length :]}"


@given(damaged(), st.sampled_from([None, *FORMATS]))
@pytest.mark.filterwarnings("ignore::assay.errors.AssayWarning")
def test_whatever_a_file_holds_scores_come_or_an_error(tmp_path_factory, text, form):
    path = tmp_path_factory.mktemp("fuzz") / "scores.jsonl"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        found = read_scores(str(path), form)
    except AssayError:
        return
    assert all(isinstance(scores, Scores) for scores in found)


def test_forms_are_tried_in_an_order_that_tells_them_apart(tmp_path: Path) -> None:
    expected = ["wmt", "wmt", "table", "table", "comet", "metricx", "metricx", "wmt25", "mtme"]
    path = tmp_path / "scores"
    for text, form in zip(SEEDS, expected, strict=True):
        path.write_text(text)
        told = recognise("scores", look_at(Source.of(path)))
        assert told is not None
        assert told.name == form


# --- real files ---------------------------------------------------------------------------------------------


def test_the_files_of_wmt20(shared_dir: Path) -> None:
    folder = shared_dir / "data" / "da" / "wmt20-km-en"
    for name in ("chrF", "TER"):
        [found] = read_scores(str(folder / f"metric-{name}.seg.score.tsv"))
        assert len(found.systems) == 7
        assert found.notes[0] == "pair km-en"
    published = {scores.name: scores for scores in read_scores(str(folder / "published-sys-scores.csv"))}
    assert len(published) == 32
    assert set(published["chrF"].systems) == set(found.systems)


def test_the_averages_of_ted_talks(shared_dir: Path) -> None:
    path = shared_dir / "data" / "mqm-raw" / "ted2021.ende.avg_seg_scores.tsv"
    [found] = read_scores(str(path))
    assert found.values.shape == (9, 606)
    assert (found.judged.sum(axis=1) == 529).all()


def test_the_variance_of_a_score_is_no_metric(tmp_path: Path) -> None:
    rows = [{"src": "s", "mt": "m", "COMET": 0.5, "variance": 0.1, "mcd_scores": None}]
    (tmp_path / "comet.json").write_text(
        json.dumps({"a.txt": rows, "b.txt": rows}, indent=4), encoding="utf-8"
    )
    [found] = read_scores(str(tmp_path / "comet.json"))
    assert (found.name, found.systems) == ("COMET", ("a", "b"))


def test_what_comet_compare_writes_is_read(tmp_path: Path) -> None:
    info = {
        "model": "wmt22-comet-da",
        "statistical_results": [{"x_name": "out/a.txt"}],
        "source": ["s", "t"],
        "translations": [
            {"name": "out/a.txt", "mt": ["x", "y"], "scores": [0.75, 0.5]},
            {"name": "out/b.txt", "mt": ["x", "y"], "scores": [0.25, 1]},
        ],
    }
    (tmp_path / "c.json").write_text(json.dumps(info, indent=4), encoding="utf-8")
    [found] = read_scores(str(tmp_path / "c.json"))
    assert (found.name, found.systems, found.segments) == ("COMET", ("a", "b"), ("1", "2"))
    assert found.values.tolist() == [[0.75, 0.5], [0.25, 1.0]]
    info["translations"] = [{"name": "out/a.txt", "scores": ["x"]}]
    (tmp_path / "c.json").write_text(json.dumps(info), encoding="utf-8")
    with pytest.raises(InputError, match='translation 1 has no "name" with a list of "scores"'):
        read_scores(str(tmp_path / "c.json"), "comet")
