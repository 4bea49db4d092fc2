"""BLEURT (Sellam et al. 2020, Pu et al. 2021) by the package bleurt-pytorch, from a model that is on this disk.

The model is a folder as the hub has it, such as BLEURT-20-D12. Output and reference are read together; pieces beyond
the limit are cut from the longer of the two, and that is reported.
"""

from __future__ import annotations

import os

from assay_plugin import RefusalError, option, refuse_others, serve, versions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any


def load(model: str | None, options: dict[str, str]) -> tuple[dict[str, Any], Any]:
    """Load the model and its tokeniser."""
    refuse_others(options, "limit", "device", "batch")
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    import torch
    from bleurt_pytorch import BleurtForSequenceClassification, BleurtTokenizer

    if model is None:
        raise RefusalError("give --model the folder of a BLEURT model")
    device = option(options, "device", "cuda" if torch.cuda.is_available() else "cpu")
    tokenizer = BleurtTokenizer.from_pretrained(model)
    network = BleurtForSequenceClassification.from_pretrained(model).to(device).eval()
    places = network.config.max_position_embeddings
    limit = option(options, "limit", places)
    if not 4 <= limit <= places:
        raise RefusalError(
            f"limit is {limit}, and the model has places for {places} pieces; give 4 to {places}"
        )

    def score(segments: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        texts = [[segment[name] for segment in segments] for name in ("reference", "hypothesis")]
        pieces = tokenizer(
            *texts, padding="longest", truncation="longest_first", max_length=limit, return_tensors="pt"
        )
        with torch.no_grad():
            numbers = network(**pieces.to(device)).logits.flatten().tolist()
        for segment, number in zip(segments, numbers):
            length = len(tokenizer(segment["reference"], segment["hypothesis"])["input_ids"])
            cut = ["reference", "hypothesis"] if length > limit else []
            yield {"id": segment["id"], "score": number, "truncated": cut}

    declaration = {
        "label": "BLEURT",
        "program": "bleurt-1",
        "direction": "higher",
        "inputs": ["reference", "hypothesis"],
        "limit": f"{limit} pieces",
        "versions": versions("bleurt-pytorch", "torch", "transformers"),
        "times": 100,
        "batch": option(options, "batch", 16),
        "tolerance": 1e-4,
    }
    return declaration, score


if __name__ == "__main__":
    serve(load, "bleurt-pytorch")
