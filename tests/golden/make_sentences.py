"""Make the golden figures of sentences.json with another tool: `python tests/golden/make_sentences.py sacrebleu`.

The tool must be installed, and is the only one imported; nothing of ours is. Each case is a line of the file.
"""

import json
import sys
from collections.abc import Iterator
from math import exp, prod
from statistics import fmean
from typing import Any

from golden_write import DATA, write

SEGMENTS = json.loads((DATA / "sentences.json").read_text(encoding="utf-8"))["segments"]
OUTPUTS = [segment["output"] for segment in SEGMENTS]
STREAMS = [list(stream) for stream in zip(*(segment["references"] for segment in SEGMENTS), strict=True)]

BLEU = [
    {},
    *({"tokenize": name} for name in ("none", "intl", "char", "zh", "ja-mecab", "ko-mecab")),
    {"lowercase": True},
    *({"smooth_method": name} for name in ("none", "floor", "add-k")),
    {"smooth_method": "floor", "smooth_value": 0.5},
    {"smooth_method": "add-k", "smooth_value": 2.0},
    *({"effective_order": True, "smooth_method": name} for name in ("exp", "none", "floor", "add-k")),
    *({"max_ngram_order": order} for order in (1, 2, 6)),
    {"tokenize": "char", "max_ngram_order": 6, "effective_order": True, "lowercase": True},
]
CHRF = [
    {},
    *({"word_order": order} for order in (1, 2)),
    *({"beta": beta} for beta in (1, 3)),
    *({name: True} for name in ("whitespace", "lowercase", "eps_smoothing")),
    {"word_order": 2, "eps_smoothing": True},
    {"char_order": 4},
    {"char_order": 0, "word_order": 4},
]
TER = [
    {},
    *({name: True} for name in ("case_sensitive", "normalized", "no_punct")),
    *({name: True, "asian_support": True} for name in ("normalized", "no_punct")),
    {"normalized": True, "no_punct": True, "asian_support": True, "case_sensitive": True},
]


def sacrebleu_cases() -> Iterator[dict[str, Any]]:
    """Yield corpus scores, sentence scores and segment statistics for every set of options."""
    from sacrebleu.metrics import bleu, chrf, ter

    classes: tuple[tuple[str, Any, Any], ...] = (
        ("BLEU", bleu.BLEU, BLEU),
        ("chrF", chrf.CHRF, CHRF),
        ("TER", ter.TER, TER),
    )
    for name, cls, settings in classes:
        for params in settings:
            for count in (1, 2) if not params else (2,):
                yield {
                    "metric": name,
                    "params": params,
                    "references": count,
                    **_figures(cls(**params), count),
                }


def _figures(metric: Any, count: int) -> dict[str, Any]:
    streams = STREAMS[:count]
    present = [[text for text in texts if text is not None] for texts in zip(*streams, strict=True)]
    whole = metric.corpus_score(OUTPUTS, streams)
    return {
        "score": whole.score,
        "segment_scores": [
            metric.sentence_score(output, texts).score for output, texts in zip(OUTPUTS, present, strict=True)
        ],
        "segment_stats": metric._extract_corpus_statistics(OUTPUTS, streams),
        **{
            name: getattr(whole, name)
            for name in ("counts", "totals", "bp", "sys_len", "ref_len")
            if hasattr(whole, name)
        },
    }


def sacrebleu_variants() -> Iterator[dict[str, Any]]:
    """Yield scores that sacreBLEU does not print, by their formulas over the counts that it does.

    p1 ... p4 are matches over n-grams, c is the length of the outputs and r that of the references. Koehn 8.9 is
    min(1, c/r) * p1 * ... * pn; the others are a mean of the p times exp(1 - r/c) where c < r.
    """
    from sacrebleu.metrics import bleu

    whole = bleu.BLEU(tokenize="none", smooth_method="none").corpus_score(OUTPUTS, STREAMS)
    lengths = [
        [len(text.split()) for text in texts if text is not None] for texts in zip(*STREAMS, strict=True)
    ]
    precisions = [match / total for match, total in zip(whole.counts, whole.totals, strict=True)]
    for order in range(1, 5):
        score = min(1, whole.sys_len / whole.ref_len) * prod(precisions[:order])
        yield {"params": {"variant": "koehn-8.9", "max_order": order}, "score": 100 * score}
    yield {"params": {"variant": "arithmetic"}, "score": 100 * whole.bp * fmean(precisions)}
    for name, length in (("shortest", min), ("average", fmean)):
        brevity = exp(min(0, 1 - sum(map(length, lengths)) / whole.sys_len))
        params = {"tokenize": "none", "smooth": "none", "ref_len": name}
        yield {"params": params, "bp": brevity, "score": 100 * brevity * prod(precisions) ** (1 / 4)}


