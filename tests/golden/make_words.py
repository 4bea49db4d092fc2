"""Make the golden figures of words for sentences.json: `python tests/golden/make_words.py rapidfuzz`.

Tools are rapidfuzz (WER with prices), rouge-score (words in any order: its ROUGE-1 on words between white space) and
sacreBLEU (HTER: TER's edits, and lengths); nothing of ours is imported. Outputs are compared with their first
reference; those of HTER with the second, which stands for the post-edit.
"""

import sys
from collections.abc import Iterator
from typing import Any

from golden_write import write
from make_sentences import OUTPUTS, STREAMS

PRICES = ((1, 1, 2), (1, 2, 3), (2, 1, 2), (3, 2, 2))  # of insertion, deletion and substitution, in halves
ROWS = [row for row, text in enumerate(STREAMS[0]) if text.split()]
EDITED = [
    row
    for row, texts in enumerate(zip(*STREAMS, strict=True))
    if all(text and text.split() for text in texts)
]


def rapidfuzz_cases() -> Iterator[dict[str, Any]]:
    """Yield the price of turning the reference into the output over the reference length."""
    from rapidfuzz.distance import Levenshtein

    sides = [(STREAMS[0][row].split(), OUTPUTS[row].split()) for row in ROWS]
    for prices in PRICES:
        costs = [Levenshtein.distance(*pair, weights=prices) / 2 for pair in sides]
        lengths = [len(reference) for reference, _ in sides]
        names = ("insertion", "deletion", "substitution")
        params = {name: price / 2 for name, price in zip(names, prices, strict=True)}
        rates = [cost / length for cost, length in zip(costs, lengths, strict=True)]
        score = sum(costs) / sum(lengths)
        yield {"metric": "wer", "params": params, "rows": ROWS, "score": score, "segment_scores": rates}


class Blanks:
    """The tokeniser that rouge-score is given: words between white space, and nothing else changed."""

    def tokenize(self, text: str) -> list[str]:
        """Return the words."""
        return text.split()


def rouge_cases() -> Iterator[dict[str, Any]]:
    """Yield precision, recall and F of words in any order, and PER by its formula over the same counts.

    PER = 1 - (correct - max(0, output - reference)) / reference (Koehn 2010, 8.6), of segments and of the sums.
    """
    from rouge_score.rouge_scorer import RougeScorer

    scorer = RougeScorer(["rouge1"], tokenizer=Blanks())
    scores = [scorer.score(STREAMS[0][row], OUTPUTS[row])["rouge1"] for row in ROWS]
    for name, field in (("precision", "precision"), ("recall", "recall"), ("f", "fmeasure")):
        each = [float(getattr(score, field)) for score in scores]
        yield {"metric": name, "params": {}, "rows": ROWS, "segment_scores": each}
    lengths = [(len(OUTPUTS[row].split()), len(STREAMS[0][row].split())) for row in ROWS]
    correct = [round(score.recall * length) for score, (_, length) in zip(scores, lengths, strict=True)]
    each = [per(right, *pair) for right, pair in zip(correct, lengths, strict=True)]
    whole = per(sum(correct), *map(sum, zip(*lengths, strict=True)))
    yield {"metric": "per", "params": {}, "rows": ROWS, "score": whole, "segment_scores": each}


def per(correct: int, output: int, reference: int) -> float:
    """Return the position-independent error rate."""
    return 1 - (correct - max(0, output - reference)) / reference


def sacrebleu_cases() -> Iterator[dict[str, Any]]:
    """Yield edits to the post-edit, over its length and over that of the other reference."""
    from sacrebleu.metrics.ter import TER

    outputs, others, edited = ([column[row] for row in EDITED] for column in (OUTPUTS, *STREAMS))
    ter = TER(case_sensitive=True)
    rows = ter._extract_corpus_statistics(outputs, [edited])
    lengths = [length for _, length in ter._extract_corpus_statistics(outputs, [others])]
    for name, sizes in (("postedit", [length for _, length in rows]), ("references", lengths)):
        counts = [[edits, size] for (edits, _), size in zip(rows, sizes, strict=True)]
        score = sum(edits for edits, _ in counts) / sum(sizes)
        params = {"lowercase": "no", "length": name}
        yield {"metric": "hter", "params": params, "rows": EDITED, "score": score, "segment_stats": counts}


CASES = {"rapidfuzz": rapidfuzz_cases, "rouge-score": rouge_cases, "sacrebleu": sacrebleu_cases}

if __name__ == "__main__":
    write(__file__, sys.argv[1], 1e-9, cases=CASES[sys.argv[1]]())
