"""Scores of metrics and people from files of other programs: matrices of systems by segments.

`read_scores` reads a file of any form, `join_scores` puts the files of several systems together, and `open_tree`
opens the folder of a test set as mt-metrics-eval keeps it; `write_scores` writes for that program.
"""