def sacrebleu_tokens() -> Iterator[dict[str, Any]]:
    """Yield the outputs as the tokenisers leave them."""
    from sacrebleu.metrics.bleu import _get_tokenizer
    from sacrebleu.metrics.chrf import CHRF
    from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

    for name in ("none", "13a", "intl", "char", "zh", "ja-mecab", "ko-mecab"):
        tokenizer = _get_tokenizer(name)()
        yield {"tokenizer": name, "output": [tokenizer(line.rstrip()) for line in OUTPUTS]}
    words = CHRF(word_order=2)._remove_punctuation
    yield {"tokenizer": "chrF-words", "output": [" ".join(words(line)) for line in OUTPUTS]}
    for params in TER:
        tercom = TercomTokenizer(**params)
        yield {"tokenizer": "tercom", "params": params, "output": [tercom(line.rstrip()) for line in OUTPUTS]}


def nltk_cases() -> Iterator[dict[str, Any]]:
    """Yield sentence scores of the smoothing methods, and corpus scores of some orders alone.

    Methods 4, 5 and 7 are not as Chen and Cherry define them: see deliberate_differences.toml.
    """
    from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu

    functions = SmoothingFunction()
    hyps, refs = _long_enough()
    for method in range(1, 8):
        rule = getattr(functions, f"method{method}")
        pairs = zip(hyps, refs, strict=True)
        scores = [sentence_bleu([ref.split()], hyp.split(), smoothing_function=rule) for hyp, ref in pairs]
        params = {"variant": f"chen-cherry-method{method}"}
        yield {
            "metric": "BLEU",
            "params": params,
            "hyps": hyps,
            "refs": [refs],
            "scale": 1,
            "segment_scores": scores,
        }


def nltk_orders() -> Iterator[dict[str, Any]]:
    """Yield corpus scores with the precisions of the given orders alone, and with no smoothing."""
    from nltk.translate.bleu_score import corpus_bleu

    rows = [
        row for row, line in enumerate(OUTPUTS) if len(line.split()) >= 5
    ]  # NLTK counts 1 n-gram for none
    references = [[stream[row].split() for stream in STREAMS if stream[row] is not None] for row in rows]
    for orders in ([1], [1, 2], [2], [2, 4], [1, 3], [3, 4], [1, 2, 3, 4, 5]):
        weights = [(order in orders) / len(orders) for order in range(1, max(orders) + 1)]
        score = corpus_bleu(references, [OUTPUTS[row].split() for row in rows], weights)
        params = {"variant": "ngram-list", "ngrams": orders, "smooth": "none", "ref_len": "closest"}
        yield {"metric": "BLEU", "params": params, "rows": rows, "scale": 1, "score": score}


def jiwer_cases() -> Iterator[dict[str, Any]]:
    """Yield the rates and operations of the first references, words parted by single blanks."""
    import jiwer

    hyps, refs = ([" ".join(line.split()) for line in column] for column in (OUTPUTS, STREAMS[0]))
    for name in ("WER", "MER", "WIL", "WIP", "CER"):
        measure: Any = jiwer.process_characters if name == "CER" else jiwer.process_words
        whole = measure(refs, hyps)
        each = [measure([ref], [hyp]) for hyp, ref in zip(hyps, refs, strict=True)]
        yield {
            "metric": name,
            "score": getattr(whole, name.lower()),
            "segment_scores": [getattr(one, name.lower()) for one in each],
            "operations": [[one.substitutions, one.deletions, one.insertions, one.hits] for one in each],
        }


def _long_enough() -> tuple[list[str], list[str]]:
    """Return outputs of four words or more that share three in a row: NLTK fails or departs on others."""
    hyps, refs = [], []
    for hyp, ref in zip(OUTPUTS, STREAMS[0], strict=True):
        words, others = hyp.split(), ref.split()
        triples = [set(zip(text, text[1:], text[2:], strict=False)) for text in (words, others)]
        if len(words) >= 4 and triples[0] & triples[1]:
            hyps.append(hyp)
            refs.append(ref)
    return hyps, refs


PARTS = {
    "sacrebleu": {"cases": sacrebleu_cases, "variants": sacrebleu_variants, "tokens": sacrebleu_tokens},
    "nltk": {"cases": nltk_cases, "orders": nltk_orders},
    "jiwer": {"cases": jiwer_cases},
}

if __name__ == "__main__":
    if sys.argv[1:] not in [[tool] for tool in PARTS]:
        sys.exit(f"usage: python tests/golden/make_sentences.py {'|'.join(PARTS)}")
    write(__file__, sys.argv[1], 1e-9, **{name: cases() for name, cases in PARTS[sys.argv[1]].items()})
