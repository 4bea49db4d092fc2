"""Scores of metrics and people from files of other programs: matrices of systems by segments.

`read_scores` reads a file of any form, `join_scores` puts the files of several systems together, and `open_tree`
opens the folder of a test set as mt-metrics-eval keeps it; `write_scores` writes for that program.
"""

from assay.io.scores.files import FORMS, read_scores
from assay.io.scores.joined import join_scores
from assay.io.scores.mtme import Tree, open_tree
from assay.io.scores.mtme_files import write_scores

__all__ = ["FORMS", "Tree", "join_scores", "open_tree", "read_scores", "write_scores"]
