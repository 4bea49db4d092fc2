"""`assay power` from the user's side: from files, from assumed numbers, by simulation; coverage; refusals."""

from __future__ import annotations

import json

import pytest
from scipy import stats

from support.program import HARBOUR, Run

XML = str(HARBOUR.with_suffix(".xml"))
ASSUMED = ("--difference", "1", "--deviation", "8.5", "--segments", "500")


def rows(text: str, name: str = "power") -> list[dict[str, float]]:
    (found,) = [
        block for block in json.loads(text)["blocks"] if block.get("name") == name and "rows" in block
    ]
    return list(found["rows"])


def test_two_systems_and_their_set(inside: Run, harbour: list[str]) -> None:
    brief = inside("power", *harbour).stdout
    assert brief.startswith("66 segments are enough for all 3 observed differences, with a power of 80 %\n")
    assert brief.endswith("\nA two-sided test at 0.05.\n\nMore: --show claims,method,pairs, or all.\n")
    done = inside("power", *harbour, "--show", "all")
    assert (done.returncode, done.stderr) == (0, "")
    assert (
        "- BLEU, alder against drift: a true difference of 40.05 would be found in 100 % of sets"
        in done.stdout
    )
    assert "A two-sided test at 0.05; wanted power 80 %" in done.stdout


@pytest.mark.parametrize(
    ("units", "how"), [("8", "by a count of all ways to swap the units"), ("20", "by Student's t")]
)
def test_what_the_power_goes_by_is_said(inside: Run, units: str, how: str) -> None:
    done = inside("power", "--difference", "6", "--deviation", "3", "--segments", units, "--pairs", "6")
    assert how in " ".join(done.stdout.split())


def test_assumed_numbers_follow_student_s_t(inside: Run) -> None:
    (row,) = rows(inside("power", *ASSUMED, "--format", "json").stdout)
    error = 8.5 / 500**0.5
    assert row["error"] == pytest.approx(error)
    assert row["power"] == pytest.approx(100 * _by_scipy(1 / error, 500), abs=0.01)
    assert _by_scipy(row["detectable"] / error, 500) == pytest.approx(0.8, abs=1e-4)
    assert _by_scipy(569**0.5 / 8.5, 569) < 0.8 <= _by_scipy(570**0.5 / 8.5, 570)
    assert row["needed"] == 570


def _by_scipy(reach: float, number: int) -> float:
    threshold = stats.t.ppf(0.975, number - 1)
    return float(stats.nct.sf(threshold, number - 1, reach) + stats.nct.cdf(-threshold, number - 1, reach))


def test_a_larger_set_finds_more(inside: Run) -> None:
    small, large = (
        rows(
            inside(
                "power", XML, "-m", "ter", "--segments", size, "--difference", "2", "--format", "json"
            ).stdout
        )
        for size in ("100", "1000")
    )
    assert all(one["power"] < other["power"] for one, other in zip(small, large, strict=True))
    assert all(one["needed"] == other["needed"] for one, other in zip(small, large, strict=True))


def test_simulation_agrees_with_the_approximation(inside: Run, harbour: list[str]) -> None:
    done = inside(
        "power", *harbour, "-m", "chrf", "--simulate", "--trials", "60", "--test", "t", "--format", "json"
    )
    assert done.returncode == 0, done.stderr
    (simulated,) = rows(done.stdout, "simulated")
    assert simulated["power"] == 100.0


def test_coverage_is_a_share_with_its_margin(inside: Run, harbour: list[str]) -> None:
    done = inside(
        "power", *harbour, "-m", "chrf", "--coverage", "--trials", "100", "--draws", "200", "--format", "json"
    )
    for row in rows(done.stdout, "coverage"):
        held = row["held"]
        assert held["low"] < held["value"] < held["high"]  # type: ignore[index]  # JSON
        assert held["value"] > 80  # type: ignore[index]  # JSON
    (verdict,) = [block for block in json.loads(done.stdout)["blocks"] if block["block"] == "listing"]
    assert "the lowest share is" in verdict["items"][0]


@pytest.mark.parametrize("form", ["text", "tsv", "markdown", "latex", "html"])
def test_every_format(inside: Run, form: str) -> None:
    done = inside("power", *ASSUMED, "--format", form)
    assert done.returncode == 0
    assert "570" in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--difference", "1"],
        [*ASSUMED, "--simulate"],
        [*ASSUMED, "--coverage"],
        [*ASSUMED, "--power", "1"],
        [*ASSUMED, "--deviation", "-1"],
        [*ASSUMED, "--difference", "inf"],
        [*ASSUMED, "--unit", "document"],
        [*ASSUMED, "--seed", "3"],
        [*ASSUMED, "-m", "bleu"],
        [XML, "--test", "t"],
        [XML, "--deviation", "3"],
        [XML, "--simulate", "--coverage"],
        [XML, "--simulate", "--difference", "1"],
        [XML, "--segments", "1"],
        [XML, "--simulate", "--trials", "0"],
    ],
    ids=" ".join,
)
def test_questions_that_have_no_answer(inside: Run, arguments: list[str]) -> None:
    done = inside("power", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr


def test_few_units_are_pointed_out_unless_they_are_tried_out(inside: Run) -> None:
    given = ["power", str(HARBOUR.parent / "harbour.xml"), "-m", "wer", "--unit", "block:6"]
    assert "warning: only 11 units: the approximation is rough" in inside(*given).stderr
    assert inside(*given, "--simulate", "--trials", "3", "-q").stderr == ""
    # Of three documents nothing can be shown, and an approximation of nothing is not rough.
    three = inside(*given[:4], "--unit", "document")
    assert three.stderr == ""
    assert "with so few units no difference can be significant" in three.stdout


def test_a_page_draws_power_by_the_size_of_the_set(inside: Run, harbour: list[str]) -> None:
    done = inside("power", *harbour, "-m", "chrf", "--format", "html")
    assert done.returncode == 0
    assert "chrF2: power by the size of the set (80 % wanted)" in done.stdout
    assert "this set" in done.stdout
