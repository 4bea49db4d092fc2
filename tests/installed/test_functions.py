"""Every function of `import assay`, once, in a process that pytest rewrites, as in a test of somebody else's."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from room import EXAMPLES, LIMIT

import assay

HARBOUR = EXAMPLES / "harbour"
HYPOTHESES = ["The ferry is late again.", "It rained all day.", "Nobody came to the harbour."]
REFERENCES = ["The ferry is late once more.", "It was raining all day.", "No one came to the harbour."]
SYSTEMS = {"first": HYPOTHESES, "second": ["The ferry is late.", "It rained.", "No one came to the harbour."]}
SET = str(EXAMPLES / "harbour.xml")
RATINGS, POSTEDITS = str(HARBOUR / "ratings.tsv"), str(HARBOUR / "postedits.jsonl")


def of_run(folder: Path) -> object:
    """Read a run file that the command wrote."""
    run = folder / "run.json"
    subprocess.run(
        [sys.executable, "-m", "assay", "score", SET, "-m", "chrf", "--run", str(run)],
        check=True,
        timeout=LIMIT,
    )
    return assay.read_run(run)


def of_scores(folder: Path) -> object:
    """Read scores of a metric, as another program writes them."""
    table = folder / "scores.tsv"
    table.write_text("system\tsegment\tchrF\nfirst\t1\t59.5\nsecond\t1\t61\n", encoding="utf-8")
    return assay.read_scores(str(table))


def of_grid(folder: Path) -> object:
    """Score a folder of systems and directions."""
    for direction in ("de-en", "fr-en"):
        (folder / f"{direction}.ref.txt").write_text("\n".join(REFERENCES) + "\n", encoding="utf-8")
        for system, outputs in SYSTEMS.items():
            (folder / f"{direction}.{system}.txt").write_text("\n".join(outputs) + "\n", encoding="utf-8")
    return assay.score_grid(
        str(folder / "{target}.{system}.txt"), str(folder / "{target}.ref.txt"), metrics="chrf"
    )


def bench(_: Path) -> object:
    """Measure a program that repeats its input, or say which extra is missing."""
    try:
        return assay.bench_systems({"cat": "cat"}, HYPOTHESES, runs=1, no_habits=True)
    except assay.AssayError as error:
        assert "efficiency" in str(error)
        return error


CALLS: dict[str, Callable[[Path], object]] = {
    "agree": lambda _: assay.agree(RATINGS),
    "align": lambda _: assay.align(HYPOTHESES, REFERENCES),
    "bench_systems": bench,
    "check": lambda _: assay.check(SYSTEMS, REFERENCES),
    "compare": lambda _: assay.compare(SET, metrics="chrf"),
    "correlate": lambda _: assay.correlate(RATINGS, SET, metrics="chrf"),
    "diagnose": lambda _: assay.diagnose(SET),
    "effort": lambda _: assay.effort(POSTEDITS),
    "estimate": lambda _: assay.estimate(HYPOTHESES, sources=REFERENCES),
    "gate": lambda _: assay.gate(HYPOTHESES, REFERENCES, baseline=SYSTEMS["second"], metrics="chrf"),
    "learn": lambda folder: assay.learn(RATINGS, SET, metrics=["chrf", "ter"]),
    "pairwise": lambda _: assay.pairwise(HYPOTHESES, metric="chrf"),
    "power": lambda _: assay.power(SET, metrics="chrf"),
    "rank": lambda _: assay.rank(RATINGS),
    "read_judgements": lambda _: assay.read_judgements(RATINGS),
    "read_postedits": lambda _: assay.read_postedits(POSTEDITS),
    "read_run": of_run,
    "read_scores": of_scores,
    "read_set": lambda _: assay.read_set(SET),
    "read_texts": lambda _: assay.read_texts(str(HARBOUR / "alder.en.txt")),
    "report": lambda folder: assay.report(SET, metrics="chrf"),
    "score": lambda _: assay.score(SYSTEMS, REFERENCES, ["bleu", "chrf", "ter"]),
    "score_grid": of_grid,
}


def test_every_function_has_a_call() -> None:
    assert set(CALLS) == {name for name in assay.__all__ if inspect.isfunction(getattr(assay, name))}


@pytest.mark.filterwarnings("ignore::assay.AssayWarning")
@pytest.mark.parametrize("name", CALLS)
def test_a_function_answers(name: str, tmp_path: Path) -> None:
    answer = CALLS[name](tmp_path)
    assert str(answer)


def test_a_figure_of_sacrebleu() -> None:
    """59.97: sacrebleu 2.6.0, `sacrebleu REF -i HYP -m chrf -w 2`."""
    assert round(assay.score(HYPOTHESES, REFERENCES, "chrf").score, 2) == 59.97
