"""Metrics whose weights were learnt from human judgements, and the models that are part of the package."""
