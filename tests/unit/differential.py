"""The same text to sacreBLEU and to us: rows of a segment exactly equal, scores to the last digits."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from support.metric_scores import Stream, sacrebleu_rows, stats

sacrebleu = pytest.importorskip(
    "sacrebleu", reason="sacrebleu is not installed: pip install 'mt-assay[bench]'"
)

BLEU: dict[str, dict[str, Any]] = {
    "bleu": {},
    "bleu:lowercase": {"lowercase": True},
    "bleu:tok=none": {"tokenize": "none"},
    "bleu:tok=intl": {"tokenize": "intl"},
    "bleu:tok=char": {"tokenize": "char"},
    "bleu:tok=zh": {"tokenize": "zh"},
    "bleu:smooth=none": {"smooth_method": "none"},
    "bleu:smooth=floor": {"smooth_method": "floor"},
    "bleu:smooth=floor,smooth_value=0.3": {"smooth_method": "floor", "smooth_value": 0.3},
    "bleu:smooth=add-k": {"smooth_method": "add-k"},
    "bleu:smooth=add-k,smooth_value=0.5": {"smooth_method": "add-k", "smooth_value": 0.5},
    "bleu:effective_order": {"effective_order": True},
    "bleu:effective_order,smooth=none": {"effective_order": True, "smooth_method": "none"},
    "bleu:effective_order,smooth=add-k": {"effective_order": True, "smooth_method": "add-k"},
    "bleu:orders=1": {"max_ngram_order": 1},
    "bleu:orders=1 2 3 4 5 6": {"max_ngram_order": 6},
}
CHRF: dict[str, dict[str, Any]] = {
    "chrf": {},
    "chrf++": {"word_order": 2},
    "wordf": {"char_order": 0, "word_order": 4},
    "chrf:char_order=2,word_order=1": {"char_order": 2, "word_order": 1},
    "chrf:beta=1": {"beta": 1},
    "chrf:beta=3,word_order=2": {"beta": 3, "word_order": 2},
    "chrf:whitespace": {"whitespace": True},
    "chrf:lowercase": {"lowercase": True},
    "chrf:average=f": {"eps_smoothing": True},
    "chrf:average=f,word_order=2": {"eps_smoothing": True, "word_order": 2},
}
TER: dict[str, dict[str, Any]] = {
    "ter": {},
    "ter:lowercase=no": {"case_sensitive": True},
    "ter:normalize": {"normalized": True},
    "ter:punctuation=no": {"no_punct": True},
    "ter:normalize,cjk": {"normalized": True, "asian_support": True},
    "ter:punctuation=no,cjk": {"no_punct": True, "asian_support": True},
    "ter:normalize,punctuation=no": {"normalized": True, "no_punct": True},
}
PEERS: dict[str, Any] = {
    **{spec: sacrebleu.BLEU(**options) for spec, options in BLEU.items()},
    **{spec: sacrebleu.CHRF(**options) for spec, options in CHRF.items()},
    **{spec: sacrebleu.TER(**options) for spec, options in TER.items()},
    "bleu:tok=ja-mecab": None,  # made when asked for: their dictionaries take a second to load
    "bleu:tok=ko-mecab": None,
}


def peer(spec: str) -> Any:
    """Return sacreBLEU's metric for a specification of ours."""
    if PEERS[spec] is None:
        PEERS[spec] = sacrebleu.BLEU(tokenize=spec.partition("=")[2])
    return PEERS[spec]


def check(spec: str, outputs: Sequence[str], streams: Sequence[Stream]) -> None:
    """Compare rows, corpus score and the score of every segment."""
    ours, theirs = stats(spec, outputs, streams), peer(spec)
    rows = theirs._extract_corpus_statistics(list(outputs), [list(stream) for stream in streams])
    differing = np.flatnonzero((sacrebleu_rows(ours) != np.array(rows, dtype=np.float64)).any(axis=1))
    assert not differing.size, f"{spec}: segments {differing.tolist()}"
    total = theirs._aggregate_and_compute(rows).score  # what corpus_score does with the rows
    assert ours.total() == pytest.approx(total, rel=1e-9, abs=1e-12)
    each = [theirs._compute_score_from_stats(row).score for row in rows]
    assert np.allclose(ours.each(), each, rtol=1e-9, atol=1e-12)
