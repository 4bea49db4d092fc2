"""Make the golden figures of sentences.json that are not sacreBLEU's: `python tests/golden/make_ngrams.py nltk`.

Tools are NLTK (NIST with one reference, GLEU) and rouge-score (ROUGE-L, 1 and 2); nothing of ours is imported.
"""

import sys
from collections.abc import Iterator
from typing import Any

from golden_write import write
from make_sentences import OUTPUTS, STREAMS

FIRST = STREAMS[0]


def nltk_cases() -> Iterator[dict[str, Any]]:
    """Yield NIST with one reference, and GLEU with one and with all."""
    from nltk.translate import gleu_score, nist_score

    words = [line.split() for line in OUTPUTS]
    first = [[line.split()] for line in FIRST]
    every = [[text.split() for text in texts if text is not None] for texts in zip(*STREAMS, strict=True)]
    yield {"metric": "nist", "references": 1, "score": nist_score.corpus_nist(first, words)}
    for count, references in ((1, first), (len(STREAMS), every)):
        scores = [gleu_score.sentence_gleu(refs, hyp) for refs, hyp in zip(references, words, strict=True)]
        total = gleu_score.corpus_gleu(references, words)
        yield {"metric": "gleu", "references": count, "score": total, "segment_scores": scores}


def rouge_cases() -> Iterator[dict[str, Any]]:
    """Yield recall, precision and F of every segment with its first reference."""
    from rouge_score.rouge_scorer import RougeScorer

    names = {"rougeL": "rouge", "rouge1": "rouge:kind=n", "rouge2": "rouge:kind=n,order=2"}
    found = [RougeScorer(list(names)).score(ref, hyp) for ref, hyp in zip(FIRST, OUTPUTS, strict=True)]
    for theirs, ours in names.items():
        rows = [[each[theirs].recall, each[theirs].precision, each[theirs].fmeasure] for each in found]
        yield {"metric": ours, "references": 1, "segment_scores": rows}


if __name__ == "__main__":
    if sys.argv[1:] == ["nltk"]:
        write(__file__, "nltk", 1e-9, cases=nltk_cases())
    elif sys.argv[1:] == ["rouge-score"]:
        write(__file__, "rouge-score", 1e-9, cases=rouge_cases())
    else:
        sys.exit("usage: python tests/golden/make_ngrams.py nltk|rouge-score")
