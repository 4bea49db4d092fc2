"""Evaluation sets, outputs and judgements as frozen columns, and the readers that make them from files."""
