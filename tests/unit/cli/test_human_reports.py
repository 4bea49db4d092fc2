"""What `assay human` says of raters, of times and of positions must follow from the file, and from nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from assay.data import Codes
from assay.human import TASTES, RankOptions, published_weights, rank
from assay.human.ratings.rater_effects import cells_of, fit_crossed_effects
from assay.io import read_judgements
from assay.reporting import Prose
from assay.reporting.tables.human.ranking import human_report
from support.program import HARBOUR, Run

MQM_HEAD = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity"
GRAHAM_HEAD = "HITId\tWorkerId\tInput.src\tInput.trg\tInput.item\thit\tsys_id\trid\ttype\tsid\tscore\ttime"


def block(text: str, name: str) -> list[dict[str, Any]]:
    found = [one for one in json.loads(text)["blocks"] if one.get("name") == name]
    rows: list[dict[str, Any]] = found[0]["rows"] if found else []
    return rows


def mqm_lines(severities: dict[tuple[str, str, int], str]) -> str:
    rows = [
        f"{system}\td\t1\t{segment}\t{rater}\tsource text\ttarget <v>text</v>\tAccuracy\t{severity}"
        for (rater, system, segment), severity in severities.items()
    ]
    return "\n".join([MQM_HEAD, *rows]) + "\n"


def test_raters_of_marked_errors_are_judged_by_the_weighted_scores(inside: Run, tmp_path: Path) -> None:
    given = {
        (rater, system, segment): "Major" if (segment + (system == "red") + shift) % 3 else "Minor"
        for shift, rater in ((0, "ann"), (0, "bob"), (1, "cem"))
        for system in ("red", "blue")
        for segment in range(1, 13)
    }
    (tmp_path / "m.tsv").write_text(mqm_lines(given), encoding="utf-8")
    done = inside("human", "m.tsv", "--show", "raters,agreement", "--draws", "50", "--format", "json")
    assert done.returncode == 0, done.stderr
    raters = {row["rater"]: row for row in block(done.stdout, "raters")}
    own = [-5 if word == "Major" else -1 for (rater, _, _), word in given.items() if rater == "cem"]
    assert raters["cem"]["ratings"] == len(own)
    assert raters["cem"]["mean"] == pytest.approx(np.mean(own))
    assert raters["cem"]["sd"] == pytest.approx(np.std(own, ddof=1))
    [alpha] = [row for row in block(done.stdout, "agreement") if row["measure"] == "alpha-interval"]
    assert alpha["value"]["value"] == pytest.approx(interval_alpha(given))
    assert "scores by the weights marot" in done.stdout


def interval_alpha(given: dict[tuple[str, str, int], str]) -> float:
    """Return Krippendorff's alpha by its definition: observed over expected squared differences of pairs."""
    units: dict[tuple[str, int], list[float]] = {}
    for (_, system, segment), word in given.items():
        units.setdefault((system, segment), []).append(-5.0 if word == "Major" else -1.0)
    values = np.concatenate([np.array(unit) for unit in units.values()])
    within = sum(
        ((np.subtract.outer(unit, unit)) ** 2).sum() / (len(unit) - 1)
        for unit in map(np.array, units.values())
    )
    between = (np.subtract.outer(values, values) ** 2).sum() / (len(values) - 1)
    return float(1 - within / between)


def test_failing_raters_of_marked_errors_can_be_left_out(inside: Run, tmp_path: Path) -> None:
    head = "rater\tsystem\tsegment\tscore\titem\tscheme\tspans"
    heavy, light = (
        json.dumps([{"start": 0, "end": 3, "severity": severity, "category": "x"}])
        for severity in ("major", "minor")
    )
    rows = []
    for rater in ("careful", "careless"):
        for segment in range(1, 31):
            bad = heavy if rater == "careful" else (light, heavy)[segment % 2]
            good = light if rater == "careful" else (heavy, light)[segment % 2]
            rows += [
                f"{rater}\tred\t{segment}\t\tgenuine\tmqm\t{good}",
                f"{rater}\tblue\t{segment}\t\tgenuine\tmqm\t{light}",
                f"{rater}\tred\t{segment}\t\tdegraded\tmqm\t{bad}",
            ]
    (tmp_path / "m.tsv").write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    done = inside("human", "m.tsv", "--show", "ranking", "--without-failed", "--draws", "50")
    assert done.returncode == 0, done.stderr
    assert "Without careless: 90 judgements are left" in done.stdout


