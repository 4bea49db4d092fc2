"""Every function of `import assay`, once, in a process that pytest rewrites, as in a test of somebody else's."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import assay
from installed.room import EXAMPLES, LIMIT

HARBOUR = EXAMPLES / "harbour"
HYPOTHESES = ["The ferry is late again.", "It rained all day.", "Nobody came to the harbour."]
REFERENCES = ["The ferry is late once more.", "It was raining all day.", "No one came to the harbour."]
SYSTEMS = {"first": HYPOTHESES, "second": ["The ferry is late.", "It rained.", "No one came to the harbour."]}
SET = str(EXAMPLES / "harbour.xml")
ENGLISH = str(HARBOUR / "reference-a.en.txt")
RATINGS, POSTEDITS = str(HARBOUR / "ratings.tsv"), str(HARBOUR / "postedits.jsonl")
# METEOR without any resource of its own.
METEOR = "meteor:stems=none,synonyms=none,paraphrases=none,function_words=none,text=lower"


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


def of_run_again(folder: Path) -> object:
    """Repeat the run of a run file."""
    of_run(folder)
    verified = assay.verify(str(folder / "run.json"))
    assert verified.holds
    return verified


def of_notes(folder: Path) -> object:
    """Write a note into a file of translation units."""
    file, notes = folder / "units.po", folder / "notes.tsv"
    file.write_text('msgid "a"\nmsgstr "b"\n', encoding="utf-8")
    notes.write_text("id\tnote\na\tlook\n", encoding="utf-8")
    flagged = assay.flag(file, notes)
    assert "look" in str(flagged)
    return flagged


def of_shards(folder: Path) -> object:
    """Score a folder of shards, part by part, and add the parts up."""
    for name, texts in {"a": HYPOTHESES, "r": REFERENCES}.items():
        (folder / name).mkdir()
        for number, text in enumerate(texts):
            (folder / name / str(number)).write_text(f"{text}\n", encoding="utf-8")
    mapped = assay.map_shards(folder / "a", folder / "r", "chrf", output=str(folder / "parts"), threads=1)
    assert "parts" in str(mapped)
    return assay.merge_parts(str(folder / "parts"))


def of_list(folder: Path) -> object:
    """Choose the best of two outputs for every segment."""
    lists, reference = folder / "lists", folder / "reference"
    pairs = enumerate(zip(*SYSTEMS.values(), strict=True))
    lists.write_text("".join(f"{number} ||| {text}\n" for number, pair in pairs for text in pair))
    reference.write_text("\n".join(REFERENCES) + "\n", encoding="utf-8")
    return assay.oracle(str(lists), str(reference), "chrf")


def of_training(folder: Path) -> object:
    """Fit METEOR to a few scores of people."""
    scores = folder / "scores"
    scores.write_text("80\n60\n70\n", encoding="utf-8")
    steps = {"alpha_step": 0.5, "beta_step": 1.0, "beta_most": 1.0, "gamma_step": 0.5, "delta_step": 0.5}
    return assay.meteor_train(HYPOTHESES, REFERENCES, scores=[str(scores)], metric=METEOR, **steps)


def saved(written: Any, path: Path) -> object:
    """Write a file for programs, and return what it says of itself."""
    written.save(path)
    assert path.stat().st_size
    return written


def bench(_: Path) -> object:
    """Measure a program that repeats its input, where the extra for it is there."""
    if find_spec("psutil") is None:
        with pytest.raises(assay.AssayError, match="efficiency") as refusal:
            assay.bench_systems({"cat": "cat"}, HYPOTHESES, runs=1, no_habits=True)
        return refusal.value
    return assay.bench_systems({"cat": "cat"}, HYPOTHESES, runs=1, no_habits=True)


def of_campaigns(folder: Path) -> object:
    """Look for campaigns where there are none; where the extra for it is not there, that is said."""
    database = str(folder / "campaigns.db")
    if find_spec("fastapi") is None:
        with pytest.raises(assay.AssayError, match="mt-assay\\[server\\]") as refusal:
            assay.manage_campaigns("status", database=database)
        return refusal.value
    return assay.manage_campaigns("status", database=database)


CALLS: dict[str, Callable[[Path], object]] = {
    "agree": lambda _: assay.agree(RATINGS),
    "align": lambda _: assay.align(HYPOTHESES, REFERENCES),
    "explain": lambda _: assay.explain(HYPOTHESES[0], REFERENCES[0]),
    "bench_systems": bench,
    "check": lambda _: assay.check(SYSTEMS, REFERENCES),
    "compare": lambda _: assay.compare(SET, metrics="chrf"),
    "correlate": lambda _: assay.correlate(RATINGS, SET, metrics="chrf"),
    "diagnose": lambda _: assay.diagnose(SET),
    "effort": lambda _: assay.effort(POSTEDITS),
    "estimate": lambda _: assay.estimate(HYPOTHESES, sources=REFERENCES),
    "flag": of_notes,
    "formats": lambda _: assay.formats(SET),
    "gate": lambda _: assay.gate(HYPOTHESES, REFERENCES, baseline=SYSTEMS["second"], metrics="chrf"),
    "learn": lambda folder: assay.learn(RATINGS, SET, metrics=["chrf", "ter"]),
    "lm": lambda folder: saved(assay.lm(ENGLISH, order=2), folder / "a.arpa"),
    "manage_campaigns": of_campaigns,
    "manage_plugins": lambda _: assay.manage_plugins(),
    "manage_resources": lambda _: assay.manage_resources(),
    "map_shards": of_shards,
    "merge_parts": of_shards,
    "meteor_train": of_training,
    "nist_table": lambda folder: saved(assay.nist_table(ENGLISH), folder / "a.table"),
    "oracle": of_list,
    "pairwise": lambda _: assay.pairwise(HYPOTHESES, metric="chrf"),
    "paraphrases": lambda folder: saved(
        assay.paraphrases(str(HARBOUR / "source.de.txt"), ENGLISH, common=0.02, longest=2),
        folder / "paraphrases",
    ),
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
    "verify": of_run_again,
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
