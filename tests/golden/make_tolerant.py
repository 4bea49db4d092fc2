"""Make the golden figures of stems and blocks for sentences.json: `python tests/golden/make_tolerant.py sacrebleu`.

sacreBLEU scores the stems that snowballstemmer 3.1.1 makes of lower-cased words, and blocks of consecutive segments;
nothing of ours is imported.
"""

from collections.abc import Iterator
from typing import Any

import snowballstemmer
from golden_write import write
from make_sentences import OUTPUTS, STREAMS
from sacrebleu.metrics.bleu import BLEU

LANGUAGES = ("english", "porter", "german", "russian", "arabic", "hindi")
SIZES = (2, 4, 7)


def stems() -> Iterator[dict[str, Any]]:
    """Yield BLEU of stems, one reference."""
    for language in LANGUAGES:
        stemmer = snowballstemmer.stemmer(language)
        hyps, refs = (
            [
                " ".join(stemmer.stemWord(word.lower()) or word.lower() for word in line.split())
                for line in column
            ]
            for column in (OUTPUTS, STREAMS[0])
        )
        bleu = BLEU(tokenize="none").corpus_score(hyps, [refs])
        yield {"stem": language, "score": bleu.score, "counts": bleu.counts, "totals": bleu.totals}


def blocks() -> Iterator[dict[str, Any]]:
    """Yield BLEU of every block of so many segments, all references; the last block may be shorter."""
    for size in SIZES:
        starts = range(0, len(OUTPUTS), size)
        scores = [
            BLEU(tokenize="none")
            .corpus_score(OUTPUTS[start : start + size], [stream[start : start + size] for stream in STREAMS])
            .score
            for start in starts
        ]
        yield {"size": size, "block_scores": scores}


if __name__ == "__main__":
    write(__file__, "sacrebleu", 1e-9, stems=stems(), blocks=blocks())
