"""The table of comparisons: what we compute, what another tool computes for the same, and our target.

A further tool is one more line here. `ours` gets the text and the number of threads (0 is every core), `peer`
the text; both return a score, and the two have to agree. Metric objects are made anew in every call, because
sacreBLEU keeps what it has tokenised.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cer import calculate_cer
import jiwer
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER

import assay
from texts import Text

Ours = Callable[[Text, int], float]
Peer = Callable[[Text], float]
METRICS = ("bleu", "chrf", "ter")


@dataclass(frozen=True)
class Case:
    """A comparison; `hard` takes the harder text, `sample` so many segments of it, 0 for all."""

    name: str
    ours: Ours
    peer: Peer
    peer_name: str
    target: float
    repeats: int = 7
    hard: bool = False
    sample: int = 0


def assay_score(metric: str) -> Ours:
    """Return the call that a user would make."""

    def ours(text: Text, threads: int) -> float:
        return assay.score(text.hypotheses, [text.references], metric, threads=threads).score

    return ours


def sacrebleu_score(metric: Callable[[], BLEU | CHRF | TER]) -> Peer:
    """Return the same call to sacreBLEU, with a metric object that has seen nothing yet."""
    return lambda text: float(metric().corpus_score(text.hypotheses, [text.references]).score)


def cer_score(text: Text) -> float:
    """Return the mean of `cer` over segments, as a percentage."""
    pairs = zip(text.hypotheses, text.references, strict=True)
    scores = [calculate_cer(hyp.split(), ref.split()) for hyp, ref in pairs]
    return 100 * sum(scores) / len(scores)
def jiwer_score(measure: Callable[[list[str], list[str]], float]) -> Peer:
    """Return a rate of jiwer in per cent."""
    return lambda text: 100 * float(measure(text.references, text.hypotheses))


CHRFPP = sacrebleu_score(lambda: CHRF(word_order=2))
CASES = (
    Case("BLEU, 13a", assay_score("bleu"), sacrebleu_score(BLEU), "sacreBLEU", 30),
    Case("chrF2", assay_score("chrf"), sacrebleu_score(CHRF), "sacreBLEU", 50),
    Case("chrF++", assay_score("chrf++"), CHRFPP, "sacreBLEU", 40),
    Case("TER", assay_score("ter"), sacrebleu_score(TER), "sacreBLEU", 150, repeats=3),
    Case("TER, harder", assay_score("ter"), sacrebleu_score(TER), "sacreBLEU", 150, 3, hard=True, sample=300),
    Case("CharacTER", assay_score("character"), cer_score, "cer", 30),
    Case("WER", assay_score("wer"), jiwer_score(jiwer.wer), "jiwer", 3),
    Case("CER", assay_score("cer"), jiwer_score(jiwer.cer), "jiwer", 3),
)
