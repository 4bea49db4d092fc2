"""Parsers of other packages: spaCy and UDPipe with small models trained here, Stanza's documents without a model.

Stanza brings torch with it: a stand-in has its pipeline, and where the package is installed the sentences are its own.
`test_stanza.py` trains small models with it.
"""

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from assay.data import Parse
from assay.errors import DependencyError
from assay.metrics.structure.parsers import parser_identity, parser_of
from support.metric_scores import stats

CONLLU = """\
# text = Anna sold boats.
1	Anna	Anna	PROPN	_	_	2	nsubj	_	_
2	sold	sell	VERB	_	_	0	root	_	_
3	boats	boat	NOUN	_	_	2	obj	_	SpaceAfter=No
4	.	.	PUNCT	_	_	2	punct	_	_

# text = Boats sail.
1	Boats	boat	NOUN	_	_	2	nsubj	_	_
2	sail	sail	VERB	_	_	0	root	_	SpaceAfter=No
3	.	.	PUNCT	_	_	2	punct	_	_

"""
TEXT = "Anna sold boats. Boats sail."
FORMS = ("Anna", "sold", "boats", ".", "Boats", "sail", ".")
TAGS = ("PROPN", "VERB", "NOUN", "PUNCT", "NOUN", "VERB", "PUNCT")
HEADS = (1, -1, 1, 1, 5, -1, 5)
RELATIONS = ("nsubj", "root", "obj", "punct", "nsubj", "root", "punct")
INSTALL = "pip install 'mt-assay[parsers]'"


def check(parse: Parse) -> None:
    assert (parse.forms, parse.tags, parse.heads) == (FORMS, TAGS, HEADS)
    assert tuple(relation.lower() for relation in parse.relations) == RELATIONS


@pytest.fixture(scope="module")
def udpipe_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Train a model on two sentences, in about a second."""
    udpipe: Any = pytest.importorskip("ufal.udpipe", reason=INSTALL)
    reader, sentence, error = (
        udpipe.InputFormat.newConlluInputFormat(),
        udpipe.Sentence(),
        udpipe.ProcessingError(),
    )
    reader.setText(CONLLU * 20)
    sentences = udpipe.Sentences()
    while reader.nextSentence(sentence, error):
        sentences.push_back(sentence)
        sentence = udpipe.Sentence()
    small = ("form", "upostag", "deprel")
    model = udpipe.Trainer.train(
        "morphodita_parsito",
        sentences,
        udpipe.Sentences(),
        "epochs=1;batch_size=1;segment_size=20;learning_rate=0.02;dimension=16;tokenize_url=0;dropout=0",
        "iterations=3;use_lemma=1;guesser_suffix_rules=1",
        "iterations=10;hidden_layer=16;embedding_feats=0;embedding_xpostag=0;use_gold_tags=1;structured_interval=0;"
        "transition_system=projective;transition_oracle=static;"
        + ";".join(f"embedding_{part}=8" for part in small),
        error,
    )
    assert not error.occurred(), error.message
    path = tmp_path_factory.mktemp("udpipe") / "small.udpipe"
    path.write_bytes(model)
    return path


def test_udpipe(udpipe_model: Path) -> None:
    name = parser_identity(f"udpipe:{udpipe_model}")
    parse = parser_of(name)
    check(parse(TEXT))
    assert parse(TEXT).lemmas == ("Anna", "sell", "boat", ".", "boat", "sail", ".")
    assert parse("") == parse("  ") == Parse()
    assert len(parse("مرحبا")) == 1
    assert stats(f"dependency:parser={name}", [TEXT], [[TEXT]]).total() == pytest.approx(100)
    assert stats(f"yisi:beta=0.2,parser={name}", [TEXT], [[TEXT]]).total() == pytest.approx(100)


def test_a_model_of_udpipe_that_is_cut_short(udpipe_model: Path, tmp_path: Path) -> None:
    short = tmp_path / "short.udpipe"
    short.write_bytes(udpipe_model.read_bytes()[:2_000])
    with pytest.raises(DependencyError, match="no UDPipe model"):
        parser_of(parser_identity(f"udpipe:{short}"))
    with pytest.raises(DependencyError, match="was asked for"):
        parser_identity(f"udpipe:{short}#0123456789ab")


def test_spacy(tmp_path: Path) -> None:
    spacy: Any = pytest.importorskip("spacy", reason=INSTALL)
    training: Any = pytest.importorskip("spacy.training", reason=INSTALL)
    spacy.util.fix_random_seed(1)
    pipeline = spacy.blank("en")
    pipeline.add_pipe("morphologizer")
    pipeline.add_pipe("parser", config={"min_action_freq": 1})
    examples = [
        training.Example.from_dict(
            pipeline.make_doc(" ".join(FORMS[start:stop])),
            {
                "pos": TAGS[start:stop],
                "heads": [1] * (stop - start),  # the verb is second, and its own head
                "deps": [relation.replace("root", "ROOT") for relation in RELATIONS[start:stop]],
            },
        )
        for start, stop in ((0, 4), (4, 7))
    ]
    optimiser = pipeline.initialize(lambda: examples)
    for _ in range(20):
        pipeline.update(examples, sgd=optimiser)
    pipeline.to_disk(tmp_path / "small")
    name = parser_identity(f"spacy:{tmp_path / 'small'}")
    parse = parser_of(name)
    check(parse(TEXT))
    assert parse("") == Parse()
    assert stats(f"dependency:parser={name}", [TEXT], [[TEXT]]).total() == pytest.approx(100)


@pytest.mark.parametrize("own", [False, True], ids=["stand-in", "sentences of Stanza"])
def test_stanza(monkeypatch: pytest.MonkeyPatch, own: bool) -> None:
    if own:
        stanza: Any = pytest.importorskip("stanza", reason="pip install stanza")
        document = pytest.importorskip("stanza.utils.conll", reason="pip install stanza").CoNLL.conll2doc(
            input_str=CONLLU
        )
    else:
        stanza, document = ModuleType("stanza"), _document()
        monkeypatch.setitem(sys.modules, "stanza", stanza)
    asked: list[Any] = []

    def pipeline(*arguments: Any, **options: Any) -> Any:
        asked.append((arguments, options["download_method"]))
        return lambda text: document

    monkeypatch.setattr(stanza, "Pipeline", pipeline, raising=False)
    check(parser_of("stanza:test")(TEXT))
    assert asked == [(("test",), None)]  # nothing is downloaded


def _document() -> Any:
    """Return what Stanza's pipeline returns, as far as it is read."""
    words = [
        SimpleNamespace(text=text, lemma=None, upos=tag, head=0 if relation == "root" else 2, deprel=relation)
        for text, tag, relation in zip(FORMS, TAGS, RELATIONS, strict=True)
    ]
    return SimpleNamespace(sentences=[SimpleNamespace(words=words[:4]), SimpleNamespace(words=words[4:])])
