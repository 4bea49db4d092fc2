"""A plug-in that scores by length, counts what it is asked in a file, and misbehaves in whichever way it is told to."""

import os
import sys
import time
from pathlib import Path

from assay_plugin import option, serve, too_long


def load(model, options):
    wrong, log = options.get("wrong", ""), options.get("log")
    if wrong == "load":
        raise RuntimeError("no such model")
    if "starts" in options:
        with Path(options["starts"]).open("a", encoding="utf-8") as stream:
            stream.write("started\n")
    print("a library says hello")  # which must not reach the protocol

    def score(segments):
        if log:
            with Path(log).open("a", encoding="utf-8") as stream:
                stream.writelines(f"{segment['hypothesis']}\n" for segment in segments)
        if "slow" in options:
            time.sleep(float(options["slow"]))
        if wrong == "crash" and any("boom" in segment["hypothesis"] for segment in segments):
            print("the last words", file=sys.stderr, flush=True)
            os._exit(3)
        if wrong == "hang":
            time.sleep(600)
        kept = segments[1:] if wrong == "short" else segments[:1] * 2 if wrong == "twice" else segments
        for segment in kept:
            if wrong == "segment" and "boom" in segment["hypothesis"]:
                raise ValueError("cannot score this")
            hypothesis, reference = segment["hypothesis"], segment.get("reference", "")
            answer = {"id": segment["id"], "score": 1 / (1 + abs(len(hypothesis) - len(reference)))}
            texts = {name: segment[name] for name in ("hypothesis", "reference") if name in segment}
            if cut := too_long(pieces, texts, 40):
                answer["truncated"] = cut
            if "badly" in hypothesis:
                start = hypothesis.index("badly")
                answer["spans"] = [
                    {"start": start, "end": start + 5, "severity": "major", "category": "style"}
                ]
            yield answer

    declaration = {
        "label": "Toy",
        "program": f"toy-{options.get('version', '1')}",
        "direction": options.get("direction", "higher"),
        "low": 0,
        "high": 1,
        "inputs": options.get("inputs", "reference hypothesis").split(),
        "limit": "40 words",
        "times": 100,
        "batch": option(options, "batch", 4),
        "spans": True,
    }
    return declaration, score


def pieces(text):
    return {"input_ids": text.split()}


serve(load)
