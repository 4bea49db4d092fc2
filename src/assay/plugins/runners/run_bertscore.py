"""BERTScore (Zhang et al. 2020) by the package bert-score and torch, with any encoder that is on this disk.

`--set layer=17` is the layer whose vectors are compared, which the package knows for encoders of the hub, not for a
folder. `--set measure=p` or `r` gives precision or recall instead of F. Assay's own `bertscore` gives the same figures
without torch, for encoders of its kind.
"""

from __future__ import annotations

import os

from assay_plugin import option, refuse_others, serve, too_long, versions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

MEASURES = ("p", "r", "f")
LIMIT = 512  # of an encoder that does not say


def load(model: str | None, options: dict[str, str]) -> tuple[dict[str, Any], Any]:
    """Load the encoder."""
    refuse_others(options, "layer", "measure", "device", "batch")
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    import torch
    from bert_score import BERTScorer

    if model is None or "layer" not in options:
        raise ValueError("give --model the folder of an encoder, and --set layer=NUMBER")
    measure = MEASURES.index(options.get("measure", "f"))
    device = option(options, "device", "cuda" if torch.cuda.is_available() else "cpu")
    batch = option(options, "batch", 32)
    scorer = BERTScorer(
        model_type=model, num_layers=option(options, "layer", 0), batch_size=batch, device=device
    )
    tokenizer = scorer._tokenizer
    limit = min(tokenizer.model_max_length, LIMIT)
    tokenizer.model_max_length = limit

    def score(segments: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        outputs = [segment["hypothesis"] for segment in segments]
        references = [segment["reference"] for segment in segments]
        numbers = scorer.score(outputs, references)[measure].tolist()
        for segment, number in zip(segments, numbers):
            texts = {name: segment[name] for name in ("hypothesis", "reference")}
            yield {"id": segment["id"], "score": number, "truncated": too_long(tokenizer, texts, limit)}

    declaration = {
        "label": "BERTScore",
        "program": "bertscore-1",
        "direction": "higher",
        "low": -1,
        "high": 1,
        "inputs": ["reference", "hypothesis"],
        "limit": f"{limit} pieces",
        "versions": versions("bert-score", "torch", "transformers"),
        "times": 100,
        "batch": batch,
        "tolerance": 1e-4,
    }
    return declaration, score


if __name__ == "__main__":
    serve(load)
