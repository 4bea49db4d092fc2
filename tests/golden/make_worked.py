"""Write out worked examples, each with its arithmetic: `python tests/golden/make_worked.py by-hand`.

No program is behind these figures. Where one is hard to come by (GTM, LeBLEU, CDER, Chen and Cherry's methods 4 to 7 as
published) the definition is followed by hand; the others are the examples of the papers and the textbook that define
a metric, with the values that they print. Scores are on the scale of 0 to 1 except NIST's.
"""

from collections.abc import Iterator
from math import exp, log, log2
from typing import Any, NamedTuple

from golden_write import write

KOEHN = "Koehn 2010, section 8.2"
PAPINENI = "Papineni et al. 2002"
LIN = "Lin 2004"


class Example(NamedTuple):
    """One segment, its score, and how the score comes about."""

    source: str
    metric: str
    output: str
    references: list[str] | str
    score: float
    derivation: str


def textbook() -> Iterator[Example]:
    """Yield the two systems that Koehn's chapter measures in every way."""
    reference = "Israeli officials are responsible for airport security"
    outputs = (
        "Israeli officials responsibility of airport safety",
        "airport security Israeli officials are responsible",
    )
    words = {
        "precision": (3 / 6, 6 / 6, "correct words over output words"),
        "recall": (3 / 7, 6 / 7, "correct words over reference words"),
        "f": (6 / 13, 12 / 13, "2 * correct over the words of both"),
        "per": (4 / 7, 1 / 7, "1 - (correct - max(0, output - reference)) / reference"),
        "wer": (4 / 7, 5 / 7, "figure 8.5: 4 and 5 edits, 7 reference words"),
    }
    for metric, (*scores, why) in words.items():
        for output, score in zip(outputs, scores, strict=True):
            yield Example(KOEHN, metric, output, reference, score, why)
    matches = ((3, 1, 0, 0), (6, 4, 2, 1))
    for output, counts in zip(outputs, matches, strict=True):
        product = 6 / 7
        for order, count in enumerate(counts, 1):
            product *= count / (7 - order)
            orders = " ".join(map(str, range(1, order + 1)))
            why = "brevity 6/7 times the precisions " + " ".join(
                f"{m}/{6 - n}" for n, m in enumerate(counts[:order])
            )
            yield Example(KOEHN, f"bleu:koehn,tok=none,orders={orders}", output, reference, product, why)
        root = "bleu:brevity=linear,smooth=none,tok=none"
        yield Example(
            KOEHN, root, output, reference, *((0.0, "no match of order 3") if not counts[3] else _rooted())
        )


def _rooted() -> tuple[float, str]:
    return 6 / 7 * (6 / 6 * 4 / 5 * 2 / 4 * 1 / 3) ** (
        1 / 4
    ), "6/7 times the fourth root of 6/6 * 4/5 * 2/4 * 1/3"


def modified_precisions() -> Iterator[Example]:
    """Yield the examples of the BLEU paper: precisions of one order, counts clipped, several references."""
    references = [
        "It is a guide to action that ensures that the military will forever heed Party commands",
        "It is the guiding principle which guarantees the military forces always being under the command of the Party",
        "It is the practical guide for the army always to heed the directions of the party",
    ]
    first = "It is a guide to action which ensures that the military always obeys the commands of the party"
    second = "It is to insure the troops forever hearing the activity guidebook that party direct"
    cats = ["The cat is on the mat", "There is a cat on the mat"]
    for output, texts, order, matches, ngrams in (
        (first, references, 1, 17, 18),
        (second, references, 1, 8, 14),
        (first, references, 2, 10, 17),
        (second, references, 2, 1, 13),
        ("the the the the the the the", cats, 1, 2, 7),
        ("the the the the the the the", cats, 2, 0, 6),
        ("of the", references, 1, 2, 2),
        ("of the", references, 2, 1, 1),
    ):
        metric = f"bleu:orders={order},brevity=none,smooth=none,tok=none,lowercase=yes"
        why = f"{matches} of {ngrams} n-grams of order {order}, as the paper counts them"
        yield Example(PAPINENI, metric, output, texts, matches / ngrams, why)


