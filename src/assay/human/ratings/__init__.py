"""Ratings to scores, scores to rankings."""
