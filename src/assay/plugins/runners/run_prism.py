"""Prism (Thompson and Post 2020) by its own package and fairseq: mean log-probability of the output, 0 is the best.

The model is a folder with checkpoint.pt, spm.model and two dictionaries; `--set language=en` is that of the outputs.
`--set reference=no` scores outputs given their source (Prism-src). Nothing is cut: a text that is too long for the
model is an error of its own.
"""

from __future__ import annotations

from assay_plugin import RefusalError, option, refuse_others, serve, versions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any


def load(model: str | None, options: dict[str, str]) -> tuple[dict[str, Any], Any]:
    """Load the model for one language."""
    refuse_others(options, "language", "reference", "temperature", "batch")
    from prism import Prism

    if model is None or "language" not in options:
        raise RefusalError("give --model the folder of Prism's model, and --set language=CODE")
    scorer = Prism(model_dir=model, lang=options["language"], temperature=option(options, "temperature", 1.0))
    other, keyword = ("reference", "ref") if option(options, "reference", True) else ("source", "src")

    def score(segments: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        outputs = [segment["hypothesis"] for segment in segments]
        given = {keyword: [segment[other] for segment in segments]}
        numbers = scorer.score(cand=outputs, segment_scores=True, **given)
        for segment, number in zip(segments, numbers):
            yield {"id": segment["id"], "score": float(number)}

    declaration = {
        "label": "Prism",
        "program": "prism-1",
        "direction": "higher",
        "high": 0,
        "inputs": [other, "hypothesis"],
        "versions": versions("fairseq", "torch", "sentencepiece"),
        "batch": option(options, "batch", 64),
        "tolerance": 1e-4,
    }
    return declaration, score


if __name__ == "__main__":
    serve(load)