def reference_lengths() -> Iterator[dict[str, Any]]:
    """Yield which reference length an output is compared with: of two equally close ones the shorter."""
    for source, output, lengths, closest in (
        (f"{PAPINENI}, 2.2.2", 12, [12, 15, 17], 12),
        ("definition", 10, [9, 11], 9),
        ("definition", 10, [11, 9, 20], 9),
        ("definition", 1, [3, 2], 2),
    ):
        row = {"closest": closest, "shortest": min(lengths), "average": sum(lengths) / len(lengths)}
        yield {"source": source, "output": output, "references": lengths, **row}


def smoothed() -> Iterator[Example]:
    """Yield Chen and Cherry's methods 4 to 7 on match counts, K = alpha = 5; lengths are equal, so no penalty."""
    output, reference = "a b c d e f x y", "a b c z d e f g"
    counts = "matches 6 4 2 0 0 of 8 7 6 5 4 n-grams; "
    few = log(8) / 5
    yield Example(
        "Chen and Cherry 2014, method 4",
        "bleu:tok=none,smooth=cc4",
        output,
        reference,
        (6 / 8 * 4 / 7 * 2 / 6 * few / 5) ** (1 / 4),
        counts + "in place of 0 matches 1 / (K / ln 8)",
    )
    means = [(7 + 6 + 4) / 3]
    means += [(means[0] + 4 + 2) / 3]
    means += [(means[1] + 2 + 0) / 3]
    means += [(means[2] + 0 + 0) / 3]
    yield Example(
        "Chen and Cherry 2014, method 5",
        "bleu:tok=none,smooth=cc5",
        output,
        reference,
        (means[0] / 8 * means[1] / 7 * means[2] / 6 * means[3] / 5) ** (1 / 4),
        counts + "m'[n] = (m'[n-1] + m[n] + m[n+1]) / 3 from m'[0] = m[1] + 1",
    )
    third = (2 + 5 * (4 / 7) ** 2 / (6 / 8)) / (6 + 5)
    fourth = (0 + 5 * third**2 / (4 / 7)) / (5 + 5)
    yield Example(
        "Chen and Cherry 2014, method 6",
        "bleu:tok=none,smooth=cc6",
        output,
        reference,
        (6 / 8 * 4 / 7 * third * fourth) ** (1 / 4),
        counts + "p[n] = (m[n] + alpha * p[n-1]**2 / p[n-2]) / (ngrams[n] + alpha) from order 3",
    )
    third_mean = (means[1] + 2 + few) / 3
    fourth_mean = (third_mean + few + few**2) / 3
    yield Example(
        "Chen and Cherry 2014, method 7",
        "bleu:tok=none,smooth=cc7",
        output,
        reference,
        (means[0] / 8 * means[1] / 7 * third_mean / 6 * fourth_mean / 5) ** (1 / 4),
        counts + "method 4 puts ln 8 / 5 and its square for orders 4 and 5, then method 5",
    )


def edits() -> Iterator[Example]:
    """Yield TER's own example, and CDER's jumps."""
    yield Example(
        "Snover et al. 2006, section 3",
        "ter",
        "THIS WEEK THE SAUDIS denied information published in the new york times",
        "SAUDI ARABIA denied THIS WEEK information published in the AMERICAN new york times",
        4 / 13,
        "one shift, two substitutions and one insertion; 13 reference words",
    )
    for output, reference, score, why in (
        ("a b x d", "a b c d", 1 / 4, "one word replaced"),
        ("d e f a b c", "a b c d e f", 3 / 6, "jumps to the fourth word, back to the first, and to the end"),
        ("a b c", "c", 1 / 1, "one jump to the third word covers the reference; nothing is left to do"),
        ("a", "a b c", 2 / 3, "two reference words without a counterpart"),
        ("", "a b", 2 / 2, "all reference words are missing"),
        ("𝒂 𝒃 𝒄", "𝒃 𝒄", 1 / 2, "one jump to the second word"),
    ):
        yield Example("Leusch et al. 2006, equation of CDER", "cder", output, reference, score, why)


