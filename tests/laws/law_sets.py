"""What the laws run over: every metric in many settings, and sets of segments that Hypothesis makes."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

import pytest
from hypothesis import note
from hypothesis import strategies as st

from assay import kernel
from assay.errors import OptionError
from assay.metrics.base import Metric, Stats
from assay.metrics.conformance import LawSet
from assay.metrics.registry import METRICS
from assay.metrics.specs import parse_metric
from assay.metrics.unreferenced.qe import Feature
from assay.text.tokenisers import KERNEL_RULES
from support.metric_scores import stats
from support.small_models import small_corpus, small_encoder, small_table

SYNONYMS = Path(__file__).with_name("synonyms.tsv")
ENCODER, VECTORS, CORPUS = small_encoder(), small_table(), small_corpus()
BEER_MODEL = Path(__file__).with_name("beer_model")
COMBINED = Path(__file__).with_name("combined.json")
TABLE = Path(__file__).with_name("nist.table")
LM, UNIGRAMS = (Path(__file__).with_name(f"{name}.arpa") for name in ("model", "unigrams"))
BITEXT = " ".join(str(Path(__file__).with_name(f"bitext.{side}")) for side in ("source", "target"))
PARSES = Path(__file__).with_name("parses.conllu")
PARSING = ("hwcm", "stm", "dependency", "overlap", "maxsim", "meant", "yisi")

# One list a metric. A test checks that every metric, alias, preset, option and choice stands here.
SPECS: dict[str, tuple[str, ...]] = {
    "bleu": (
        "bleu",
        "bleu:koehn",
        "bleu:nist",
        "bleu:lowercase",
        "bleu:orders=1 3",
        "bleu:weights=one,orders=1 2",
        "bleu:weights=0.4 0.3 0.2 0.1",
        "bleu:weights=0 1,orders=1 2,average=arithmetic,effective_order",
        "bleu:average=arithmetic,smooth=none",
        "bleu:brevity=linear",
        "bleu:brevity=none",
        "bleu:length=shortest",
        "bleu:length=average",
        "bleu:effective_order",
        "bleu:edges=mteval,smooth=floor",
        "bleu:smooth=none,tok=none",
        "bleu:smooth=floor,smooth_value=0.01",
        "bleu:smooth=add-k,effective_order",
        "bleu:smooth=cc4",
        "bleu:smooth=cc5",
        "bleu:smooth=cc6",
        "bleu:smooth=cc7",
        "bleu:smooth=moses",
        "bleu:tok=intl",
        "bleu:tok=char",
        "bleu:tok=zh",
        "bleu:tok=unicode",
        "bleu:tok=ja-mecab",
        "bleu:tok=ko-mecab",
        "bleu:stem=english",
        "bleu:stem=porter,partial=0.5",
        f"bleu:partial=0.25,synonyms={SYNONYMS}",
    ),
    "cder": (
        "cder",
        "cder:first_row=cicada",
        "cder:substitution=characters",
        "cder:tok=13a",
        "cder:lowercase",
    ),
    "character": ("character", "character:tok=13a", "character:lowercase"),
    "chrf": (
        "chrf",
        "chrf++",
        "wordf",
        "chrf:char_order=3",
        "chrf:word_order=1,beta=3",
        "chrf:whitespace",
        "chrf:average=f",
        "chrf:lowercase",
        "chrf++:stem=german",
    ),
    "lebleu": (
        "lebleu",
        "lebleu:max_n=2,threshold=0.7",
        "lebleu:average=geometric",
        "lebleu:average=geometric,smooth",
        "lebleu:ngram_limit=0",
        "lebleu:tok=13a,lowercase",
    ),
    "eed": (
        "eed",
        "eed:form=python",
        "eed:alpha=1",
        "eed:rho=0.5",
        "eed:deletion=0.1",
        "eed:insertion=1.5",
        "eed:substitution=0.5",
        "eed:lowercase",
    ),
    "ter": (
        "ter",
        "ter:lowercase=no",
        "ter:normalize",
        "ter:punctuation=no",
        "ter:normalize,cjk",
        "ter:punctuation=no,cjk",
        "ter:beam=3",
        "ter:shift_size=1",
        "ter:shift_distance=2",
        "ter:candidates=1",
        "ter:mode=definition",
        "ter:stem=english",
    ),
    "hter": (
        "hter",
        "hter:lowercase=no",
        "hter:normalize,cjk",
        "hter:punctuation=no",
        "hter:beam=3",
        "hter:shift_size=1",
        "hter:shift_distance=2",
        "hter:candidates=1",
        "hter:mode=definition",
        "hter:stem=english",
        "hter:postedit=ref0",
        "hter:length=references",
        "hter:cap",
        "hter:cap,length=references",
    ),
    "wer": (
        "wer",
        "wer:substitution=1,insertion=0.5,deletion=0.5",
        "wer:substitution=2",
        "wer:normalize=average",
        "wer:tok=13a",
        "wer:lowercase",
        "wer:stem=english",
    ),
    "cer": (
        "cer",
        "cer:substitution=0.5",
        "cer:insertion=2",
        "cer:deletion=0.25",
        "cer:normalize=average",
        "cer:whitespace=no",
        "cer:lowercase",
    ),
    "mer": ("mer", "mer:tok=13a", "mer:lowercase", "mer:stem=english"),
    "wil": ("wil", "wil:tok=13a", "wil:lowercase", "wil:stem=english"),
    "wip": ("wip", "wip:tok=13a", "wip:lowercase", "wip:stem=english"),
    "per": ("per", "per:tok=13a", "per:lowercase", "per:stem=english", "per:excess=segment"),
    "precision": ("precision", "precision:tok=13a", "precision:lowercase", "precision:stem=english"),
    "recall": ("recall", "recall:tok=13a", "recall:lowercase", "recall:stem=english"),
    "f": ("f", "f:tok=13a", "f:lowercase", "f:stem=english", "f:beta=2"),
    "length": (
        "length",
        "length:penalise=short",
        "length:penalise=long,tok=13a",
        "length:lowercase",
        "length:stem=english",
    ),
    "exact": ("exact", "exact:tok=13a", "exact:lowercase", "exact:stem=english"),
    "nist": (
        "nist",
        f"nist:table={TABLE}",
        "nist:lowercase=no",
        "nist:order=2,tok=none",
        "nist:tok=intl",
    ),
    "gleu": (
        "gleu",
        "gleu:order=2",
        "gleu:min_order=2",
        "gleu:lowercase,tok=13a",
    ),
    "ribes": (
        "ribes",
        "ribes:lowercase=no",
        "ribes:alpha=0.5,beta=0",
        "ribes:tok=char",
    ),
    "rouge": (
        "rouge",
        "rouge:kind=lsum",
        "rouge:kind=lsum,multi=average,tok=none",
        "rouge:kind=w",
        "rouge:kind=w,form=1.5.5",
        "rouge:kind=w,weight=2,tok=none",
        "rouge:kind=s",
        "rouge:kind=s,gap=4,lowercase=no",
        "rouge:kind=su,gap=0",
        "rouge:kind=su,form=1.5.5",
        "rouge:kind=n,order=2,multi=average",
        "rouge:measure=r",
        "rouge:measure=p,multi=average",
        "rouge:balance=ratio,tok=13a",
        "rouge:alpha=0.8,stem=porter",
        "rouge:stem=rouge",
    ),
    "gtm": (
        "gtm",
        "gtm:exponent=2",
        "gtm:exponent=1.5,lowercase",
        "gtm:tok=13a",
    ),
    "impact": (
        "impact",
        "impact:alpha=0.5,beta=2",
        "impact:repeats=0,beta=1",
        "impact:lowercase,tok=13a",
    ),
    "tolerant-bleu": (
        "tolerant-bleu",
        "tolerant-bleu:epsilon=0.8,weighting=product,largest=2,lowercase",
        "tolerant-bleu:weighting=minimum,max_n=2,tok=none",
        *(
            f"tolerant-bleu:smooth={rule}"
            for rule in ("none", "floor", "add-k", "cc4", "cc5", "cc6", "cc7", "moses")
        ),
    ),
    "bertscore": (
        f"bertscore:model={ENCODER},layer=1",
        f"bertscore:model={ENCODER},layer=1,measure=p",
        f"bertscore:model={ENCODER},layer=1,measure=r,baseline=0.2",
        f"bertscore:model={ENCODER},layer=0,idf",
        "bertscore",
    ),
    "cosine": (
        f"cosine:model={ENCODER}",
        f"cosine:model={ENCODER},layer=1,pooling=first",
        "cosine",
    ),
    "yisi": (
        f"yisi:variant=1,model={ENCODER},layer=1,idf=no",
        "yisi",
        "yisi:order=1,alpha=0.5,lowercase",
        f"yisi:variant=1,model={VECTORS},centre",
        f"yisi:variant=2,model={ENCODER},layer=1",
        f"yisi:beta=0.2,parses={PARSES},parser=chain",
        f"yisi:variant=1,model={ENCODER},layer=1,beta=0.5,parser=flat,lowercase",
    ),
    "wmd": (
        f"wmd:model={ENCODER},layer=1",
        f"wmd:model={VECTORS},centre,lowercase",
        f"wmd:model={VECTORS},relaxed,idf",
        "wmd",
    ),
    "dreem": (
        f"dreem:vectors={VECTORS},sentence={ENCODER},alpha=2",
        f"dreem:vectors={ENCODER},sentence={ENCODER},counts_weight=2,vectors_weight=0.5,penalty=no",
        f"dreem:vectors={VECTORS},sentence={ENCODER},sentence_weight=0,lowercase",
        "dreem",
    ),
    "lsa": (
        "lsa",
        f"lsa:corpus={CORPUS},dimensions=3",
        "lsa:weighting=tf-idf,lowercase=no",
    ),
    "meteor": (
        "meteor",
        "meteor:language=de,task=rank,function_words=own,text=norm",
        "meteor:task=adq,text=nopunct,stems=none",
        "meteor:task=hter,characters,text=lower",
        "meteor:task=util,text=none,synonyms=none",
        "meteor:task=li,paraphrases=none",
        "meteor:task=tune,beam=3",
        "meteor:version=universal,language=sl,paraphrases=none,function_words=none",
        "meteor:version=2005",
        "meteor:version=2007,task=fluency",
        "meteor:version=2007,task=sum",
        "meteor:version=nltk",
        f"meteor:vectors={VECTORS},similarity=0.6",
        "meteor:synonyms=multiwordnet,senses=es,senses_kept=2",
        "meteor:weights=1 1 1 1,alpha=0.5,beta=1,gamma=0.5,delta=0.5",
    ),
    "hwcm": (
        "hwcm:parser=chain",
        f"hwcm:parser=flat,parses={PARSES}",
        "hwcm:parser=chain,length=2,unit=lemma",
        "hwcm:parser=chain,lowercase",
    ),
    "stm": (
        "stm:parser=chain",
        f"stm:parser=flat,parses={PARSES}",
        *(f"stm:parser=chain,depth=3,nodes={nodes}" for nodes in ("relation", "tag", "form", "lemma")),
    ),
    "dependency": (
        "dependency:parser=chain",
        f"dependency:parser=flat,parses={PARSES}",
        "dependency:parser=chain,labels=no,beta=2",
        "dependency:parser=chain,unit=lemma",
        "dependency:parser=chain,lowercase",
    ),
    "maxsim": (
        "maxsim:parser=chain",
        f"maxsim:parser=flat,parses={PARSES}",
        f"maxsim:parser=chain,relations,synonyms={SYNONYMS}",
        "maxsim:parser=chain,order=1,alpha=0.5,tag_weight=0",
        "maxsim:parser=chain,lemma_credit=0.5,references=mean",
    ),
    "meant": (
        "meant:parser=chain",
        f"meant:parser=flat,parses={PARSES}",
        "meant:parser=chain,similarity=exact,unit=lemma",
        "meant:parser=chain,predicate_weight=2,alpha=0.8",
    ),
    "overlap": (
        *(f"overlap:parser=chain,by={by}" for by in ("tag", "relation", "word")),
        f"overlap:parser=flat,parses={PARSES}",
        "overlap:parser=chain,only=X,unit=lemma",
        "overlap:parser=chain,lowercase",
    ),
    "pet": (
        *(f"pet:kind={kind}" for kind in kernel.ORDER_KINDS),
        "pet:alpha=0",
        "pet:alpha=1,beta=0.3",
        "pet:tok=13a,lowercase",
    ),
    "combined": ("assay-en", f"combined:model={COMBINED}"),
    "language": ("language:code=en", "language:code=zh,measure=probability"),
    "lm": (
        f"lm:model={LM}",
        f"lm:model={LM},measure=logprob,tok=13a",
        f"lm:model={UNIGRAMS},measure=oov,lowercase",
    ),
    "qe": (
        *(
            f"qe:feature={feature},source_lm={LM},target_lm={LM},bitext={BITEXT}"
            for feature in get_args(Feature)
        ),
        "qe",
        "qe:tok=13a,lowercase",
    ),
    "beer": ("beer", "beer:tok=13a", "beer:lowercase", f"beer:model={BEER_MODEL}"),
}
REFUSES_HOLES = ("hter:postedit=ref0",)  # a post-edit that is named has to be there
NEEDS_SOURCE = (
    f"yisi:variant=2,model={ENCODER},layer=1",
    *SPECS["qe"],
)  # which is the first reference here, and changes with it
# What draws on a resource of which a clone has none: it is read and written, and nothing is scored.
FROM_STORE = (
    *("bertscore", "cosine", "wmd", "dreem", "meteor:synonyms=multiwordnet,senses=es,senses_kept=2"),
    f"nist:table={TABLE}",  # which has to have all n-grams of the references
)
ALL = [spec for specs in SPECS.values() for spec in specs]
EVERY_METRIC = pytest.mark.parametrize("name", SPECS)
EVERY_SETTING = pytest.mark.parametrize("text", [text for text in ALL if text not in FROM_STORE])


def settings_of(name: str) -> Iterator[Metric]:
    """Yield a metric in all its settings; when a law fails, the last one noted has broken it."""
    for text in SPECS[name]:
        if text not in REFUSES_HOLES + NEEDS_SOURCE + FROM_STORE:
            note(text)
            yield parsed(text)


parsed = cache(parse_metric)  # metrics are values: the laws ask for each many thousand times


# Few words, so that n-grams recur; scripts with and without spaces, marks, numbers, emoji.
WORDS = (
    *("a", "b", "b", "The", "the", "cat", "Straße", "x-ray", "don't", ",", ".", "!", "(", "3.5", "1,000"),
    *("中", "国", "。", "ア", "は", "한국", "مرحبا", "،", "नमस्ते", "।", "😀", "👩\u200d🔬", "e\u0301"),
)
LONG = "one two three four five six seven eight"  # enough for n-grams of every order, under any tokeniser


Set = LawSet


# Strategies are made once: to make one takes longer than to draw from it.
@cache
def segments() -> st.SearchStrategy[str]:
    """Return segments of few words, spaced or not, and often empty."""
    words = st.lists(st.sampled_from(WORDS), max_size=9)
    return st.builds(str.join, st.sampled_from((" ", " ", " ", "")), words) | st.just("")


@cache
def columns(rows: int) -> st.SearchStrategy[list[str]]:
    """Return columns of segments."""
    return st.lists(segments(), min_size=rows, max_size=rows)


@cache
def grids(rows: int, count: int, holes: bool) -> st.SearchStrategy[list[list[str | None]]]:
    """Return so many references of every segment; where some may be holes, one of them is none."""
    texts = segments() | st.none() if holes else segments()
    row = st.lists(texts, min_size=count, max_size=count)
    if holes:
        row = row.filter(lambda refs: any(ref is not None for ref in refs))
    return st.lists(row, min_size=rows, max_size=rows)


@st.composite
def sets(draw: st.DrawFn, *, references: int = 3, size: int = 5, holes: bool = True) -> Set:
    """Return a set in which every segment has at least one reference."""
    rows = draw(st.integers(1, size))
    count = draw(st.integers(1, references))
    outputs = draw(columns(rows))
    grid = draw(grids(rows, count, holes and count > 1))
    return Set(outputs, [list(stream) for stream in zip(*grid, strict=True)])


def with_long_segment(one: Set) -> Set:
    """Add a segment in which output and references are equal and no order lacks a match."""
    return Set([*one.outputs, LONG], [[*stream, LONG] for stream in one.streams])


def scored(metric: Metric, one: Set) -> Stats:
    """Return the statistics of a set."""
    return stats(metric, one.outputs, one.streams)


def weighs_by_idf(metric: Metric) -> bool:
    """Say whether words weigh by smoothed idf, which is another one for a corpus twice as large."""
    return bool(getattr(metric, "idf", False))


# --- any options at all --------------------------------------------------------------------------------------

# Options of type text: what they may be. Another one without its values here fails every law.
TOKENISERS = (*KERNEL_RULES, "ja-mecab", "ko-mecab")
STEMMERS = ("none", "english", "german", "porter", "rouge", "russian")
WHOLE = ("exact", "length", "mer", "wil", "wip")
TOKENISING = (
    "beer",
    "bleu",
    "cder",
    "character",
    "f",
    "gleu",
    "gtm",
    "impact",
    "lebleu",
    "nist",
    "per",
    "lm",
    "pet",
    "precision",
    "qe",
    *WHOLE,
)
STEMMING = ("bleu", "chrf", "f", "hter", "per", "precision", "recall", "rouge", "ter", "wer", *WHOLE)
TEXTS = {
    **{
        (name, "tok"): TOKENISERS
        for name in (*TOKENISING, "recall", "ribes", "rouge", "tolerant-bleu", "wer")
    },
    **{(name, "stem"): STEMMERS for name in STEMMING},
    ("bleu", "weights"): ("equal", "one", "1", "0.5 0.5", "0.4 0.3 0.2 0.1"),
    ("bleu", "synonyms"): (str(SYNONYMS),),
    ("maxsim", "synonyms"): (str(SYNONYMS),),
    ("beer", "model"): (str(BEER_MODEL),),
    ("lm", "model"): (str(LM), str(UNIGRAMS)),
    ("language", "code"): ("en", "zh", "pt-BR"),
    ("nist", "table"): (str(TABLE),),
    **{("qe", side): (str(LM),) for side in ("source_lm", "target_lm")},
    ("combined", "model"): ("assay-en", str(COMBINED)),
    **{(name, "model"): (ENCODER,) for name in ("bertscore", "cosine")},
    **{(name, "model"): (ENCODER, VECTORS) for name in ("yisi", "wmd")},
    ("dreem", "vectors"): (ENCODER, VECTORS),
    ("dreem", "sentence"): (ENCODER,),
    ("lsa", "corpus"): (CORPUS,),
    ("bertscore", "baseline"): ("none", "0.3", "-0.5"),
    ("meteor", "language"): ("en", "de", "cs", "fi", "sl"),
    ("meteor", "vectors"): ("none", VECTORS),
    ("meteor", "senses"): ("none",),  # else a resource, which a clone does not have
    ("meteor", "stems"): ("auto", "snowball", "none"),
    ("meteor", "synonyms"): ("auto", "meteor-en", "none"),
    ("meteor", "paraphrases"): ("auto", "meteor-en", "none"),
    ("meteor", "function_words"): ("auto", "jar", "own", "none"),
    **{(name, "parses"): (str(PARSES),) for name in PARSING},
    ("overlap", "only"): ("X", "NOUN", "a, b|c%"),
    ("hter", "postedit"): ("first", "refA", "a, b|c%"),
}


FILES = {("qe", "bitext"): ((), tuple(BITEXT.split(" ")))}  # options of several files


def values(name: str, option: str, kind: Any) -> st.SearchStrategy[Any]:
    """Return values of an option's type."""
    if option == "parser":
        return st.sampled_from(("chain", "flat"))  # any text has a parse by these
    if kind is bool:
        return st.booleans()
    if kind is int:
        return st.integers(-1, 60)
    if kind is float:
        return st.floats() | st.floats(0, 100)
    if kind is str:
        return st.sampled_from(TEXTS[name, option])
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    if get_origin(kind) is tuple and get_args(kind)[0] is str:
        return st.sampled_from(FILES[name, option])
    if get_origin(kind) is tuple:
        return st.sets(st.integers(1, 9), min_size=1, max_size=5).map(sorted).map(tuple)
    assert get_origin(kind) is UnionType, f"say here what values {name}:{option} takes"
    return st.none() | values(name, option, get_args(kind)[0])


@st.composite
def metrics(draw: st.DrawFn) -> Metric:
    """Return any metric with any options that it accepts, set one after the other."""
    name = draw(st.sampled_from(sorted(METRICS)))
    metric: Any = parsed(SPECS[name][0])  # its defaults, or what a clone can score with
    kinds = get_type_hints(METRICS[name])
    for option in draw(st.lists(st.sampled_from([field.name for field in fields(metric)]), max_size=6)):
        with suppress(OptionError):
            metric = replace(metric, **{option: draw(values(name, option, kinds[option]))})
    return cast(Metric, metric)
