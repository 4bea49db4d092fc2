"""`assay score --grid` from the user's side: digits, holes, parts, tokenisers, and what is refused."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import ttest_rel

import assay
from assay.cli import main
from assay.comparison import GridColumn, ScoreGrid, leave_out
from assay.comparison.grids import PairSpread, corrected_pairs, spread_pairs
from assay.comparison.macro_averages import BY_LINE, LeftOut, average_spread
from assay.data import EvalSet
from assay.engine import grids
from assay.metrics import Evaluation, Stats, evaluate, parse_metric
from assay.resources import Resources
from support.program import HARBOUR

Main = Callable[..., tuple[int, str, str]]
PATTERNS = ("--grid", "out/{system}/{pair}.txt", "--references", "ref/{target}.txt")
SYSTEMS = ("alder", "birch", "cedar")
DIRECTIONS = {"de-en": (0, 40), "fr-en": (0, 40), "de-nl": (20, 66)}  # which lines stand for a direction


def lines_of(name: str) -> list[str]:
    return (HARBOUR / f"{name}.en.txt").read_text(encoding="utf-8").splitlines()


def write(path: Path, lines: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Main:
    """Run the program in a directory with a grid of three systems and directions."""
    monkeypatch.chdir(tmp_path)
    for direction, (start, end) in DIRECTIONS.items():
        target = direction.split("-")[1]
        write(tmp_path / f"ref/{target}.txt", lines_of("reference-a")[start:end])
        for place, system in enumerate(SYSTEMS):
            shifted = SYSTEMS[(place + (direction == "fr-en")) % 3]  # in French another system is best
            write(tmp_path / f"out/{system}/{direction}.txt", lines_of(shifted)[start:end])

    def call(*words: str) -> tuple[int, str, str]:
        code = main.main(list(words))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def tables(text: str) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of the tables of a JSON answer, by name."""
    blocks = json.loads(text)["blocks"]
    return {block["name"]: block["rows"] for block in blocks if block["block"] == "table"}


def test_every_cell_has_the_digits_of_score(run: Main) -> None:
    metrics = ("-m", "bleu", "-m", "chrf", "-m", "ribes", "-m", "nist")
    code, out, _ = run("score", *PATTERNS, *metrics, "--format", "csv")
    heads, *rows = [line.split(",") for line in out.splitlines()]
    assert code == 0
    assert len(rows) == 9
    for row in rows:
        cell = dict(zip(heads, row, strict=True))
        path, reference = f"out/{cell['system']}/{cell['direction']}.txt", f"ref/{cell['target']}.txt"
        alone = run("score", path, "-r", reference, *metrics, "--format", "csv")[1].splitlines()
        own = dict(zip(alone[0].split(","), alone[1].split(","), strict=True))
        assert {name: cell[name] for name in ("bleu", "chrf", "ribes", "nist")} == {
            name: own[name] for name in ("bleu", "chrf", "ribes", "nist")
        }


