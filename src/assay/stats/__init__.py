"""Arithmetic on arrays: intervals, corrections, tests; no word of translation."""
