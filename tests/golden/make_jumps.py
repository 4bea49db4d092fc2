"""Make golden figures of CharacTER and EED for sentences.json: `python tests/golden/make_jumps.py cer`.

The tool must be installed, and is the only one imported; nothing of ours is. For `eed-cpp` a second argument is
the folder with libEED.so, built from EED.cpp of rwth-i6/ExtendedEditDistance, and util.py beside it.
"""

import ctypes
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from golden_write import DATA, write

SEGMENTS = json.loads((DATA / "sentences.json").read_text(encoding="utf-8"))["segments"]
OUTPUTS = [segment["output"] for segment in SEGMENTS]
STREAMS = [list(stream) for stream in zip(*(segment["references"] for segment in SEGMENTS), strict=True)]
Score = Callable[[str, list[str]], float]


def cer_score() -> Score:
    """Return the least score over references; one without words, which `cer` cannot take, is left out."""
    from cer import calculate_cer

    return lambda output, refs: min(calculate_cer(output.split(), ref.split()) for ref in refs)


def torchmetrics_score() -> Score:
    """Return torchmetrics' score of one segment, before it is rounded to single precision."""
    from torchmetrics.functional.text.eed import _eed_function, _preprocess_en

    return lambda output, refs: min(
        _eed_function(_preprocess_en(output), _preprocess_en(ref)) for ref in refs
    )


def cpp_score(folder: str) -> Score:
    """Return the score of the C++ form as the script calls it, the least over references."""
    sys.path.insert(0, folder)
    from util import preprocess

    library = ctypes.CDLL(str(Path(folder, "libEED.so")))
    library.wrapper.restype = ctypes.c_float
    prices = [ctypes.c_float(price) for price in (2.0, 0.2, 1.0, 1.0, 0.3)]

    def one(output: str, ref: str) -> float:
        sides = [[ord(ch) for ch in f" {preprocess(text)} "] for text in (output, ref)]
        arrays = [(ctypes.c_ulonglong * len(side))(*side) for side in sides]
        sizes = [len(side) for side in sides]
        return min(1.0, float(library.wrapper(*arrays, *sizes, *prices, sizes[1])))

    return lambda output, refs: min(one(output, ref) for ref in refs)


def figures_of(metric: str, params: dict[str, str], score: Score, count: int) -> dict[str, Any]:
    """Return the figures with so many references; segments whose references are all empty are left out."""
    texts = [[ref for ref in refs if ref] for refs in zip(*STREAMS[:count], strict=True)]
    rows = [row for row, refs in enumerate(texts) if refs and all(ref.split() for ref in refs)]
    scores = [score(OUTPUTS[row], texts[row]) for row in rows]
    return {
        "metric": metric,
        "params": params,
        "references": count,
        "rows": rows,
        "scale": 1,
        "score": sum(scores) / len(scores),
        "segment_scores": scores,
    }


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["cer"]:
            figures = [figures_of("CharacTER", {}, cer_score(), count) for count in (1, 2)]
            write(__file__, "cer", 1e-12, cases=figures)
        case ["torchmetrics"]:
            figures = [
                figures_of("EED", {"variant": "python"}, torchmetrics_score(), count) for count in (1, 2)
            ]
            write(__file__, "torchmetrics", 1e-12, cases=figures)
        case ["eed-cpp", folder]:
            figures = [figures_of("EED", {"variant": "c++"}, cpp_score(folder), count) for count in (1, 2)]
            write(__file__, "eed-cpp", 1e-7, "rwth-i6/ExtendedEditDistance 4896151", cases=figures)
        case _:
            sys.exit("usage: python tests/golden/make_jumps.py cer|torchmetrics|eed-cpp FOLDER")
