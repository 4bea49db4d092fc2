"""Metrics of edits: WER, CER, TER, HTER, CDER, CharacTER, EED, and the alignments that they count."""
