"""COMET (Rei et al. 2020 and later) by the package unbabel-comet: all its families, from a model that is on this disk.

The model is a folder with hparams.yaml and checkpoints/model.ckpt. The tokeniser and configuration of its encoder come
from `--set encoder=FOLDER`, or from what Hugging Face's hub has left on this disk; nothing is fetched. `--set
reference=no` uses a model of the families UniTE and xCOMET without references.

Two departures from the package's own loader. Since 2.2.4 the mixture of layers that a checkpoint calls sparsemax_patch
is a softmax, but only where the module pkg_resources can be imported: here it always is. And texts that are longer than
the encoder reads are reported, where the package cuts them in silence.
"""

from __future__ import annotations

import os

from assay_plugin import RefusalError, option, refuse_others, serve, versions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

NAMES = {"source": "src", "hypothesis": "mt", "reference": "ref"}
# Texts are read together, and share the places that there are
JOINT = ("unified_metric", "xcomet_metric")


def load(model: str | None, options: dict[str, str]) -> tuple[dict[str, Any], Any]:
    """Load a checkpoint, and say which family it is of."""
    refuse_others(options, "encoder", "reference", "gpus", "batch")
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    import torch
    import yaml
    from comet.models import str2model

    if model is None:
        raise RefusalError("give --model the folder that has hparams.yaml and checkpoints/model.ckpt")
    with open(os.path.join(model, "hparams.yaml"), encoding="utf-8") as stream:
        settings = yaml.safe_load(stream)
    family = settings["class_identifier"]
    changed = {"pretrained_model": options["encoder"]} if "encoder" in options else {}
    if settings.get("layer_transformation") == "sparsemax_patch":
        changed["layer_transformation"] = "softmax"
    network = str2model[family].load_from_checkpoint(
        checkpoint_path=os.path.join(model, "checkpoints", "model.ckpt"),
        load_pretrained_weights=False,
        hparams_file=None,
        map_location=torch.device("cpu"),
        strict=False,
        local_files_only=True,
        **changed,
    )
    inputs = _inputs(family, network, option(options, "reference", True))
    gpus = option(options, "gpus", int(torch.cuda.is_available()))
    batch = option(options, "batch", 16)

    def score(segments: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        samples = [{NAMES[name]: segment[name] for name in inputs} for segment in segments]
        found = network.predict(samples, batch_size=batch, gpus=gpus, progress_bar=False, num_workers=0)
        marked = found.get("metadata", {}).get("error_spans", [[]] * len(segments))
        for segment, number, spans in zip(segments, found["scores"], marked):
            yield {
                "id": segment["id"],
                "score": number,
                "truncated": _cut(network.encoder, family, {name: segment[name] for name in inputs}),
                "spans": [
                    _span(span, segment["hypothesis"]) for span in spans if span["start"] < span["end"]
                ],
            }

    declaration = {
        "label": "xCOMET" if family == "xcomet_metric" else "COMET",
        "program": "comet-1",
        "direction": "higher",
        "inputs": inputs,
        "limit": f"{network.encoder.max_positions} pieces",
        "versions": versions("unbabel-comet", "torch", "transformers"),
        "times": 100,
        "batch": 4 * batch,
        "tolerance": 1e-4,
        "spans": bool(getattr(network, "word_level", False)),
    }
    return declaration, score


def _inputs(family: str, network: Any, reference: bool) -> list[str]:
    if family == "referenceless_regression_metric":
        return ["source", "hypothesis"]
    if family not in JOINT:
        return ["source", "reference", "hypothesis"]
    read = [name for name in NAMES if NAMES[name] in network.hparams.input_segments]
    return [name for name in read if reference or name != "reference"]


def _span(span: dict[str, Any], text: str) -> dict[str, Any]:
    """Return an error as the protocol has it; places of pieces may begin with the blank before a word."""
    start, end = int(span["start"]), min(int(span["end"]), len(text))
    while start < end - 1 and text[start].isspace():
        start += 1
    return {"start": start, "end": end, "severity": span["severity"]}


def _cut(encoder: Any, family: str, texts: dict[str, str]) -> list[str]:
    """Return the texts that the encoder does not read to their end."""
    lengths = {name: len(encoder.tokenizer(text)["input_ids"]) for name, text in texts.items()}
    cut = {name for name, length in lengths.items() if length > encoder.max_positions - 2}
    if family in JOINT:
        cut |= _cut_together(encoder, lengths)
    return sorted(cut)


def _cut_together(encoder: Any, lengths: dict[str, int]) -> set[str]:
    """Return what is cut where texts stand one after the other, the output first."""
    others = [name for name in ("source", "reference") if name in lengths]
    cut = set()
    for row in [["hypothesis", name] for name in others] + [["hypothesis", *others]]:
        place = 1
        for name in row:
            place += lengths[name] - 2 + encoder.size_separator
            if place > encoder.max_positions:
                cut.add(name)
    return cut


if __name__ == "__main__":
    serve(load, "unbabel-comet 'setuptools<81'")  # a package that it needs imports pkg_resources
