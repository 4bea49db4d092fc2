"""Tiny random models of the real architectures, and what their own packages say of three segments.

Run by an interpreter that has unbabel-comet, bleurt-pytorch, bert-score, torch and transformers:

    python tiny_models.py FOLDER
"""

import json
import sys
from pathlib import Path
from typing import Any

import sentencepiece
import torch
import yaml
from bert_score import BERTScorer
from bleurt_pytorch import BleurtConfig, BleurtForSequenceClassification
from bleurt_pytorch.bleurt.tokenization_bleurt_fast import BleurtTokenizerFast
from bleurt_pytorch.bleurt.tokenization_bleurt_sp import BleurtSPTokenizer
from comet import load_from_checkpoint
from comet.models import str2model
from pytorch_lightning import Trainer
from tokenizers import Tokenizer, decoders, pre_tokenizers
from tokenizers.models import Unigram
from tokenizers.processors import TemplateProcessing
from transformers import (
    BertConfig,
    BertModel,
    BertTokenizer,
    MT5Config,
    MT5ForConditionalGeneration,
    XLMRobertaConfig,
    XLMRobertaTokenizerFast,
)

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
LETTERS = [chr(code) for code in range(33, 127)]
MARKS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
SMALL = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
PLACES = 128  # pieces that encoders read
METRICX = {
    "metricx-23-tiny": "candidate: {1} reference: {2}",
    "metricx-23-qe-tiny": "candidate: {1} source: {0}",
    "metricx-24-hybrid-tiny": "source: {0} candidate: {1} reference: {2}",
}
METRICX_LIMIT, METRICX_PIECE = 100, 250089


def write_encoder(folder):
    pieces = ["<s>", "<pad>", "</s>", "<unk>", "▁", *LETTERS, *(f"▁{letter}" for letter in LETTERS), "<mask>"]
    tokenizer = Tokenizer(Unigram([(piece, -place / 10) for place, piece in enumerate(pieces)], unk_id=3))
    tokenizer.pre_tokenizer, tokenizer.decoder = pre_tokenizers.Metaspace(), decoders.Metaspace()
    marks = [("<s>", 0), ("</s>", 2)]
    tokenizer.post_processor = TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=marks
    )
    names = {"bos_token": "<s>", "eos_token": "</s>", "sep_token": "</s>", "cls_token": "<s>"}
    names |= {"unk_token": "<unk>", "pad_token": "<pad>", "mask_token": "<mask>"}
    XLMRobertaTokenizerFast(tokenizer_object=tokenizer, **names).save_pretrained(folder)
    places = {"max_position_embeddings": PLACES + 2, "type_vocab_size": 1, "pad_token_id": 1}
    XLMRobertaConfig(vocab_size=len(pieces), **places, **SMALL).save_pretrained(folder)


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
    if family != "xcomet_metric":  # which marks nothing then
        scattered(network)
    trainer = Trainer(logger=False, enable_checkpointing=False, accelerator="cpu")
    trainer.strategy.connect(network)
    (folder / "checkpoints").mkdir(parents=True)
    trainer.save_checkpoint(folder / "checkpoints" / "model.ckpt")
    (folder / "hparams.yaml").write_text(yaml.safe_dump({"class_identifier": family}))


def comet_says(root, family):
    """Return scores and error spans as the package gives them, with references and without."""
    write_comet(root / family, family, root / "encoder")
    network = load_from_checkpoint(str(root / family / "checkpoints" / "model.ckpt"), local_files_only=True)
    samples = [{"src": source, "mt": output, "ref": reference} for source, output, reference in SEGMENTS]
    whole = network.predict(samples, batch_size=1, gpus=0, progress_bar=False)
    said = {"scores": whole["scores"]}
    if family == "xcomet_metric":
        alone = [{"src": sample["src"], "mt": sample["mt"]} for sample in samples]
        without = network.predict(alone, batch_size=1, gpus=0, progress_bar=False)
        said |= {"spans": whole["metadata"]["error_spans"], "unreferenced": without["scores"]}
    return said


def scattered(network):
    """Give a network weights that are far enough apart for its scores to be so, too."""
    with torch.no_grad():
        for weights in network.parameters():
            weights.normal_(0, 0.5)
    return network.eval()