def test_processes_and_parts_change_no_digit(run: Main, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("score", *PATTERNS, "-m", "chrf", "-m", "ribes", "--format", "json")
    here = run(*words)[1]
    with monkeypatch.context() as patched:
        patched.setattr(grids, "IN_PROCESS", 0)  # children do the work
        assert run(*words, "--parts", "kept")[1] == here
    written = {path.name: path.stat().st_mtime_ns for path in Path("kept").iterdir()}
    assert len(written) == 9
    assert run(*words, "--parts", "kept")[1] == here
    assert {path.name: path.stat().st_mtime_ns for path in Path("kept").iterdir()} == written
    write(Path("out/alder/de-en.txt"), lines_of("drift")[:40])
    changed = run(*words, "--parts", "kept")[1]
    assert len(list(Path("kept").iterdir())) == 10
    assert changed == run(*words)[1] != here
    merged = json.loads(run("merge", "kept", "--format", "json")[1] or "{}")
    assert not merged  # two texts of one cell are in the folder: merge refuses rather than adds both


def test_holes_are_named_and_favour_nobody(run: Main) -> None:
    Path("out/cedar/fr-en.txt").unlink()
    write(Path("out/alder/de-xx.txt"), ["a"])
    code, out, _ = run("score", *PATTERNS, "-m", "chrf")
    assert code == 0
    assert "3 systems × 3 directions: 8 of 9 outputs" in out
    assert "Missing: cedar has no output for fr-en." in out
    assert "references, sources or documents are missing: de-xx (de-xx: ref/xx.txt)" in out
    assert "over the 2 directions that all systems have" in out
    _, out, err = run("score", *PATTERNS, "-m", "chrf", "--format", "csv")
    assert "Missing: cedar has no output for fr-en." in err
    assert "de-xx" not in out
    result = assay.score_grid("out/{system}/{pair}.txt", "ref/{target}.txt", "chrf")
    both = [at for at, column in enumerate(result.grid.directions) if column.name != "fr-en"]
    expected = result.grid.scores[0][:, both].mean(axis=1)
    assert np.allclose(result.grid.averages(result.grid.metrics[0]), expected, rtol=1e-14)


def test_swaps_and_best_systems(run: Main) -> None:
    code, out, _ = run("score", *PATTERNS, "-m", "chrf", "--format", "json")
    rows = tables(out)
    assert code == 0
    swaps = {(row["ahead"], row["behind"]): row["names"] for row in rows["swaps-chrf"]}
    assert swaps == {("alder", "cedar"): "fr-en*", ("cedar", "birch"): "de-en*, de-nl*"}
    by_direction = {row["direction"]: row for row in rows["grid-chrf"]}
    assert by_direction["de-en"]["best"] == "alder"
    assert by_direction["fr-en"]["best"] == "cedar"
    assert by_direction["de-en"]["swaps"] == 1
    assert by_direction["fr-en"]["swaps"] == 1


def test_macro_averages_are_tested_with_an_error_below_its_bound(run: Main) -> None:
    _, out, _ = run("score", *PATTERNS, "-m", "chrf", "--format", "json")
    rows = tables(out)
    average = {row["system"]: row["chrf"] for row in rows["averages"]}
    for row in rows["average-pairs"]:
        own = [
            each for each in rows["pairs"] if (each["first"], each["second"]) == (row["first"], row["second"])
        ]
        assert len(own) == len(DIRECTIONS)
        assert math.isclose(row["difference"], average[row["first"]] - average[row["second"]], abs_tol=1e-9)
        # De-nl has other lines than the two directions into English, and may share texts with de-en.
        assert 0 < row["error"] < sum(each["error"] for each in own) / len(own)
    assert "On average alder is significantly better than" in run("score", *PATTERNS, "-m", "chrf")[1]


@pytest.mark.parametrize("shared", [True, False])
def test_the_bound_of_macro_averages_of_equal_systems_is_seldom_passed(shared: bool) -> None:
    metric = parse_metric("exact")
    rng = np.random.default_rng(17)
    false_alarms = 0
    for _ in range(300):
        pairs, once = [], rng.normal(size=40)
        for direction in "abcd":  # of the same segments, or each with its own
            differences = once if shared else rng.normal(size=40)
            error = float(differences.std(ddof=1) / math.sqrt(40))
            pairs.append(PairSpread(metric, direction, "x", "y", float(differences.mean()), error, 40))
        columns = tuple(GridColumn(name, {}, 40, (1, 1), (metric,)) for name in "abcd")
        filled = np.ones((2, 4), dtype=bool)
        tested = tuple(corrected_pairs(pairs, [metric], "holm"))
        grid = ScoreGrid((metric,), ("x", "y"), columns, np.zeros((1, 2, 4)), filled, tested)
        (pair,) = grid.average_pairs
        false_alarms += grid.is_significant(pair)
    # 5 % of 300 are 15, with a standard deviation of 3.8; independent directions keep well below.
    assert false_alarms < (27 if shared else 5)
    assert false_alarms > 4 or not shared


@pytest.mark.parametrize("shared", [1.0, 0.5, 0.0])
def test_macro_averages_are_as_sure_as_their_texts_are_different(shared: float) -> None:
    """Six directions of the same forty lines: the error is that of their mean, however far they go together."""
    metric, rng = parse_metric("exact"), np.random.default_rng(18)
    alarms, ratios, once = 0, [], np.ones(40)
    for _ in range(300):
        common = rng.normal(size=40)
        leads = [math.sqrt(shared) * common + math.sqrt(1 - shared) * rng.normal(size=40) for _ in range(6)]
        directions = []
        for lead in leads:
            rows = {"x": np.stack([lead, once], axis=1), "y": np.stack([0 * lead, once], axis=1)}
            stats = {(metric, name): Stats(metric, matrix) for name, matrix in rows.items()}
            evaluation = Evaluation(("x", "y"), (metric,), stats, None, (1, 1), 40)
            directions.append(leave_out(evaluation, np.arange(40), BY_LINE))
        known = average_spread(directions, ["a"] * 6, ("x", "y"), 0)
        mean = 100 * np.mean(leads, axis=0).reshape(20, 2).mean(axis=1)  # in twenty stretches
        assert math.isclose(known.error, float(mean.std(ddof=1)) / math.sqrt(20), rel_tol=1e-9)
        alarms += (
            not known.bounds(float(mean.mean()), 0.95)[0] <= 0 <= known.bounds(float(mean.mean()), 0.95)[1]
        )
        ratios.append(known.error)
    assert 4 < alarms < 27  # of 300 at 5 %, with a standard deviation of 3.8
    if not shared:  # the bound is the root of six times as large
        assert np.mean(ratios) < 0.5 * 100 / math.sqrt(40)


def test_directions_of_other_lengths_are_bounded_where_they_may_share_a_source() -> None:
    one, two = (
        LeftOut(
            BY_LINE, size, (0, 1), False, (1.0, 1.0), {"x": np.array([[1.0, -1.0]]), "y": np.zeros((1, 2))}
        )
        for size in (2, 3)
    )
    apart, bounded, unknown = (
        average_spread([one, two], sources, ("x", "y"), 0).error
        for sources in (["a", "b"], ["a", "a"], ["", "b"])
    )
    assert math.isclose(bounded, math.sqrt(2) * apart)
    assert bounded == unknown


def test_a_pattern_of_documents_is_read_and_kept_in_parts(run: Main) -> None:
    for direction, (start, end) in DIRECTIONS.items():
        write(Path(f"docs/{direction}.txt"), [f"d{row // 8}" for row in range(end - start)])
    words = ("score", *PATTERNS, "-m", "chrf", "--docs", "docs/{pair}.txt", "--format", "json")
    first = run(*words, "--parts", "kept")
    assert first[0] == 0, first[2]
    grid = assay.score_grid(
        "out/{system}/{pair}.txt", "ref/{target}.txt", "chrf", documents="docs/{pair}.txt"
    ).grid
    assert {pair.units for pair in grid.pairs} == {5, 6}
    assert run(*words, "--parts", "kept")[1] == first[1] == run(*words)[1]
    assert "Documents are not known" not in first[1]
    assert "Documents are not known, so segments" in run("score", *PATTERNS, "-m", "chrf")[1].replace(
        "\n  ", " "
    )
    Path("docs/de-nl.txt").unlink()
    _, out, _ = run(*words[:-2])
    assert "references, sources or documents are missing: de-nl (de-nl: docs/de-nl.txt)" in out.replace(
        "\n  ", " "
    )


def test_equal_systems_share_the_lead(run: Main) -> None:
    for direction in DIRECTIONS:
        write(Path(f"out/birch/{direction}.txt"), Path(f"out/alder/{direction}.txt").read_text().splitlines())
    _, out, _ = run("score", *PATTERNS, "-m", "chrf")
    assert out.startswith("alder and birch share the best macro-average over 3 directions: chrF2 ")
    for direction in DIRECTIONS:
        write(Path(f"out/cedar/{direction}.txt"), Path(f"out/alder/{direction}.txt").read_text().splitlines())
    _, out, _ = run("score", *PATTERNS, "-m", "chrf")
    assert out.startswith("All systems have the same macro-average over 3 directions: chrF2 ")


def test_nothing_is_announced_where_there_is_one_system(run: Main) -> None:
    _, out, _ = run("score", "--grid", "out/{system}er/{pair}.txt", *PATTERNS[2:], "-m", "chrf")
    assert out.startswith("ald: chrF2 ")
    assert "What the grid says" not in out


def test_empty_outputs_are_told(run: Main) -> None:
    write(Path("out/birch/fr-en.txt"), [""] * 40)
    code, _, err = run("score", *PATTERNS, "-m", "chrf")
    assert code == 0
    assert "birch fr-en: 40 of 40 outputs are empty though there is a reference (first: line 1)" in err


@pytest.mark.parametrize("small", [1 << 40, 0], ids=["here", "processes"])
def test_warnings_of_files_name_system_and_direction(
    run: Main, monkeypatch: pytest.MonkeyPatch, small: int
) -> None:
    monkeypatch.setattr(grids, "IN_PROCESS", small)
    Path("out/birch/fr-en.txt").unlink()
    Path("out/birch/fr-en.txt").symlink_to(Path("ref/en.txt").resolve())
    code, _, err = run("score", *PATTERNS, "-m", "chrf", "-q")
    assert (code, err) == (0, "")
    code, _, err = run("score", *PATTERNS, "-m", "chrf")
    assert code == 0
    assert "warning: birch fr-en: the output out/birch/fr-en.txt is also a reference" in err


def test_names_with_blanks_and_equals_signs(run: Main) -> None:
    """System "a b" in direction "c-en" is not system "a" in "b c-en", and lr=0.1 is no path."""
    systems, sources = ("a", "a b", "lr=0.1", "lr=0.1 b"), ("c", "b c")
    for system in systems:
        for source in sources:
            write(Path(f"cells/{system}/{source}/en.txt"), lines_of("alder")[:40])
    grid = ("--grid", "cells/{system}/{source}/{target}.txt", "--references", "ref/{target}.txt")
    code, out, err = run("score", *grid, "-m", "chrf", "--format", "csv")
    assert (code, err) == (0, "")
    cells = [tuple(line.split(",")[:2]) for line in out.splitlines()[1:]]
    assert sorted(cells) == sorted((system, f"{source}-en") for system in systems for source in sources)


def test_macro_averages_by_group(run: Main) -> None:
    Path("languages.tsv").write_text("lang\tfamily\nen\tWest\n", encoding="utf-8")
    code, out, err = run("score", *PATTERNS, "-m", "chrf", "--groups", "languages.tsv", "--format", "json")
    (row,) = tables(out)["groups-chrf"]
    cells = {(row["system"], row["direction"]): row["chrf"] for row in tables(out)["scores"]}
    assert code == 0
    assert (row["kind"], row["group"], row["directions"]) == ("family", "West", 2)
    mean = (cells["alder", "de-en"] + cells["alder", "fr-en"]) / 2
    assert math.isclose(row["alder"], mean)
    assert "--groups has no row for nl" in err


def test_a_target_has_a_tokeniser_of_its_own(run: Main) -> None:
    words = ("score", *PATTERNS, "-m", "bleu", "--format", "json")
    usual = {(row["system"], row["direction"]): row["bleu"] for row in tables(run(*words)[1])["scores"]}
    _, out, _ = run(*words, "--target-metric", "nl=bleu:tok=char")
    changed = {(row["system"], row["direction"]): row["bleu"] for row in tables(out)["scores"]}
    assert {cell for cell, score in usual.items() if changed[cell] != score} == {
        (s, "de-nl") for s in SYSTEMS
    }
    alone = run(
        "score", "out/alder/de-nl.txt", "-r", "ref/nl.txt", "-m", "bleu:tok=char", "--format", "json"
    )[1]
    assert tables(alone)["scores"][0]["bleu:tok=char"] == changed["alder", "de-nl"]
    assert "BLEU of de-nl is" in out


def test_blanks_do_not_part_words_everywhere(run: Main) -> None:
    for name in ("out/alder/de-zho_Hans.txt", "ref/zho_Hans.txt"):
        write(Path(name), ["你好。"])
    _, _, err = run("score", *PATTERNS, "-m", "bleu", "-m", "chrf")
    assert "BLEU with tok=13a splits text at blanks, which do not part words in zho_Hans" in err
    _, _, err = run("score", *PATTERNS, "-m", "bleu", "--target-metric", "zho_Hans=bleu:tok=zh")
    assert "splits text" not in err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("--grid", "out/{system}/{pair}.text", *PATTERNS[2:]),
            "no file matches out/*/*.text; the nearest are out/",
        ),
        ((*PATTERNS[:2], "--references", "reff/{target}.txt"), "no file matches reff/*.txt; the nearest are"),
        ((*PATTERNS[:2], "--references", "ref/{domain}.txt"), "{domain} is no field of --grid"),
        (("--grid", "out/alder/de-en.txt", *PATTERNS[2:]), "name the parts that differ in braces"),
        (("--grid", "out/{system/x.txt", *PATTERNS[2:]), "a field is a name in braces"),
        (PATTERNS[:2], "--grid needs references"),
        (PATTERNS[2:], "--references is for --grid"),
        ((*PATTERNS, "out/alder/de-en.txt"), "--grid finds its files by patterns"),
        ((*PATTERNS, "--level", "segment"), "a grid has scores of whole outputs"),
        ((*PATTERNS, "--target-metric", "xx=bleu"), "no direction has the target xx"),
        ((*PATTERNS, "--target-metric", "en=wer"), "wer is none of the metrics"),
        ((*PATTERNS, "--target-metric", "en"), "write TARGETS=METRIC"),
    ],
)
def test_what_is_refused(run: Main, words: tuple[str, ...], told: str) -> None:
    code, out, err = run("score", *words)
    assert code in (1, 2)
    assert not out
    assert told in err


