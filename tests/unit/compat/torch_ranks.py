"""A rank of two: scores its share of some pairs in batches, and prints what torchmetrics makes of all of them.

torch_ranks.py RANK WORLD STORE PAIRS METRIC …, where PAIRS is a JSON file of [prediction, [references]] and STORE a
file by which the ranks find each other.
"""

import json
import sys
from pathlib import Path
from typing import Any

import torch
import torch.distributed

from assay.compat.torchmetrics import TextMetric

BATCH = 5


def filled(metric: str, pairs: list[tuple[str, list[str]]]) -> Any:
    """Return a metric that was given pairs in batches; one reference is a string, as in a loader."""
    scorer = TextMetric(metric, threads=1)
    for start in range(0, len(pairs), BATCH):
        batch = pairs[start : start + BATCH]
        targets = [several[0] if len(several) == 1 else several for _, several in batch]
        scorer.update([text for text, _ in batch], targets)
    return scorer


def main() -> None:
    rank, world = int(sys.argv[1]), int(sys.argv[2])
    pairs = json.loads(Path(sys.argv[4]).read_text(encoding="utf-8"))
    torch.distributed.init_process_group(
        "gloo", init_method=f"file://{sys.argv[3]}", rank=rank, world_size=world
    )
    answers: dict[str, dict[str, float]] = {}
    for metric in sys.argv[5:]:
        scorer = filled(metric, pairs[rank::world])
        answers[metric] = {"ranks": float(scorer.compute())}
        alone = filled(metric, pairs[::world])
        alone.sync_on_compute = False
        own = float(alone.compute())
        other = filled(metric, pairs[1::world])
        alone.merge_state(other)
        alone.sync_on_compute = False
        answers[metric] |= {"own": own, "merged": float(alone.compute()), "better": alone.higher_is_better}
        scorer.reset()
        answers[metric]["reset"] = float(scorer.digits.abs().sum() + scorer.segments)
    sys.stdout.write(json.dumps(answers))
    torch.distributed.destroy_process_group()


main()
