"""Make the golden figures of analysis.json with another tool: `python tests/golden/make_analysis.py compare-mt`.

Tools are compare-mt (words by bucket, source words, n-grams) and sacreBLEU (scores of words and of the stems that
snowballstemmer makes of them; F of words is rouge-score's ROUGE-1); nothing of ours is imported.
"""

import json
import sys
from collections.abc import Iterator
from typing import Any

from golden_write import DATA, write

ANALYSIS = json.loads((DATA / "analysis.json").read_text(encoding="utf-8"))
TRAINING = ANALYSIS["training"]
SYSTEMS = ("sys1", "sys2")
PAIRS = {
    name: [[pair.rpartition("/") for pair in segment[name].split()] for segment in ANALYSIS["segments"]]
    for name in ("ref", *SYSTEMS)
}
WORDS = {name: [[word for word, _, _ in line] for line in lines] for name, lines in PAIRS.items()}
LABELS = {name: [[label for _, _, label in line] for line in lines] for name, lines in PAIRS.items()}
SOURCE = [segment["source"] for segment in ANALYSIS["segments"]]
LINKS = [
    [
        (int(source), int(target))
        for source, _, target in (pair.partition("-") for pair in segment["links"].split())
    ]
    for segment in ANALYSIS["segments"]
]
OUTPUTS = [WORDS[system] for system in SYSTEMS]
TAGS = [LABELS[system] for system in SYSTEMS]


def bucket_cases() -> Iterator[dict[str, Any]]:
    """Yield matched, reference and output words of every bucket; source words come through or not."""
    from compare_mt import bucketers

    reference = WORDS["ref"]
    every = sorted({label for lines in LABELS.values() for line in lines for label in line})
    source = [line.split() for line in SOURCE]
    for name, bucketer, more in (
        ("training_frequency", bucketers.FreqWordBucketer(freq_counts=TRAINING), {}),
        ("reference_frequency", bucketers.FreqWordBucketer(freq_data=reference), {}),
        ("case", bucketers.CaseWordBucketer(), {}),
        ("label", bucketers.LabelWordBucketer(every), {"ref_labels": LABELS["ref"], "out_labels": TAGS}),
        ("source", bucketers.FreqWordBucketer(freq_data=source), {"src": source, "ref_aligns": LINKS}),
    ):
        sums = bucketer.calc_statistics(reference, OUTPUTS, **more)[0]
        counts = {
            system: [list(map(int, row[:3])) for row in rows]
            for system, rows in zip(SYSTEMS, sums, strict=True)
        }
        yield {"feature": name, "buckets": bucketer.bucket_strs, **counts}


def ngram_cases() -> Iterator[dict[str, Any]]:
    """Yield n-grams that are right, too many or missing: counts of both systems, and the share of the first."""
    from compare_mt import ngram_utils, stat_utils

    both = [ngram_utils.compare_ngrams(WORDS["ref"], lines) for lines in OUTPUTS]
    for place, kind in ((1, "match"), (2, "over"), (3, "under")):
        first, second = (counts[place] for counts in both)
        shares = stat_utils.extract_salient_features(first, second)
        rows = [
            [" ".join(ngram), first[ngram], second[ngram], share] for ngram, share in sorted(shares.items())
        ]
        yield {"kind": kind, "ngrams": rows}


def stem_cases() -> Iterator[dict[str, Any]]:
    """Yield BLEU, chrF and F of lower-cased words, and of their stems."""
    import snowballstemmer
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.metrics.chrf import CHRF

    stemmer = snowballstemmer.stemmer("english")
    small = {name: [[word.lower() for word in line] for line in lines] for name, lines in WORDS.items()}
    stems = {name: [stemmer.stemWords(line) for line in lines] for name, lines in small.items()}
    for system in SYSTEMS:
        for form, columns in (("surface", small), ("stems", stems)):
            hyps, refs = ([" ".join(line) for line in columns[name]] for name in (system, "ref"))
            scores = {
                "bleu": BLEU(tokenize="none").corpus_score(hyps, [refs]).score,
                "chrf": CHRF().corpus_score(hyps, [refs]).score,
                "f": unigram_f(columns[system], columns["ref"]),
            }
            yield {"system": system, "form": form, **scores}


def unigram_f(hyps: list[list[str]], refs: list[list[str]]) -> float:
    """Return 100 times F of words in any order over the corpus, from the matches that rouge-score finds."""
    from rouge_score.rouge_scorer import _create_ngrams

    matches = 0
    for hyp, ref in zip(hyps, refs, strict=True):
        matches += (_create_ngrams(hyp, 1) & _create_ngrams(ref, 1)).total()
    return 200 * matches / sum(map(len, (*hyps, *refs)))


if __name__ == "__main__":
    if sys.argv[1] == "compare-mt":
        write(__file__, "compare-mt", 1e-9, buckets=bucket_cases(), ngrams=ngram_cases())
    else:
        write(__file__, "sacrebleu", 1e-9, stems=stem_cases())