def test_times_that_were_not_kept_make_nobody_too_fast(inside: Run, tmp_path: Path) -> None:
    scores = np.random.default_rng(3).integers(0, 101, size=40)
    for name, seconds in (("none", 0), ("known", 1)):
        rows = [
            f'NA\tw1\tde\ten\tad\tNA\t"{system}"\tNA\tSYSTEM\td.{segment}\t{score}\t{seconds if segment else 0}'
            for segment, score in enumerate(scores)
            for system in ("red", "blue")
        ]
        (tmp_path / f"{name}.csv").write_text("\n".join([GRAHAM_HEAD, *rows]) + "\n", encoding="utf-8")
        done = inside("human", f"{name}.csv", "--show", "raters", "--format", "json")
        assert done.returncode == 0, done.stderr
        flags = [row["flag"] for row in block(done.stdout, "flags")]
        assert ("too fast" in flags) == (name == "known")


def test_a_list_of_better_and_worse_says_nothing_of_positions(inside: Run, tmp_path: Path) -> None:
    rows = [f"{n} red blue" if n % 3 else f"{n} blue red" for n in range(60)]
    (tmp_path / "darr.csv").write_text("\n".join(["SID BETTER WORSE", *rows]) + "\n", encoding="utf-8")
    done = inside("human", "darr.csv", "--draws", "50", "--show", "all")
    assert done.returncode == 0, done.stderr
    assert "shown first" not in done.stdout
    shown = inside("human", str(HARBOUR / "rankings.csv"), "--draws", "50", "--show", "all")
    assert "shown first" in shown.stdout
    assert "p = 0.0000" not in shown.stdout


def tidy(rows: Sequence[tuple[str, ...]], head: str = "rater\tsystem\tsegment\tscore") -> str:
    return "\n".join([head, *map("\t".join, rows)]) + "\n"


def rated(score: Callable[[int, int, int], object], raters: int = 3) -> list[tuple[str, ...]]:
    return [
        (f"r{one}", f"s{two}", str(three), str(score(one, two, three)))
        for one in range(raters)
        for two in range(2)
        for three in range(1, 13)
    ]


@pytest.mark.parametrize("score", ["50", "0", "100"])
def test_scores_that_never_vary_are_reported_without_z(inside: Run, tmp_path: Path, score: str) -> None:
    (tmp_path / "same.tsv").write_text(tidy(rated(lambda *_: score)), encoding="utf-8")
    assert inside("human", "same.tsv", "--draws", "50").stdout.startswith(
        "s0 and s1 are not significantly different at 0.05"
    )
    done = inside("human", "same.tsv", "--draws", "50", "--show", "all")
    assert done.returncode == 0, done.stderr
    assert "z: no rater's scores vary, so there are none" in done.stdout
    assert "s0 and s1 are not significantly different at 0.05." in done.stdout
    assert "nan" not in done.stdout


def test_judges_whom_z_leaves_out_are_named(inside: Run, tmp_path: Path) -> None:
    rows = rated(lambda one, two, three: 70 if one == 1 else 10 * two + 3 * three + one)
    (tmp_path / "one.tsv").write_text(tidy(rows), encoding="utf-8")
    done = inside("human", "one.tsv", "--show", "scores", "--draws", "50")
    assert "z: 24 ratings of raters whose scores do not vary, left out (r1: 24 ratings)" in done.stdout


def test_the_mixed_model_follows_confidence_and_correction(inside: Run, tmp_path: Path) -> None:
    rng = np.random.default_rng(8)
    rows = rated(lambda one, two, three: 40 + 5 * one + 4 * two + rng.integers(0, 20))
    (tmp_path / "m.tsv").write_text(tidy(rows), encoding="utf-8")
    columns = [Codes.of([str(row[place]) for row in rows]) for place in range(3)]
    system, rater, segment = columns[1], columns[0], columns[2]
    values = np.array([float(row[3]) for row in rows])
    model = fit_crossed_effects(values, system, rater, segment, more={TASTES: cells_of(rater, system)})
    first = model.systems[int(np.argmax(model.means))]
    freedom = model.freedom(np.array([float(name == first) for name in model.systems]))
    for confidence in ("0.95", "0.8"):
        t = stats.t.ppf((1 + float(confidence)) / 2, freedom)
        asked = ("--confidence", confidence, "--correction", "none", "--show", "scores", "--format", "json")
        done = inside("human", "m.tsv", *asked)
        assert done.returncode == 0, done.stderr
        [best, *_] = block(done.stdout, "human-mixed")
        width = (best["adjusted_mean"]["high"] - best["adjusted_mean"]["value"]) / best["error"]
        assert width == pytest.approx(t, rel=1e-5)
        assert "correction: none" in done.stdout


