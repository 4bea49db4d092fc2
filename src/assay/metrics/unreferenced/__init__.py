"""Metrics that need no reference: language models, features of quality estimation, outputs of other systems."""