def runs() -> Iterator[Example]:
    """Yield GTM, RIBES, LeBLEU and NIST from their definitions."""
    output, reference = "a b c x d e", "d e a b c y"
    for exponent in (1, 2, 3):
        size = (3**exponent + 2**exponent) ** (1 / exponent)
        why = f"runs of 3 and 2 words: (3**{exponent} + 2**{exponent})**(1/{exponent}) over 6 words of either side"
        yield Example("Turian et al. 2003", f"gtm:exponent={exponent}", output, reference, size / 6, why)
    why = "a run of 3: precision 3/4, recall 3/6, F 2 * 3 / (4 + 6)"
    yield Example("Turian et al. 2003", "gtm:exponent=2", "a b c x", reference, 6 / 10, why)
    yield Example("Turian et al. 2003", "gtm", "u v", reference, 0.0, "nothing matches")
    ribes = "Isozaki et al. 2010, alpha 0.25, beta 0.1"
    yield Example(ribes, "ribes", "No.", "No.", 1.0, "one word, aligned: the order cannot be wrong")
    yield Example(
        ribes,
        "ribes",
        "the orchestra played the second movement twice and then the first movement",
        "the orchestra then played the first movement and the second movement twice",
        44 / 66,
        "contexts align the words with places 0 1 3 4 9 10 11 7 2 4 5 6: 44 of 66 pairs rise; all 12 are aligned",
    )
    lebleu = "Virpioja and Grönroos 2015"
    yield Example(lebleu, "lebleu", "abcd", "abcx", 3 / 4, "one n-gram, 1 letter of 4 differs, lengths equal")
    yield Example(lebleu, "lebleu", "abcd", "wxyz", 0.0, "similarity 0 is below the threshold")
    yield Example(
        lebleu,
        "lebleu",
        "abcd ef",
        "abcx ef",
        ((3 / 4 + 1) / 2 + 6 / 7) / 2,
        "words 3/4 and 1, the pair 1 - 1/7; the mean of orders 1 and 2",
    )
    yield Example(
        lebleu,
        "lebleu:average=geometric",
        "abcd ef",
        "abcx ef",
        ((3 / 4 + 1) / 2 * 6 / 7) ** (1 / 2),
        "the same, geometric mean",
    )
    short = exp(1 - 9 / 4)
    yield Example(lebleu, "lebleu", "abcd", "abcd wxyz", short, "the word is there; 4 characters against 9")
    beta = log(0.5) / log(1.5) ** 2
    yield Example(
        "Doddington 2002",
        "nist:tok=none,lowercase=no",
        "a b",
        "a b a c",
        ((log2(4 / 2) + log2(4 / 1)) / 2 + log2(2 / 1) / 1) * exp(beta * log(2 / 4) ** 2),
        "information of a, b and a b in the reference, over 2 and 1 n-grams; 2 words against 4",
    )


def subsequences() -> Iterator[Example]:
    """Yield the examples of the ROUGE paper, whose values are printed with three decimals."""
    reference = "police killed the gunman"
    second, third, fourth = "police kill the gunman", "the gunman kill police", "the gunman police killed"
    for output, longest, pairs in ((second, 3, 3), (third, 2, 1), (fourth, 2, 2)):
        why = f"{longest} words in order, of 4 on either side"
        yield Example(f"{LIN}, section 3", "rouge:kind=l", output, reference, longest / 4, why)
        why = f"{pairs} skip-bigrams in common, of 6 on either side"
        yield Example(f"{LIN}, section 5", "rouge:kind=s", output, reference, pairs / 6, why)
    for output, pairs, words in ((second, 3, 3), (third, 1, 3), ("gunman the killed police", 0, 4)):
        why = f"{pairs} skip-bigrams and {words} words, of 6 and 4 on either side"
        yield Example(f"{LIN}, section 5.1", "rouge:kind=su", output, reference, (pairs + words) / 10, why)
    for output, weight, why in (
        ("A B C D H I K", 16, "four words in a row: 4**2; its root over 7"),
        ("A H B K C I D", 4, "four words, one by one: 4 * 1**2; its root over 7"),
    ):
        metric = "rouge:kind=w,weight=2,tok=none,lowercase=no"
        yield Example(f"{LIN}, section 4", metric, output, "A B C D E F G", weight ** (1 / 2) / 7, why)


def segments() -> Iterator[dict[str, Any]]:
    """Yield all examples of a single segment."""
    for part in (textbook, modified_precisions, smoothed, edits, runs, subsequences):
        for example in part():
            texts = example.references
            yield example._asdict() | {"references": [texts] if isinstance(texts, str) else texts}


if __name__ == "__main__":
    write(__file__, "by hand", 1e-12, "arithmetic", cases=segments(), lengths=reference_lengths())
