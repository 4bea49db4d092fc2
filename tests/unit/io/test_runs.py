"""Run files: what is written is read back, and what is damaged is refused by name."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from assay.data.results import BucketScore, FindingKey, PairResult, RankRange, Results, SystemScore
from assay.data.runs import VERSION, InputFile, Run, SegmentBuckets, SegmentStatistics
from assay.errors import InputError
from assay.io.runs import fingerprint, read_run, write_run

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
values = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), words
)
trees = st.recursive(
    values, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3)
)
blocks = st.dictionaries(words, trees, max_size=4).map(lambda found: found | {"block": "table"})
matrices = arrays.arrays(
    np.float64,
    st.tuples(st.integers(1, 6), st.integers(1, 4)),
    elements=st.one_of(st.integers(0, 2**33).map(float), st.floats()),
)
inputs = st.builds(
    InputFile, words, st.binary(max_size=4).map(lambda b: hashlib.sha256(b).hexdigest()), st.integers(0)
)
figures = st.none() | st.floats(allow_nan=False, allow_infinity=False)
ranks = st.integers(0, 99)
results = st.builds(
    Results,
    labels=st.dictionaries(words, words, max_size=2),
    scores=st.lists(st.builds(SystemScore, words, words, figures, figures, figures, words), max_size=2).map(tuple),
    pairs=st.lists(
        st.builds(PairResult, words, words, words, figures, figures, figures, figures, figures, words), max_size=2
    ).map(tuple),
    ranks=st.lists(st.builds(RankRange, words, words, ranks, ranks, ranks), max_size=2).map(tuple),
    findings=st.lists(st.builds(FindingKey, words, words, words, words), max_size=2).map(tuple),
    buckets=st.lists(st.builds(BucketScore, words, words, words, words, words, figures), max_size=2).map(tuple),
)  # fmt: skip
runs = st.builds(
    Run,
    results=st.none() | results,
    command=words,
    arguments=st.lists(words, max_size=4).map(tuple),
    options=st.dictionaries(words, trees, max_size=4),
    inputs=st.lists(inputs, max_size=3).map(tuple),
    signatures=st.dictionaries(words, words, max_size=3),
    environment=st.dictionaries(words, words, max_size=3),
    seed=st.none() | st.integers(0, 2**64 - 1),
    started=words,
    seconds=st.floats(0, 1e9),
    code=st.integers(0, 255),
    blocks=st.lists(blocks, max_size=3).map(tuple),
    statistics=st.lists(
        st.builds(SegmentStatistics.of, words, words, matrices), max_size=2
    ).map(tuple),
    buckets=st.lists(
        st.builds(
            SegmentBuckets.of,
            words,
            st.lists(words, min_size=3, max_size=300).map(tuple),
            st.lists(st.integers(0, 2), min_size=1, max_size=9).map(np.array),
        ),
        max_size=2,
    ).map(tuple),
)  # fmt: skip


def written(run: Run, folder: Path) -> str:
    path = folder / "run.json"
    path.write_bytes(write_run(run).encode("utf-8"))
    return str(path)


@settings(max_examples=150, deadline=None)
@given(run=runs)
def test_what_is_written_is_read_back(run: Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert read_run(written(run, tmp_path_factory.mktemp("run"))) == run


@given(rows=matrices)
def test_statistics_are_packed_without_loss(rows: np.ndarray[Any, Any]) -> None:
    back = SegmentStatistics.of("bleu", "a", rows).rows
    assert back.tobytes() == np.ascontiguousarray(rows).tobytes() or np.array_equal(
        back, rows, equal_nan=True
    )
    assert back.shape == rows.shape


def test_counts_take_little_room() -> None:
    rows = np.random.default_rng(1).integers(0, 40, (3000, 10)).astype(float)
    packed = SegmentStatistics.of("bleu", "a", rows)
    assert packed.kind == "<u1"
    assert len(packed.packed) < 30_000


def example() -> Run:
    return Run(
        command="score",
        arguments=("a.txt",),
        options={"reference": ["ref.txt"]},
        inputs=(InputFile("ref.txt", "0" * 64, 3),),
        signatures={"bleu": "bleu|v:1"},
        environment={"assay": "1"},
        seed=7,
        started="2026-01-01T00:00:00Z",
        seconds=0.5,
        code=0,
        blocks=({"block": "table", "name": "scores", "rows": [{"system": "a", "bleu": 1.5}]},),
        statistics=(SegmentStatistics.of("bleu", "a", np.ones((2, 3))),),
        buckets=(SegmentBuckets.of("document", ("x", "y"), np.array([1, 0])),),
    )


@pytest.mark.parametrize(
    "wrong",
    [
        {"scores": [{"system": "a", "metric": "bleu", "score": "high"}]},
        {"ranks": [{"metric": "bleu", "system": "a", "best": -1, "worst": 2, "cluster": 1}]},
        {"findings": [{"kind": "order"}]},
        {"buckets": None},
        {"labels": {"bleu": 1}},
    ],
)
def test_damaged_results_are_refused(wrong: dict[str, object], tmp_path: Path) -> None:
    found = json.loads(write_run(replace(example(), results=Results())))
    found["results"] |= wrong
    path = tmp_path / "run.json"
    path.write_text(json.dumps(found))
    with pytest.raises(InputError, match="damaged run file"):
        read_run(str(path))


def test_what_is_no_number_is_null(tmp_path: Path) -> None:
    score = SystemScore("a", "bleu", float("nan"), float("inf"))
    back = read_run(written(replace(example(), results=Results(scores=(score,))), tmp_path))
    assert back.results == Results(scores=(SystemScore("a", "bleu", None, None),))


REQUIRED = [
    *("command", "arguments", "options", "inputs", "signatures", "environment", "started", "seconds", "code"),
    *("blocks", "statistics"),
]


@pytest.mark.parametrize("name", REQUIRED)
@pytest.mark.parametrize("wrong", [None, True, [1], "absent"])
def test_a_damaged_member_is_named(tmp_path: Path, name: str, wrong: object) -> None:
    path = tmp_path / "run.json"
    found = json.loads(write_run(example()))
    if wrong == "absent":
        del found[name]
    else:
        found[name] = wrong
    path.write_text(json.dumps(found))
    with pytest.raises(InputError, match=f"run.json: damaged run file: {name}"):
        read_run(str(path))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sha256": "0"}, "64 hexadecimal digits"),
        ({"size": -1}, "size is -1"),
        ({"path": 3}, "path is of type int"),
    ],
)
def test_a_damaged_input_is_refused(tmp_path: Path, change: dict[str, object], message: str) -> None:
    found = json.loads(write_run(example()))
    found["inputs"][0] |= change
    (tmp_path / "run.json").write_text(json.dumps(found))
    with pytest.raises(InputError, match=message):
        read_run(str(tmp_path / "run.json"))


def test_statistics_of_more_numbers_than_fit_are_refused(tmp_path: Path) -> None:
    members = json.loads(write_run(example()))
    members["statistics"][0]["shape"] = [1 << 40, 1 << 40]
    (tmp_path / "run.json").write_text(json.dumps(members))
    with pytest.raises(
        InputError, match="the statistics of a run file: it is larger than 256M when unpacked"
    ):
        read_run(str(tmp_path / "run.json"))


@pytest.mark.parametrize(
    "change",
    [
        {"shape": [2, 4]},
        {"shape": [2]},
        {"shape": [0, 3]},
        {"kind": "|O"},
        {"packed": "????"},
        {"packed": "AAAA"},
        {"packed": ""},
    ],
)
def test_damaged_statistics_are_refused(tmp_path: Path, change: dict[str, object]) -> None:
    found = json.loads(write_run(example()))
    found["statistics"][0] |= change
    (tmp_path / "run.json").write_text(json.dumps(found))
    with pytest.raises(InputError, match="damaged run file"):
        read_run(str(tmp_path / "run.json"))


@pytest.mark.parametrize(
    "change",
    [
        {"buckets": ["x"]},
        {"buckets": "xy"},
        {"shape": [1, 2]},
        {"shape": [3, 1]},
        {"kind": "<f8"},
        {"feature": 1},
    ],
)
def test_damaged_buckets_are_refused(tmp_path: Path, change: dict[str, object]) -> None:
    found = json.loads(write_run(example()))
    found["buckets"][0] |= change
    (tmp_path / "run.json").write_text(json.dumps(found))
    with pytest.raises(InputError, match="damaged run file"):
        read_run(str(tmp_path / "run.json"))


def test_a_run_file_from_before_buckets_were_kept_is_read(tmp_path: Path) -> None:
    found = json.loads(write_run(example()))
    del found["buckets"]
    (tmp_path / "run.json").write_text(json.dumps(found))
    assert read_run(str(tmp_path / "run.json")) == replace(example(), buckets=())


def test_masks_say_which_segments_are_in_a_bucket() -> None:
    masks = example().buckets[0].masks()
    assert {name: mask.tolist() for name, mask in masks.items()} == {"x": [False, True], "y": [True, False]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1", "not a run file; write one"),
        ("[]", '"schema": "assay-run"'),
        ('{"schema": 1, "blocks": []}', '"schema": "assay-run"'),
        ('{"schema": "assay-run"}', "version is None"),
        ('{"schema": "assay-run", "version": true}', "version is True"),
        (f'{{"schema": "assay-run", "version": {VERSION + 1}}}', "use a newer Assay"),
        ("[" * 100_000, "not a run file; write one"),
        ('{"schema": "assay-run", "ver', "a run file that is damaged or cut off"),
    ],
)
def test_what_is_no_run_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(InputError, match=message):
        read_run(str(tmp_path / "x.json"))


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_a_file_with_any_member_changed_is_read_or_refused(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    found = json.loads(write_run(example()))
    name = data.draw(st.sampled_from(sorted(found)))
    found[name] = data.draw(trees)
    path = tmp_path_factory.mktemp("run") / "run.json"
    path.write_text(json.dumps(found))
    with suppress(InputError):
        assert isinstance(read_run(str(path)), Run)


def test_members_that_are_not_known_are_passed_over(tmp_path: Path) -> None:
    found = json.loads(write_run(example())) | {"later": 1}
    (tmp_path / "run.json").write_text(json.dumps(found))
    assert read_run(str(tmp_path / "run.json")) == example()


def test_a_fingerprint_is_that_of_the_bytes_on_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"abc")
    assert fingerprint(str(path)) == InputFile(str(path), hashlib.sha256(b"abc").hexdigest(), 3)
    with pytest.raises(InputError, match="standard input"):
        fingerprint("-")


def test_references_are_known_by_file_or_directory() -> None:
    files = (
        InputFile("refs/a", "1" * 64, 1),
        InputFile("refs/b", "0" * 64, 1),
        InputFile("out", "2" * 64, 1),
    )
    run = Run("score", (), {"reference": ["refs/"]}, files, {}, {}, None, "", 0.0, 0, ())
    assert run.references == ("0" * 64, "1" * 64)
    single = Run("score", (), {"reference": ["out"]}, files, {}, {}, None, "", 0.0, 0, ())
    assert single.references == ("2" * 64,)
