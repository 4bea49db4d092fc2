"""The table of comparisons: what we compute, what another tool computes for the same, and our target.

A further tool is one more line here. `ours` gets the text and the number of threads (0 is every core), `peer`
the text; both return a score, and the two have to agree. Metric objects are made anew in every call, because
sacreBLEU keeps what it has tokenised.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

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


@dataclass(frozen=True)
class Figure:
    """A time that another program was measured to take, on segments of about 20 words."""

    metric: str
    peer: str
    seconds: float
    target: float
    segments: int = 3_000


def assay_score(metric: str) -> Ours:
    """Return the call that a user would make."""

    def ours(text: Text, threads: int) -> float:
        return assay.score(text.hypotheses, [text.references], metric, threads=threads).score

    return ours


def sacrebleu_score(metric: Callable[[], BLEU | CHRF | TER]) -> Peer:
    """Return the same call to sacreBLEU, with a metric object that has seen nothing yet."""
    return lambda text: float(metric().corpus_score(text.hypotheses, [text.references]).score)


CHRFPP = sacrebleu_score(lambda: CHRF(word_order=2))
CASES = (
    Case("BLEU, 13a", assay_score("bleu"), sacrebleu_score(BLEU), "sacreBLEU", 30),
    Case("chrF2", assay_score("chrf"), sacrebleu_score(CHRF), "sacreBLEU", 50),
    Case("chrF++", assay_score("chrf++"), CHRFPP, "sacreBLEU", 40),
    Case("TER", assay_score("ter"), sacrebleu_score(TER), "sacreBLEU", 150, repeats=3),
    Case("TER, harder", assay_score("ter"), sacrebleu_score(TER), "sacreBLEU", 150, 3, hard=True, sample=300),
)
