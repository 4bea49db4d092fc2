"""Metrics of n-grams: BLEU and its relatives, chrF, GLEU, NIST, LeBLEU."""
