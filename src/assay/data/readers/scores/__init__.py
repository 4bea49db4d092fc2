"""Scores of metrics and people from files of other programs: matrices of systems by segments."""