def test_unequal_lengths_name_file_and_direction(run: Main) -> None:
    write(Path("out/birch/fr-en.txt"), lines_of("birch")[:39])
    code, _, err = run("score", *PATTERNS, "--parts", "kept")
    assert code == 1
    assert "error: de-en and 1 more: out/birch/fr-en.txt has 39 lines, reference ref/en.txt has 40" in err


def test_pairs_and_fields_are_told_apart(run: Main) -> None:
    for name in ("out2/de_zh-Hant.news.txt", "ref2/zh-Hant.news.txt"):
        write(Path(name), ["a b c"])
    result = assay.score_grid("out2/{pair}.{domain}.txt", "ref2/{target}.{domain}.txt", "chrf")
    (column,) = result.grid.directions
    assert dict(column.fields) == {"source": "de", "target": "zh-Hant", "domain": "news"}
    assert (column.name, result.grid.systems) == ("de_zh-Hant news", ("system",))


def test_the_jackknife_of_a_mean_is_the_t_test() -> None:
    """Of a metric that is a mean over segments, leaving out one at a time is Student's test of their differences."""
    metric = parse_metric("ribes")
    evalset = EvalSet("set", ("", ""), None, {"reference": lines_of("reference-a")}, None)
    outputs = {system: lines_of(system) for system in ("birch", "cedar")}
    evaluation = evaluate([(evalset, outputs)], [metric], Resources(threads=1))
    (pair,) = corrected_pairs(list(spread_pairs(evaluation, "de-en")), [metric], "none")
    expected = ttest_rel(*(evaluation.stats[metric, system].each() for system in outputs))
    assert math.isclose(pair.p_value, expected.pvalue, rel_tol=1e-6)
    assert math.isclose(pair.difference / pair.error, expected.statistic, rel_tol=1e-6)


