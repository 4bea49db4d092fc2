"""MetricX-23 and MetricX-24 (Juraska et al. 2023, 2024) by transformers: errors from 0 to 25, lower is better.

The model is a folder as the hub has it; its tokeniser, which is mT5's, lies there or is `--set tokenizer=FOLDER`. The
score is the first logit that the decoder gives the piece <extra_id_10>, from 0 to 25. Texts go in with their names
before them, in the order in which each version was trained, and without the mark of the end. `--set version=23` and
`--set reference=no` say what the name of the folder does not (metricx-24-…, …-qe-…; hybrid models read both).
"""

from __future__ import annotations

import os

from assay_plugin import RefusalError, option, refuse_others, serve, versions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

PIECE = 250089  # <extra_id_10>
MOST = 25.0
LIMITS = {"23": 1024, "24": 1536}
CALLED = {"hypothesis": "candidate"}
ORDERS = {
    ("23", True): ("hypothesis", "reference"),
    ("23", False): ("hypothesis", "source"),
    ("24", True): ("source", "hypothesis", "reference"),
    ("24", False): ("source", "hypothesis"),
}


def load(model: str | None, options: dict[str, str]) -> tuple[dict[str, Any], Any]:
    """Load the model and its tokeniser."""
    refuse_others(options, "tokenizer", "version", "reference", "limit", "device", "batch")
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    import torch
    import transformers

    if model is None:
        raise RefusalError("give --model the folder of a MetricX model")
    name = os.path.basename(os.path.abspath(model)).lower()
    version = option(options, "version", next((year for year in LIMITS if f"metricx-{year}" in name), ""))
    if version not in LIMITS:
        raise RefusalError("say which version it is: --set version=23 or --set version=24")
    order = ORDERS[version, option(options, "reference", "-qe" not in name)]
    limit = option(options, "limit", LIMITS[version])
    device = option(options, "device", "cuda" if torch.cuda.is_available() else "cpu")
    tokenizer = transformers.AutoTokenizer.from_pretrained(options.get("tokenizer", model))
    network = transformers.MT5ForConditionalGeneration.from_pretrained(model).to(device).eval()

    def score(segments: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        rows = [_pieces(tokenizer, segment, order, limit) for segment in segments]
        longest = max(len(row) for row in rows)
        pieces = torch.tensor([row + [tokenizer.pad_token_id] * (longest - len(row)) for row in rows])
        mask = torch.tensor([[1] * len(row) + [0] * (longest - len(row)) for row in rows])
        start = torch.zeros((len(rows), 1), dtype=torch.long)
        with torch.no_grad():
            logits = network(
                input_ids=pieces.to(device),
                attention_mask=mask.to(device),
                decoder_input_ids=start.to(device),
            ).logits
        numbers = logits[:, 0, PIECE].clamp(0, MOST).tolist()
        for segment, number in zip(segments, numbers):
            yield {"id": segment["id"], "score": number, "truncated": _cut(tokenizer, segment, order, limit)}

    declaration = {
        "label": f"MetricX-{version}",
        "program": "metricx-1",
        "direction": "lower",
        "low": 0,
        "high": MOST,
        "inputs": list(order),
        "limit": f"{limit} pieces",
        "versions": versions("torch", "transformers"),
        "batch": option(options, "batch", 8),
        "tolerance": 1e-3,
    }
    return declaration, score


def _text(segment: dict[str, Any], order: Sequence[str]) -> str:
    return " ".join(f"{CALLED.get(name, name)}: {segment[name]}" for name in order)


def _pieces(tokenizer: Any, segment: dict[str, Any], order: Sequence[str], limit: int) -> list[int]:
    """Return the pieces of a segment, cut as the authors cut them, without the mark of the end."""
    pieces: list[int] = tokenizer(_text(segment, order), max_length=limit, truncation=True)["input_ids"]
    return pieces[:-1]


def _cut(tokenizer: Any, segment: dict[str, Any], order: Sequence[str], limit: int) -> list[str]:
    """Return the texts whose end is beyond the limit."""
    lengths = [len(tokenizer(_text(segment, order[: place + 1]))["input_ids"]) for place in range(len(order))]
    return [name for name, length in zip(order, lengths) if length > limit]


if __name__ == "__main__":
    serve(load, "torch transformers sentencepiece")
