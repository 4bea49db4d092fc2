"""Names that people try for metrics and their options, and what to write instead.

They come from sacreBLEU, Hugging Face, headings of tables and the field's own words. A proposal is made only where it
can be typed as it stands; a name in capitals stands for what only the user knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from assay.errors import AssayError
from assay.metrics.registry import ALIASES, METRICS
from assay.options import declared
from assay.plugins import plugin_names

# Families of learnt metrics: what is part of their models' names, and the program that runs them.
RUNNERS = {
    **dict.fromkeys(("comet", "xcomet", "cometkiwi", "unite"), "comet"),
    **{name: name for name in ("bleurt", "metricx", "prism")},
}
JUDGE = 'a judge is a plug-in, which has to be added: "assay plugins add gemba --judge da --endpoint URL --model NAME"'
ELSEWHERE: dict[str, str] = {
    **dict.fromkeys(("gemba", "llm", "gpt", "gpt4", "gpt-4", "llm-as-a-judge"), JUDGE),
    **dict.fromkeys(
        ("spbleu", "flores101", "flores200"),
        "write bleu:tok=spm:PATH with the path of its SentencePiece model",
    ),
    "sacrebleu": "write bleu, which is sacreBLEU's with 4-grams",
    "bleu-4": "write bleu, which is sacreBLEU's with 4-grams, or bleu:weights=one, whose heading is BLEU-4",
    **{
        f"bleu-{n}": f'write "bleu:orders={orders}", or "bleu:weights=one,orders={orders}", whose heading is BLEU-{n}'
        for n, orders in ((1, "1"), (2, "1 2"), (3, "1 2 3"))
    },
    **dict.fromkeys(("sentbleu", "sentencebleu"), "write bleu:effective_order, with --level segment"),
    **dict.fromkeys(("chrfpp", "chrf2++"), "write chrf++"),
    "chrf2": "write chrf, whose beta is 2",
    "chrf3": "write chrf:beta=3",
    **dict.fromkeys(("f1", "f-score", "f-measure", "fmeasure"), "write f"),
    **dict.fromkeys(("rougel", "rouge-l"), "write rouge"),
    **dict.fromkeys(("rougelsum", "rouge-lsum"), "write rouge:kind=lsum"),
    **{f"rouge{mark}{n}": f"write rouge:kind=n,order={n}" for n in (1, 2, 3, 4) for mark in ("", "-")},
    **dict.fromkeys(
        ("levenshtein", "editdistance"), "write wer for words, cer for characters, ter with shifts"
    ),
    **dict.fromkeys(("google_bleu", "googlebleu"), "write gleu"),
    **dict.fromkeys(("charcut", "charactter"), "write character"),
    **dict.fromkeys(("bert", "bertscorer"), "write bertscore"),
    **dict.fromkeys(("sbert", "labse", "laser", "sentence-bert"), "write cosine, of embeddings"),
    **dict.fromkeys(("perplexity", "ppl"), "write lm, with a model of yours: lm:model=FILE"),
    **dict.fromkeys(("wordmover", "mover", "moverscore"), "write wmd"),
    **dict.fromkeys(("em", "exactmatch", "accuracy"), "write exact"),
    **dict.fromkeys(("mqm", "esa", "da"), 'that is what people said, and "assay human" reads it'),
    "gtm-1": "write gtm",
    "tbleu": "write tolerant-bleu",
    "yisi-0": "write yisi",
    "depf1": "write dependency",
    "sp-op": "write overlap",
}
# Options under the names that sacreBLEU, NLTK and people have for them.
OPTIONS = {
    **dict.fromkeys(("lc", "lower", "lowercased", "uncased", "ignore_case"), "lowercase"),
    **dict.fromkeys(("tokenize", "tokenise", "tokenizer", "tokeniser", "bleu_tokenize"), "tok"),
    **dict.fromkeys(("smooth_method", "smoothing", "bleu_smooth_method"), "smooth"),
    **dict.fromkeys(("bleu_smooth_value",), "smooth_value"),
    **dict.fromkeys(("effective", "use_effective_order"), "effective_order"),
    **dict.fromkeys(("nw", "chrf_word_order"), "word_order"),
    **dict.fromkeys(("nc", "chrf_char_order"), "char_order"),
    "chrf_beta": "beta",
    **dict.fromkeys(("chrf_whitespace", "space"), "whitespace"),
    **dict.fromkeys(("normalized", "normalise", "normalised", "ter_normalized"), "normalize"),
    **dict.fromkeys(("asian_support", "ter_asian_support"), "cjk"),
    "lang": "language",
}
ORDERS = ("max_ngram_order", "max_order", "ngram", "ngrams", "order", "n")
BETWEEN_METRICS = re.compile(r"\s*[,;+/&]\s*|\s+(?:and\s+)?")
WITH_OPTIONS = re.compile(r"([\w+-]+)[\s,;/(]+([^()]+)\)?$")

Parse = Callable[[str], object]


def advice_on_metric(text: str, parse: Parse) -> str:
    """Say what to write instead of a specification whose metric is none of ours."""
    named = [part for part in BETWEEN_METRICS.split(text.strip()) if part]
    if len(named) > 1 and all(_parses(part, parse) for part in named):
        return f"name each metric by itself: write {' '.join(f'-m {part.lower()}' for part in named)}"
    found = WITH_OPTIONS.match(text.strip())
    spec = f"{found[1].lower()}:{','.join(re.split('[,; ]+', found[2].strip()))}" if found else ""
    if spec and _parses(spec, parse):
        return f"options follow a colon: write -m {spec}"
    return _learnt(text.lower()) or _nearest(text.lower())


def advice_on_option(metric: str, key: str, value: str | None, parse: Parse) -> str:
    """Say what to write instead of an option that a metric does not have; nothing where nobody can tell."""
    known = {option.name for option in declared(METRICS[metric])}
    renamed = OPTIONS.get(key.lower().replace("-", "_"))
    if key.lower() in ORDERS and "orders" in known and re.fullmatch("[1-9]", value or ""):
        orders = " ".join(str(order) for order in range(1, int(value or 1) + 1))
        return f'write -m "{metric}:orders={orders}"'
    if value is None and _parses(key, parse):
        return f"{key} is a metric: write -m {metric} -m {key}"
    if renamed not in known:
        return ""
    spec = f"{metric}:{renamed}" + ("" if value is None else f"={value}")
    return f"write -m {spec}" if _parses(spec, parse) else f"write -m {metric}:{renamed}=VALUE"


def _parses(spec: str, parse: Parse) -> bool:
    try:
        parse(spec)
    except AssayError:
        return False
    return True


def _learnt(text: str) -> str:
    """Say how a learnt metric gets here, whose name or whose model's name this is."""
    squeezed = re.sub(r"[^a-z]", "", text)
    family = next((name for name in RUNNERS if name in squeezed), "")
    family = "cometkiwi" if "kiwi" in squeezed else "xcomet" if "xcomet" in squeezed else family
    if not family:
        return ""
    if family in plugin_names():
        return f"did you mean {family!r}, which is a plug-in of yours?"
    return (
        f'{family} is a plug-in, which has to be added: "assay plugins add {family} --runner {RUNNERS[family]} '
        f'--python PYTHON --model FOLDER", then write -m {family}; or give its scores to assay meta --scores'
    )


def _nearest(name: str) -> str:
    from difflib import get_close_matches

    same = [known for known in METRICS if _squeezed(known) == _squeezed(name)]
    meant = next((words for other, words in ELSEWHERE.items() if _squeezed(other) == _squeezed(name)), None)
    close = same or ([] if meant else get_close_matches(name, [*METRICS, *ALIASES], n=1))
    if close:
        return f"did you mean {close[0]!r}?"
    return meant or '"assay metrics" lists all'


def _squeezed(name: str) -> str:
    return "".join(letter for letter in name if letter.isalnum() or letter == "+")