def test_the_jackknife_keeps_its_level() -> None:
    """Of two systems that differ by chance alone, it finds about 5 of 100 apart at 0.05."""
    metric, random = parse_metric("bleu"), np.random.default_rng(3)
    evalset = EvalSet("set", ("", ""), None, {"reference": lines_of("reference-a")}, None)
    outputs = {system: lines_of(system) for system in ("birch", "cedar")}
    rows = [evaluate([(evalset, outputs)], [metric]).stats[metric, system].rows for system in outputs]
    alarms = 0
    for _ in range(300):
        coins = random.integers(2, size=(len(rows[0]), 1)).astype(bool)
        swapped = {"a": np.where(coins, *rows), "b": np.where(coins, *rows[::-1])}
        stats = {(metric, name): Stats(metric, each) for name, each in swapped.items()}
        evaluation = Evaluation(("a", "b"), (metric,), stats, None, (1, 1), len(coins))
        (pair,) = corrected_pairs(list(spread_pairs(evaluation, "x")), [metric], "none")
        alarms += pair.p_value < 0.05
    assert 3 <= alarms <= 30  # 15 expected; a 99.9 % range of the binomial, and a little more


def test_the_correction_is_over_the_whole_grid(run: Main) -> None:
    grid = assay.score_grid("out/{system}/{pair}.txt", "ref/{target}.txt", "chrf").grid
    values = sorted(pair.p_value for pair in grid.pairs)
    smallest = min(grid.pairs, key=lambda pair: pair.p_value)
    assert len(values) == 9
    assert smallest.adjusted == min(1.0, 9 * values[0])
    plain = assay.score_grid("out/{system}/{pair}.txt", "ref/{target}.txt", "chrf", correction="none").grid
    assert all(pair.adjusted == pair.p_value for pair in plain.pairs)


def test_sources_by_targets_and_shades(run: Main) -> None:
    write(Path("out/alder/fr-nl.txt"), lines_of("alder")[20:66])
    code, _, _ = run("score", *PATTERNS, "-m", "ter", "-o", "grid.html")
    page = Path("grid.html").read_text(encoding="utf-8")
    assert code == 0
    assert 'id="table-matrix-alder"' in page
    assert "from sources (rows) into targets (columns)" in page
    best = min(
        row["ter"] for row in tables(run("score", *PATTERNS, "-m", "ter", "--format", "json")[1])["scores"]
    )
    assert f'heat9"><b>{best:.2f}</b>' in page  # TER is better the lower it is
