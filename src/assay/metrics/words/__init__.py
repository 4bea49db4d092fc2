"""Metrics of single words and their order: the bag of words (precision, recall, F, PER), RIBES, ROUGE, GTM, IMPACT."""