def test_the_scale_that_was_used_is_the_one_that_raters_are_centred_on(inside: Run, tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    (tmp_path / "s.tsv").write_text(tidy(rated(lambda *_: rng.integers(1, 8))), encoding="utf-8")
    asked = ("--scale", "1-7", "--standardise", "centred", "--show", "ranking", "--format", "json")
    done = inside("human", "s.tsv", *asked)
    assert done.returncode == 0, done.stderr
    means = [row["mean"]["value"] for row in block(done.stdout, "human-ranking")]
    assert np.mean(means) == pytest.approx(4)


def test_a_scale_does_not_turn_ranks_round(inside: Run, tmp_path: Path) -> None:
    head = "srclang,trglang,srcIndex,documentId,segmentId,judgeId,system1Number,system1Id,system2Number,system2Id"
    rows = [f"fr,en,{n},d,{n},j{n % 3},1,good,2,bad,{2 if n % 7 == 0 else 1},9" for n in range(30)]
    text = "\n".join([head + ",system1rank,system2rank", *rows]) + "\n"
    (tmp_path / "r.csv").write_text(text, encoding="utf-8")
    done = inside(
        "human", "r.csv", "--scale", "1-9", "--show", "ranking", "--draws", "50", "--format", "json"
    )
    assert done.returncode == 0, done.stderr
    assert [row["system"] for row in block(done.stdout, "preferences.trueskill")] == ["good", "bad"]


def test_language_pairs_are_never_ranked_together_unasked(inside: Run, tmp_path: Path) -> None:
    rows = [
        f"u{n % 3},s{n // 3 % 2},{n // 6},TGT,eng,{('deu', 'ces')[n // 30]},{(37 * n) % 101}"
        for n in range(60)
    ]
    (tmp_path / "two.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    done = inside("human", "two.csv", "--draws", "50")
    assert (done.returncode, done.stdout) == (1, "")
    assert "2 language pairs: eng-ces (30), eng-deu (30); choose one with --pair" in done.stderr
    (tmp_path / "one.csv").write_text("\n".join(rows[:30]) + "\n", encoding="utf-8")
    chosen = inside("human", "two.csv", "--pair", "eng-deu", "--draws", "50", "--show", "ranking,remarks")
    alone = inside("human", "one.csv", "--pair", "eng-deu", "--draws", "50", "--show", "ranking")
    assert chosen.stdout.startswith(alone.stdout.rstrip())
    assert "judgements of other language pairs, left out" in chosen.stdout
    assert inside("human", "two.csv", "--pair", "all", "--draws", "50").returncode == 0
    for path, pair, words in (
        ("two.csv", "eng-fra", '"eng-fra"; judgements of 2'),
        ("one.csv", "eng-fra", "it names eng-deu"),
    ):
        refused = inside("human", path, "--pair", pair)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert words in refused.stderr
    written = inside("human", "two.csv", "--to", "appraise")
    assert written.stdout == (tmp_path / "two.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("form", "head", "row"),
    [
        (
            "tidy",
            "rater\tsystem\tsegment\tscore\tsource_language\ttarget_language",
            "{r}\t{s}\t{n}\t{x}\ten\t{t}",
        ),
        ("graham", GRAHAM_HEAD, 'H\t{r}\ten\t{t}\tad\tNA\t"{s}"\tNA\tSYSTEM\t{n}\t{x}\t9'),
        (
            "pairs",
            "srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID",
            "en,{t},{n},{n},{r},red,1,blue,2,{n}",
        ),
        (
            "esa",
            "",
            '{{"annotator": "{r}", "system": "{s}", "langs": "en-{t}", "line_id": {n}, "esa_score": {x}, '
            '"esa_spans": []}}',
        ),
    ],
)
def test_the_pair_is_found_in_every_format(
    inside: Run, tmp_path: Path, form: str, head: str, row: str
) -> None:
    rows = [
        row.format(
            r=f"r{n % 2}", s=("red", "blue")[n // 2 % 2], n=n // 4, x=(37 * n) % 101, t=("de", "cs")[n // 40]
        )
        for n in range(80)
    ]
    (tmp_path / "f").write_text("\n".join([*([head] if head else []), *rows]) + "\n", encoding="utf-8")
    refused = inside("human", "f", "--draws", "50")
    assert refused.returncode == 1
    assert "2 language pairs: en-cs (40), en-de (40)" in refused.stderr
    done = inside("human", "f", "--from", form, "--pair", "en-cs", "--draws", "50")
    assert done.returncode == 0, done.stderr


# --- odd files ------------------------------------------------------------------------------------


def remarks(inside: Run, path: str) -> dict[str, str]:
    done = inside("human", path, "--draws", "50", "--show", "remarks", "--format", "json")
    assert done.returncode == 0, done.stderr
    return {row["what"]: row["where"] for row in block(done.stdout, "human-remarks")}


def test_spreadsheets_with_semicolons_and_decimal_commas_are_read(inside: Run, tmp_path: Path) -> None:
    rows = rated(lambda one, two, three: f"{(13 * one + 29 * two + 7 * three) % 90},5")
    text = "".join(";".join(row) + "\r\n" for row in [("rater", "system", "segment", "score"), *rows])
    (tmp_path / "excel.csv").write_bytes(("\ufeff" + text).encode())
    plain = tidy([(*row[:3], row[3].replace(",", ".")) for row in rows])
    (tmp_path / "plain.tsv").write_text(plain, encoding="utf-8")
    done = inside("human", "excel.csv", "--draws", "50")
    assert done.returncode == 0
    assert (
        done.stdout.replace("excel.csv", "plain.tsv") == inside("human", "plain.tsv", "--draws", "50").stdout
    )
    assert done.stderr.count("byte-order mark") == 1
    assert inside("human", "excel.csv", "--to", "tidy-csv", "-q").stdout.replace("\r", "") == text.replace(
        "\r", ""
    )
    for form in ("tidy", "tidy-jsonl"):
        inside("human", "excel.csv", "--to", form, "-o", "other", "-q")
        assert inside("human", "other", "--to", "tidy").stdout.replace("\r", "") == plain


@pytest.mark.parametrize(
    ("header", "separator"),
    [
        ("Rater\tSystem\tSegment\tScore", "\t"),
        ("annotator,mt,id,rating", ","),
        ("sep=;\nEvaluator;MT engine;Seg;DA score", ";"),
        ("A study;;;\n;;;\nAnnotator;Sys;Segment ID;Score 0-100", ";"),
    ],
)
def test_tables_under_other_names_are_ranked_alike(
    inside: Run, tmp_path: Path, header: str, separator: str
) -> None:
    rows = rated(lambda one, two, three: (13 * one + 29 * two + 7 * three) % 90)
    (tmp_path / "plain.tsv").write_text(tidy(rows), encoding="utf-8")
    text = "\n".join([header, *(separator.join(map(str, row)) for row in rows), ""])
    (tmp_path / "other.csv").write_text(text, encoding="utf-8")
    done = inside("human", "other.csv", "--draws", "50", "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    plain = inside("human", "plain.tsv", "--draws", "50", "--format", "json")
    assert block(done.stdout, "human-ranking") == block(plain.stdout, "human-ranking")
    assert "How the file was read" in inside("human", "other.csv", "--show", "ranking").stdout


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,b,c\n1,2,3\n", 'it has the columns "a", "b", "c"; which is the rater and which the system'),
        ("sep=;\nx\n", "neither a known format of judgements"),
        ("red\t-0.5\nx\n", "line 2: not SYSTEM<TAB>SCORE"),
        ("rater\tsystem\tsegment\tscore\ra\tb\t1\t5", "a ranking needs two systems"),
    ],
)
def test_a_file_that_cannot_be_ranked_has_an_explanation(
    inside: Run, tmp_path: Path, text: str, words: str
) -> None:
    (tmp_path / "x").write_bytes(text.encode())
    done = inside("human", "x", "--show", "ranking")
    assert (done.returncode, done.stdout) == (1, "")
    assert words in done.stderr
    assert len(done.stderr) < 600


def test_what_is_odd_about_rows_is_counted(inside: Run, tmp_path: Path) -> None:
    rows = rated(lambda one, two, three: 10 * (one + two) + three)
    more = [("r0", "", "1", "5"), ("r0", "s0", "", "5"), ("", "s0", "1", "5")]
    (tmp_path / "names.tsv").write_text(tidy([*rows, *more]), encoding="utf-8")
    found = remarks(inside, "names.tsv")
    assert {f"no name of the {what}" for what in ("system", "segment", "rater")} <= set(found)
    assert "names.tsv, line 74" in found["no name of the system"]
    (tmp_path / "grades.tsv").write_text(tidy(rated(lambda one, two, three: 1 + three % 5)), encoding="utf-8")
    assert (
        "scores from 1 to 5 on a scale from 0 to 100"
        in remarks(inside, "grades.tsv")["little of the scale used"]
    )
    timed = tidy([(*row, "-3") for row in rows], "rater\tsystem\tsegment\tscore\tseconds")
    (tmp_path / "times.tsv").write_text(timed, encoding="utf-8")
    assert "-3 seconds" in remarks(inside, "times.tsv")["negative time"]
    assert "nan" not in inside("human", "times.tsv", "--draws", "50").stdout


def test_one_system_has_raters_and_agreement_all_the_same(inside: Run, tmp_path: Path) -> None:
    rows = [row for row in rated(lambda one, two, three: 10 * one + three) if row[1] == "s0"]
    (tmp_path / "one.tsv").write_text(tidy(rows), encoding="utf-8")
    done = inside("human", "one.tsv", "--draws", "50")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Judgements of s0\n")
    assert "Krippendorff's alpha" in done.stdout
    refused = inside("human", "one.tsv", "--show", "ranking")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "a ranking needs two systems" in refused.stderr


def test_ties_alone_are_ranked_but_have_no_strengths(inside: Run, tmp_path: Path) -> None:
    head = "srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID"
    rows = [f"tr,en,{n},{n},j{n % 2},red,1,blue,1,{n}" for n in range(20)]
    (tmp_path / "ties.csv").write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    done = inside("human", "ties.csv", "--draws", "50", "--show", "all")
    assert done.returncode == 0, done.stderr
    assert "No strengths. ties.csv: every judgement is a tie" in done.stdout
    refused = inside("human", "ties.csv", "--draws", "50", "--method", "bradley-terry")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "ties.csv: every judgement is a tie" in refused.stderr


# --- options together -----------------------------------------------------------------------------


def test_a_run_names_no_file_of_the_program_itself(inside: Run, tmp_path: Path) -> None:
    published_weights.cache_clear()  # a process of its own has read nothing yet
    done = inside(
        "human", str(HARBOUR / "mqm.tsv"), "--show", "ranking", "--run", "mqm.json", "-o", "mqm.txt"
    )
    assert done.returncode == 0, done.stderr
    inputs = json.loads((tmp_path / "mqm.json").read_text(encoding="utf-8"))["inputs"]
    assert [Path(one["path"]).name for one in inputs] == ["mqm.tsv"]


@pytest.mark.parametrize("rows", ["all", "once"])
def test_bca_intervals_do_not_need_anything_to_agree_on(inside: Run, tmp_path: Path, rows: str) -> None:
    given = rated(lambda one, two, three: 10 * one + 5 * two + three)
    kept = given if rows == "all" else [row for row in given if int(row[2]) % 3 == int(row[0][1:])]
    (tmp_path / "r.tsv").write_text(tidy(kept), encoding="utf-8")
    asked = ("--interval", "bca", "--test", "bootstrap", "--draws", "50")
    done = inside("human", "r.tsv", *asked)
    assert done.returncode == 0, done.stderr
    assert "nan" not in done.stdout


def test_systems_that_were_hardly_judged_are_named(inside: Run, tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    rows = [("r0", name, str(n), str(rng.integers(base, base + 30))) for name, base in (("good", 60), ("bad", 5))
            for n in range(60)]  # fmt: skip
    rows += [("r0", "tutorial", str(n), "50") for n in range(3)]
    (tmp_path / "t.tsv").write_text(tidy(rows), encoding="utf-8")
    done = inside("human", "t.tsv", "--show", "ranking")
    assert done.returncode == 0, done.stderr
    assert "- tutorial: at most 3 judged segments, where others have 60" in done.stdout
    assert "--least 4 leaves them out" in done.stdout
    without = inside("human", "t.tsv", "--show", "ranking", "--least", "4")
    assert "at most" not in without.stdout
    assert "good is significantly better than bad" in without.stdout


def test_a_model_that_is_not_fitted_is_said(tmp_path: Path) -> None:
    path = tmp_path / "r.tsv"
    path.write_text(tidy(rated(lambda one, two, three: one + two + three)), encoding="utf-8")
    ranking = rank(read_judgements(str(path)), RankOptions(most_fitted=70), ["scores"])
    words = Prose("No mixed model: there are 72 ratings, and it is fitted to 70.")
    assert words in human_report(ranking)
