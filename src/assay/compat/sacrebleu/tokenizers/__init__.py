"""sacreBLEU's tokenisers, one module each as there; they call ours, which are the same to the byte."""

from assay.compat.sacrebleu.tokenizers.tokenizer_base import BaseTokenizer

__all__ = ["BaseTokenizer"]
