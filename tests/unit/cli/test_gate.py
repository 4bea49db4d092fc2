"""`assay gate` on systems whose fault is known: equal, a little worse, clearly worse, and too few segments."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from assay.cli.main import main
from assay.comparison.noninferiority import FEWEST
from assay.data import SegmentStatistics
from assay.diagnosis.options import LEAST_SEGMENTS

Main = Callable[..., tuple[int, str, str]]
TEXT = """the old harbour lies quiet under a grey sky while boats wait for wind and tide to turn
men carry nets along narrow stones past lamps that nobody lit since winter came early"""
WORDS = TEXT.split()
SEGMENTS = 300


def sentences(number: int = SEGMENTS) -> list[str]:
    chance = random.Random(4)
    return [" ".join(chance.choices(WORDS, k=chance.randint(8, 20))) for _ in range(number)]


def spoilt(lines: list[str], share: float, seed: int = 1) -> list[str]:
    """Replace a share of the words by one that is never right."""
    chance = random.Random(seed)
    return [" ".join("wrong" if chance.random() < share else word for word in line.split()) for line in lines]


def write(name: str, lines: list[str]) -> None:
    Path(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Main:
    """Return a function that runs `assay` in this process, beside constructed systems and a recorded baseline."""
    monkeypatch.chdir(tmp_path)
    lines = sentences()
    write("ref.txt", lines)
    write("base.txt", spoilt(lines, 0.2))
    write("same.txt", spoilt(lines, 0.2))
    slightly = spoilt(lines, 0.2)
    slightly[::15] = spoilt(slightly[::15], 0.15, 2)
    write("slightly.txt", slightly)
    write("clearly.txt", spoilt(spoilt(lines, 0.2), 0.2, 3))
    write("docs.txt", [f"d{place // 6}" for place in range(SEGMENTS)])

    def call(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        done = capsys.readouterr()
        return code, done.out, done.err

    call("score", "-r", "ref.txt", "base.txt", "--run", "base.json", "--run-segments")
    return call


def gate(run: Main, new: str, *more: str) -> tuple[int, dict[str, Any]]:
    arguments = ["--baseline", "base.json", "-r", "ref.txt", new, "--format", "json"]
    code, out, err = run("gate", *arguments, *more)
    assert not err
    blocks = {block.get("name"): block for block in json.loads(out)["blocks"]}
    return code, blocks["checks"]


@pytest.mark.parametrize(
    ("new", "margin", "verdict", "code"),
    [
        ("same.txt", "0", "pass", 0),
        ("slightly.txt", "2", "pass", 0),
        ("clearly.txt", "2", "fail", 1),
        ("clearly.txt", "35", "pass", 0),
    ],
)
@pytest.mark.parametrize("alone", [False, True], ids=["with its output", "alone"])
def test_constructed_systems_get_the_verdict_they_deserve(
    run: Main, *, new: str, margin: str, verdict: str, code: int, alone: bool
) -> None:
    if alone:
        Path("base.txt").unlink()
    got, checks = gate(run, new, "--margin", margin)
    assert (got, checks["verdict"]) == (code, verdict)
    assert checks["paired"] == 1
    assert [row["verdict"] for row in checks["rows"]] == [verdict] * 3


def test_statistics_of_the_run_file_give_what_the_output_gives(run: Main) -> None:
    _, with_output = gate(run, "slightly.txt", "--margin", "1")
    Path("base.txt").unlink()
    _, alone = gate(run, "slightly.txt", "--margin", "1")
    assert alone == with_output


def test_an_output_that_changed_is_not_taken(run: Main) -> None:
    write("base.txt", [f"{line} now" for line in sentences()])
    _, checks = gate(run, "same.txt")
    assert [row["lead"] for row in checks["rows"]] == [0, 0, 0]
    _, checks = gate(run, "same.txt", "--baseline-output", "base.txt")
    assert checks["rows"][0]["lead"] < -10


def test_too_few_segments_have_no_verdict(run: Main) -> None:
    lines = sentences(20)
    write("ref20.txt", lines)
    write("base20.txt", lines)
    write("new20.txt", spoilt(lines, 0.9))
    run("score", "-r", "ref20.txt", "base20.txt", "--run", "few.json", "--run-segments")
    arguments = ["gate", "--baseline", "few.json", "-r", "ref20.txt", "new20.txt"]
    code, out, _ = run(*arguments)
    assert code == 0
    assert "only 20 segments; at least 30 are needed" in out
    assert run(*arguments, "--strict")[0] == 1
    assert run(*arguments, "--least", "10")[0] == 1


def test_a_margin_that_can_never_fail_is_pointed_out(run: Main) -> None:
    arguments = ["gate", "--baseline", "base.json", "-r", "ref.txt", "clearly.txt", "-m", "bleu", "-m", "ter"]
    code, _, err = run(*arguments, "--margin", "90", "--margin", "words=3")
    assert code == 0
    assert "warning: BLEU (all): a margin of 90 can never fail, since the baseline scores" in err
    assert "TER" not in err
    assert "--margin words=… is for buckets of words, and this gate has none" in err


def test_a_gate_of_many_checks_can_fail_and_draws_nothing(run: Main) -> None:
    buckets = [word for place in range(30) for word in ("--bucket", f"document:d{place}")]
    arguments = ["gate", "--baseline", "base.json", "-r", "ref.txt", "clearly.txt", "--docs", "docs.txt"]
    more = [*buckets, "--least", "2", "-m", "wer", "--format", "json"]
    code, out, _ = run(*arguments, *more)
    checks = json.loads(out)["blocks"][3]
    assert (code, len(checks["rows"])) == (1, 31)
    assert "draws" not in checks
    code, again, err = run(*arguments, *more, "--draws", "600")
    assert "--draws has no effect any more" in err
    blocks = {block.get("name"): block for block in json.loads(again)["blocks"]}
    assert blocks["checks"] == checks


def test_a_run_on_other_references_is_not_scored_anew(run: Main) -> None:
    """Against references that are not its own the old output would look bad, and a worse new one pass."""
    other = [" ".join(reversed(line.split())) for line in sentences()]
    write("other.txt", other)
    write("new.txt", spoilt(other, 0.5))
    words = ("gate", "--baseline", "base.json", "-r", "other.txt", "new.txt", "-m", "bleu", "--margin", "1")
    there = run(*words)
    Path("base.txt").unlink()
    assert there == run(*words)
    assert there[0] == 1
    assert "not known to be those of the baseline" in there[2]


def test_the_new_system_may_be_called_baseline(run: Main) -> None:
    code, out, err = run(
        "gate", "--baseline", "base.json", "-r", "ref.txt", "baseline=clearly.txt", "-m", "wer"
    )
    assert (code, err) == (1, "")
    assert "Gate: fail (baseline versus base)" in out


def test_a_baseline_of_another_set_is_named(run: Main) -> None:
    write("other.txt", sentences(5))
    write("new.txt", sentences(5))
    code, _, err = run("gate", "--baseline", "base.json", "-r", "other.txt", "new.txt", "--paired")
    assert code == 1
    assert "base.txt is the baseline's output, as base.json names it" in err
    code, out, err = run("gate", "--baseline", "base.json", "-r", "other.txt", "new.txt")
    assert "not known to be those of the baseline" in err
    assert "only 5 segments; at least 30 are needed" in out


def test_margins_go_by_metric(run: Main) -> None:
    code, checks = gate(run, "clearly.txt", "--margin", "bleu=35", "--margin", "ter=90", "--margin", "1")
    found = {row["metric"]: (row["margin"], row["verdict"]) for row in checks["rows"]}
    assert found == {"BLEU": (35, "pass"), "chrF2": (1, "fail"), "TER": (90, "pass")}
    assert code == 1


def test_buckets_of_words_and_segments_are_checked(run: Main) -> None:
    lines = sentences()
    late = [line.replace("harbour", "port").replace("winter", "summer") for line in spoilt(lines, 0.2)]
    write("late.txt", late)
    Path("counts.tsv").write_text(
        "".join(f"{word}\t9\n" for word in WORDS if word not in ("harbour", "winter"))
    )
    more = ["--counts", "counts.tsv", "--margin", "10", "--bucket", "training-frequency:0=5"]
    more += [
        "--bucket",
        "training-frequency:5 to 9",
        "--docs",
        "docs.txt",
        "--bucket",
        "segment-length:10 to 19",
    ]
    code, checks = gate(run, "late.txt", *more, "-m", "bleu")
    found = {row["scope"]: (row["metric"], row["verdict"]) for row in checks["rows"]}
    assert code == 1
    assert found["training-frequency: 0"] == ("word F", "fail")
    assert found["training-frequency: 5 to 9"] == ("word F", "pass")
    assert found["segment-length: 10 to 19"][0] == "BLEU"
    assert checks["rows"][1]["margin"] == 5


def test_a_baseline_can_travel_with_its_buckets(run: Main) -> None:
    arguments = ["-r", "ref.txt", "base.txt", "--draws", "50", "-m", "bleu"]
    run("diagnose", *arguments, "--run", "base.json", "--run-segments")
    bucket = ["--bucket", "length:6 to 7", "-m", "bleu"]
    _, with_output = gate(run, "clearly.txt", *bucket)
    Path("base.txt").unlink()
    _, alone = gate(run, "clearly.txt", *bucket)
    assert alone == with_output
    assert alone["rows"][1]["verdict"] == "fail"


def test_documents_are_drawn_whole(run: Main) -> None:
    _, checks = gate(run, "slightly.txt", "--docs", "docs.txt", "--unit", "document", "-m", "ter")
    assert checks["rows"][0]["units"] == 50
    _, checks = gate(run, "slightly.txt", "--unit", "block:10", "-m", "ter")
    assert checks["rows"][0]["units"] == 30


def test_another_test_set_is_compared_without_pairs_and_said(run: Main) -> None:
    Path("base.txt").unlink()
    lines = sentences(200)[::-1]
    write("other.txt", lines)
    write("new.txt", spoilt(lines, 0.5))
    code, out, err = run("gate", "--baseline", "base.json", "-r", "other.txt", "new.txt")
    assert code == 1
    assert "not known to be those of the baseline" in err
    assert "the difference may be that of the sets" in " ".join(out.split())
    code, _, err = run(
        "gate", "--baseline", "base.json", "-r", "other.txt", "new.txt", "--bucket", "case:lower"
    )
    assert code == 2
    assert "buckets need a common set" in err


def test_junit_is_xml_that_a_parser_reads(run: Main) -> None:
    arguments = ["--margin", "2", "--bucket", "segment-length:below 10", "-m", "chrf", "-m", "ter"]
    gate(run, "clearly.txt", *arguments, "--least", "290", "--junit", "gate.xml")
    root = ElementTree.parse("gate.xml").getroot()
    cases = list(root.iter("testcase"))
    assert root.get("tests") == str(len(cases)) == "4"
    assert root.get("failures") == "2"
    suite = root.find("testsuite")
    assert suite is not None
    assert suite.get("skipped") == "2"
    assert root.get("skipped") is None  # the schema of Jenkins has it on suites only
    assert [part.get("type") for part in root.iter("failure")] == ["fail", "fail"]
    assert [[part.tag for part in case] for case in cases] == [
        ["failure"],
        ["failure"],
        ["skipped"],
        ["skipped"],
    ]
    gate(run, "clearly.txt", *arguments, "--least", "290", "--junit", "gate.xml", "--strict")
    assert ElementTree.parse("gate.xml").getroot().get("failures") == "4"


def test_metrics_of_one_label_are_test_cases_of_their_own(run: Main) -> None:
    _, checks = gate(run, "clearly.txt", "-m", "bleu", "-m", "bleu:lowercase", "--junit", "gate.xml")
    names = [case.get("name") for case in ElementTree.parse("gate.xml").getroot().iter("testcase")]
    assert names == [row["metric"] for row in checks["rows"]] == ["BLEU", "BLEU lowercase=yes"]


def test_names_that_xml_cannot_hold_do_not_break_it(run: Main) -> None:
    Path("same.txt").rename('a<&"b\x01.txt')
    gate(run, 'a<&"b\x01.txt', "--junit", "gate.xml")
    suite = next(ElementTree.parse("gate.xml").getroot().iter("testsuite"))
    assert str(suite.get("name")).startswith('a<&"b')


def test_the_summary_is_markdown(run: Main) -> None:
    arguments = ["--baseline", "base.json", "-r", "ref.txt", "clearly.txt", "-o", "gate.md"]
    assert run("gate", *arguments)[:2] == (1, "")
    text = Path("gate.md").read_text(encoding="utf-8")
    assert text.startswith("# Gate: fail (clearly versus base)")
    assert "| scope |" in text


def test_a_gate_leaves_a_run_which_may_be_the_next_baseline(run: Main) -> None:
    gate(run, "slightly.txt", "--margin", "5", "--run", "next.json", "--run-segments")
    assert run("verify", "next.json")[0] == 0
    Path("slightly.txt").rename("later.txt")
    code, out, err = run("gate", "--baseline", "next.json", "-r", "ref.txt", "later.txt")
    assert (code, err) == (0, "")
    assert "Gate: pass (later versus slightly)" in out


def test_a_failed_gate_is_recorded_with_its_exit_code(run: Main) -> None:
    gate(run, "clearly.txt", "--run", "failed.json")
    assert json.loads(Path("failed.json").read_text())["code"] == 1
    assert run("verify", "failed.json")[0] == 0


def test_a_run_of_several_systems_wants_a_name(run: Main) -> None:
    run("score", "-r", "ref.txt", "base.txt", "same.txt", "--run", "two.json", "--run-segments")
    arguments = ["gate", "--baseline", "two.json", "-r", "ref.txt", "slightly.txt"]
    code, _, err = run(*arguments)
    assert code == 2
    assert "one of base, same" in err
    assert run(*arguments, "--baseline-system", "same", "--margin", "5")[0] == 0
    assert "the run has base, same" in run(*arguments, "--baseline-system", "x")[2]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--margin", "bleu=x"], "is not a number; a margin is in points"),
        (["--margin", "5%"], "is not a number; a margin is in points"),
        (["--margin", "bleu:0.5"], "as in --margin 0.5 or --margin bleu=0.5"),
        (["--margin", "=1"], "--margin =1: unknown metric"),
        (["--margin", "bleu=1", "--margin", "bleu=2"], "give one margin for each"),
        (["--margin", "1", "--margin", "2"], "give one margin for each"),
        (["--bucket", "case:lower", "--bucket", "case:lower=2"], "case:lower is given twice"),
        (["--bucket", "case:lower=5%"], "a margin follows as a number"),
        (["--bucket", "domain:news"], "give --domains FILE"),
        (["--counts", "ref.txt"], "--counts applies only to buckets, and none is named"),
        (["--labels", "same=ref.txt"], "--labels applies only to buckets, and none is named"),
        (["--margin", "-1"], "a margin is 0 or more"),
        (["--margin", "wer=1"], "wer is not a metric of this gate"),
        (["--margin", "nothing=1"], "--margin nothing=1: unknown metric"),
        (["--bucket", "colour:red"], "where FEATURE is one of training-frequency"),
        (["--bucket", "case"], "write FEATURE:BUCKET"),
        (["--bucket", "case:huge"], "there is no such bucket; there are"),
        (["--bucket", "case:lower=-1"], "a margin is 0 or more"),
        (["--bucket", "length-ratio:below 0.5"], "depends on the output"),
        (["--bucket", "training-frequency:0"], "training-frequency needs"),
        (["--confidence", "0.4"], "between 0.5 and 1"),
        (["slightly.txt"], "name it with --system"),
        (["--system", "x"], "--system x: there are same"),
    ],
)
def test_a_bad_command_line_is_refused(run: Main, more: list[str], message: str) -> None:
    code, out, err = run("gate", "--baseline", "base.json", "-r", "ref.txt", "same.txt", *more)
    assert (code, out) == (2, "")
    assert message in err


def test_a_baseline_without_statistics_or_output_is_refused(run: Main) -> None:
    run("score", "-r", "ref.txt", "base.txt", "--run", "base.json")
    assert gate(run, "same.txt")[0] == 0
    Path("base.txt").unlink()
    code, _, err = run("gate", "--baseline", "base.json", "-r", "ref.txt", "same.txt")
    assert code == 1
    assert "record the baseline with --run-segments" in err


def test_a_metric_that_was_not_recorded_is_refused(run: Main) -> None:
    Path("base.txt").unlink()
    code, _, err = run("gate", "--baseline", "base.json", "-r", "ref.txt", "same.txt", "-m", "wer")
    assert code == 2
    assert "only for: bleu, chrf, ter" in err


def test_nothing_is_written_where_one_file_cannot_be(run: Main) -> None:
    arguments = ["gate", "--baseline", "base.json", "-r", "ref.txt", "same.txt", "-o", "gate.md"]
    code, _, err = run(*arguments, "--junit", "nowhere/gate.xml")
    assert code == 1
    assert "there is no directory nowhere" in err
    assert not Path("gate.md").exists()
    assert run(*arguments, "--junit", "base.json")[0] == 1


def test_the_configuration_describes_a_gate(run: Main) -> None:
    Path("assay.toml").write_text(
        "metrics = ['chrf']\n[data]\nreferences = 'ref.txt'\n[systems]\nold = 'base.txt'\nbig = 'clearly.txt'\n"
        "[gate]\nbaseline = 'base.json'\nsystem = 'big'\nmargin = {chrf = 1, words = 2}\nbucket = ['case:lower']\n"
    )
    code, out, err = run("gate")
    assert (code, err) == (1, "using assay.toml\n")
    assert "Gate: fail (big versus base)" in out
    assert run("gate", "--margin", "95")[0] == 0


def test_the_story_of_the_ted_set(run: Main, shared_dir: Path) -> None:
    ted = shared_dir / "data" / "ted-sk-en"
    reference = ["-r", str(ted / "ted.ref.eng")]
    run("score", "-q", *reference, f"pbmt={ted / 'ted.sys1.eng'}", "--run", "base.json", "--run-segments")
    code, out, _ = run(
        *(
            "gate",
            "-q",
            "--baseline",
            "base.json",
            *reference,
            f"nmt={ted / 'ted.sys2.eng'}",
            "--margin",
            "0.5",
        ),
        *("--counts", str(ted / "ted.train.counts"), "--bucket", "training-frequency:0", "--format", "json"),
    )
    checks = next(block for block in json.loads(out)["blocks"] if block.get("name") == "checks")
    found = {(row["scope"], row["metric"]): row["verdict"] for row in checks["rows"]}
    assert code == 1
    assert found["all", "BLEU"] == "pass"
    assert found["all", "chrF2"] == "fail"
    assert found["training-frequency: 0", "word F"] == "fail"


def test_pairs_can_be_asserted_where_files_cannot_show_them(run: Main) -> None:
    Path("base.txt").unlink()
    write("ref2.txt", [*sentences()[:-1], "another last line"])
    arguments = [
        "gate",
        "--baseline",
        "base.json",
        "-r",
        "ref2.txt",
        "same.txt",
        "--paired",
    ]
    code, out, err = run(*arguments)
    assert (code, err) == (0, "")
    assert "Student's t in pairs" in " ".join(out.split())
    write("ref3.txt", sentences()[:-1])
    write("new3.txt", sentences()[:-1])
    code, _, err = run("gate", "--baseline", "base.json", "-r", "ref3.txt", "new3.txt", "--paired")
    assert code == 1
    assert "they are not from the same set" in err


def test_the_default_is_that_of_the_test() -> None:
    assert LEAST_SEGMENTS == FEWEST


def test_a_file_that_holds_the_whole_set_is_the_same_set_if_it_is_the_same_file(run: Main) -> None:
    texts = zip(
        *(Path(name).read_text().splitlines() for name in ("ref.txt", "base.txt", "clearly.txt")), strict=True
    )
    write("set.tsv", ["reference\tsystem:old\tsystem:new", *("\t".join(row) for row in texts)])
    run("score", "set.tsv", "-m", "wer", "--run", "set.json", "--run-segments")
    arguments = ["gate", "--baseline", "set.json", "set.tsv", "--system", "new", "--baseline-system", "old"]
    code, out, err = run(*arguments)
    assert (code, err) == (1, "")
    assert "Student's t in pairs" in " ".join(out.split())
    with open("set.tsv", "a", encoding="utf-8") as handle:
        handle.write("a\tb\tc\n")
    code, out, err = run(*arguments)
    assert "the references are not known to be those of the baseline" in err
    assert "Student's t not in pairs, since the test sets may differ" in " ".join(out.split())


def test_domains_of_another_number_of_segments_are_refused(run: Main) -> None:
    write("domains.txt", ["news", "talk"])
    arguments = ["--domains", "domains.txt", "--bucket", "domain:news", "-m", "wer"]
    code, _, err = run("gate", "--baseline", "base.json", "-r", "ref.txt", "same.txt", *arguments)
    assert code == 1
    assert "domains.txt has 2 lines, and the set 300 segments" in err


def test_the_baseline_may_be_an_output(run: Main) -> None:
    given = ["-r", "ref.txt", "clearly.txt", "-m", "chrf", "--margin", "0.5", "--format", "json"]
    by_run, by_output = (run("gate", "--baseline", named, *given) for named in ("base.json", "base=base.txt"))
    assert by_run[0] == by_output[0] == 1
    first, second = (
        next(block for block in json.loads(done[1])["blocks"] if block.get("name") == "checks")["rows"]
        for done in (by_run, by_output)
    )
    assert first == second
    assert run("gate", "--baseline", "base.txt", "-r", "ref.txt", "same.txt", "--margin", "1")[0] == 0
    code, _, message = run("gate", "--baseline", "base.txt", "-r", "ref.txt", "same.txt", "--paired")
    assert (code, "is for a run file" in message) == (2, True)


def test_an_inconclusive_gate_says_which_margin_would_do(run: Main) -> None:
    given = ["gate", "--baseline", "base.txt", "-r", "ref.txt", "slightly.txt", "-m", "wer"]
    _, text, _ = run(*given, "--margin", "0.9")
    assert "Gate: inconclusive" in text
    words = " ".join(text.split())
    margin = words.split("With a margin of ")[1].split()[0]
    units = int(words.split("would pass; about ")[1].split()[0].replace(",", ""))
    assert units > SEGMENTS
    assert "Gate: pass" in run(*given, "--margin", margin)[1]
    assert "Gate: inconclusive" in run(*given, "--margin", f"{float(margin) - 0.02:.2f}")[1]


@pytest.mark.parametrize("damage", ["nan", "score", "width"])
def test_a_damaged_baseline_is_refused(run: Main, damage: str) -> None:
    run("score", "-r", "ref.txt", "base.txt", "-m", "wer", "--run", "wer.json", "--run-segments")
    Path("base.txt").unlink()
    document = json.loads(Path("wer.json").read_text(encoding="utf-8"))
    (packed,) = document["statistics"]
    statistics = SegmentStatistics(
        packed["metric"], packed["system"], tuple(packed["shape"]), packed["kind"], packed["packed"]
    )
    rows = statistics.rows.copy()
    if damage == "nan":
        rows[:, :] = float("nan")
    elif damage == "score":
        rows[:, 0] *= 2
    else:
        rows = rows[:, :1]
    document["statistics"] = [vars(SegmentStatistics.of(packed["metric"], packed["system"], rows))]
    Path("wer.json").write_text(json.dumps(document), encoding="utf-8")
    code, text, message = run("gate", "--baseline", "wer.json", "-r", "ref.txt", "same.txt", "--margin", "1")
    assert (code, text) == (1, "")  # as every file that cannot be used
    assert "record the baseline again" in message


def test_documents_are_drawn_by_default_where_they_matter(run: Main) -> None:
    """Every second document is spoilt as a whole: by segment the bounds would be too narrow."""
    lines = Path("base.txt").read_text(encoding="utf-8").splitlines()
    patchy = [spoilt([line], 0.3, place)[0] if place // 6 % 2 else line for place, line in enumerate(lines)]
    write("patchy.txt", patchy)
    given = [
        "gate",
        "--baseline",
        "base.txt",
        "-r",
        "ref.txt",
        "patchy.txt",
        "-m",
        "wer",
        "--docs",
        "docs.txt",
    ]
    _, text, _ = run(*given)
    assert "unit: document (standard errors by document are up to" in " ".join(text.split())
    # The least number is of segments: of few documents a verdict is as wide as it must be, and no guess.
    _, again, _ = run(*given, "--least", "300")
    assert again == text
    _, text, _ = run(*given, "--least", "301")
    assert "inconclusive, only 300 segments; at least 301 are needed" in text


def test_a_tokeniser_without_buckets_is_refused(run: Main) -> None:
    code, _, message = run("gate", "--baseline", "base.txt", "-r", "ref.txt", "same.txt", "--tok", "none")
    assert (code, "--tok applies only to buckets" in message) == (2, True)
