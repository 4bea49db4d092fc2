"""Make the golden figures of BERTScore for sentences.json: `python tests/golden/make_vectors.py bert-score`.

bert_score 0.3.13 with torch 2.15.0 and transformers 4.57.6 on the CPU encodes by MiniLM, whose folder
`assay resources path minilm` names; it is given as ASSAY_MINILM. Nothing of ours is imported.
"""

import os
from collections.abc import Iterator
from typing import Any

import torch
from bert_score import BERTScorer
from golden_write import write
from make_sentences import OUTPUTS, STREAMS

MODEL = os.environ["ASSAY_MINILM"]
REFERENCES = [[text for text in row if text is not None] for row in zip(*STREAMS, strict=True)]
SETTINGS = ((1, False), (4, False), (4, True), (6, False))


def cases() -> Iterator[dict[str, Any]]:
    """Yield precision, recall and F of every segment, the best of its references."""
    torch.set_num_threads(1)
    for layer, idf in SETTINGS:
        # Words weigh by how many references have them, each reference being a text of its own.
        texts = [text for row in REFERENCES for text in row]
        scorer = BERTScorer(model_type=MODEL, num_layers=layer, device="cpu", idf=idf, idf_sents=texts)
        scores = scorer.score(OUTPUTS, REFERENCES, batch_size=1)
        p, r, f = ([round(x, 9) for x in column.double().tolist()] for column in scores)
        yield {"layer": layer, "idf": idf, "p": p, "r": r, "f": f}


if __name__ == "__main__":
    write(__file__, "bert-score", 3e-7, bertscore=cases())
