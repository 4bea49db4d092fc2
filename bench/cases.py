"""The table of comparisons: what we compute, what another tool computes for the same, and our target.

A further tool is one more line here. `ours` gets the text and the number of threads (0 is every core), `peer`
the text; both return a score, and the two have to agree. Metric objects are made anew in every call, because
sacreBLEU keeps what it has tokenised.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import jiwer
from cer import calculate_cer
from nltk.translate import gleu_score, nist_score, ribes_score
from rapidfuzz.distance import Levenshtein
from rouge_score.rouge_scorer import RougeScorer
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
    agree: float = (
        1e-9  # how far the scores may be apart, relatively: some peers compute something else in corners
    )


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


def cer_score(text: Text) -> float:
    """Return the mean of `cer` over segments, as a percentage."""
    pairs = zip(text.hypotheses, text.references, strict=True)
    scores = [calculate_cer(hyp.split(), ref.split()) for hyp, ref in pairs]
    return 100 * sum(scores) / len(scores)


def jiwer_score(measure: Callable[[list[str], list[str]], float]) -> Peer:
    """Return a rate of jiwer in per cent."""
    return lambda text: 100 * float(measure(text.references, text.hypotheses))


def editops_score(split: Callable[[str], Sequence[str]]) -> Peer:
    """Return the rate of a bare loop over RapidFuzz's alignments, in per cent: no copies, no counts by kind."""

    def peer(text: Text) -> float:
        edits, length = 0, 0
        for hypothesis, reference in zip(text.hypotheses, text.references, strict=True):
            symbols = split(reference)
            edits += len(Levenshtein.editops(symbols, split(hypothesis)))
            length += len(symbols)
        return 100 * edits / length

    return peer


def nltk_score(corpus_score: Callable[..., float], scale: float = 100) -> Peer:
    """Return the call to one of NLTK's corpus scores, which take lists of words."""

    def peer(text: Text) -> float:
        references = [[line.split()] for line in text.references]
        return scale * float(corpus_score(references, [line.split() for line in text.hypotheses]))

    return peer


def rouge_l(text: Text) -> float:
    """Return the mean of rouge-score's ROUGE-L."""
    scorer = RougeScorer(["rougeL"])
    pairs = zip(text.references, text.hypotheses, strict=True)
    return 100 * sum(scorer.score(*pair)["rougeL"].fmeasure for pair in pairs) / len(text)


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
    Case("WER", assay_score("wer"), editops_score(str.split), "RapidFuzz, a bare loop", 1.5),
    Case("CER", assay_score("cer"), editops_score(str.strip), "RapidFuzz, a bare loop", 1.5),
    Case(
        "CER, harder", assay_score("cer"), editops_score(str.strip), "RapidFuzz, a bare loop", 1.5, hard=True
    ),
    # mteval, and so we, do not take the token 0 for the beginning of a pair; NLTK does.
    Case(
        "NIST",
        assay_score("nist:tok=none,lowercase=no"),
        nltk_score(nist_score.corpus_nist, 1),
        "NLTK",
        20,
        agree=1e-3,
    ),
    Case("GLEU", assay_score("gleu"), nltk_score(gleu_score.corpus_gleu), "NLTK", 20),
    # NLTK aligns words that are not unique by other contexts than NTT's script and we.
    Case(
        "RIBES",
        assay_score("ribes:lowercase=no"),
        nltk_score(ribes_score.corpus_ribes),
        "NLTK",
        20,
        agree=1e-2,
    ),
    Case("ROUGE-L", assay_score("rouge"), rouge_l, "rouge-score", 30),
)
