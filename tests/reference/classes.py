"""Classes of words in error, one segment at a time (Popović and Ney 2011, as Hjerson counts them)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

Words = Sequence[int]
BY_MARK = {"d": "missing", "i": "extra", "s": "lexical", "x": ""}


def word_classes(hyp: Words, ref: Words, hyp_bases: Words, ref_bases: Words) -> tuple[list[str], list[str]]:
    """Return the class of every word of the output and of the reference; "" for none."""
    hyp_marks, ref_marks = diagonal_path(hyp, ref)
    hyp_wrong, ref_wrong = partners(hyp, ref, hyp_bases, ref_bases), partners(ref, hyp, ref_bases, hyp_bases)
    return named(hyp, hyp_marks, hyp_wrong, apart(ref, ref_marks)), named(
        ref, ref_marks, ref_wrong, apart(hyp, hyp_marks)
    )


def diagonal_path(hyp: Words, ref: Words) -> tuple[str, str]:
    """Mark words: x matched, s replaced, d only in the reference, i only in the output; the diagonal comes first."""
    cost = [[i + j for j in range(len(ref) + 1)] for i in range(len(hyp) + 1)]
    for i, word in enumerate(hyp, start=1):
        for j, other in enumerate(ref, start=1):
            cost[i][j] = min(cost[i - 1][j - 1] + (word != other), cost[i][j - 1] + 1, cost[i - 1][j] + 1)
    i, j = len(hyp), len(ref)
    hyp_marks, ref_marks = "", ""
    while i or j:
        if i and j and cost[i][j] == cost[i - 1][j - 1] + (hyp[i - 1] != ref[j - 1]):
            i, j = i - 1, j - 1
            mark = "x" if hyp[i] == ref[j] else "s"
            hyp_marks, ref_marks = mark + hyp_marks, mark + ref_marks
        elif j and cost[i][j] == cost[i][j - 1] + 1:
            j, ref_marks = j - 1, "d" + ref_marks
        else:
            i, hyp_marks = i - 1, "i" + hyp_marks
    return hyp_marks, ref_marks


def partners(words: Words, others: Words, bases: Words, other_bases: Words) -> list[str]:
    """Return "" for words with a partner, "form" for those with one in another form, "wrong" for the rest."""
    free = list(zip(others, other_bases, strict=True))
    found = [""] * len(words)
    for place, word in enumerate(words):
        partner = next((pair for pair in free if pair[0] == word), None)
        if partner is None:
            found[place] = "wrong"
        else:
            free.remove(partner)
    for place, base in enumerate(bases):
        partner = next((pair for pair in free if pair[1] == base), None)
        if found[place] and partner is not None:
            free.remove(partner)
            found[place] = "form"
    return found


def apart(words: Words, marks: str) -> Counter[int]:
    """Count the words that the edit path does not match."""
    return Counter(word for word, mark in zip(words, marks, strict=True) if mark != "x")


def named(words: Words, marks: str, wrong: Sequence[str], bag: Counter[int]) -> list[str]:
    """Give every word its class; words in error that stand elsewhere in error on the other side were moved."""
    classes = []
    for word, mark, found in zip(words, marks, wrong, strict=True):
        name = {"form": "inflection", "wrong": BY_MARK[mark], "": ""}[found]
        if mark != "x" and bag[word] > 0:
            bag[word] -= 1
            name = name or "reordering"
        classes.append(name)
    return classes