def write_words(folder):
    """Write a vocabulary of single letters as BERT has it."""
    folder.mkdir()
    (folder / "vocab.txt").write_text(
        "\n".join([*MARKS, *LETTERS, *(f"##{each}" for each in LETTERS)]) + "\n"
    )
    return str(folder / "vocab.txt")


def bleurt_tokenizer(folder, kind):
    """Write the tokeniser of the early models (words) or of BLEURT-20 (sentencepiece)."""
    if kind == "words":
        return BleurtTokenizerFast(write_words(folder), do_lower_case=False)
    folder.mkdir()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter([" ".join(texts) for texts in SEGMENTS]),
        model_prefix=str(folder / "spm"),
        vocab_size=40,
        hard_vocab_limit=False,
        pad_id=0,
        unk_id=1,
        bos_id=2,
        eos_id=3,
        pad_piece="[PAD]",
        unk_piece="[UNK]",
        bos_piece="[CLS]",
        eos_piece="[SEP]",
        user_defined_symbols=["[MASK]"],
    )
    (folder / "spm.vocab").unlink()
    return BleurtSPTokenizer(str(folder / "spm.model"))


def bleurt_says(root, kind):
    folder = root / f"bleurt-{kind}"
    tokenizer = bleurt_tokenizer(folder, kind)
    tokenizer.save_pretrained(folder)
    config = BleurtConfig(
        vocab_size=len(tokenizer), embedding_size=8, max_position_embeddings=PLACES, num_labels=1, **SMALL
    )
    network = scattered(BleurtForSequenceClassification(config))
    network.save_pretrained(folder)
    scores = []
    for _, output, reference in SEGMENTS:
        pieces = tokenizer(
            [reference], [output], truncation="longest_first", max_length=PLACES, return_tensors="pt"
        )
        with torch.no_grad():
            scores.append(network(**pieces).logits.item())
    return {"scores": scores}


def bertscore_says(root):
    folder = root / "bert"
    BertTokenizer(write_words(folder), do_lower_case=False, model_max_length=PLACES).save_pretrained(folder)
    config = BertConfig(vocab_size=len(MARKS) + 2 * len(LETTERS), max_position_embeddings=PLACES, **SMALL)
    scattered(BertModel(config)).save_pretrained(folder)
    scorer = BERTScorer(model_type=str(folder), num_layers=1, batch_size=1, device="cpu")
    outputs, references = [each[1] for each in SEGMENTS], [each[2] for each in SEGMENTS]
    precision, recall, f = (numbers.tolist() for numbers in scorer.score(outputs, references))
    return {"p": precision, "r": recall, "f": f}


def metricx_says(root, name, layout, tokenizer):
    sizes = {"d_model": 8, "d_kv": 4, "d_ff": 16, "num_layers": 1, "num_heads": 2, "pad_token_id": 1}
    network = scattered(MT5ForConditionalGeneration(MT5Config(vocab_size=250112, **sizes)))

    def logit(texts):
        pieces = tokenizer(layout.format(*texts), max_length=METRICX_LIMIT, truncation=True)["input_ids"]
        given = {"input_ids": torch.tensor([pieces[:-1]]), "decoder_input_ids": torch.tensor([[0]])}
        with torch.no_grad():
            return network(**given).logits[0, 0, METRICX_PIECE].item()

    with torch.no_grad():
        network.lm_head.weight[METRICX_PIECE] *= 5 / logit(SEGMENTS[0])  # within 0 to 25, not at an end
    network.save_pretrained(root / name)
    return {"scores": [min(max(logit(texts), 0.0), 25.0) for texts in SEGMENTS]}


def main(root):
    torch.manual_seed(1)
    write_encoder(root / "encoder")
    said = {family: comet_says(root, family) for family in FAMILIES}
    said |= {f"bleurt-{kind}": bleurt_says(root, kind) for kind in ("words", "pieces")}
    said["bert"] = bertscore_says(root)
    tokenizer = XLMRobertaTokenizerFast.from_pretrained(root / "encoder")
    said |= {name: metricx_says(root, name, layout, tokenizer) for name, layout in METRICX.items()}
    (root / "said.json").write_text(json.dumps(said))


main(Path(sys.argv[1]))
