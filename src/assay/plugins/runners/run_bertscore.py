"""BERTScore (Zhang et al. 2020) by the package bert-score and torch, with any encoder that is on this disk.

`--set layer=17` is the layer whose vectors are compared, which the package knows for encoders of the hub, not for a
folder. `--set measure=p` or `r` gives precision or recall instead of F. Assay's own `bertscore` gives the same figures
without torch, for encoders of its kind.
"""

from __future__ import annotations

import os

from assay_plugin import RefusalError, option, refuse_others, serve, too_long, versions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

MEASURES = ("p", "r", "f")
LIMIT = 512  # of an encoder that does not say
# Kinds whose places begin after that of the padding
OFFSET = ("roberta", "xlm-roberta", "camembert")


def load(model: str | None, options: dict[str, str]) -> tuple[dict[str, Any], Any]:
    """Load the encoder."""
    refuse_others(options, "layer", "measure", "device", "batch")
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    import torch
    from bert_score import BERTScorer

    if model is None or "layer" not in options:
        raise RefusalError("give --model the folder of an encoder, and --set layer=NUMBER")
    if options.get("measure", "f") not in MEASURES:
        raise RefusalError(f"measure is {options['measure']!r}; give one of {', '.join(MEASURES)}")
    measure = MEASURES.index(options.get("measure", "f"))
    device = option(options, "device", "cuda" if torch.cuda.is_available() else "cpu")
    batch = option(options, "batch", 32)
    scorer = BERTScorer(
        model_type=model, num_layers=option(options, "layer", 0), batch_size=batch, device=device
    )
    tokenizer = scorer._tokenizer
    limit = min(tokenizer.model_max_length, _places(scorer._model.config))
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


def _places(config: Any) -> int:
    """Return how many pieces an encoder has places for."""
    places = int(getattr(config, "max_position_embeddings", 0))
    if places <= 0:  # relative places have no end
        return LIMIT
    return places - int(config.pad_token_id) - 1 if config.model_type in OFFSET else places


if __name__ == "__main__":
    serve(load, "bert-score")
