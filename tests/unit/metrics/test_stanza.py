"""Stanza's own pipeline behind our parser, with tiny models that its own trainers make of two sentences.

python3 -m venv /tmp/stanza && /tmp/stanza/bin/pip install stanza
ASSAY_STANZA_PYTHON=/tmp/stanza/bin/python python -m pytest tests/unit/metrics/test_stanza.py

Its interpreter must be of the version that runs the tests, which borrow its packages.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PYTHON = os.environ.get("ASSAY_STANZA_PYTHON", "")
LIMIT = 600  # seconds to import torch and train a model on a busy machine
KINDS = ("tokenize", "pos", "lemma", "depparse")
CONLLU = """\
# text = Anna sold boats.
1	Anna	Anna	PROPN	NNP	_	2	nsubj	_	_
2	sold	sell	VERB	VBD	_	0	root	_	_
3	boats	boat	NOUN	NNS	_	2	obj	_	SpaceAfter=No
4	.	.	PUNCT	.	_	2	punct	_	_

# text = Boats sail.
1	Boats	boat	NOUN	NNS	_	2	nsubj	_	_
2	sail	sail	VERB	VBP	_	0	root	_	SpaceAfter=No
3	.	.	PUNCT	.	_	2	punct	_	_

"""
TEXT = "Anna sold boats. Boats sail. "
ENDS = "00010000100000120000010000120"  # 1 ends a word, 2 a sentence, too
SURE = "--lang xx --dropout 0"  # two sentences are learnt by heart
WORDS = """--hidden_dim 16 --char_hidden_dim 16 --deep_biaff_hidden_dim 16 --word_emb_dim 16 --char_emb_dim 8
--tag_emb_dim 8 --transformed_dim 8 --no_pretrain --lr 0.02 --max_steps 100 --eval_interval 50 --word_dropout 0
--drop_initial_punct_prob 0"""
LETTERS = """--steps 200 --eval_steps 100 --emb_dim 8 --hidden_dim 16 --lr0 0.02 --unit_dropout 0 --feat_dropout 0
--feat_unit_dropout 0 --tok_noise 0 --sent_drop_prob 0 --last_char_drop_prob 0 --last_char_move_prob 0
--punct_move_back_prob 0 --drop_initial_punct_prob 0 --augment_final_punct_prob 0 --augment_mid_punct_prob 0"""
ASK = """
import json, sys
from assay.metrics.structure.parsers import parser_identity, parser_of
name = parser_identity("stanza:xx")
parse = parser_of(name)
print(json.dumps([name, *(vars(parse(text)) for text in json.loads(sys.argv[1]))], default=list))
"""

pytestmark = pytest.mark.skipif(
    not PYTHON, reason="ASSAY_STANZA_PYTHON names no interpreter with Stanza; the docstring has the commands"
)


def train(folder: Path, kind: str, program: str, *options: str) -> None:
    """Have Stanza train a model, and put it where a pipeline finds it."""
    place = folder / "resources" / "xx" / kind
    given = ["--shorthand", "xx_tiny", "--save_dir", str(place), "--save_name", "tiny.pt"]
    given += [word for text in options for word in text.split()]
    command = [PYTHON, "-m", f"stanza.models.{program}", *given, "--seed", "1"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=LIMIT, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.fixture(scope="module")
def resources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stanza")
    (folder / "trees").write_text(CONLLU * 20, encoding="utf-8")
    (folder / "text").write_text((TEXT * 20).strip() + "\n", encoding="utf-8")
    (folder / "ends").write_text((ENDS * 20)[:-1] + "\n", encoding="utf-8")
    (folder / "expansions").write_text("[]", encoding="utf-8")
    trees = "--train_file trees --eval_file trees"
    train(folder, "lemma", "lemmatizer", trees, "--dict_only --num_epoch 1")
    train(folder, "pos", "tagger", trees, WORDS, SURE)
    optimiser = "--optim adam --no_second_optim --num_layers 1 --no_checkpoint"
    train(folder, "depparse", "parser", trees, WORDS, SURE, optimiser)
    texts = "--txt_file text --label_file ends --dev_txt_file text --dev_label_file ends"
    others = "--dev_conll_gold trees --mwt_json_file expansions --no_use_mwt --max_seqlen 60"
    train(folder, "tokenize", "tokenizer", texts, others, LETTERS, SURE)
    packages = {"packages": {"default": dict.fromkeys(KINDS, "tiny")}, "lang_name": "Tiny"}
    listed = {"xx": {**packages, **{kind: {"tiny": {"md5": ""}} for kind in KINDS}}}
    (folder / "resources" / "resources.json").write_text(json.dumps(listed), encoding="utf-8")
    return folder / "resources"


def test_a_pipeline_of_stanza_parses(resources: Path) -> None:
    where = "import os, stanza; print(os.path.dirname(os.path.dirname(stanza.__file__)))"
    found = subprocess.run([PYTHON, "-c", where], capture_output=True, text=True, timeout=LIMIT, check=True)
    env = os.environ | {"STANZA_RESOURCES_DIR": str(resources), "PYTHONPATH": found.stdout.strip()}
    command = [sys.executable, "-c", ASK, json.dumps([TEXT, "", "  "])]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, env=env, check=True)
    name, parse, *empty = json.loads(done.stdout.splitlines()[-1])
    kind, _, digest = name.rpartition("-")
    assert kind.startswith("stanza:xx#")
    assert len(digest) == 12  # the models are in its name
    assert parse["forms"] == ["Anna", "sold", "boats", ".", "Boats", "sail", "."]
    assert parse["lemmas"] == ["Anna", "sell", "boat", ".", "boat", "sail", "."]
    assert parse["tags"] == ["PROPN", "VERB", "NOUN", "PUNCT", "NOUN", "VERB", "PUNCT"]
    assert parse["heads"] == [1, -1, 1, 1, 5, -1, 5]
    assert parse["relations"] == ["nsubj", "root", "obj", "punct", "nsubj", "root", "punct"]
    assert [each["forms"] for each in empty] == [[], []]
