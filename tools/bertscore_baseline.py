"""Computes what unrelated sentences score in BERTScore: `python tools/bertscore_baseline.py minilm TEXT …`.

A text has a sentence a line. Sentences are paired at random; the means of F, precision and recall are printed for
each layer, as `assay.metrics.meaning.bertscore` has them. Those of MiniLM were made from the references of WMT15 (cs,
de, fi, ru) and WMT16 (cs, fi, ro) into English, 3 680 sentences of news, with the defaults.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from assay.metrics.meaning.bertscore import unrelated
from assay.metrics.meaning.models import encode_once, encoder_of
from assay.resources import Resources


def main() -> None:
    """Print a line a layer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model")
    parser.add_argument("texts", nargs="+", type=Path)
    parser.add_argument("--pairs", type=int, default=20_000, help="how many (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    lines = [line for path in arguments.texts for line in path.read_text(encoding="utf-8").splitlines()]
    sentences = list(dict.fromkeys(line for line in lines if line.strip()))
    random = np.random.default_rng(arguments.seed)
    pairs = random.integers(0, len(sentences), (arguments.pairs, 2))
    drawn = [(int(a), int(b)) for a, b in pairs if a != b]
    encoder = encoder_of(arguments.model, None, Resources())
    for layer in range(encoder.layers + 1):
        means = unrelated(encode_once(encoder, sentences, layer), drawn)
        print(
            f'    ("{arguments.model}", {layer}): ({", ".join(f"{mean:.4f}" for mean in means)}),', flush=True
        )


if __name__ == "__main__":
    main()
