"""Metrics that look at meaning: vectors of words and sentences."""
