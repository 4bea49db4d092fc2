"""BERTScore next to bert_score with torch: processor time of a segment, one thread, both on MiniLM and the same text.

torch is large and no part of the environment of the benchmark: ASSAY_BERT_SCORE names a Python that has `bert_score`.
"""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import replace
from time import process_time

from assay.data import EvalSet
from assay.metrics import parse_metric
from assay.resources import Resources
from assay.resources.store import list_installed
from sections import Section, say, seconds
from texts import Text, main_text

PYTHON = "ASSAY_BERT_SCORE"
TARGET, LAYER, RUNS, SEGMENTS = 1.0, 4, 3, 300
SAME = 1e-6  # both sides round to single precision in another order
PEER = """
import json, sys, time
import torch
from bert_score import BERTScorer
torch.set_num_threads(1)
given = json.load(sys.stdin)
scorer = BERTScorer(model_type=given["model"], num_layers=given["layer"], device="cpu")
scorer.score(given["outputs"][:64], given["references"][:64])
times = []
for _ in range(given["runs"]):
    start = time.process_time()
    _, _, f = scorer.score(given["outputs"], given["references"])
    times.append(time.process_time() - start)
print(json.dumps({"seconds": min(times), "f": float(f.double().mean())}))
"""
ONE_THREAD = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1"}


def bertscore() -> Section:
    """Time both, the least of three runs each, models open; references are encoded anew in every run."""
    section = Section(
        f"BERTScore, MiniLM, layer {LAYER}, 1 thread: processor time of a segment",
        ("what", "bert_score", "ours", "ratio", "target", "reached"),
    )
    python = os.environ.get(PYTHON)
    if python is None or "minilm" not in {each.name for each in list_installed()}:
        section.notes.append(
            f"not timed: set {PYTHON} to a Python with bert_score and torch, and assay resources install minilm"
        )
        return section
    text = main_text()
    text = replace(text, hypotheses=text.hypotheses[:SEGMENTS], references=text.references[:SEGMENTS])
    say(f"BERTScore, {len(text)} segments")
    ours, own = _ours(text)
    peer = _peer(python, text)
    theirs, ratio = peer["seconds"], peer["seconds"] / ours
    section.correct = abs(own - peer["f"]) < SAME
    section.add(
        (
            "outputs and references",
            *(seconds(spent / len(text)) for spent in (theirs, ours)),
            f"{ratio:.2f} x",
            f"{TARGET:.0f} x",
        ),
        reached=ratio >= TARGET,
        seconds={"peer": theirs, "ours": ours},
        ratio=ratio,
        target=TARGET,
    )
    section.notes.append(f"mean F: {peer['f']:.7f} and {own:.7f}")
    return section


def _peer(python: str, text: Text) -> dict[str, float]:
    given = {
        "model": str(Resources().get("minilm").folder),
        "layer": LAYER,
        "outputs": list(text.hypotheses),
        "references": list(text.references),
        "runs": RUNS,
    }
    run = subprocess.run(
        [python, "-c", PEER],
        input=json.dumps(given),
        env=os.environ | ONE_THREAD,
        capture_output=True,
        text=True,
        check=True,
    )
    answer: dict[str, float] = json.loads(run.stdout.splitlines()[-1])
    return answer


def _ours(text: Text) -> tuple[float, float]:
    """Return the least time of a run, and the mean F."""
    metric, resources = parse_metric(f"bertscore:layer={LAYER}"), Resources(threads=1)
    evalset = EvalSet("text", ("de", "en"), None, {"ref": list(text.references)}, None)
    times, score = [], 0.0
    for _ in range(RUNS):
        start = process_time()
        rows = metric.prepare(evalset, resources)(list(text.hypotheses))
        times.append(process_time() - start)
        score = float(metric.score(rows.sum(axis=0))) / 100
    return min(times), score
