"""Metrics that look at meaning: synonyms, paraphrases, vectors, structure."""
