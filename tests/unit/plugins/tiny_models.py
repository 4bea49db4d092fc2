"""Tiny random models of the real architectures, and what their own packages say of three segments.

Run by an interpreter that has unbabel-comet, torch and transformers: python tiny_models.py FOLDER
"""

import json
import sys
from pathlib import Path
from typing import Any

import torch
import yaml
from comet import load_from_checkpoint
from comet.models import str2model
from pytorch_lightning import Trainer
from tokenizers import Tokenizer, decoders, pre_tokenizers
from tokenizers.models import Unigram
from tokenizers.processors import TemplateProcessing
from transformers import MT5Config, MT5ForConditionalGeneration, XLMRobertaConfig, XLMRobertaTokenizerFast

SEGMENTS = [
    ("Das Schiff legt ab.", "The ship leaves.", "The ship is leaving."),
    ("Es regnet.", "", "It rains."),
    ("Ein Satz, der zu lang ist. " * 20, "A sentence that is too long. " * 20, "One."),
]
FAMILIES: dict[str, dict[str, Any]] = {
    "regression_metric": {"hidden_sizes": [8]},
    "referenceless_regression_metric": {"hidden_sizes": [8]},
    "ranking_metric": {},
    "unified_metric": {"hidden_sizes": [8], "input_segments": ["mt", "src"]},
    "xcomet_metric": {"hidden_sizes": [8], "word_layer": 2},
}


def write_encoder(folder):
    letters = [chr(code) for code in range(33, 127)]
    pieces = ["<s>", "<pad>", "</s>", "<unk>", "▁", *letters, *(f"▁{letter}" for letter in letters), "<mask>"]
    tokenizer = Tokenizer(Unigram([(piece, -place / 10) for place, piece in enumerate(pieces)], unk_id=3))
    tokenizer.pre_tokenizer, tokenizer.decoder = pre_tokenizers.Metaspace(), decoders.Metaspace()
    marks = [("<s>", 0), ("</s>", 2)]
    tokenizer.post_processor = TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=marks
    )
    names = {"bos_token": "<s>", "eos_token": "</s>", "sep_token": "</s>", "cls_token": "<s>"}
    names |= {"unk_token": "<unk>", "pad_token": "<pad>", "mask_token": "<mask>"}
    XLMRobertaTokenizerFast(tokenizer_object=tokenizer, **names).save_pretrained(folder)
    sizes = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
    XLMRobertaConfig(
        vocab_size=len(pieces), max_position_embeddings=130, type_vocab_size=1, pad_token_id=1, **sizes
    ).save_pretrained(folder)


def write_comet(folder, family, encoder):
    network = str2model[family](
        encoder_model="XLM-RoBERTa",
        pretrained_model=str(encoder),
        load_pretrained_weights=False,
        local_files_only=True,
        train_data=[],
        validation_data=[],
        **FAMILIES[family],
    )
    trainer = Trainer(logger=False, enable_checkpointing=False, accelerator="cpu")
    trainer.strategy.connect(network)
    (folder / "checkpoints").mkdir(parents=True)
    trainer.save_checkpoint(folder / "checkpoints" / "model.ckpt")
    (folder / "hparams.yaml").write_text(yaml.safe_dump({"class_identifier": family}))


def main(root):
    torch.manual_seed(1)
    encoder = root / "encoder"
    write_encoder(encoder)
    scores = {}
    samples = [{"src": source, "mt": output, "ref": reference} for source, output, reference in SEGMENTS]
    for family in FAMILIES:
        write_comet(root / family, family, encoder)
        network = load_from_checkpoint(
            str(root / family / "checkpoints" / "model.ckpt"), local_files_only=True
        )
        scores[family] = network.predict(samples, batch_size=1, gpus=0, progress_bar=False)["scores"]
    small = {"d_model": 8, "d_kv": 4, "d_ff": 16, "num_layers": 1, "num_heads": 2, "pad_token_id": 1}
    MT5ForConditionalGeneration(MT5Config(vocab_size=250112, **small)).save_pretrained(
        root / "metricx-24-tiny"
    )
    (root / "scores.json").write_text(json.dumps(scores))


main(Path(sys.argv[1]))
